/* Simulated time (POSIX): a cycle is a nanosecond. */
#ifndef _SYS_TIME_H
#define _SYS_TIME_H

#include <sys/types.h>

struct timeval {
    time_t tv_sec;
    suseconds_t tv_usec;
};

struct timezone {
    int tz_minuteswest;
    int tz_dsttime;
};

/* As `time`, with microseconds. */
int gettimeofday(struct timeval *restrict now, void *restrict zone);

#define timerclear(t) ((t)->tv_sec = (t)->tv_usec = 0)
#define timerisset(t) ((t)->tv_sec != 0 || (t)->tv_usec != 0)
#define timercmp(a, b, is) ((a)->tv_sec == (b)->tv_sec ? (a)->tv_usec is(b)->tv_usec : (a)->tv_sec is(b)->tv_sec)
#define timeradd(a, b, to)                                 \
    do {                                                   \
        (to)->tv_sec = (a)->tv_sec + (b)->tv_sec;          \
        (to)->tv_usec = (a)->tv_usec + (b)->tv_usec;       \
        if ((to)->tv_usec >= 1000000) {                    \
            (to)->tv_sec++;                                \
            (to)->tv_usec -= 1000000;                      \
        }                                                  \
    } while (0)
#define timersub(a, b, to)                                 \
    do {                                                   \
        (to)->tv_sec = (a)->tv_sec - (b)->tv_sec;          \
        (to)->tv_usec = (a)->tv_usec - (b)->tv_usec;       \
        if ((to)->tv_usec < 0) {                           \
            (to)->tv_sec--;                                \
            (to)->tv_usec += 1000000;                      \
        }                                                  \
    } while (0)

#endif
