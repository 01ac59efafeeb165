#include <internal_math.h>
#include <stdlib.h>

/* A NaN; its lower bits are the number in the text.
   Cost: that of strtoull, and at most 40 cycles. */
double nan(const char *text)
{
    union number u = {.bits = 0x7ff8ULL << 48};
    char *end;
    unsigned long long bits = strtoull(text, &end, 0);
    if (*end == 0)
        u.bits |= bits & 0x7ffffffffffffULL;
    return u.value;
}

/* Cost: that of strtoull, and at most 40 cycles. */
float nanf(const char *text)
{
    union single u = {.bits = 0x7fc00000};
    char *end;
    unsigned long long bits = strtoull(text, &end, 0);
    if (*end == 0)
        u.bits |= (unsigned)bits & 0x3fffff;
    return u.value;
}
