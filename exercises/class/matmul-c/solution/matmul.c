/* Matrix multiplication, C = A x B, with 32 x 32 whole numbers, on all cores.

   Each of the n nodes computes 32/n rows of C (n must divide 32). For that it needs the same rows of A, and all of B.

   1. B goes down a chain: rank 0 sends it to rank 1, rank 1 to rank 2, and so on, row by row. A node passes a row on as
      soon as it has it, so while rank 5 receives row 3, rank 4 receives row 4, and rank 0 sends each row only once.
   2. Rank 0 sends each node its rows of A, and nothing else.
   3. Every node computes its rows, with the very same loop as the sequential program.
   4. Every node puts its rows of C into the memory of rank 0 and signals that they are there. */
#include <mclib.h>

#define N 32 /* rows and columns */

int A[N][N];
int B[N][N];
int C[N][N];

/* Words that another node writes. The compiler must read them each time, so they are volatile. */
static volatile int rows_of_b; /* how many rows of B have arrived */
static volatile int have_a;    /* 1 when the rows of A have arrived */
static volatile int done[N];   /* on rank 0: done[r] is 1 when the rows of C of rank r have arrived */

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

/* Passes B on to the next node. Rank 0 has had all rows from the start. */
static void pass_b(int rank, int nodes)
{
	unsigned next = mc_id(rank + 1);

	for (int k = 0; k < N; k++) {
		if (rank > 0)
			mc_wait_ge(&rows_of_b, k + 1); /* more rows than this one may have arrived already */
		if (rank + 1 < nodes) {
			mc_put(next, B[k], B[k], sizeof B[k]); /* B has the same address there as here */
			mc_signal(next, &rows_of_b, k + 1);    /* arrives after the row */
		}
	}
}

/* Sends each node its rows of A. While rank 0 computes, its INCC still sends the last ones. */
static void send_a(int nodes, int rows)
{
	for (int r = 1; r < nodes; r++) {
		unsigned id = mc_id(r);
		mc_put(id, A[r * rows], A[r * rows], rows * sizeof A[0]);
		mc_signal(id, &have_a, 1);
	}
}

int main(void)
{
	int rank = mc_rank(), nodes = mc_nodes();
	int rows = N / nodes, first = rank * rows;

	pass_b(rank, nodes);
	if (rank == 0)
		send_a(nodes, rows);
	else
		mc_wait_eq(&have_a, 1);

	multiply(first, rows);

	/* Each node has its own word of `done`, so that no node overwrites another one's. */
	if (rank > 0) {
		mc_put(mc_id(0), C[first], C[first], rows * sizeof C[0]);
		mc_signal(mc_id(0), &done[rank], 1);
	} else {
		for (int r = 1; r < nodes; r++)
			mc_wait_eq(&done[r], 1);
	}
	return 0;
}
