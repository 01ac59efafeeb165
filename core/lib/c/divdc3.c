#include <internal_complex_quotient.h>

double _Complex __divdc3(double a, double b, double c, double d);

#define SMALL 0x1p-1022
#define LARGE 0x1p971

/* x / large, where the divisor is large + small i or small + large i with |small| <= |large|, and ratio = small / large:
   (x + y ratio) / (large + small ratio). A ratio that is nearly 0 has lost bits, so small is divided last then. */
static inline double part(double x, double y, double large, double small, double ratio, double divisor)
{
    double rest = fabs(ratio) > SMALL ? y * ratio : small * (y / large);
    return (x + rest) / divisor;
}

/* The compiler calls it for quotients.
   Cost: at most 220 cycles, and 150 more for infinities, NaNs and zeros. */
double _Complex __divdc3(double a, double b, double c, double d)
{
    double size = fabs(c) < fabs(d) ? fabs(d) : fabs(c);
    double p = a, q = b, r = c, s = d, scale = 1;
    /* All four numbers get a factor that keeps what comes between from overflow and from loss of bits. */
    if (size >= 0x1p1023)
        scale = 0.5;
    else if (size < 0x1p-52
        || (size < LARGE && ((fabs(a) < SMALL && fabs(b) < LARGE) || (fabs(b) < SMALL && fabs(a) < LARGE))))
        scale = 0x1p52;
    p *= scale;
    q *= scale;
    r *= scale;
    s *= scale;
    double real, imag;
    if (fabs(c) < fabs(d)) {
        double ratio = r / s, divisor = r * ratio + s;
        real = part(q, p, s, r, ratio, divisor);
        imag = part(-p, q, s, r, ratio, divisor);
    } else {
        double ratio = s / r, divisor = s * ratio + r;
        real = part(p, q, r, s, ratio, divisor);
        imag = part(q, -p, r, s, ratio, divisor);
    }
    if (real != real && imag != imag)
        return special_quotient(p, q, r, s, __builtin_complex(real, imag));
    return __builtin_complex(real, imag);
}
