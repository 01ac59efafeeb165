/* Quicksort of N whole numbers, on all ranks (their number a power of two, at most 64).

   Rank 0 sends every rank a block of N/n numbers, which it sorts. Then the sorted blocks are put in order as the single
   numbers of Batcher's bitonic sorting network are: in each step two ranks swap their blocks, and by merging one keeps
   the smaller half of all the numbers, the other one the larger half. */
#include <mpi.h>

#define N 4096

int DATA[N];

/* A word lies before and after each block, because merging reads one word too far. */
static int blocks[2][N + 2];
static int inbox[N + 2];

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

/* The smaller half of all words of two blocks in rising order, in rising order. One word after a block is read. */
static void merge_small(const int *one, const int *other, int *to, int words)
{
    for (int a = *one, b = *other, *end = to + words; to != end;) {
        if (b < a) {
            *to++ = b;
            b = *++other;
        } else {
            *to++ = a;
            a = *++one;
        }
    }
}

/* The larger half; it begins with the largest word, at the end. One word before a block is read. */
static void merge_large(const int *one, const int *other, int *to, int words)
{
    one += words - 1;
    other += words - 1;
    for (int a = *one, b = *other, *next = to + words; next != to;) {
        if (a < b) {
            *--next = b;
            b = *--other;
        } else {
            *--next = a;
            a = *--one;
        }
    }
}

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int words = N / size, *own = blocks[0] + 1, *spare = blocks[1] + 1, *in = inbox + 1;
    MPI_Scatter(DATA, words, MPI_INT, own, words, MPI_INT, 0, MPI_COMM_WORLD);
    quicksort(own, own + words - 1);
    for (int side = 2; side <= size; side *= 2)
        for (int bit = side / 2; bit > 0; bit /= 2) {
            int partner = rank ^ bit;
            MPI_Sendrecv(own, words, MPI_INT, partner, 0, in, words, MPI_INT, partner, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
            if (((rank & side) != 0) == ((rank & bit) != 0))
                merge_small(own, in, spare, words);
            else
                merge_large(own, in, spare, words);
            int *merged = spare;
            spare = own;
            own = merged;
        }
    MPI_Gather(own, words, MPI_INT, DATA, words, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
