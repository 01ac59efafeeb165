/* Mathematics (C17, 7.12, and POSIX). The errors are at most 1 unit in the last place (of sin, cos and tan: for arguments
   up to 2^20 in magnitude), of erf, erfc, tgamma and lgamma at most 2, near a zero of lgamma below 0 more. `sqrt`, `fabs`,
   `fma`, `fmod`, `remainder` and the functions that round are exact. Results are the same on every host. */
#ifndef _MATH_H
#define _MATH_H

typedef float float_t;
typedef double double_t;

#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_inff()
#define HUGE_VALL ((long double)__builtin_huge_val())
#define INFINITY __builtin_inff()
#define NAN ((float)__builtin_nan(""))

#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4

#define FP_ILOGB0 (-2147483647 - 1)
#define FP_ILOGBNAN (-2147483647 - 1)

#define MATH_ERRNO 1
#define MATH_ERREXCEPT 2
#define math_errhandling MATH_ERREXCEPT

#define M_E 2.71828182845904523536
#define M_LOG2E 1.44269504088896340736
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440

#define M_El 2.71828182845904523536028747135266250L
#define M_LOG2El 1.44269504088896340735992468100189214L
#define M_LOG10El 0.434294481903251827651128918916605082L
#define M_LN2l 0.693147180559945309417232121458176568L
#define M_LN10l 2.30258509299404568401799145468436421L
#define M_PIl 3.14159265358979323846264338327950288L
#define M_PI_2l 1.57079632679489661923132169163975144L
#define M_PI_4l 0.785398163397448309615660845819875721L
#define M_1_PIl 0.318309886183790671537767526745028724L
#define M_2_PIl 0.636619772367581343075535053490057448L
#define M_2_SQRTPIl 1.12837916709551257389615890312154517L
#define M_SQRT2l 1.41421356237309504880168872420969808L
#define M_SQRT1_2l 0.707106781186547524400844362104849039L
#ifndef MAXFLOAT
#define MAXFLOAT 0x1.fffffep+127F
#endif

int __fpclassify(double x);
int __fpclassifyf(float x);
int __signbit(double x);
int __signbitf(float x);

#define fpclassify(x) (sizeof(x) == sizeof(float) ? __fpclassifyf(x) : __fpclassify(x))
#define signbit(x) (sizeof(x) == sizeof(float) ? __signbitf(x) : __signbit(x))
#define isfinite(x) (fpclassify(x) > FP_INFINITE)
#define isinf(x) (fpclassify(x) == FP_INFINITE)
#define isnan(x) (fpclassify(x) == FP_NAN)
#define isnormal(x) (fpclassify(x) == FP_NORMAL)
/* Comparisons that raise no exception for a NaN. */
#define isunordered(x, y) (isnan(x) || isnan(y))
#define isgreater(x, y) (!isunordered(x, y) && (x) > (y))
#define isgreaterequal(x, y) (!isunordered(x, y) && (x) >= (y))
#define isless(x, y) (!isunordered(x, y) && (x) < (y))
#define islessequal(x, y) (!isunordered(x, y) && (x) <= (y))
#define islessgreater(x, y) (!isunordered(x, y) && (x) != (y))

double sqrt(double x);
double fabs(double x);
double floor(double x);
double ceil(double x);
double trunc(double x);
double round(double x);
double exp(double x);
double log(double x);
double log2(double x);
double log10(double x);
double sin(double x);
double cos(double x);
double tan(double x);
double asin(double x);
double acos(double x);
double atan(double x);
double sinh(double x);
double cosh(double x);
double tanh(double x);
double fmod(double x, double y);
double pow(double x, double y);
double atan2(double y, double x);
double hypot(double x, double y);
double fmin(double x, double y);
double fmax(double x, double y);
double copysign(double x, double y);
double ldexp(double x, int exponent);
double frexp(double x, int *exponent);
double modf(double x, double *whole);
double exp2(double x);
double expm1(double x);
double log1p(double x);
double cbrt(double x);
double asinh(double x);
double acosh(double x);
double atanh(double x);
double erf(double x);
double erfc(double x);
double lgamma(double x);
double tgamma(double x);
double rint(double x);
double nearbyint(double x);
long lrint(double x);
long long llrint(double x);
long lround(double x);
long long llround(double x);
double logb(double x);
int ilogb(double x);
double scalbn(double x, int exponent);
double scalbln(double x, long exponent);
double nextafter(double x, double y);
double nexttoward(double x, long double y);
double fdim(double x, double y);
double fma(double x, double y, double z);
double remainder(double x, double y);
double remquo(double x, double y, int *quotient);
double nan(const char *text);
/* The sign of the last result of gamma that lgamma has computed. */
extern int signgam;

float sqrtf(float x);
float fabsf(float x);
float floorf(float x);
float ceilf(float x);
float truncf(float x);
float roundf(float x);
float expf(float x);
float logf(float x);
float log2f(float x);
float log10f(float x);
float sinf(float x);
float cosf(float x);
float tanf(float x);
float asinf(float x);
float acosf(float x);
float atanf(float x);
float sinhf(float x);
float coshf(float x);
float tanhf(float x);
float fmodf(float x, float y);
float powf(float x, float y);
float atan2f(float y, float x);
float hypotf(float x, float y);
float fminf(float x, float y);
float fmaxf(float x, float y);
float copysignf(float x, float y);
float ldexpf(float x, int exponent);
float frexpf(float x, int *exponent);
float modff(float x, float *whole);
float exp2f(float x);
float expm1f(float x);
float log1pf(float x);
float cbrtf(float x);
float asinhf(float x);
float acoshf(float x);
float atanhf(float x);
float erff(float x);
float erfcf(float x);
float lgammaf(float x);
float tgammaf(float x);
float rintf(float x);
float nearbyintf(float x);
long lrintf(float x);
long long llrintf(float x);
long lroundf(float x);
long long llroundf(float x);
float logbf(float x);
int ilogbf(float x);
float scalbnf(float x, int exponent);
float scalblnf(float x, long exponent);
float nextafterf(float x, float y);
float nexttowardf(float x, long double y);
float fdimf(float x, float y);
float fmaf(float x, float y, float z);
float remainderf(float x, float y);
float remquof(float x, float y, int *quotient);
float nanf(const char *text);

/* A long double is a double, so the functions of long double are those of double: sqrtl, powl and so on. */
#define __LONG_1(name) long double name##l(long double) __asm__(#name)
#define __LONG_2(name) long double name##l(long double, long double) __asm__(#name)
#define __LONG(result, name, ...) result name##l(__VA_ARGS__) __asm__(#name)
__LONG_1(sqrt);
__LONG_1(fabs);
__LONG_1(floor);
__LONG_1(ceil);
__LONG_1(trunc);
__LONG_1(round);
__LONG_1(exp);
__LONG_1(log);
__LONG_1(log2);
__LONG_1(log10);
__LONG_1(sin);
__LONG_1(cos);
__LONG_1(tan);
__LONG_1(asin);
__LONG_1(acos);
__LONG_1(atan);
__LONG_1(sinh);
__LONG_1(cosh);
__LONG_1(tanh);
__LONG_1(exp2);
__LONG_1(expm1);
__LONG_1(log1p);
__LONG_1(cbrt);
__LONG_1(asinh);
__LONG_1(acosh);
__LONG_1(atanh);
__LONG_1(erf);
__LONG_1(erfc);
__LONG_1(lgamma);
__LONG_1(tgamma);
__LONG_1(rint);
__LONG_1(nearbyint);
__LONG_1(logb);
__LONG_2(fmod);
__LONG_2(pow);
__LONG_2(atan2);
__LONG_2(hypot);
__LONG_2(fmin);
__LONG_2(fmax);
__LONG_2(copysign);
__LONG_2(nextafter);
__LONG_2(nexttoward);
__LONG_2(fdim);
__LONG_2(remainder);
__LONG(long double, fma, long double, long double, long double);
__LONG(long double, ldexp, long double, int);
__LONG(long double, scalbn, long double, int);
__LONG(long double, scalbln, long double, long);
__LONG(long double, frexp, long double, int *);
__LONG(long double, modf, long double, long double *);
__LONG(long double, remquo, long double, long double, int *);
__LONG(long double, nan, const char *);
__LONG(int, ilogb, long double);
__LONG(long, lrint, long double);
__LONG(long long, llrint, long double);
__LONG(long, lround, long double);
__LONG(long long, llround, long double);

/* Not for a program in strict C. */
#ifndef __STRICT_ANSI__
double lgamma_r(double x, int *sign);
double gamma(double x);
double significand(double x);
double drem(double x, double y);
float lgammaf_r(float x, int *sign);
__LONG_1(significand);
__LONG_2(drem);
#endif

#ifdef _GNU_SOURCE
double exp10(double x);
double pow10(double x);
void sincos(double x, double *sine, double *cosine);
float exp10f(float x);
void sincosf(float x, float *sine, float *cosine);
__LONG_1(exp10);
__LONG(void, sincos, long double, long double *, long double *);
#endif

#endif
