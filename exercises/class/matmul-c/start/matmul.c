/* Matrix multiplication, C = A x B, with 32 x 32 whole numbers, on one core.

   Before the run, A and B are placed in the memory of node (1,1), which has rank 0. C is wanted there after it.
   Every node runs this same program, and every global variable has the same address on every node. */
#include <mclib.h>

#define N 32 /* rows and columns */

int A[N][N];
int B[N][N];
int C[N][N];

/* Computes `rows` rows of C, from row `first` on, from the same rows of A, and all of B. */
static void multiply(int first, int rows)
{
	for (int i = first; i < first + rows; i++) {
		for (int j = 0; j < N; j++) {
			int sum = 0;
			for (int k = 0; k < N; k++)
				sum += A[i][k] * B[k][j];
			C[i][j] = sum;
		}
	}
}

int main(void)
{
	/* Only rank 0 has the matrices; the others have nothing to do. */
	if (mc_rank() == 0)
		multiply(0, N);
	return 0;
}
