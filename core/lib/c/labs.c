#include <stdlib.h>

/* Cost: at most 8 cycles. */
long labs(long value)
{
    return value < 0 ? -value : value;
}
