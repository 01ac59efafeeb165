#include <internal_divide.h>

int64_t __divdi3(int64_t n, int64_t d);

/* Quotient, towards 0.
   Cost: at most 40 cycles for numbers below 2^32, else at most 150. */
int64_t __divdi3(int64_t n, int64_t d)
{
    uint64_t rest;
    uint64_t q = divide_long(n < 0 ? -(uint64_t)n : (uint64_t)n, d < 0 ? -(uint64_t)d : (uint64_t)d, &rest);
    return (int64_t)((n ^ d) < 0 ? -q : q);
}
