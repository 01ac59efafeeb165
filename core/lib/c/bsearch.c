#include <stdlib.h>

/* An element of a sorted array that is equal to a key, NULL if there is none.
   Cost: at most 30 + 30 log2(n) cycles for n elements, and the comparisons. */
void *bsearch(const void *key, const void *base, size_t count, size_t bytes,
              int (*compare)(const void *, const void *))
{
    const char *low = base;
    while (count > 0) {
        size_t half = count / 2;
        const char *middle = low + half * bytes;
        int order = compare(key, middle);
        if (order == 0)
            return (void *)middle;
        if (order > 0) {
            low = middle + bytes;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return NULL;
}
