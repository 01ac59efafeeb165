#include <string.h>

typedef unsigned __attribute__((may_alias)) word;

/* Copies bytes between places that may overlap.
   Cost: at most 40 + 8 n cycles for n words if both places are multiples of 4, else at most 30 + 6 n for n bytes. */
void *memmove(void *to, const void *from, size_t bytes)
{
    char *t = to;
    const char *f = from;
    int words = (((size_t)t | (size_t)f) & 3) == 0;
    if ((size_t)t - (size_t)f >= bytes) {
        if (words)
            for (; bytes >= 4; bytes -= 4, t += 4, f += 4)
                *(word *)t = *(const word *)f;
        for (const char *end = f + bytes; f != end;)
            *t++ = *f++;
    } else {
        t += bytes;
        f += bytes;
        if (words) {
            for (; (bytes & 3) != 0; bytes--)
                *--t = *--f;
            for (; bytes > 0; bytes -= 4) {
                t -= 4;
                f -= 4;
                *(word *)t = *(const word *)f;
            }
        }
        while (bytes-- > 0)
            *--t = *--f;
    }
    return to;
}
