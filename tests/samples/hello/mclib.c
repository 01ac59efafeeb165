/* Every node runs this program, and prints which one it is. */
#include <mclib.h>
#include <stdio.h>

int main(void)
{
    printf("Hello from rank %d of %d\n", mc_rank(), mc_nodes());
    return 0;
}
