#include <time.h>

/* The time of a date in UTC, whose fields may have any values; they and the day of the week are then put in order.
   Cost: that of gmtime_r, and at most 500 cycles. */
time_t timegm(struct tm *date)
{
    long long month = date->tm_mon, year = 1900LL + date->tm_year + month / 12;
    month %= 12;
    if (month < 0) {
        month += 12;
        year--;
    }
    /* Years begin in March here. */
    if (month < 2)
        year--;
    long long age = (year >= 0 ? year : year - 399) / 400;
    int of_age = (int)(year - age * 400), shifted = (int)(month < 2 ? month + 10 : month - 2);
    long long days = age * 146097 + of_age * 365 + of_age / 4 - of_age / 100 + (153 * shifted + 2) / 5 + date->tm_mday - 1 - 719468;
    time_t time = ((days * 24 + date->tm_hour) * 60 + date->tm_min) * 60 + date->tm_sec;
    gmtime_r(&time, date);
    return time;
}

/* As timegm: the time zone is UTC.
   Cost: that of timegm, and at most 20 cycles. */
time_t mktime(struct tm *date)
{
    time_t time = timegm(date);
    date->tm_zone = "UTC";
    return time;
}
