/* Sixteen nodes sort sixteen numbers: in each step a node swaps its number with a neighbour, and the one with the lower rank
   keeps the smaller number (odd-even transposition sort). After as many steps as there are nodes all are in order. */
#include <mclib.h>
#include <stdio.h>

#define MAX_STEPS 64

static int inbox[MAX_STEPS];
static volatile int arrived[MAX_STEPS]; /* 1 when the number of this step is in the inbox */

int main(void)
{
    int rank = mc_rank(), nodes = mc_nodes();
    int number = (rank * 37 + 11) % 101;

    printf("began with %d\n", number);
    for (int step = 0; step < nodes; step++) {
        /* In even steps 0 and 1 are partners, 2 and 3, ...; in odd steps 1 and 2, 3 and 4, ... */
        int partner = (rank + step) % 2 == 0 ? rank + 1 : rank - 1;
        if (partner < 0 || partner >= nodes)
            continue;
        mc_put(mc_id(partner), &inbox[step], &number, sizeof number);
        mc_signal(mc_id(partner), &arrived[step], 1);
        mc_wait_eq(&arrived[step], 1);
        mc_wait(); /* until the own number has been read: it may change now */
        int other = inbox[step];
        if (partner > rank ? other < number : other > number)
            number = other;
    }
    printf("ends with %d\n", number);
    return 0;
}
