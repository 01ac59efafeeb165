/* SIZE x SIZE のマスの盤に、SIZE 個のクイーンを互いに取られないように置く方法は、何通りありますか？

   ランク 0 がすべての置き方を試します。 */
#include <mclib.h>
#include <stdio.h>

int SIZE = 8;  /* 実行前に、各ノードでここに置かれる */
int COUNT;     /* ランク 0: 結果 */

static unsigned all; /* 列ごとに 1 のビット */

/* 残りの行の置き方が何通りあるかを返します。1 のビットは、次の行で取られる場所です。引数は順に、同じ列の
   クイーン、左下への斜め、右下への斜めによるものです。 */
static int count(unsigned columns, unsigned left, unsigned right)
{
	if (columns == all)
		return 1; /* すべての列にクイーンがある: 解が 1 つ */
	int found = 0;
	unsigned open = all & ~(columns | left | right); /* 取られない場所 */
	while (open != 0) {
		unsigned place = open & -open; /* その中で最も下位のビット */
		open ^= place;
		/* そこに置いたクイーンは、同じ列と斜めを取ります。斜めは 1 行ごとに 1 ビットずれます。 */
		found += count(columns | place, (left | place) << 1, (right | place) >> 1);
	}
	return found;
}

int main(void)
{
	all = (1u << SIZE) - 1;
	/* ほかのランクの仕事はありません。 */
	if (mc_rank() == 0) {
		COUNT = count(0, 0, 0); /* 盤は空 */
		printf("%d\n", COUNT);
	}
	return 0;
}
