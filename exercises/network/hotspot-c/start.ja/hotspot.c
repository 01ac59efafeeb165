/* どのノードも 128 語のベクトル V を持っています。語ごとの和を、ランク 0 の SUM に作ります。

   全ノードがベクトルをランク 0 へ put し、ランク 0 がすべてを足します。 */
#include <mclib.h>

#define WORDS 128 /* ベクトルの語数 */
#define MOST 64   /* ノード数の最大 */

int V[WORDS];
int SUM[WORDS];

static int inbox[MOST][WORDS];      /* ランク 0: ベクトル r はランク r のもの */
static volatile int arrived[MOST];  /* ランク 0: ランク r のベクトルが届くと、語 r が 1 になる */

int main(void)
{
	int rank = mc_rank(), nodes = mc_nodes();

	/* 互いに違うベクトルにするため、V の各語にランク + 1 を掛けます。 */
	for (int i = 0; i < WORDS; i++)
		V[i] *= rank + 1;

	mc_put(mc_id(0), inbox[rank], V, sizeof V); /* 置き場所はノードごとに違う */
	mc_signal(mc_id(0), &arrived[rank], 1);
	if (rank == 0) {
		for (int r = 0; r < nodes; r++) {
			mc_wait_eq(&arrived[r], 1);
			for (int i = 0; i < WORDS; i++)
				SUM[i] += inbox[r][i];
		}
	}
	return 0;
}
