#include <stdlib.h>

/* Cost: at most 8 cycles. */
int abs(int value)
{
    return value < 0 ? -value : value;
}
