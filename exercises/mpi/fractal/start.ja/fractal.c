/* マンデルブロ集合の画像: 平面の各点 c について、z = z * z + c を何ステップ計算すると z の 0 からの距離が
   2 を超えるかを、STEPS まで調べます。集合の点は 2 を超えないので、最も時間がかかります。 */
#include <mpi.h>

#define SIDE 64 /* 1 行の点の数、行の数 */
#define STEPS 200

float VIEW[3] = {-2.0f, -1.25f, 2.5f}; /* 左端、上端、幅。実行前に、各ノードでここに置かれる */
int IMAGE[SIDE][SIDE];                 /* ランク 0: 画像 */

static int steps(double x, double y)
{
	double a = 0, b = 0;
	int n = 0;

	while (n < STEPS && a * a + b * b <= 4) {
		double next = a * a - b * b + x;
		b = 2 * a * b + y;
		a = next;
		n++;
	}
	return n;
}

static void draw(int row, int *points)
{
	for (int column = 0; column < SIDE; column++)
		points[column] = steps(VIEW[0] + VIEW[2] * column / SIDE, VIEW[1] + VIEW[2] * row / SIDE);
}

int main(int argc, char **argv)
{
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int row = 0; rank == 0 && row < SIDE; row++)
		draw(row, IMAGE[row]);
	MPI_Finalize();
	return 0;
}
