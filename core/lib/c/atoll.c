#include <stdlib.h>

/* Cost: that of strtoll, and at most 10 cycles. */
long long atoll(const char *text)
{
    return strtoll(text, NULL, 10);
}
