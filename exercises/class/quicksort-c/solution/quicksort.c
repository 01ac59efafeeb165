/* Quicksort of N whole numbers, on all cores (their number a power of two, at most 64).

   1. Rank 0 sends every node, itself too, a block of N/n numbers.
   2. Every node sorts its block, with the very same quicksort as the sequential program.
   3. The sorted blocks are put in order as the single numbers of Batcher's bitonic sorting network are: in each step two
      nodes swap their blocks, and by merging one keeps the smaller half of all the numbers, the other one the larger
      half. Both work at the same time, and every node has work in every step.
   4. Every node puts its block where it belongs in the memory of rank 0. */
#include <mclib.h>

#define N 4096 /* how many numbers */
#define NODES 64 /* the most nodes */
#define STEPS 21 /* n nodes need log n x (log n + 1) / 2 steps */

int DATA[N];

static int block[N];
static int spare[N];
/* The blocks of all steps together. Each step has a place and a flag of its own, so that no node overwrites a block that its
   partner has not read yet. With more nodes there are more steps, but the blocks are smaller: N numbers are enough. */
static int inbox[N];

/* Words that another node writes. The compiler must read them each time, so they are volatile. */
static volatile int have_block;
static volatile int have_inbox[STEPS]; /* word s is 1 when the partner's block of step s has arrived */
static volatile int done[NODES];       /* on rank 0: word r is 1 when the block of rank r has arrived */

/* Sorts the numbers from `first` to `last`. With one number, or none at all (`last` below `first`), it does nothing. */
static void quicksort(int *first, int *last)
{
	if (first >= last)
		return;
	int pivot = first[(last - first) / 2];
	int *left = first, *right = last;
	do {
		while (*left < pivot) /* to the next number that is not smaller than the pivot */
			left++;
		while (*right > pivot) /* to the next number that is not larger */
			right--;
		if (left > right) /* have they met? */
			break;
		int number = *left;
		*left++ = *right;
		*right-- = number;
	} while (left <= right);
	quicksort(first, right);
	quicksort(left, last);
}

/* The smaller half of all numbers in two blocks in rising order, in rising order. */
static void merge_small(const int *a, const int *b, int *out, int count)
{
	for (int *end = out + count; out < end; out++) {
		if (*b < *a)
			*out = *b++;
		else
			*out = *a++;
	}
}

/* The larger half; it begins with the largest number, at the end. */
static void merge_large(const int *a, const int *b, int *out, int count)
{
	a += count - 1;
	b += count - 1;
	for (int *to = out + count - 1; to >= out; to--) {
		if (*a < *b)
			*to = *b--;
		else
			*to = *a--;
	}
}

int main(void)
{
	int rank = mc_rank(), nodes = mc_nodes();
	int count = N / nodes, bytes = count * sizeof(int);

	/* 1. Give each node its block. */
	if (rank == 0) {
		for (int r = 0; r < nodes; r++) {
			mc_put(mc_id(r), block, DATA + r * count, bytes);
			mc_signal(mc_id(r), &have_block, 1); /* arrives after the block */
		}
	}
	mc_wait_eq(&have_block, 1);

	/* 2. Sort it. */
	quicksort(block, block + count - 1);

	/* 3. Swap and merge. */
	int *own = block, *other = spare, *in = inbox;
	volatile int *flag = have_inbox;
	for (int size = 2; size <= nodes; size *= 2) {
		for (int distance = size / 2; distance > 0; distance /= 2) {
			unsigned partner = mc_id(rank ^ distance);
			mc_put(partner, in, own, bytes); /* the places have the same addresses there as here */
			mc_signal(partner, flag, 1);
			mc_wait_eq(flag, 1);
			/* The INCC sends one put after the other: as it has accepted this step's signal, it has read what the last
			   step sent, and `other` may be overwritten. */
			int falls = (rank & size) != 0;       /* do these nodes sort downwards? */
			int is_second = (rank & distance) != 0; /* is this node the second one of the two? */
			if (falls == is_second)
				merge_small(own, in, other, count);
			else
				merge_large(own, in, other, count);
			int *merged = other; /* the merged block is now the own one */
			other = own;
			own = merged;
			in += count;
			flag++;
		}
	}

	/* 4. Bring the blocks together. Each node has its own word of `done`. */
	mc_put(mc_id(0), DATA + rank * count, own, bytes);
	mc_signal(mc_id(0), &done[rank], 1);
	if (rank == 0) {
		for (int r = 0; r < nodes; r++)
			mc_wait_eq(&done[r], 1);
	}
	return 0;
}
