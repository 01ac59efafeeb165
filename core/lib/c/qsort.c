#include <stdint.h>
#include <stdlib.h>

typedef unsigned __attribute__((may_alias)) word;
typedef int comparison(const void *, const void *);

static void swap(char *a, char *b, size_t bytes)
{
    if ((((size_t)a | (size_t)b | bytes) & 3) == 0) {
        for (size_t i = 0; i < bytes; i += 4) {
            word w = *(word *)(a + i);
            *(word *)(a + i) = *(word *)(b + i);
            *(word *)(b + i) = w;
        }
    } else {
        for (size_t i = 0; i < bytes; i++) {
            char c = a[i];
            a[i] = b[i];
            b[i] = c;
        }
    }
}

/* Every question is whether one element belongs after another one, so that a comparison without negative results, such
   as `return a > b`, sorts too. */
static int after(const char *a, const char *b, comparison *compare)
{
    return compare(a, b) > 0;
}

/* Moves the element at `root` down in a heap of `count` elements. */
static void sift(char *base, size_t root, size_t count, size_t bytes, comparison *compare)
{
    for (;;) {
        size_t child = 2 * root + 1;
        if (child >= count)
            return;
        if (child + 1 < count && after(base + (child + 1) * bytes, base + child * bytes, compare))
            child++;
        if (!after(base + child * bytes, base + root * bytes, compare))
            return;
        swap(base + root * bytes, base + child * bytes, bytes);
        root = child;
    }
}

static void heap_sort(char *base, size_t count, size_t bytes, comparison *compare)
{
    for (size_t i = count / 2; i > 0; i--)
        sift(base, i - 1, count, bytes, compare);
    for (size_t i = count; i > 1; i--) {
        swap(base, base + (i - 1) * bytes, bytes);
        sift(base, 0, i - 1, bytes, compare);
    }
}

/* Quicksort with the middle of three as pivot, insertion sort for few elements. After too many bad pivots it goes on as
   heap sort, so that no order of the elements is slow. The depth of the recursion is at most 32. */
static void sort(char *low, size_t count, size_t bytes, comparison *compare, int patience)
{
    while (count > 8) {
        if (patience-- == 0) {
            heap_sort(low, count, bytes, compare);
            return;
        }
        char *high = low + (count - 1) * bytes, *middle = low + count / 2 * bytes;
        if (after(low, middle, compare))
            swap(middle, low, bytes);
        if (after(low, high, compare))
            swap(high, low, bytes);
        if (after(middle, high, compare))
            swap(high, middle, bytes);
        /* The pivot waits in the second place; the first and the last element end the loops, also for a comparison that
           says that an element belongs after its equal. */
        char *pivot = low + bytes, *i = pivot, *j = high;
        swap(pivot, middle, bytes);
        for (;;) {
            do
                i += bytes;
            while (i < high && after(pivot, i, compare));
            do
                j -= bytes;
            while (j > pivot && after(j, pivot, compare));
            if (i >= j)
                break;
            swap(i, j, bytes);
        }
        swap(pivot, j, bytes);
        size_t left = (size_t)(j - low) / bytes, right = count - left - 1;
        if (left < right) {
            sort(low, left, bytes, compare, patience);
            low = j + bytes;
            count = right;
        } else {
            sort(j + bytes, right, bytes, compare, patience);
            count = left;
        }
    }
    for (char *i = low + bytes; count > 1; count--, i += bytes)
        for (char *j = i; j > low && after(j - bytes, j, compare); j -= bytes)
            swap(j, j - bytes, bytes);
}

/* Sorts an array; equal elements may change places.
   Cost: at most n log2(n) (45 + 2 w + c) cycles for n random elements of w words, if a comparison takes c. */
void qsort(void *base, size_t count, size_t bytes, int (*compare)(const void *, const void *))
{
    int patience = 2;
    for (size_t n = count; n > 0; n >>= 1)
        patience += 2;
    if (bytes > 0)
        sort(base, count, bytes, compare, patience);
}
