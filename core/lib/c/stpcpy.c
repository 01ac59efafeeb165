#include <string.h>

/* As strcpy; the result is the zero byte at the end of the copy.
   Cost: at most 10 + 6 n cycles for n bytes. */
char *stpcpy(char *restrict to, const char *restrict from)
{
    while ((*to = *from++) != 0)
        to++;
    return to;
}

/* As strncpy; the result is the first zero byte of the copy, or its end.
   Cost: at most 25 + 8 n cycles for n bytes. */
char *stpncpy(char *restrict to, const char *restrict from, size_t bytes)
{
    for (; bytes > 0 && *from != 0; bytes--)
        *to++ = *from++;
    for (size_t n = 0; n < bytes; n++)
        to[n] = 0;
    return to;
}
