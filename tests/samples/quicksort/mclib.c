/* Quicksort of N whole numbers, on all nodes (their number a power of two, at most 64).

   Rank 0 sends every node a block of N/n numbers, which it sorts. Then the sorted blocks are put in order as the single
   numbers of Batcher's bitonic sorting network are: in each step two nodes swap their blocks, and by merging one keeps
   the smaller half of all the numbers, the other one the larger half. */
#include <mclib.h>

#define N 4096
#define STEPS 32

int DATA[N];

/* A word lies before and after each block, because merging reads one word too far. */
static int blocks[2][N + 2];
static int inbox[N + STEPS + 1]; /* all steps together: n nodes have log n x (log n + 1) / 2 of them */
static volatile int have_block;
static volatile int have_inbox[STEPS]; /* 1 when the partner's block of this step has arrived */
static volatile int done[64];          /* on rank 0: 1 when the block of this rank has arrived */

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

int main(void)
{
    int rank = mc_rank(), nodes = mc_nodes(), words = N / nodes, bytes = 4 * words, step = 0;
    int *own = blocks[0] + 1, *spare = blocks[1] + 1, *in = inbox + 1;

    for (int to = 0; rank == 0 && to < nodes; to++) {
        unsigned id = mc_id(to);
        mc_put(id, own, DATA + to * words, bytes);
        mc_signal(id, &have_block, 1);
    }
    mc_wait_eq(&have_block, 1);
    quicksort(own, own + words - 1);

    for (int side = 2; side <= nodes; side *= 2)
        for (int bit = side / 2; bit > 0; bit /= 2) {
            unsigned partner = mc_id(rank ^ bit);
            mc_put(partner, in, own, bytes);
            mc_signal(partner, &have_inbox[step], 1);
            mc_wait_eq(&have_inbox[step], 1);
            /* The INCC has accepted this step's signal, so it has read what the last step sent: `spare` is free. */
            if (((rank & side) != 0) == ((rank & bit) != 0))
                merge_small(own, in, spare, words);
            else
                merge_large(own, in, spare, words);
            int *merged = spare;
            spare = own;
            own = merged;
            in += words + 1;
            step++;
        }

    unsigned root = mc_id(0);
    mc_put(root, DATA + rank * words, own, bytes);
    mc_signal(root, &done[rank], 1);
    for (int from = 0; rank == 0 && from < nodes; from++)
        mc_wait_eq(&done[from], 1);
    return 0;
}
