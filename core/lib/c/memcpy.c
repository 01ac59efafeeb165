#include <string.h>

typedef unsigned __attribute__((may_alias)) word;
typedef double __attribute__((may_alias)) pair;

/* Copies bytes between places that do not overlap. Places that are equally far from a multiple of 8 are copied by eight
   bytes, through floating-point registers, which takes one instruction per word.
   Cost: at most 40 + 1.3 n cycles for n words if both places are multiples of 8, at most 60 + 2.4 n if they are multiples
   of 4, else at most 30 + 6 n for n bytes. */
void *memcpy(void *restrict to, const void *restrict from, size_t bytes)
{
    char *t = to;
    const char *f = from;
    size_t both = (size_t)t | (size_t)f;
    if ((both & 7) == 0) {
        pair *tp = (pair *)t;
        const pair *fp = (const pair *)f;
        const pair *all = (const pair *)(f + (bytes & ~63u));
        while (fp != all) {
            pair a = fp[0], b = fp[1], c = fp[2], d = fp[3];
            pair e = fp[4], g = fp[5], h = fp[6], i = fp[7];
            tp[0] = a;
            tp[1] = b;
            tp[2] = c;
            tp[3] = d;
            tp[4] = e;
            tp[5] = g;
            tp[6] = h;
            tp[7] = i;
            fp += 8;
            tp += 8;
        }
        t = (char *)tp;
        f = (const char *)fp;
        bytes &= 63;
    }
    if ((both & 3) == 0) {
        word *tw = (word *)t;
        const word *fw = (const word *)f;
        const word *all = (const word *)(f + (bytes & ~15u));
        while (fw != all) {
            word a = fw[0], b = fw[1], c = fw[2], d = fw[3];
            tw[0] = a;
            tw[1] = b;
            tw[2] = c;
            tw[3] = d;
            fw += 4;
            tw += 4;
        }
        all = (const word *)((const char *)fw + (bytes & 12));
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
