#include <mclib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <time.h>

/* The time of the program: cycles since the start of the chip. All else is 0.
   Cost: those of __udivdi3 and __umoddi3, and at most 150 cycles. */
int getrusage(int who, struct rusage *usage)
{
    memset(usage, 0, sizeof *usage);
    if (who == RUSAGE_CHILDREN)
        return 0;
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    usage->ru_utime.tv_sec = now.tv_sec;
    usage->ru_utime.tv_usec = now.tv_nsec / 1000;
    return 0;
}

/* The same in ticks, of which a second has 100. The result is the time since the start.
   Cost: that of __udivdi3, and at most 60 cycles. */
clock_t times(struct tms *usage)
{
    clock_t ticks = (clock_t)(mc_cycles() / 10000000);
    if (usage != NULL) {
        memset(usage, 0, sizeof *usage);
        usage->tms_utime = ticks;
    }
    return ticks;
}

/* Nothing is limited.
   Cost: at most 20 cycles. */
int getrlimit(int resource, struct rlimit *limit)
{
    (void)resource;
    limit->rlim_cur = RLIM_INFINITY;
    limit->rlim_max = RLIM_INFINITY;
    return 0;
}

/* Accepts a limit, which has no effect.
   Cost: at most 4 cycles. */
int setrlimit(int resource, const struct rlimit *limit)
{
    (void)resource, (void)limit;
    return 0;
}

/* There is one program, so its priority is always 0.
   Cost: at most 4 cycles. */
int getpriority(int which, int who)
{
    (void)which, (void)who;
    return 0;
}
