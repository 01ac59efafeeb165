/* The product of two complex numbers with parts of the type `PART`: the units of `float` and `double` include it. */
#include <math.h>

static inline int is_infinite(PART x)
{
    return fabs(x) == INFINITY;
}

/* 1 for an infinite number, else 0, with its sign. */
static inline PART as_unit(PART x)
{
    return (PART)copysign(is_infinite(x), x);
}

/* The number, or 0 with its sign for a NaN. */
static inline PART number(PART x)
{
    return x == x ? x : (PART)copysign(0, x);
}

/* (a + b i) (c + d i): infinite if a factor is, or a product of two parts (C17, annex G.5.1). */
static inline PART _Complex product(PART a, PART b, PART c, PART d)
{
    PART ac = a * c, bd = b * d, ad = a * d, bc = b * c;
    PART real = ac - bd, imag = ad + bc;
    if (real == real || imag == imag)
        return __builtin_complex(real, imag);
    int left = is_infinite(a) || is_infinite(b);
    if (left) {
        a = as_unit(a);
        b = as_unit(b);
        c = number(c);
        d = number(d);
    }
    int right = is_infinite(c) || is_infinite(d);
    if (right) {
        c = as_unit(c);
        d = as_unit(d);
        a = number(a);
        b = number(b);
    }
    if (!left && !right) {
        if (!is_infinite(ac) && !is_infinite(bd) && !is_infinite(ad) && !is_infinite(bc))
            return __builtin_complex(real, imag);
        a = number(a);
        b = number(b);
        c = number(c);
        d = number(d);
    }
    return __builtin_complex((PART)INFINITY * (a * c - b * d), (PART)INFINITY * (a * d + b * c));
}
