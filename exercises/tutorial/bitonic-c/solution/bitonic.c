/* Batcher's bitonic sorting network, for N whole numbers at DATA on rank 0.

   For k = 2, 4, ..., N and j = k/2, k/4, ..., 1, number i and number i ^ j are compared and put in order: upwards if i has a
   0 in bit k, else downwards. Which numbers meet does not depend on their values.

   Each of the n nodes (a power of two) has a block of B = N/n numbers: rank r has numbers r B to r B + B - 1. If j is less
   than B, both numbers of each pair are in the same block, and the step needs no communication. Otherwise number i of this
   block meets number i of the block of rank r ^ (j/B): both nodes send their blocks to each other, and one keeps the
   smaller number of each pair, the other one the larger. */
#include <mclib.h>

#define N 512 /* how many numbers, a power of two */

#define NODES 64 /* the most nodes */
#define STEPS 21 /* n nodes have log n x (log n + 1) / 2 steps with a partner */

int DATA[N];

static int block[N]; /* the own block */
/* Each step with a partner has an inbox and a flag of its own: so no node overwrites numbers still to be read. With more
   nodes there are more steps, but the blocks are smaller: N numbers are enough. */
static int inbox[N];

/* Words that another node writes. The compiler must read them each time, so they are volatile. */
static volatile int have_block;
static volatile int have_inbox[STEPS]; /* word s is 1 when the partner's block of step s has arrived */
static volatile int done[NODES];       /* on rank 0: word r is 1 when the block of rank r has arrived */

/* One step of the network, for `count` numbers of which the first has index `first` among all N. Numbers i and i + j are
   put in order, for each i without bit j: upwards where i has a 0 in bit k, else downwards. */
static void compare(int *number, int first, int count, int j, int k)
{
	for (int i = 0; i < count; i++) {
		if (((first + i) & j) != 0)
			continue; /* this is the second number of a pair */
		int a = number[i], b = number[i + j];
		int falls = b < a, should_fall = ((first + i) & k) != 0;
		if (falls != should_fall) {
			number[i] = b;
			number[i + j] = a;
		}
	}
}

/* Keeps of each pair the smaller number, or the larger one. */
static void keep(const int *other, int count, int is_larger)
{
	for (int i = 0; i < count; i++) {
		if ((other[i] < block[i]) != is_larger)
			block[i] = other[i];
	}
}

int main(void)
{
	int rank = mc_rank(), nodes = mc_nodes();
	int count = N / nodes, bytes = count * sizeof(int);

	/* Rank 0 sends each node its block, itself too. */
	if (rank == 0) {
		for (int r = 0; r < nodes; r++) {
			mc_put(mc_id(r), block, DATA + r * count, bytes);
			mc_signal(mc_id(r), &have_block, 1);
		}
	}
	mc_wait_eq(&have_block, 1);

	/* The network. */
	int *in = inbox;
	volatile int *flag = have_inbox;
	for (int k = 2; k <= N; k *= 2) {
		for (int j = k / 2; j > 0; j /= 2) {
			if (j < count) {
				compare(block, rank * count, count, j, k);
				continue;
			}
			int distance = j / count;
			unsigned partner = mc_id(rank ^ distance);
			mc_put(partner, in, block, bytes); /* the inbox has the same address there as here */
			mc_signal(partner, flag, 1);
			mc_wait_eq(flag, 1);
			mc_wait(); /* the block is changed now: it must have been sent */
			int falls = ((rank * count) & k) != 0;   /* are these blocks put in order downwards? */
			int is_second = (rank & distance) != 0; /* is this the second block of the two? */
			keep(in, count, falls != is_second);
			in += count;
			flag++;
		}
	}

	/* Bring the blocks together. Each node has its own word of `done`. */
	mc_put(mc_id(0), DATA + rank * count, block, bytes);
	mc_signal(mc_id(0), &done[rank], 1);
	if (rank == 0) {
		for (int r = 0; r < nodes; r++)
			mc_wait_eq(&done[r], 1);
	}
	return 0;
}
