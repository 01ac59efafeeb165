/* Batcher's bitonic sorting network for N whole numbers at DATA on rank 0. Each of the n ranks (a power of two) has a
   block of N/n words. Steps between words of one block need no communication; in the others a rank and the one whose
   number differs in one bit swap their blocks, and one keeps the smaller word of each pair, the other one the larger. */
#include <mpi.h>

#define N 512

int DATA[N];

static int block[N];
static int inbox[N];

/* One step inside the block, whose first word has the index `first` among all N. */
static void compare(int first, int words, int j, int k)
{
    for (int i = first, *word = block; i < first + words; i++, word++) {
        if ((i & j) != 0)
            continue;
        int one = word[0], other = word[j];
        if ((other < one) != ((i & k) != 0)) {
            word[0] = other;
            word[j] = one;
        }
    }
}

/* Keeps the smaller word of each pair, or the larger one. */
static void keep(const int *other, int words, int larger)
{
    for (int *word = block, *end = block + words; word != end; word++, other++)
        if ((*other < *word) != larger)
            *word = *other;
}

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int words = N / size;
    MPI_Scatter(DATA, words, MPI_INT, block, words, MPI_INT, 0, MPI_COMM_WORLD);
    for (int k = 2; k <= N; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            if (j < words) {
                compare(rank * words, words, j, k);
                continue;
            }
            int bit = j / words, partner = rank ^ bit;
            MPI_Sendrecv(block, words, MPI_INT, partner, 0, inbox, words, MPI_INT, partner, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
            keep(inbox, words, ((rank * words & k) != 0) != ((rank & bit) != 0));
        }
    MPI_Gather(block, words, MPI_INT, DATA, words, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
