#include <errno.h>
#include <internal_time.h>
#include <mclib.h>
#include <stddef.h>
#include <sys/time.h>
#include <time.h>

/* The time of a clock: cycles since the start of the chip, for the real one since 1970.
   Cost: those of __udivdi3 and __umoddi3, and at most 60 cycles. */
int clock_gettime(clockid_t clock, struct timespec *now)
{
    if (clock < CLOCK_REALTIME || clock > CLOCK_MONOTONIC_RAW) {
        errno = EINVAL;
        return -1;
    }
    unsigned long long cycles = mc_cycles();
    now->tv_sec = (time_t)(cycles / __SECOND) + (clock == CLOCK_REALTIME ? __START : 0);
    now->tv_nsec = (long)(cycles % __SECOND);
    return 0;
}

/* A cycle.
   Cost: at most 30 cycles. */
int clock_getres(clockid_t clock, struct timespec *step)
{
    if (clock < CLOCK_REALTIME || clock > CLOCK_MONOTONIC_RAW) {
        errno = EINVAL;
        return -1;
    }
    if (step != NULL) {
        step->tv_sec = 0;
        step->tv_nsec = 1;
    }
    return 0;
}

/* The real time.
   Cost: that of clock_gettime, and at most 20 cycles. */
int timespec_get(struct timespec *now, int base)
{
    if (base != TIME_UTC)
        return 0;
    clock_gettime(CLOCK_REALTIME, now);
    return base;
}

/* The real time with microseconds.
   Cost: that of clock_gettime, and at most 60 cycles. */
int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    (void)zone;
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    now->tv_sec = time.tv_sec;
    now->tv_usec = time.tv_nsec / 1000;
    return 0;
}
