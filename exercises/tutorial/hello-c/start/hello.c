/* Every node runs this program. It prints the same text on each of them. */
#include <stdio.h>

int main(void)
{
	printf("Hello, world!\n");
	return 0; /* stops this core; 0 means that all went well */
}
