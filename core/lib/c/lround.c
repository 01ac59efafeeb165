#include <internal_math.h>

/* Ties away from 0.
   Cost: that of round, and at most 10 cycles. */
long lround(double x)
{
    return (long)round(x);
}

/* Cost: that of round, and at most 15 cycles. */
long lroundf(float x)
{
    return (long)round(x);
}

/* Cost: that of round, and at most 50 cycles. */
long long llround(double x)
{
    return (long long)round(x);
}

/* Cost: that of round, and at most 55 cycles. */
long long llroundf(float x)
{
    return (long long)round(x);
}
