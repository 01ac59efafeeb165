/* Quicksort of N whole numbers on one node. */
#include <mclib.h>

#define N 4096

int DATA[N];

/* Sorts the words from `low` to `high`. The pivot is the word in the middle. */
static void quicksort(int *low, int *high)
{
    if (low >= high)
        return;
    int pivot = low[(high - low) / 2], *left = low, *right = high;
    do {
        while (*left < pivot)
            left++;
        while (pivot < *right)
            right--;
        if (left > right)
            break;
        int swap = *left;
        *left++ = *right;
        *right-- = swap;
    } while (left <= right);
    quicksort(low, right);
    quicksort(left, high);
}

int main(void)
{
    if (mc_rank() == 0)
        quicksort(DATA, DATA + N - 1);
    return 0;
}
