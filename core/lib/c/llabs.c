#include <inttypes.h>
#include <stdlib.h>

/* Cost: at most 15 cycles. */
long long llabs(long long value)
{
    return value < 0 ? -value : value;
}

/* Cost: at most 10 cycles. */
intmax_t imaxabs(intmax_t value)
{
    return value < 0 ? -value : value;
}
