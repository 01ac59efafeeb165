#include <stdlib.h>

/* Cost: that of strtol, and at most 15 cycles. */
int atoi(const char *text)
{
    return strtol(text, NULL, 10);
}

/* Cost: that of strtol, and at most 10 cycles. */
long atol(const char *text)
{
    return strtol(text, NULL, 10);
}
