/* What the units of dates share. */
#include <time.h>

/* The date that gmtime and localtime return. */
extern struct tm __date;

static inline int __is_leap(long long year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* The three letters of a day of the week and of a month, and their whole names. */
extern const char *const __days[7];
extern const char *const __months[12];
