/* What the units of dates share. */
#include <time.h>

/* Cycles of a second, and the first second of the year 2000, at which the chip starts. */
#define __SECOND 1000000000ULL
#define __START 946684800LL

/* The date that gmtime and localtime return. */
extern struct tm __date;

static inline int __is_leap(long long year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* The three letters of a day of the week and of a month, and their whole names. */
extern const char *const __days[7];
extern const char *const __months[12];
