/* SIDE x SIDE 点の板です。縁の値は変わりません。1 回の反復で、内側の点はどれも、反復前の上下左右の
   4 点の平均になります。数はすべて整数です。

   各ランクは、いくつかの行と、その上下の 1 行ずつの写し (袖領域) を持ちます。袖領域が正しいのは最初の反復の前だけで、
   そのあとは更新されません。 */
#include <mpi.h>
#include <string.h>

#define SIDE 64
#define ROW (SIDE + 2) /* 次の行までの点の数 */

int SWEEPS = 20;            /* 実行前に、各ノードでここに置かれる */
int GRID[(SIDE + 2) * ROW]; /* ランク 0: 実行前に置かれるはじめの値。結果もここに入れる */

static int first[(SIDE + 2) * ROW], second[(SIDE + 2) * ROW];

/* 何行かの新しい値を、古い値から計算します。ポインタはどちらも、この範囲の最初の行の左の縁を指します。 */
static void sweep(const int *from, int *to, int rows)
{
	for (; rows > 0; rows--, from += ROW, to += ROW)
		for (int x = 1; x <= SIDE; x++)
			to[x] = (from[x - ROW] + from[x + ROW] + from[x - 1] + from[x + 1]) / 4;
}

int main(int argc, char **argv)
{
	int rank, size, *now = first, *next = second;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	int rows = SIDE / size;
	int *own = GRID + (1 + rank * rows) * ROW; /* 全体の格子の中の、このランクの行 */

	/* 全ランクが格子全体を受け取り、自分の行と袖領域を残します。 */
	MPI_Bcast(GRID, (SIDE + 2) * ROW, MPI_INT, 0, MPI_COMM_WORLD);
	memcpy(now, own - ROW, (rows + 2) * ROW * sizeof *now);
	memcpy(next, now, (rows + 2) * ROW * sizeof *now);

	for (int n = 0; n < SWEEPS; n++) {
		sweep(now + ROW, next + ROW, rows);
		int *swap = now;
		now = next;
		next = swap;
	}
	MPI_Gather(now + ROW, rows * ROW, MPI_INT, GRID + ROW, rows * ROW, MPI_INT, 0, MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
