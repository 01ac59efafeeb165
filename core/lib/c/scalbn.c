#include <internal_math.h>

/* As ldexp.
   Cost: that of ldexp, and at most 5 cycles. */
double scalbn(double x, int exponent)
{
    return ldexp(x, exponent);
}

/* Cost: that of ldexp, and at most 10 cycles. */
float scalbnf(float x, int exponent)
{
    return (float)ldexp(x, exponent);
}

/* Cost: that of ldexp, and at most 5 cycles. */
double scalbln(double x, long exponent)
{
    return ldexp(x, exponent);
}

/* Cost: that of ldexp, and at most 10 cycles. */
float scalblnf(float x, long exponent)
{
    return (float)ldexp(x, exponent);
}
