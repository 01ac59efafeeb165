/* What the quotients of complex numbers have in common. */
#ifndef _INTERNAL_COMPLEX_QUOTIENT_H
#define _INTERNAL_COMPLEX_QUOTIENT_H

#include <internal_complex.h>

/* (a + b i) / (c + d i) where the quotient by the usual rule is NaN in both parts: the rules of C17, annex G.5.1 for
   infinities and zeros. */
static inline double _Complex special_quotient(double a, double b, double c, double d, double _Complex usual)
{
    if (c == 0 && d == 0 && (a == a || b == b)) {
        double infinity = copysign(INFINITY, c);
        return __builtin_complex(infinity * a, infinity * b);
    }
    if ((is_infinite(a) || is_infinite(b)) && fabs(c) < INFINITY && fabs(d) < INFINITY) {
        a = copysign(is_infinite(a), a);
        b = copysign(is_infinite(b), b);
        return __builtin_complex(INFINITY * (a * c + b * d), INFINITY * (b * c - a * d));
    }
    if ((is_infinite(c) || is_infinite(d)) && fabs(a) < INFINITY && fabs(b) < INFINITY) {
        c = copysign(is_infinite(c), c);
        d = copysign(is_infinite(d), d);
        return __builtin_complex(0 * (a * c + b * d), 0 * (b * c - a * d));
    }
    return usual;
}

#endif
