/* Prints a greeting. All nodes run this program, and all of them print the same. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
	printf("Hello from rank 0 of 1 on node (1,1)\n");
	return 0;
}
