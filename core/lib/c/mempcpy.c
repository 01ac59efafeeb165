#include <string.h>

/* As memcpy; the result is the end of the copy.
   Cost: that of memcpy, and at most 12 cycles. */
void *mempcpy(void *restrict to, const void *restrict from, size_t bytes)
{
    return (char *)memcpy(to, from, bytes) + bytes;
}
