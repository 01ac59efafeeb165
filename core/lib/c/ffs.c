#include <strings.h>

/* The number of the lowest bit that is 1, from 1; 0 if there is none.
   Cost: at most 20 cycles. */
int ffs(int value)
{
    return value != 0 ? 1 + __builtin_ctz((unsigned)value) : 0;
}
