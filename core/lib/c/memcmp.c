#include <string.h>

typedef unsigned __attribute__((may_alias)) word;

/* The difference of the first two bytes that differ, 0 if all are equal.
   Cost: at most 50 + 8 n cycles for n equal words if both places are multiples of 4, else at most 30 + 8 n for n
   equal bytes. */
int memcmp(const void *a, const void *b, size_t bytes)
{
    const unsigned char *x = a, *y = b;
    if ((((size_t)x | (size_t)y) & 3) == 0) {
        const unsigned char *end = x + (bytes & ~3u);
        while (x != end && *(const word *)x == *(const word *)y) {
            x += 4;
            y += 4;
        }
        bytes -= (size_t)(x - (const unsigned char *)a);
    }
    for (; bytes > 0; bytes--, x++, y++)
        if (*x != *y)
            return *x - *y;
    return 0;
}
