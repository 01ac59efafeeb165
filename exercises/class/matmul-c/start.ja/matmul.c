/* 32 x 32 の整数行列の積 C = A x B を、1 つのコアで計算します。

   実行前に、A と B がノード (1,1) (ランク 0) のメモリに置かれます。実行後、C が同じメモリになければなりません。
   どのノードもこのプログラムを実行します。グローバル変数の番地は、どのノードでも同じです。 */
#include <mclib.h>

#define N 32 /* 行と列の数 */

int A[N][N];
int B[N][N];
int C[N][N];

/* C の `first` 行目から `rows` 行を、A の同じ行と B の全体から計算します。 */
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
	/* 行列を持つのはランク 0 だけです。ほかのランクの仕事はありません。 */
	if (mc_rank() == 0)
		multiply(0, N);
	return 0;
}
