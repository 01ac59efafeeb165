#include <internal_divide.h>

uint64_t __umoddi3(uint64_t n, uint64_t d);

/* Remainder without sign.
   Cost: at most 40 cycles for numbers below 2^32, else at most 150. */
uint64_t __umoddi3(uint64_t n, uint64_t d)
{
    uint64_t rest;
    divide_long(n, d, &rest);
    return rest;
}
