#include <stdint.h>
#include <stdlib.h>

/* A linear congruential generator of 64 bits, state = 6364136223846793005 state + 1442695040888963407 mod 2^64, of which
   the upper 31 bits are the result: their periods are long, also that of the lowest one. */
#define MULTIPLIER 6364136223846793005u
#define INCREMENT 1442695040888963407u
/* The state after srand(1). */
static uint64_t state = 0x688990c000000001u;

/* A number from 0 to RAND_MAX; each run gives the same ones.
   Cost: at most 40 cycles. */
int rand(void)
{
    state = state * MULTIPLIER + INCREMENT;
    return (int)(state >> 33);
}

/* Starts another sequence; 1 is the one without this call. The bits of the seed are mixed, so that seeds that follow one
   another, such as ranks, give sequences that have nothing in common.
   Cost: at most 40 cycles. */
void srand(unsigned seed)
{
    uint32_t high = (seed ^ seed >> 16) * 0x7feb352du;
    high = (high ^ high >> 15) * 0x846ca68bu;
    state = (uint64_t)(high ^ high >> 16) << 32 | seed;
}
