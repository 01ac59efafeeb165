#include <stdlib.h>

/* Quotient and remainder.
   Cost: at most 15 cycles. */
div_t div(int numerator, int denominator)
{
    div_t result = {numerator / denominator, numerator % denominator};
    return result;
}

/* Cost: at most 15 cycles. */
ldiv_t ldiv(long numerator, long denominator)
{
    ldiv_t result = {numerator / denominator, numerator % denominator};
    return result;
}
