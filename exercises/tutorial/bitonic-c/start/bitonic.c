/* Batcher's bitonic sorting network, for N whole numbers at DATA on rank 0.

   For k = 2, 4, ..., N and j = k/2, k/4, ..., 1, number i and number i ^ j are compared and put in order: upwards if i has a
   0 in bit k, else downwards. Which numbers meet does not depend on their values.

   Rank 0 does all of it. */
#include <mclib.h>

#define N 512 /* how many numbers, a power of two */

int DATA[N];

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

int main(void)
{
	/* The others have nothing to do. */
	if (mc_rank() == 0) {
		for (int k = 2; k <= N; k *= 2)
			for (int j = k / 2; j > 0; j /= 2)
				compare(DATA, 0, N, j, k);
	}
	return 0;
}
