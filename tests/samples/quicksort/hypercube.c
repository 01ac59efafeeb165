/* Quicksort of N whole numbers on a hypercube of ranks (their number a power of two, at most 64).

   Every rank sorts a block. Then the ranks divide as quicksort divides numbers: the lower half of the ranks keeps the numbers
   up to a pivot, the upper half the others. Each rank swaps with its partner in the other half and merges. The halves are
   communicators of their own and go on alike, until each has one rank. */
#include <mpi.h>

#define N 4096
#define MOST 64 /* most ranks */

int DATA[N];

static int blocks[2][N], inbox[N], counts[MOST], places[MOST];

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

/* Merges two rows in rising order. */
static void merge(const int *one, int words, const int *other, int others, int *to)
{
    const int *end = one + words, *others_end = other + others;
    while (one != end && other != others_end)
        *to++ = *other < *one ? *other++ : *one++;
    while (one != end)
        *to++ = *one++;
    while (other != others_end)
        *to++ = *other++;
}

/* How many of the numbers, which are in rising order, are at most the pivot. */
static int at_most(const int *numbers, int words, int pivot)
{
    int low = 0, high = words;
    while (low < high) {
        int middle = (low + high) / 2;
        if (numbers[middle] <= pivot)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int main(int argc, char **argv)
{
    int rank, size, *own = blocks[0], *spare = blocks[1];
    MPI_Comm group, half;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int words = N / size;
    MPI_Scatter(DATA, words, MPI_INT, own, words, MPI_INT, 0, MPI_COMM_WORLD);
    quicksort(own, own + words - 1);
    MPI_Comm_dup(MPI_COMM_WORLD, &group);
    for (int ranks = size; ranks > 1; ranks /= 2) {
        int me, got;
        MPI_Status status;
        MPI_Comm_rank(group, &me);
        int pivot = words > 0 ? own[words / 2] : 0;
        MPI_Bcast(&pivot, 1, MPI_INT, 0, group);
        int upper = me >= ranks / 2, partner = upper ? me - ranks / 2 : me + ranks / 2;
        int small = at_most(own, words, pivot), kept = upper ? words - small : small;
        MPI_Sendrecv(upper ? own : own + small, words - kept, MPI_INT, partner, 0, inbox, N, MPI_INT, partner, 0, group,
                     &status);
        MPI_Get_count(&status, MPI_INT, &got);
        merge(upper ? own + small : own, kept, inbox, got, spare);
        words = kept + got;
        int *merged = spare;
        spare = own;
        own = merged;
        MPI_Comm_split(group, upper, me, &half);
        MPI_Comm_free(&group);
        group = half;
    }
    MPI_Comm_free(&group);
    MPI_Gather(&words, 1, MPI_INT, counts, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int r = 1; r < size; r++)
        places[r] = places[r - 1] + counts[r - 1];
    MPI_Gatherv(own, words, MPI_INT, DATA, counts, places, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
