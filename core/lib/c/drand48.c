#include <stdint.h>
#include <stdlib.h>

/* The linear congruential generator of POSIX with 48 bits, X = 0x5deece66d X + 11 mod 2^48. The state is three words of 16
   bits, the lowest first. */
#define MULTIPLIER 0x5deece66dULL
#define MASK 0xffffffffffffULL
static uint64_t own;
static uint64_t factor = MULTIPLIER;
static unsigned term = 11;

static uint64_t following(uint64_t state)
{
    return (state * factor + term) & MASK;
}

static uint64_t read(const unsigned short state[3])
{
    return (uint64_t)state[2] << 32 | (uint32_t)state[1] << 16 | state[0];
}

static void write(unsigned short state[3], uint64_t number)
{
    state[0] = (unsigned short)number;
    state[1] = (unsigned short)(number >> 16);
    state[2] = (unsigned short)(number >> 32);
}

static uint64_t step(unsigned short state[3])
{
    uint64_t number = following(read(state));
    write(state, number);
    return number;
}

static double fraction(uint64_t number)
{
    return (double)number / 281474976710656.0;
}

/* Starts the sequence of a seed.
   Cost: at most 30 cycles. */
void srand48(long seed)
{
    own = (uint64_t)(uint32_t)seed << 16 | 0x330e;
    factor = MULTIPLIER;
    term = 11;
}

/* Sets the state. The result is the state before, in an array that the next call overwrites.
   Cost: at most 60 cycles. */
unsigned short *seed48(unsigned short state[3])
{
    static unsigned short before[3];
    write(before, own);
    own = read(state);
    factor = MULTIPLIER;
    term = 11;
    return before;
}

/* Sets the state, the multiplier and the term: three words, three words and one.
   Cost: at most 50 cycles. */
void lcong48(unsigned short all[7])
{
    own = read(all);
    factor = read(all + 3);
    term = all[6];
}

/* A number from 0 to below 1; that of a given state.
   Cost: at most 150 cycles. */
double drand48(void)
{
    return fraction(own = following(own));
}

double erand48(unsigned short state[3])
{
    return fraction(step(state));
}

/* A number from 0 to 2^31 - 1; that of a given state.
   Cost: at most 70 cycles. */
long lrand48(void)
{
    return (long)((own = following(own)) >> 17);
}

long nrand48(unsigned short state[3])
{
    return (long)(step(state) >> 17);
}

/* A number from -2^31 to 2^31 - 1; that of a given state.
   Cost: at most 70 cycles. */
long mrand48(void)
{
    return (long)(int32_t)((own = following(own)) >> 16);
}

long jrand48(unsigned short state[3])
{
    return (long)(int32_t)(step(state) >> 16);
}
