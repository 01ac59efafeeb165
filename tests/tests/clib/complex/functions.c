#include <complex.h>
#include <math.h>
#include <stdio.h>

#define COUNT(array) (int)(sizeof array / sizeof *array)

static const struct {
    const char *name;
    double complex (*of)(double complex);
    float complex (*single)(float complex);
} FUNCTIONS[] = {
    {"csqrt", csqrt, csqrtf}, {"cexp", cexp, cexpf},    {"clog", clog, clogf},    {"csin", csin, csinf},
    {"ccos", ccos, ccosf},    {"ctan", ctan, ctanf},    {"casin", casin, casinf}, {"cacos", cacos, cacosf},
    {"catan", catan, catanf}, {"csinh", csinh, csinhf}, {"ccosh", ccosh, ccoshf}, {"ctanh", ctanh, ctanhf},
    {"casinh", casinh, casinhf}, {"cacosh", cacosh, cacoshf}, {"catanh", catanh, catanhf}, {"cproj", cproj, cprojf},
};

static const double POINTS[][2] = {
    {0.5, 0.25}, {-1.25, 3}, {2, -0.75},      {-0.001, -0.002}, {1.0000001, 1e-9},    {30, 2},
    {-30, 1},    {1e-9, 5},  {1e10, 1e-3},    {0.8, 0.6},       {0.6, -0.8000000001}, {3, 0},
    {0, 0},      {-2, 0.0},  {0.3, -0.0},     {-0.0, 1},        {1e300, 1e300},       {1e-300, 1e-308},
};

static const double SPECIAL[] = {0, 1.5, INFINITY, -INFINITY, NAN};

/* Of zeros and NaNs, the sign does not count. */
static void print(double x, int digits)
{
    if (x != x)
        printf(" nan");
    else
        printf(" %.*g", digits, x == 0 ? 0 : x);
}

static void show(double complex z, int digits)
{
    print(creal(z), digits);
    print(cimag(z), digits);
}

int main(void)
{
    for (int f = 0; f < COUNT(FUNCTIONS); f++) {
        puts(FUNCTIONS[f].name);
        for (int i = 0; i < COUNT(POINTS); i++) {
            double x = POINTS[i][0], y = POINTS[i][1];
            /* There the reduction of the argument is less exact than that of the host. */
            if (fabs(x) < 1e6) {
                show(FUNCTIONS[f].of(CMPLX(x, y)), 13);
                if (fabs(x) > 1e-30)
                    show(FUNCTIONS[f].single(CMPLXF(x, y)), 5);
                puts("");
            }
        }
        for (int i = 0; i < COUNT(SPECIAL); i++) {
            for (int j = 0; j < COUNT(SPECIAL); j++)
                /* C leaves the sign of this infinity open. */
                if (FUNCTIONS[f].of != csin || isfinite(SPECIAL[i]) || !isinf(SPECIAL[j]))
                    show(FUNCTIONS[f].of(CMPLX(SPECIAL[i], SPECIAL[j])), 13);
            puts("");
        }
    }
    for (int i = 0; i < COUNT(POINTS); i++) {
        double complex z = CMPLX(POINTS[i][0], POINTS[i][1]);
        print(cabs(z), 13);
        print(carg(z), 13);
        print(cabsf(z), 5);
        print(cargf(z), 5);
        if (cabs(z) < 1e6)
            show(cpow(z, 1.5 - 0.5 * I), 11);
        puts("");
    }
    volatile float complex two = 2;
    show(cpow(two, 10), 12);
    show(cpowf(two, 1.5f), 5);
    printf(" %.10Lg %.10Lg %.10Lg\n", cabsl(3 + 4 * I), creall(clogl(I)), cimagl(clogl(I)));
    return 0;
}
