/* Batcher のバイトニックソーティングネットワークで、ランク 0 の DATA にある N 個の整数を並べます。

   k = 2, 4, ..., N と j = k/2, k/4, ..., 1 の順に、数 i と数 i ^ j を比べて並べます。i のビット k が 0 なら小さい順、
   1 なら大きい順です。どの数を比べるかは、値によりません。

   すべてをランク 0 が行います。 */
#include <mclib.h>

#define N 512 /* 数の個数、2 のべき乗 */

int DATA[N];

/* ネットワークの 1 段を、全体の `first` 番目から `count` 個の数について行います。ビット j が 0 である各 i について、
   数 i と数 i + j を並べます。i のビット k が 0 なら小さい順、1 なら大きい順です。 */
static void compare(int *number, int first, int count, int j, int k)
{
	for (int i = 0; i < count; i++) {
		if (((first + i) & j) != 0)
			continue; /* これは組の 2 つ目の数 */
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
	/* ほかのランクの仕事はありません。 */
	if (mc_rank() == 0) {
		for (int k = 2; k <= N; k *= 2)
			for (int j = k / 2; j > 0; j /= 2)
				compare(DATA, 0, N, j, k);
	}
	return 0;
}
