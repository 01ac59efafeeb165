/* 単精度の姫野ベンチマーク: ポアソン方程式を、19 点のステンシルを使ってヤコビ法で解きます。

   P は 10 x 10 点の面 18 枚で、3 方向とも最も外側の点は変わりません。1 回の反復で、内側の点はどれも、
   自分と周りの 18 点から、点ごとの係数を使って新しい値になります。GOSA は、最後の反復の変化の
   2 乗の和です。(ITERATIONS は、実行前に全ノードで置かれます。)

   すべてをランク 0 が行います。 */
#include <mclib.h>
#include <string.h>

#define PLANES 18 /* P の面の数 */
#define LINES 10  /* 1 枚の面の線の数 */
#define POINTS 10 /* 1 本の線の点の数 */

typedef float plane[LINES][POINTS];

int ITERATIONS = 4;
float GOSA; /* ランク 0: 結果 */
plane P[PLANES];

static plane a[4][PLANES], b[3][PLANES], c[3][PLANES]; /* 係数 */
static plane wrk1[PLANES], bnd[PLANES];
static plane fresh[PLANES]; /* 新しい値 */

/* 配列の 1 枚の面の、すべての点に同じ値を入れます。 */
static void fill(plane *which, float value)
{
	for (int j = 0; j < LINES; j++)
		for (int k = 0; k < POINTS; k++)
			(*which)[j][k] = value;
}

/* すべての配列の、面 `first` から `end` の前までに、ベンチマークの値を入れます。面 i の P は
   i x i / (PLANES - 1)^2 です。係数はどこでも同じです。 */
static void prepare(int first, int end)
{
	for (int i = first; i < end; i++) {
		for (int n = 0; n < 3; n++) {
			fill(&a[n][i], 1);
			fill(&b[n][i], 0);
			fill(&c[n][i], 1);
		}
		fill(&a[3][i], 1.0f / 6);
		fill(&wrk1[i], 0);
		fill(&bnd[i], 1);
		fill(&P[i], (float)(i * i) / ((PLANES - 1) * (PLANES - 1)));
	}
}

/* この範囲の面の内側の点の新しい値を `fresh` に入れます。結果は、変化の 2 乗の
   和です。 */
static float jacobi(int first, int end)
{
	float sum = 0;
	for (int i = first; i < end; i++) {
		for (int j = 1; j < LINES - 1; j++) {
			for (int k = 1; k < POINTS - 1; k++) {
				float s0 = wrk1[i][j][k]
					+ a[0][i][j][k] * P[i + 1][j][k]
					+ a[1][i][j][k] * P[i][j + 1][k]
					+ a[2][i][j][k] * P[i][j][k + 1]
					+ b[0][i][j][k] * (P[i + 1][j + 1][k] - P[i + 1][j - 1][k]
						- P[i - 1][j + 1][k] + P[i - 1][j - 1][k])
					+ b[1][i][j][k] * (P[i][j + 1][k + 1] - P[i][j - 1][k + 1]
						- P[i][j + 1][k - 1] + P[i][j - 1][k - 1])
					+ b[2][i][j][k] * (P[i + 1][j][k + 1] - P[i - 1][j][k + 1]
						- P[i + 1][j][k - 1] + P[i - 1][j][k - 1])
					+ c[0][i][j][k] * P[i - 1][j][k]
					+ c[1][i][j][k] * P[i][j - 1][k]
					+ c[2][i][j][k] * P[i][j][k - 1];
				float change = (s0 * a[3][i][j][k] - P[i][j][k]) * bnd[i][j][k];
				sum += change * change;
				fresh[i][j][k] = P[i][j][k] + 0.8f * change; /* 変化のうち、反映する割合 */
			}
		}
	}
	return sum;
}

/* P のこの範囲の面の内側の点に、`fresh` の値を入れます。 */
static void renew(int first, int end)
{
	for (int i = first; i < end; i++)
		for (int j = 1; j < LINES - 1; j++)
			memcpy(&P[i][j][1], &fresh[i][j][1], (POINTS - 2) * sizeof(float));
}

int main(void)
{
	/* ほかのランクの仕事はありません。 */
	if (mc_rank() != 0)
		return 0;

	prepare(0, PLANES); /* すべての面 */
	for (int n = 0; n < ITERATIONS; n++) {
		GOSA = jacobi(1, PLANES - 1); /* 内側の面 */
		renew(1, PLANES - 1);
	}
	return 0;
}
