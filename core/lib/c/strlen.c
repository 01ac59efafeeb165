#include <string.h>

typedef unsigned __attribute__((may_alias)) word;

/* The number of bytes before the zero byte. A word has a zero byte if this subtraction borrows into a bit 7 that was 0.
   Cost: at most 40 + 2 n cycles for n bytes. */
size_t strlen(const char *text)
{
    const char *p = text;
    for (; ((size_t)p & 3) != 0; p++)
        if (*p == 0)
            return p - text;
    const word *w = (const word *)p;
    while (((*w - 0x01010101u) & ~*w & 0x80808080u) == 0)
        w++;
    for (p = (const char *)w; *p != 0; p++)
        ;
    return p - text;
}
