/* Batcher's bitonic sorting network for N whole numbers, on one node.

   For k = 2, 4, ..., N and j = k/2, k/4, ..., 1, word i and word i XOR j are compared and put in order: upwards if i has
   a 0 in bit k, else downwards. */
#include <mclib.h>

#define N 512

int DATA[N];

int main(void)
{
    if (mc_rank() != 0)
        return 0;
    for (int k = 2; k <= N; k *= 2)
        for (int j = k / 2; j > 0; j /= 2)
            for (int i = 0; i < N; i++) {
                if ((i & j) != 0)
                    continue;
                int one = DATA[i], other = DATA[i + j];
                if ((other < one) != ((i & k) != 0)) {
                    DATA[i] = other;
                    DATA[i + j] = one;
                }
            }
    return 0;
}
