/* Batcher's bitonic sorting network for N whole numbers at DATA on rank 0. Each of the n nodes (a power of two) has a
   block of N/n words. Steps between words of one block need no communication; in the others two nodes send each other
   their blocks, and one keeps the smaller word of each pair, the other one the larger. */
#include <mclib.h>

#define N 512
#define STEPS 32

int DATA[N];

static int block[N];
static int inbox[N]; /* n nodes have log n x (log n + 1) / 2 steps with a partner: N words are enough */
static volatile int have_block;
static volatile int have_inbox[STEPS]; /* 1 when the partner's block of this step has arrived */
static volatile int done[64];          /* on rank 0: 1 when the block of this rank has arrived */

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

int main(void)
{
    int rank = mc_rank(), nodes = mc_nodes(), words = N / nodes, bytes = 4 * words;
    int *in = inbox, step = 0;

    for (int to = 0; rank == 0 && to < nodes; to++) {
        unsigned id = mc_id(to);
        mc_put(id, block, DATA + to * words, bytes);
        mc_signal(id, &have_block, 1);
    }
    mc_wait_eq(&have_block, 1);

    for (int k = 2; k <= N; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            if (j < words) {
                compare(rank * words, words, j, k);
                continue;
            }
            int distance = j / words;
            unsigned partner = mc_id(rank ^ distance);
            mc_put(partner, in, block, bytes);
            mc_signal(partner, &have_inbox[step], 1);
            mc_wait_eq(&have_inbox[step], 1);
            mc_wait(); /* the block is changed now: it must have been sent */
            keep(in, words, ((rank * words & k) != 0) != ((rank & distance) != 0));
            in += words;
            step++;
        }

    unsigned root = mc_id(0);
    mc_put(root, DATA + rank * words, block, bytes);
    mc_signal(root, &done[rank], 1);
    for (int from = 0; rank == 0 && from < nodes; from++)
        mc_wait_eq(&done[from], 1);
    return 0;
}
