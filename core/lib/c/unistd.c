#include <mclib.h>
#include <unistd.h>

static void wait(unsigned long long cycles)
{
    unsigned long long end = mc_cycles() + cycles;
    while (mc_cycles() < end)
        ;
}

/* Waits for simulated seconds; it returns 0, since nothing interrupts it.
   Cost: 10^9 cycles a second, and at most 60. */
unsigned sleep(unsigned seconds)
{
    wait(seconds * 1000000000ULL);
    return 0;
}

/* Waits for simulated microseconds.
   Cost: 1000 cycles a microsecond, and at most 60. */
int usleep(unsigned microseconds)
{
    wait(microseconds * 1000ULL);
    return 0;
}
