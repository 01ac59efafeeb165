#include <errno.h>
#include <stdlib.h>

/* As realloc, for elements; NULL if the number of bytes is too large for a number.
   Cost: that of realloc, and at most 30 cycles. */
void *reallocarray(void *block, size_t count, size_t bytes)
{
    unsigned long long whole = (unsigned long long)count * bytes;
    if (whole >> 32 != 0) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(block, (size_t)whole);
}
