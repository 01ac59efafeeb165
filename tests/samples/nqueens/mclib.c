/* N queens. The queens of the first two rows have SIZE x SIZE placements. Number t of them is counted by rank t mod n:
   neighbouring ones are about as long to count, so each node gets some of the long and some of the short ones. */
#include <mclib.h>

#define MOST 64 /* most nodes */

int SIZE = 8;
int COUNT;

static volatile int found[MOST]; /* on rank 0: the number of each rank, plus 1 */
static unsigned full;            /* a 1 bit for each column */

/* In how many ways the rows that are left can be filled. A 1 bit is a place in the next row that a queen attacks, by
   its column, or along a diagonal down to the left or right. */
static int count(unsigned columns, unsigned left, unsigned right)
{
    if (columns == full)
        return 1;
    int found = 0;
    for (unsigned open = ~(columns | left | right) & full, place; open != 0; open ^= place) {
        place = open & -open;
        found += count(columns | place, (left | place) << 1, (right | place) >> 1);
    }
    return found;
}

/* The placements of the first two rows that are this rank's, counted to the end. */
static int share(int rank, int nodes)
{
    int sum = 0, size = SIZE;
    for (int t = rank; t < size * size; t += nodes) {
        unsigned first = 1u << t / size, second = 1u << t % size;
        if (((first | first << 1 | first >> 1) & second) == 0)
            sum += count(first | second, (first << 1 | second) << 1, (first >> 1 | second) >> 1);
    }
    return sum;
}

int main(void)
{
    int rank = mc_rank(), nodes = mc_nodes();

    full = (1u << SIZE) - 1;
    int sum = share(rank, nodes);
    if (rank != 0) {
        /* A word is 0 from the start, and a number may be 0. */
        mc_signal(mc_id(0), &found[rank], sum + 1);
        return 0;
    }
    for (int from = 1; from < nodes; from++) {
        mc_wait_ge(&found[from], 1);
        sum += found[from] - 1;
    }
    COUNT = sum;
    mc_print_int(sum);
    return 0;
}
