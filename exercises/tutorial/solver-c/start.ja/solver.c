/* 方程式ソルバのカーネル: 縁の温度を一定に保った板の温度を計算します。

   格子は N x N 個の内部の点と、その周りの縁からなります。1 回のスイープで、内部の点はどれも、スイープの前の
   周りの 4 点の平均になります (ヤコビ法)。そのため格子は 2 つあり、スイープごとに一方からもう一方へ書きます。
   どの点の変化も EPSILON 以下になるか、MOST_SWEEPS 回スイープすると終わりです。

   すべてをランク 0 が行います。 */
#include <math.h>
#include <mclib.h>
#include <string.h>

#define N 32 /* 1 行の内部の点の数、内部の行の数 */
#define MOST_SWEEPS 200

typedef float row[N + 2];

float EPSILON = 0.5f;
row GRID[N + 2];  /* ランク 0: 縁とはじめの値がここに置かれる */
row RESULT[N];    /* ランク 0: 内部の行。左右の縁を含む */
int SWEEPS;       /* ランク 0: スイープの回数 */

static row other[N + 2]; /* 2 つ目の格子 */

/* 格子 `to` の行 `first` から `end` の前までの内部の点に、格子 `from` の周りの 4 点の平均を
   入れます。結果は、点の変化の最大です。 */
static float sweep(const row *from, row *to, int first, int end)
{
	float largest = 0;
	for (int i = first; i < end; i++) {
		for (int j = 1; j <= N; j++) {
			float average = 0.25f * ((from[i - 1][j] + from[i + 1][j]) + (from[i][j - 1] + from[i][j + 1]));
			float change = fabsf(average - from[i][j]);
			to[i][j] = average;
			if (change > largest)
				largest = change;
		}
	}
	return largest;
}

int main(void)
{
	/* ほかのランクの仕事はありません。 */
	if (mc_rank() != 0)
		return 0;

	memcpy(other, GRID, sizeof GRID); /* 2 つ目の格子の縁も同じ */
	row *from = GRID, *to = other;
	float change;
	do {
		change = sweep(from, to, 1, N + 1);
		row *written = to; /* 2 つの格子を入れ替える */
		to = from;
		from = written;
		SWEEPS++;
	} while (change > EPSILON && SWEEPS < MOST_SWEEPS);
	memcpy(RESULT, from + 1, sizeof RESULT); /* 最後の格子の内部の行 */
	return 0;
}
