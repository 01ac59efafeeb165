/* The message of 64 words after every node has added its rank to each word, computed without sending anything. */
#include <mclib.h>

#define WORDS 64

int DATA[WORDS];
int RESULT[WORDS];

int main(void)
{
    int nodes = mc_nodes();

    if (mc_rank() != 0)
        return 0;
    for (int rank = 0; rank < nodes; rank++)
        for (int i = 0; i < WORDS; i++)
            DATA[i] += rank;
    for (int i = 0; i < WORDS; i++)
        RESULT[i] = DATA[i];
    return 0;
}
