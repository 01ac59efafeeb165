/* メモリノードの主記憶にある、32 x 32 の単精度の行列の積 C = A x B を計算します。

   すべてをランク 0 が行います。 */
#include <mclib.h>

#define N 32 /* 行と列の数 */

/* 主記憶の中の行列の番地です。 */
#define MAIN_A 0x10000
#define MAIN_B 0x20000
#define MAIN_C 0x30000

static float A[N][N]; /* このノードに必要な A の行 */
static float B[N][N];
static float C[N][N]; /* このノードが計算する C の行 */

/* C の指定された数の行を、A の同じ数の行と B の全体から計算します。 */
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
	/* ほかのランクの仕事はありません。 */
	if (mc_rank() == 0) {
		mc_get(A, MAIN_A, sizeof A); /* データが届くと戻る */
		mc_get(B, MAIN_B, sizeof B);
		multiply(N);
		mc_store(MAIN_C, C, sizeof C);
	}
	return 0;
}
