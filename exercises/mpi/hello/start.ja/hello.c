/* あいさつを表示します。どのノードもこのプログラムを実行し、同じものを表示します。 */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
	printf("Hello from rank 0 of 1 on node (1,1)\n");
	return 0;
}
