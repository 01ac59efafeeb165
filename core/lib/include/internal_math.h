/* Common parts of the units of <math.h>. Constants and coefficients were computed with 300 bits or more: the coefficients
   interpolate the function at the zeros of a Chebyshev polynomial. Nothing here depends on fused products. */
#ifndef _INTERNAL_MATH_H
#define _INTERNAL_MATH_H

#include <math.h>
#include <stdint.h>

union number {
    double value;
    uint64_t bits;
    struct {
        uint32_t low, high;
    } half;
};

union single {
    float value;
    uint32_t bits;
};

#define PI 0x1.921fb54442d18p+1
#define PI_REST 0x1.1a62633145c07p-53
#define LN_2 0x1.62e42fefa39efp-1

double __exp_parts(double x, double low, double *rest, int *exponent);
double __log_parts(double x, double *rest);
double __trig_reduce(double x, double *rest, int *quadrant);
double __sin_part(double x, double rest);
double __cos_part(double x, double rest);
double __atan_parts(double x, double low, double *rest);
double __asin_sum(double z);
double __log1p_sum(double x, double low);
double __erfc_large(double x);
double __gamma_log(double x, double *rest);
double __gamma_rise(double x, double *rest, double *last, double *last_rest);
double __sine_of_turn(double x);

static inline int is_negative(double x)
{
    union number u = {x};
    return u.half.high >> 31;
}

/* |x| with the sign of y. */
static inline double with_sign(double x, double y)
{
    union number u = {x}, v = {y};
    u.half.high = (u.half.high & 0x7fffffff) | (v.half.high & 0x80000000);
    return u.value;
}

/* x y = result + *rest, exactly, if nothing overflows or underflows. */
static inline double product(double x, double y, double *rest)
{
    double a = x * 134217729.0, b = y * 134217729.0;
    double xh = a - (a - x), yh = b - (b - y);
    double xl = x - xh, yl = y - yh;
    double p = x * y;
    *rest = xh * yh - p + xh * yl + xl * yh + xl * yl;
    return p;
}

/* (x + xl) / (y + yl), with an error little above half a unit in the last place. */
static inline double quotient(double x, double xl, double y, double yl)
{
    double q = x / y, rest, p = product(q, y, &rest);
    return q + ((x - p - rest) + (xl - q * yl)) / y;
}

#endif
