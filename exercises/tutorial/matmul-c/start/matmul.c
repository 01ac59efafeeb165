/* Matrix multiplication, C = A x B, with 32 x 32 single-precision numbers that lie in main memory, at the memory node.

   Rank 0 does all of it. */
#include <mclib.h>

#define N 32 /* rows and columns */

/* Where the matrices lie in main memory. */
#define MAIN_A 0x10000
#define MAIN_B 0x20000
#define MAIN_C 0x30000

static float A[N][N]; /* the rows of A that this node needs */
static float B[N][N];
static float C[N][N]; /* the rows of C that it computes */

/* Computes that many rows of C, from as many rows of A and all of B. */
static void multiply(int rows)
{
	for (int i = 0; i < rows; i++) {
		for (int j = 0; j < N; j++) {
			float sum = 0;
			for (int k = 0; k < N; k++)
				sum += A[i][k] * B[k][j];
			C[i][j] = sum;
		}
	}
}

int main(void)
{
	/* The others have nothing to do. */
	if (mc_rank() == 0) {
		mc_get(A, MAIN_A, sizeof A); /* returns when the data are here */
		mc_get(B, MAIN_B, sizeof B);
		multiply(N);
		mc_store(MAIN_C, C, sizeof C);
	}
	return 0;
}
