/* Matrix multiplication, C = A x B, with 32 x 32 single-precision numbers that lie in main memory, at the memory node.

   Rank r computes the rows r N / n to (r + 1) N / n - 1 of C. It gets the same rows of A, and all of B, from main memory, and
   puts its rows of C back there. No node has to wait for another: the memory node answers one after the other. */
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
	int rank = mc_rank(), nodes = mc_nodes();
	int first = rank * N / nodes;               /* the first own row */
	int rows = (rank + 1) * N / nodes - first;
	unsigned from = first * sizeof A[0];        /* where they begin in a matrix, in bytes */
	unsigned bytes = rows * sizeof A[0];

	/* With more nodes than rows, some have nothing to do. */
	if (rows > 0) {
		mc_get(A, MAIN_A + from, bytes); /* returns when the data are here */
		mc_get(B, MAIN_B, sizeof B);
		multiply(rows);
		mc_store(MAIN_C + from, C, bytes);
	}
	return 0; /* the INCC still sends what it has accepted */
}
