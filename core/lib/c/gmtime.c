#include <internal_time.h>
#include <time.h>

#define DAY 86400

/* The date of a time in UTC.
   Cost: at most 700 cycles. */
struct tm *gmtime_r(const time_t *restrict time, struct tm *restrict date)
{
    long long days = *time / DAY;
    int second = (int)(*time % DAY);
    if (second < 0) {
        second += DAY;
        days--;
    }
    date->tm_hour = second / 3600;
    date->tm_min = second / 60 % 60;
    date->tm_sec = second % 60;
    int weekday = (int)((days + 4) % 7);
    date->tm_wday = weekday < 0 ? weekday + 7 : weekday;
    /* Years begin in March here, so that the day of a leap year is their last one; 400 of them have 146097 days. */
    days += 719468;
    long long age = days / 146097;
    int day = (int)(days % 146097);
    if (day < 0) {
        day += 146097;
        age--;
    }
    int year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    day -= 365 * year + year / 4 - year / 100;
    int month = (5 * day + 2) / 153;
    date->tm_mday = day - (153 * month + 2) / 5 + 1;
    date->tm_mon = month < 10 ? month + 2 : month - 10;
    long long full = 400 * age + year + (month >= 10);
    date->tm_year = (int)(full - 1900);
    int leap = __is_leap(full);
    date->tm_yday = month < 10 ? day + 59 + leap : day - 306;
    date->tm_isdst = 0;
    date->tm_gmtoff = 0;
    date->tm_zone = "GMT";
    return date;
}

/* As gmtime_r, in an object of the library.
   Cost: at most 720 cycles. */
struct tm *gmtime(const time_t *time)
{
    return gmtime_r(time, &__date);
}

struct tm *localtime(const time_t *time)
{
    return localtime_r(time, &__date);
}

struct tm *localtime_r(const time_t *restrict time, struct tm *restrict date)
{
    gmtime_r(time, date);
    date->tm_zone = "UTC";
    return date;
}
