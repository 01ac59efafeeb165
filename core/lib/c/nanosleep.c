#include <errno.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

/* Waits for simulated time, in microseconds rounded up. Nothing interrupts it.
   Cost: 10^9 cycles a second, and at most 1200. */
int nanosleep(const struct timespec *wanted, struct timespec *left)
{
    if (wanted->tv_sec < 0 || wanted->tv_nsec < 0 || wanted->tv_nsec >= 1000000000) {
        errno = EINVAL;
        return -1;
    }
    for (time_t seconds = wanted->tv_sec; seconds > 0; seconds -= 1000000000)
        sleep(seconds > 1000000000 ? 1000000000u : (unsigned)seconds);
    usleep((unsigned)(wanted->tv_nsec + 999) / 1000);
    if (left != NULL) {
        left->tv_sec = 0;
        left->tv_nsec = 0;
    }
    return 0;
}
