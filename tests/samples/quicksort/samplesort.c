/* Sample sort of N whole numbers (on at most 64 ranks, whose number divides N).

   Every rank sorts a block and takes as many samples of it as there are ranks. From all samples every rank chooses the same
   borders. Then each number goes at once to the rank whose borders it lies between, and that rank sorts what it got. */
#include <mpi.h>

#define N 4096
#define MOST 64 /* most ranks */

int DATA[N];

static int own[N], got[N], samples[MOST], all[MOST * MOST];
static int out_counts[MOST], out_places[MOST], in_counts[MOST], in_places[MOST];

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

/* Each place is where the counts before it end; the sum of all counts. */
static int add_up(const int *counts, int *places, int ranks)
{
    int sum = 0;
    for (int r = 0; r < ranks; r++) {
        places[r] = sum;
        sum += counts[r];
    }
    return sum;
}

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int words = N / size;
    MPI_Scatter(DATA, words, MPI_INT, own, words, MPI_INT, 0, MPI_COMM_WORLD);
    quicksort(own, own + words - 1);
    for (int i = 0; i < size; i++)
        samples[i] = own[i * words / size];
    MPI_Allgather(samples, size, MPI_INT, all, size, MPI_INT, MPI_COMM_WORLD);
    quicksort(all, all + size * size - 1);
    for (int r = 0, i = 0; r < size; r++)
        for (; i < words && (r == size - 1 || own[i] < all[(r + 1) * size]); i++)
            out_counts[r]++;
    add_up(out_counts, out_places, size);
    MPI_Alltoall(out_counts, 1, MPI_INT, in_counts, 1, MPI_INT, MPI_COMM_WORLD);
    words = add_up(in_counts, in_places, size);
    MPI_Alltoallv(own, out_counts, out_places, MPI_INT, got, in_counts, in_places, MPI_INT, MPI_COMM_WORLD);
    quicksort(got, got + words - 1);
    MPI_Gather(&words, 1, MPI_INT, in_counts, 1, MPI_INT, 0, MPI_COMM_WORLD);
    add_up(in_counts, in_places, size);
    MPI_Gatherv(got, words, MPI_INT, DATA, in_counts, in_places, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
