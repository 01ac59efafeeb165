/* 64 語のメッセージが、ランク 0 からランク 1 へ、そこからランク 2 へ、と進みます。どのノードも、すべての語に
   自分のランクを足します。最後のノードは、ランク 0 の RESULT に送り返します。

   ランク 0 からランク 1 へは、すでに送られています。そこから先へは進みません。 */
#include <mclib.h>

#define WORDS 64

int DATA[WORDS];   /* メッセージ。持っているノードで使う */
int RESULT[WORDS]; /* ランク 0: 戻ってきたメッセージ */

/* メッセージが届くと 1 になります。ほかのノードが書くので volatile です。コンパイラは毎回読まなければなりません。 */
static volatile int arrived;

/* DATA のすべての語に、自分のランクを足します。 */
static void add_rank(int rank)
{
	for (int i = 0; i < WORDS; i++)
		DATA[i] += rank;
}

int main(void)
{
	int rank = mc_rank();

	/* 働くのはランク 0 だけです。 */
	if (rank == 0) {
		add_rank(rank);
		/* 次のノードの、この番地へ、こちらのこの番地から、このバイト数を送ります。 */
		mc_put(mc_id(rank + 1), DATA, DATA, sizeof DATA);
	}
	return arrived;
}
