#include <string.h>

typedef unsigned __attribute__((may_alias)) word;
typedef double __attribute__((may_alias)) pair;

/* Sets bytes to the low 8 bits of a value. Eight bytes are stored at a time, from a floating-point register.
   Cost: at most 80 + 0.8 n cycles for n words. */
void *memset(void *to, int value, size_t bytes)
{
    char *t = to;
    word one = (value & 0xff) * 0x01010101u;
    for (; bytes > 0 && ((size_t)t & 7) != 0; bytes--)
        *t++ = value;
    if (bytes >= 64) {
        union {
            word words[2];
            double pair;
        } all = {{one, one}};
        double both = all.pair;
        pair *p = (pair *)t;
        for (pair *end = p + (bytes >> 6) * 8; p != end; p += 8)
            p[0] = p[1] = p[2] = p[3] = p[4] = p[5] = p[6] = p[7] = both;
        t = (char *)p;
        bytes &= 63;
    }
    word *w = (word *)t;
    for (word *end = w + (bytes >> 2); w != end;)
        *w++ = one;
    t = (char *)w;
    for (bytes &= 3; bytes > 0; bytes--)
        *t++ = value;
    return to;
}
