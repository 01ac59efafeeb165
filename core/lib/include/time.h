/* Simulated time (C17, 7.27): a cycle is a nanosecond. */
#ifndef _TIME_H
#define _TIME_H

#include <stddef.h>

typedef long long clock_t;
typedef long long time_t;

#define CLOCKS_PER_SEC 1000000000LL

/* Cycles since the start of the chip. */
clock_t clock(void);
/* Seconds since 1970, as if the chip had started at the beginning of 2000. */
time_t time(time_t *also);
double difftime(time_t later, time_t earlier);

#endif
