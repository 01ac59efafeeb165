#include <stdint.h>
#include <stdlib.h>

/* The additive generator of 4.2BSD with 31 words, r[i] = r[i - 3] + r[i - 31], whose lowest bit is dropped: the numbers of
   the C library of GNU. The words are filled by the generator of Park and Miller, and 310 numbers are left out. */
#define WORDS 31
#define DISTANCE 3
static uint32_t words[WORDS];
static int place = -1;

static uint32_t next(void)
{
    int other = place - DISTANCE;
    uint32_t number = words[place] += words[other < 0 ? other + WORDS : other];
    if (++place == WORDS)
        place = 0;
    return number >> 1;
}

/* Starts the sequence of a seed.
   Cost: at most 15000 cycles. */
void srandom(unsigned seed)
{
    int64_t word = seed == 0 ? 1 : (int32_t)seed;
    words[0] = (uint32_t)word;
    for (int i = 1; i < WORDS; i++) {
        word = 16807 * word % 2147483647;
        if (word < 0)
            word += 2147483647;
        words[i] = (uint32_t)word;
    }
    place = DISTANCE;
    for (int i = 0; i < 10 * WORDS; i++)
        next();
}

/* A number from 0 to 2^31 - 1; each run gives the same ones, that of srandom(1) without a seed.
   Cost: at most 40 cycles; the first one that of srandom more. */
long random(void)
{
    if (place < 0)
        srandom(1);
    return (long)next();
}
