#include <string.h>

typedef unsigned __attribute__((may_alias)) word;

/* Sets bytes to the low 8 bits of a value.
   Cost: at most 60 + 0.8 n cycles for n words. */
void *memset(void *to, int value, size_t bytes)
{
    char *t = to;
    word all = (value & 0xff) * 0x01010101u;
    for (; bytes > 0 && ((size_t)t & 3) != 0; bytes--)
        *t++ = value;
    word *w = (word *)t;
    for (word *end = w + (bytes >> 5) * 8; w != end; w += 8)
        w[0] = w[1] = w[2] = w[3] = w[4] = w[5] = w[6] = w[7] = all;
    for (word *end = w + (bytes >> 2 & 7); w != end;)
        *w++ = all;
    t = (char *)w;
    for (bytes &= 3; bytes > 0; bytes--)
        *t++ = value;
    return to;
}
