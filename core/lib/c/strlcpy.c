#define _GNU_SOURCE
#include <string.h>

/* Copies a string to an array of a size; the result is the length of the string (BSD).
   Cost: those of strlen and memcpy, and at most 30 cycles. */
size_t strlcpy(char *restrict to, const char *restrict from, size_t bytes)
{
    size_t length = strlen(from);
    if (bytes != 0) {
        size_t taken = length < bytes ? length : bytes - 1;
        memcpy(to, from, taken);
        to[taken] = 0;
    }
    return length;
}

/* The same behind the string that is there; the result is the length that both have.
   Cost: those of strnlen, strlen and memcpy, and at most 50 cycles. */
size_t strlcat(char *restrict to, const char *restrict from, size_t bytes)
{
    size_t before = strnlen(to, bytes);
    return before + (before == bytes ? strlen(from) : strlcpy(to + before, from, bytes - before));
}
