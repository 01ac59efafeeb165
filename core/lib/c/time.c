#include <internal_time.h>
#include <mclib.h>
#include <time.h>

/* Cycles since the start of the chip.
   Cost: at most 20 cycles. */
clock_t clock(void)
{
    return (clock_t)mc_cycles();
}

/* Cost: that of __udivdi3, and at most 50 cycles. */
time_t time(time_t *also)
{
    time_t now = __START + (time_t)(mc_cycles() / __SECOND);
    if (also != NULL)
        *also = now;
    return now;
}

/* Cost: that of __floatdidf, and at most 20 cycles. */
double difftime(time_t later, time_t earlier)
{
    return (double)(later - earlier);
}
