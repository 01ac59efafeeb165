/* Common parts of the units of <complex.h>. */
#ifndef _INTERNAL_COMPLEX_H
#define _INTERNAL_COMPLEX_H

#include <complex.h>
#include <internal_math.h>

#define HALF_PI 0x1.921fb54442d18p+0

/* An argument from which on exp overflows or nearly does. */
#define LARGE_EXPONENT 709.0

static inline int is_infinite(double x)
{
    return fabs(x) == INFINITY;
}

static inline int is_finite(double x)
{
    return fabs(x) < INFINITY;
}

/* exp(x) (re + im i) / 2^divided, where exp(x) alone may overflow. */
static inline double _Complex times_exp(double x, double re, double im, int divided)
{
    int steps = 0;
    while (x > LARGE_EXPONENT && steps < 3) {
        x -= 709;
        re *= 0x1.d422d2be5dc9bp+1022;
        im *= 0x1.d422d2be5dc9bp+1022;
        steps++;
    }
    double factor = exp(x);
    double scale = 1.0 / (1 << divided);
    return CMPLX(re * scale * factor, im * scale * factor);
}

#endif
