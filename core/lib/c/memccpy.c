#include <string.h>

/* Copies bytes up to the first one of a value, at most `bytes`. The result is the byte after it in the copy, NULL if there is none.
   Cost: at most 10 + 10 n cycles for n bytes. */
void *memccpy(void *restrict to, const void *restrict from, int value, size_t bytes)
{
    unsigned char *t = to;
    const unsigned char *f = from;
    for (; bytes > 0; bytes--)
        if ((*t++ = *f++) == (unsigned char)value)
            return t;
    return NULL;
}
