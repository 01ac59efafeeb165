/* Every core runs this program. */
#include <mclib.h>
#include <stdio.h>

int main(void)
{
	printf("core %d of %d\n", mc_rank(), mc_nodes());
	return 0;
}
