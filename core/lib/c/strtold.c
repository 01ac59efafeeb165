#include <stdlib.h>

/* As strtod: a long double is a double.
   Cost: that of strtod, and at most 10 cycles. */
long double strtold(const char *restrict text, char **restrict end)
{
    return strtod(text, end);
}
