/* Simulated time (C17, 7.27, and POSIX): a cycle is a nanosecond. The time zone is UTC. */
#ifndef _TIME_H
#define _TIME_H

#include <stddef.h>

typedef long long clock_t;
typedef long long time_t;
typedef int clockid_t;

#define CLOCKS_PER_SEC 1000000000LL
#define TIME_UTC 1
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4

struct tm {
    int tm_sec;
    int tm_min;
    int tm_hour;
    int tm_mday;
    int tm_mon;
    int tm_year;
    int tm_wday;
    int tm_yday;
    int tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

struct timespec {
    time_t tv_sec;
    long tv_nsec;
};

/* Cycles since the start of the chip. */
clock_t clock(void);
/* Seconds since 1970, as if the chip had started at the beginning of 2000. */
time_t time(time_t *also);
double difftime(time_t later, time_t earlier);

struct tm *gmtime(const time_t *time);
struct tm *localtime(const time_t *time);
struct tm *gmtime_r(const time_t *restrict time, struct tm *restrict date);
struct tm *localtime_r(const time_t *restrict time, struct tm *restrict date);
time_t mktime(struct tm *date);
time_t timegm(struct tm *date);
void tzset(void);
char *asctime(const struct tm *date);
char *ctime(const time_t *time);
char *asctime_r(const struct tm *restrict date, char *restrict text);
char *ctime_r(const time_t *time, char *text);
size_t strftime(char *restrict to, size_t bytes, const char *restrict format, const struct tm *restrict date);

/* All clocks count the cycles of the chip; the real one begins at the beginning of 2000. */
int clock_gettime(clockid_t clock, struct timespec *now);
int clock_getres(clockid_t clock, struct timespec *step);
int timespec_get(struct timespec *now, int base);
int nanosleep(const struct timespec *wanted, struct timespec *left);

#endif
