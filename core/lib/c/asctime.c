#include <internal_time.h>
#include <string.h>
#include <time.h>

static char *two(char *to, int value, char zero)
{
    *to++ = value >= 10 ? (char)('0' + value / 10) : zero;
    *to++ = (char)('0' + value % 10);
    return to;
}

static const char *name(const char *const *names, int count, int number)
{
    return number >= 0 && number < count ? names[number] : "???";
}

/* A date as "Sat Jan  1 00:00:00 2000" and a newline, in an array of 26 bytes.
   Cost: at most 400 cycles. */
char *asctime_r(const struct tm *restrict date, char *restrict text)
{
    memcpy(text, name(__days, 7, date->tm_wday), 3);
    text[3] = ' ';
    memcpy(text + 4, name(__months, 12, date->tm_mon), 3);
    text[7] = ' ';
    char *to = two(text + 8, date->tm_mday, ' ');
    *to++ = ' ';
    to = two(to, date->tm_hour, '0');
    *to++ = ':';
    to = two(to, date->tm_min, '0');
    *to++ = ':';
    to = two(to, date->tm_sec, '0');
    *to++ = ' ';
    int year = 1900 + date->tm_year;
    to = two(two(to, year / 100, '0'), year % 100, '0');
    *to++ = '\n';
    *to = 0;
    return text;
}

/* As asctime_r, in an array of the library.
   Cost: at most 420 cycles. */
char *asctime(const struct tm *date)
{
    static char text[26];
    return asctime_r(date, text);
}

/* The date of a time, as asctime gives it.
   Cost: those of localtime and asctime, and at most 20 cycles. */
char *ctime(const time_t *time)
{
    return asctime(localtime(time));
}

char *ctime_r(const time_t *time, char *text)
{
    struct tm date;
    return asctime_r(localtime_r(time, &date), text);
}
