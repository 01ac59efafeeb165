#include <complex.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

/* A number as text; of a NaN the sign does not count. */
static const char *text(double x)
{
    static char room[8][32];
    static int at;
    char *to = room[at++ % 8];
    if (x != x)
        snprintf(to, 32, "nan");
    else
        snprintf(to, 32, "%.17g", x);
    return to;
}

static void show(const char *name, double complex z)
{
    printf("%s: %s %s\n", name, text(creal(z)), text(cimag(z)));
}

static void show_single(const char *name, float complex z)
{
    printf("%s: %s %s\n", name, text(crealf(z)), text(cimagf(z)));
}

#define SHOW(z) show(#z, z)

static double complex global = 1.5 - 2.5 * I, table[3] = {1, [2] = 2.0 * I};
static float complex single = -0.25f + 4.0fi;
static double *part = (double *)&global + 1;
static struct {
    char c;
    double complex z;
    float complex f;
} record = {'c', 1 + 2 * I, {3}};

static double complex sum(int count, ...)
{
    va_list list;
    va_start(list, count);
    double complex all = 0;
    for (int i = 0; i < count; i++) {
        all += va_arg(list, double complex);
        all += va_arg(list, int);
        all += va_arg(list, float complex);
    }
    va_end(list);
    return all;
}

static float complex turned(float complex z, int n)
{
    while (n-- > 0)
        z *= 1.0fi;
    return z;
}

static double complex power(double complex z, unsigned n)
{
    return n == 0 ? 1 : n % 2 == 0 ? power(z * z, n / 2) : z * power(z, n - 1);
}

int main(void)
{
    volatile double two = 2, nothing = 0, infinite = INFINITY, none = NAN;
    double complex z = CMPLX(two + 1, -two), w = 0.1 + 0.2i;
    float complex f = 1.1f - 0.3if;

    printf("%zu %zu %zu %zu\n", sizeof z, sizeof f, sizeof record, _Alignof(double complex));
    SHOW(global);
    SHOW(table[0] + table[1] - table[2]);
    show_single("single", single);
    SHOW(record.z);
    show_single("record.f", record.f);
    printf("%g %g\n", *part, __real__ record.z);

    SHOW(z + w);
    SHOW(z - w);
    SHOW(z * w);
    SHOW(z / w);
    SHOW(z * two);
    SHOW(two * z);
    SHOW(z / two);
    SHOW(two / z);
    SHOW(two - z);
    SHOW(z - two);
    SHOW(z + 1);
    SHOW(-z);
    SHOW(~z);
    SHOW(conj(z) * z);
    show_single("f * f", f * f);
    show_single("f / f", f / (f + 1));
    SHOW(f * w);
    SHOW(f + 1.0);
    SHOW(z * z * z - w / z + two * w);

    z += w;
    SHOW(z);
    z *= two;
    SHOW(z);
    z /= w;
    SHOW(z);
    z -= 3;
    SHOW(z);
    f += z;
    show_single("f", f);
    double real = 5;
    real *= z;
    printf("%.17g\n", real);
    real /= w;
    printf("%.17g\n", real);
    int whole = 7;
    whole += w * 10;
    printf("%d\n", whole);
    SHOW(z++);
    SHOW(--z);
    __real__ z = 9;
    __imag__ z += 1;
    SHOW(z);
    __imag__ table[1] = __real__ z;
    SHOW(table[1]);
    double complex copy = z, *at = &copy;
    *at = w = z;
    SHOW(*at + w);

    printf("%d %d %d %d\n", z == w, z != w, z == 9, 3.0 + 0 * I == 3);
    printf("%d %d %d\n", !z, !!w, z && nothing);
    printf("%d %d\n", (bool)(nothing * I), (_Bool)0.5i);
    if (nothing + nothing * I)
        puts("wrong");
    if (nothing + two * I)
        puts("right");
    SHOW(two > 1 ? z : 1);
    SHOW(two < 1 ? z : 1);
    SHOW(w ? : 3);
    SHOW((nothing, z));
    SHOW(({ double complex t = z; t * 2; }));
    printf("%d %u %lld %g\n", (int)z, (unsigned)z, (long long)(z * -1e10), (double)(float)z);
    SHOW((float complex)(0.1 + 0.7i));
    SHOW((double complex)(char)65);

    SHOW(sum(2, z, 1, f, w, 2, 1.0fi));
    show_single("turned", turned(2 + 1.0fi, 3));
    SHOW(power(1 + 1i, 9));
    double complex (*function)(double complex, unsigned) = power;
    SHOW(function(0.5i, 3));
    double complex (*of_library)(double complex) = conj;
    SHOW(of_library(1 + 2i));

    SHOW(CMPLX(infinite, nothing) * CMPLX(two, two));
    SHOW(CMPLX(infinite, none) * CMPLX(two, nothing));
    SHOW(CMPLX(none, none) * CMPLX(two, nothing));
    SHOW(CMPLX(1e300, 1e300) * CMPLX(1e300, 1e300));
    SHOW(infinite * I);
    SHOW(infinite * CMPLX(nothing, two));
    SHOW(CMPLX(two, two) / CMPLX(nothing, nothing));
    SHOW(CMPLX(infinite, two) / CMPLX(two, two));
    SHOW(CMPLX(two, two) / CMPLX(infinite, two));
    volatile double complex large = CMPLX(1e308, 1e307), small = CMPLX(1e-320, 3e-310), wide = CMPLX(2e-200, 1e100);
    SHOW(CMPLX(1e308, 1e308) / large);
    SHOW(CMPLX(1e-320, 1e-310) / small);
    SHOW(CMPLX(1e200, 3e-200) / wide);
    show_single("single product", CMPLXF(infinite, 1) * CMPLXF(two, 2));
    show_single("single quotient", CMPLXF(1e30f, 1e-30f) / CMPLXF(1e30f, 2e30f));
    show_single("single by zero", CMPLXF(two, 2) / CMPLXF(nothing, 0));

    puts(_Generic(f, float complex: "float", double complex: "double", default: "other"));
    puts(_Generic(f * w, float complex: "float", double complex: "double", default: "other"));
    puts(_Generic(f * 1, float complex: "float", double complex: "double", default: "other"));
    puts(_Generic(__imag__ f, float: "float", double: "double", default: "other"));
    puts(_Generic((long double complex)1, long double complex: "long double", default: "other"));
    puts(_Generic(I, float complex: "float", default: "other"));

    int n = 3;
    double complex row[n];
    for (int i = 0; i < n; i++)
        row[i] = i + n * I;
    double complex total = 0;
    for (double complex *p = row; p < row + n; p++)
        total += *p * ~*p;
    SHOW(total);
    volatile double complex moving = 1;
    moving += I;
    SHOW(moving);
    const double complex fixed = 2 * I;
    SHOW(fixed * fixed);
    return 0;
}
