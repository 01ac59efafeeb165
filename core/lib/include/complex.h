/* Complex numbers (C17, 7.3). The errors of both parts are a few units in the last place of the larger one.
   A long double is a double, so the functions of long double are those of double: cabsl and so on. */
#ifndef _COMPLEX_H
#define _COMPLEX_H

#define complex _Complex
#define _Complex_I (__extension__ 1.0iF)
#undef I
#define I _Complex_I

#define CMPLX(x, y) __builtin_complex((double)(x), (double)(y))
#define CMPLXF(x, y) __builtin_complex((float)(x), (float)(y))
#define CMPLXL(x, y) __builtin_complex((long double)(x), (long double)(y))

#define __COMPLEX(name) \
    double _Complex name(double _Complex z); \
    float _Complex name##f(float _Complex z); \
    long double _Complex name##l(long double _Complex z) __asm__(#name)
#define __REAL(name) \
    double name(double _Complex z); \
    float name##f(float _Complex z); \
    long double name##l(long double _Complex z) __asm__(#name)

__REAL(creal);
__REAL(cimag);
__REAL(cabs);
__REAL(carg);
__COMPLEX(conj);
__COMPLEX(cproj);
__COMPLEX(csqrt);
__COMPLEX(cexp);
__COMPLEX(clog);
__COMPLEX(csin);
__COMPLEX(ccos);
__COMPLEX(ctan);
__COMPLEX(casin);
__COMPLEX(cacos);
__COMPLEX(catan);
__COMPLEX(csinh);
__COMPLEX(ccosh);
__COMPLEX(ctanh);
__COMPLEX(casinh);
__COMPLEX(cacosh);
__COMPLEX(catanh);
double _Complex cpow(double _Complex z, double _Complex w);
float _Complex cpowf(float _Complex z, float _Complex w);
long double _Complex cpowl(long double _Complex z, long double _Complex w) __asm__("cpow");

#undef __COMPLEX
#undef __REAL

#endif
