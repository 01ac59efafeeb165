/* Functions of <math.h> and <complex.h> for the type of their arguments (C17, 7.25): complex if one of them is,
   float if all of them are float, else double. */
#ifndef _TGMATH_H
#define _TGMATH_H

#include <complex.h>
#include <math.h>

#define __TG_1(name, x) _Generic((x), float: name##f, long double: name##l, default: name)
#define __TG_C(name, c, x) _Generic((x), float: name##f, long double: name##l, float _Complex: c##f, \
    double _Complex: c, long double _Complex: c##l, default: name)
#define __TG_2(name, x, y) _Generic((x), float: _Generic((y), float: name##f, long double: name##l, default: name), \
    long double: name##l, default: _Generic((y), long double: name##l, default: name))
/* A number with the type that an argument counts as: double for an integer. */
#define __TG_D(x) _Generic((x), float: 0.0f, long double: 0.0L, float _Complex: (float _Complex)0, \
    double _Complex: (double _Complex)0, long double _Complex: (long double _Complex)0, default: 0.0)

#define acos(x) __TG_C(acos, cacos, x)(x)
#define asin(x) __TG_C(asin, casin, x)(x)
#define atan(x) __TG_C(atan, catan, x)(x)
#define acosh(x) __TG_C(acosh, cacosh, x)(x)
#define asinh(x) __TG_C(asinh, casinh, x)(x)
#define atanh(x) __TG_C(atanh, catanh, x)(x)
#define cos(x) __TG_C(cos, ccos, x)(x)
#define sin(x) __TG_C(sin, csin, x)(x)
#define tan(x) __TG_C(tan, ctan, x)(x)
#define cosh(x) __TG_C(cosh, ccosh, x)(x)
#define sinh(x) __TG_C(sinh, csinh, x)(x)
#define tanh(x) __TG_C(tanh, ctanh, x)(x)
#define exp(x) __TG_C(exp, cexp, x)(x)
#define log(x) __TG_C(log, clog, x)(x)
#define sqrt(x) __TG_C(sqrt, csqrt, x)(x)
#define fabs(x) __TG_C(fabs, cabs, x)(x)
#define cbrt(x) __TG_1(cbrt, x)(x)
#define ceil(x) __TG_1(ceil, x)(x)
#define erf(x) __TG_1(erf, x)(x)
#define erfc(x) __TG_1(erfc, x)(x)
#define exp2(x) __TG_1(exp2, x)(x)
#define expm1(x) __TG_1(expm1, x)(x)
#define floor(x) __TG_1(floor, x)(x)
#define lgamma(x) __TG_1(lgamma, x)(x)
#define log10(x) __TG_1(log10, x)(x)
#define log1p(x) __TG_1(log1p, x)(x)
#define log2(x) __TG_1(log2, x)(x)
#define logb(x) __TG_1(logb, x)(x)
#define nearbyint(x) __TG_1(nearbyint, x)(x)
#define rint(x) __TG_1(rint, x)(x)
#define round(x) __TG_1(round, x)(x)
#define tgamma(x) __TG_1(tgamma, x)(x)
#define trunc(x) __TG_1(trunc, x)(x)
#define ilogb(x) __TG_1(ilogb, x)(x)
#define lrint(x) __TG_1(lrint, x)(x)
#define llrint(x) __TG_1(llrint, x)(x)
#define lround(x) __TG_1(lround, x)(x)
#define llround(x) __TG_1(llround, x)(x)
#define pow(x, y) _Generic(__TG_D(x) + __TG_D(y), float _Complex: cpowf, double _Complex: cpow, long double _Complex: cpowl, \
    default: __TG_2(pow, x, y))(x, y)
#define __TG_P(name, x) _Generic(__TG_D(x) + (float _Complex)0, float _Complex: name##f, long double _Complex: name##l, default: name)
#define carg(x) __TG_P(carg, x)(x)
#define cimag(x) __TG_P(cimag, x)(x)
#define conj(x) __TG_P(conj, x)(x)
#define cproj(x) __TG_P(cproj, x)(x)
#define creal(x) __TG_P(creal, x)(x)
#define atan2(x, y) __TG_2(atan2, x, y)(x, y)
#define copysign(x, y) __TG_2(copysign, x, y)(x, y)
#define fdim(x, y) __TG_2(fdim, x, y)(x, y)
#define fmax(x, y) __TG_2(fmax, x, y)(x, y)
#define fmin(x, y) __TG_2(fmin, x, y)(x, y)
#define fmod(x, y) __TG_2(fmod, x, y)(x, y)
#define hypot(x, y) __TG_2(hypot, x, y)(x, y)
#define nextafter(x, y) __TG_2(nextafter, x, y)(x, y)
#define remainder(x, y) __TG_2(remainder, x, y)(x, y)
#define fma(x, y, z) _Generic(__TG_D(x) + __TG_D(y) + __TG_D(z), float: fmaf, long double: fmal, default: fma)(x, y, z)
#define remquo(x, y, quotient) __TG_2(remquo, x, y)(x, y, quotient)
#define nexttoward(x, y) __TG_1(nexttoward, x)(x, y)
#define frexp(x, exponent) __TG_1(frexp, x)(x, exponent)
#define ldexp(x, exponent) __TG_1(ldexp, x)(x, exponent)
#define scalbn(x, exponent) __TG_1(scalbn, x)(x, exponent)
#define scalbln(x, exponent) __TG_1(scalbln, x)(x, exponent)

#endif
