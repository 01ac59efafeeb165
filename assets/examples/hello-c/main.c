/* Hello in C. All cores run the same program; each asks for its own rank. Step line by line: the panel of the node shows
   the calls and the variables. */
#include <mclib.h>
#include <stdio.h>

int main(void)
{
    int rank = mc_rank(), nodes = mc_nodes();

    printf("Hello from rank %d of %d in column %d, row %d\n", rank, nodes, mc_x(), mc_y());
    return 0;
}
