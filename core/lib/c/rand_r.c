#include <stdlib.h>

/* A number from 0 to RAND_MAX of a sequence whose state is `*state`: the numbers of the C library of GNU.
   Cost: at most 60 cycles. */
int rand_r(unsigned *state)
{
    unsigned now = *state, number = 0;
    for (int bits = 0; bits < 3; bits++) {
        now = now * 1103515245 + 12345;
        number = number << 10 ^ (bits == 0 ? now >> 16 & 2047 : now >> 16 & 1023);
    }
    *state = now;
    return (int)number;
}
