/* ランク 0 が COUNT 語のメッセージを持っています。これを全ノードに届けます。

   ランク 0 が、1 ノードずつ順に送ります。 */
#include <mclib.h>

#define MOST 2048 /* メッセージの最大の語数 */

int COUNT; /* メッセージの語数。どのノードにもある */
int MESSAGE[MOST];

/* メッセージが届くと 1 になります。ほかのノードが書くので volatile です。 */
static volatile int arrived;

int main(void)
{
	int rank = mc_rank(), nodes = mc_nodes();

	if (rank == 0) {
		for (int r = 1; r < nodes; r++) {
			mc_put(mc_id(r), MESSAGE, MESSAGE, COUNT * sizeof(int));
			mc_signal(mc_id(r), &arrived, 1);
		}
	} else {
		mc_wait_eq(&arrived, 1);
	}
	return 0;
}
