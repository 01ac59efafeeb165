#include <string.h>

typedef unsigned __attribute__((may_alias)) word;

/* Copies bytes between places that do not overlap.
   Cost: at most 40 + 1.3 n cycles for n words if both places are multiples of 4, else at most 20 + 6 n for n bytes. */
void *memcpy(void *restrict to, const void *restrict from, size_t bytes)
{
    char *t = to;
    const char *f = from;
    if ((((size_t)t | (size_t)f) & 3) == 0) {
        word *tw = to;
        const word *fw = from;
        const word *all = (const word *)(f + (bytes & ~31u));
        while (fw != all) {
            word a = fw[0], b = fw[1], c = fw[2], d = fw[3];
            word e = fw[4], g = fw[5], h = fw[6], i = fw[7];
            tw[0] = a;
            tw[1] = b;
            tw[2] = c;
            tw[3] = d;
            tw[4] = e;
            tw[5] = g;
            tw[6] = h;
            tw[7] = i;
            fw += 8;
            tw += 8;
        }
        all = (const word *)(f + (bytes & ~3u));
        while (fw != all)
            *tw++ = *fw++;
        t = (char *)tw;
        f = (const char *)fw;
        bytes &= 3;
    }
    for (const char *end = f + bytes; f != end;)
        *t++ = *f++;
    return to;
}
