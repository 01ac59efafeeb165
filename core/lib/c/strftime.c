#include <internal_time.h>
#include <string.h>
#include <time.h>

/* The text that is being written: its next byte, and the bytes that are left. */
struct out {
    char *to;
    size_t left;
};

static void put(struct out *out, char letter)
{
    if (out->left > 0) {
        out->left--;
        *out->to++ = letter;
    }
}

static void text(struct out *out, const char *from, size_t most)
{
    for (; *from != 0 && most > 0; most--)
        put(out, *from++);
}

/* A number of at least `digits` digits, filled by `fill`. */
static void number(struct out *out, long long value, int digits, char fill)
{
    char all[20];
    int n = 0, minus = value < 0;
    unsigned long long left = minus ? -(unsigned long long)value : (unsigned long long)value;
    do {
        all[n++] = (char)('0' + left % 10);
        left /= 10;
    } while (left != 0);
    if (minus)
        put(out, '-');
    for (int i = n + minus; i < digits; i++)
        put(out, fill);
    while (n > 0)
        put(out, all[--n]);
}

/* The week of ISO 8601, and its year: weeks begin on Monday, and the first one has the first Thursday. */
static int iso_week(const struct tm *date, long long *year)
{
    int weekday = (date->tm_wday + 6) % 7, week = (date->tm_yday - weekday + 10) / 7;
    *year = 1900LL + date->tm_year;
    if (week < 1) {
        int last = date->tm_yday + 365 + __is_leap(--*year);
        return (last - weekday + 10) / 7;
    }
    if (week == 53 && date->tm_yday - weekday + 3 >= 365 + __is_leap(*year)) {
        ++*year;
        return 1;
    }
    return week;
}

static void write(struct out *out, const char *format, const struct tm *date)
{
    for (; *format != 0; format++) {
        if (*format != '%') {
            put(out, *format);
            continue;
        }
        format++;
        if (*format == 'E' || *format == 'O')
            format++;
        long long year = 1900LL + date->tm_year, week_year;
        int hour = date->tm_hour % 12 == 0 ? 12 : date->tm_hour % 12;
        switch (*format) {
        case 'a':
            text(out, __days[(unsigned)date->tm_wday % 7], 3);
            break;
        case 'A':
            text(out, __days[(unsigned)date->tm_wday % 7], 9);
            break;
        case 'b':
        case 'h':
            text(out, __months[(unsigned)date->tm_mon % 12], 3);
            break;
        case 'B':
            text(out, __months[(unsigned)date->tm_mon % 12], 9);
            break;
        case 'c':
            write(out, "%a %b %e %H:%M:%S %Y", date);
            break;
        case 'C':
            number(out, year / 100, 2, '0');
            break;
        case 'd':
            number(out, date->tm_mday, 2, '0');
            break;
        case 'D':
        case 'x':
            write(out, "%m/%d/%y", date);
            break;
        case 'e':
            number(out, date->tm_mday, 2, ' ');
            break;
        case 'F':
            write(out, "%Y-%m-%d", date);
            break;
        case 'g':
            iso_week(date, &week_year);
            number(out, week_year % 100, 2, '0');
            break;
        case 'G':
            iso_week(date, &week_year);
            number(out, week_year, 1, '0');
            break;
        case 'H':
            number(out, date->tm_hour, 2, '0');
            break;
        case 'I':
            number(out, hour, 2, '0');
            break;
        case 'j':
            number(out, date->tm_yday + 1, 3, '0');
            break;
        case 'k':
            number(out, date->tm_hour, 2, ' ');
            break;
        case 'l':
            number(out, hour, 2, ' ');
            break;
        case 'm':
            number(out, date->tm_mon + 1, 2, '0');
            break;
        case 'M':
            number(out, date->tm_min, 2, '0');
            break;
        case 'n':
            put(out, '\n');
            break;
        case 'p':
            text(out, date->tm_hour < 12 ? "AM" : "PM", 2);
            break;
        case 'P':
            text(out, date->tm_hour < 12 ? "am" : "pm", 2);
            break;
        case 'r':
            write(out, "%I:%M:%S %p", date);
            break;
        case 'R':
            write(out, "%H:%M", date);
            break;
        case 's': {
            struct tm copy = *date;
            number(out, mktime(&copy), 1, '0');
            break;
        }
        case 'S':
            number(out, date->tm_sec, 2, '0');
            break;
        case 't':
            put(out, '\t');
            break;
        case 'T':
        case 'X':
            write(out, "%H:%M:%S", date);
            break;
        case 'u':
            number(out, date->tm_wday == 0 ? 7 : date->tm_wday, 1, '0');
            break;
        case 'U':
            number(out, (date->tm_yday + 7 - date->tm_wday) / 7, 2, '0');
            break;
        case 'V':
            number(out, iso_week(date, &week_year), 2, '0');
            break;
        case 'w':
            number(out, date->tm_wday, 1, '0');
            break;
        case 'W':
            number(out, (date->tm_yday + 7 - (date->tm_wday + 6) % 7) / 7, 2, '0');
            break;
        case 'y':
            number(out, ((year % 100) + 100) % 100, 2, '0');
            break;
        case 'Y':
            number(out, year, 1, '0');
            break;
        case 'z':
            text(out, "+0000", 5);
            break;
        case 'Z':
            text(out, date->tm_zone != NULL ? date->tm_zone : "UTC", 9);
            break;
        case '%':
            put(out, '%');
            break;
        case 0:
            return;
        default:
            put(out, '%');
            put(out, *format);
        }
    }
}

/* Writes a date by a format, whose conversions are those of C17 and POSIX in the locale "C". The result is the number of bytes
   without the zero byte, 0 if there is no room.
   Cost: at most 300 + 500 n cycles for n bytes. */
size_t strftime(char *restrict to, size_t bytes, const char *restrict format, const struct tm *restrict date)
{
    struct out out = {to, bytes};
    write(&out, format, date);
    if (out.left == 0)
        return 0;
    *out.to = 0;
    return bytes - out.left;
}
