#include <inttypes.h>
#include <stdlib.h>

/* Quotient and remainder.
   Cost: that of __divdi3, and at most 40 cycles. */
lldiv_t lldiv(long long numerator, long long denominator)
{
    long long quotient = numerator / denominator;
    lldiv_t result = {quotient, numerator - quotient * denominator};
    return result;
}

/* Cost: as lldiv. */
imaxdiv_t imaxdiv(intmax_t numerator, intmax_t denominator)
{
    intmax_t quotient = numerator / denominator;
    imaxdiv_t result = {quotient, numerator - quotient * denominator};
    return result;
}
