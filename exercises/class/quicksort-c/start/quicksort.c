/* Quicksort of N whole numbers, on one core.

   Before the run, the numbers are placed at DATA in the memory of node (1,1), which has rank 0. They are wanted there in
   rising order after it. Every node runs this same program, and every global variable has the same address on every
   node. */
#include <mclib.h>

#define N 4096 /* how many numbers */

int DATA[N];

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

int main(void)
{
	/* Only rank 0 has the numbers; the others have nothing to do. */
	if (mc_rank() == 0)
		quicksort(DATA, DATA + N - 1);
	return 0;
}
