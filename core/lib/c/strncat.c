#include <string.h>

/* Appends at most `most` bytes of a string, and a zero byte.
   Cost: at most 30 + 8 n cycles for n bytes of both strings. */
char *strncat(char *restrict to, const char *restrict from, size_t most)
{
    char *t = to;
    while (*t != 0)
        t++;
    for (; most > 0 && *from != 0; most--)
        *t++ = *from++;
    *t = 0;
    return to;
}
