#include <string.h>

/* As strcmp: the order of letters is that of their codes.
   Cost: that of strcmp, and at most 10 cycles. */
int strcoll(const char *a, const char *b)
{
    return strcmp(a, b);
}

/* Copies at most `bytes` bytes of a string, whose order is already that of strcmp. The result is its length.
   Cost: those of strlen and memcpy, and at most 40 cycles. */
size_t strxfrm(char *restrict to, const char *restrict from, size_t bytes)
{
    size_t length = strlen(from);
    if (bytes > 0) {
        size_t copied = length < bytes ? length : bytes - 1;
        memcpy(to, from, copied);
        to[copied] = 0;
    }
    return length;
}
