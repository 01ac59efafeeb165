/* The sums that arrive, computed by each node without a message. */
#include <mclib.h>

int WORDS = 100;
int SUM;

int main(void)
{
	int before = (mc_rank() + mc_nodes() - 1) % mc_nodes();

	for (int i = 0; i < WORDS; i++)
		SUM += (before + 1) * i;
	return 0;
}
