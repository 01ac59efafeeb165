#include <err.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Each function costs at most 200 cycles. */

void vwarnx(const char *format, va_list arguments)
{
    fputs("a.out: ", stderr);
    if (format != NULL)
        vfprintf(stderr, format, arguments);
    fputs("\n", stderr);
}

void vwarn(const char *format, va_list arguments)
{
    const char *meaning = strerror(errno);
    fputs("a.out: ", stderr);
    if (format != NULL) {
        vfprintf(stderr, format, arguments);
        fputs(": ", stderr);
    }
    fprintf(stderr, "%s\n", meaning);
}

void warn(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vwarn(format, arguments);
    va_end(arguments);
}

void warnx(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vwarnx(format, arguments);
    va_end(arguments);
}

_Noreturn void verr(int code, const char *format, va_list arguments)
{
    vwarn(format, arguments);
    exit(code);
}

_Noreturn void verrx(int code, const char *format, va_list arguments)
{
    vwarnx(format, arguments);
    exit(code);
}

_Noreturn void err(int code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    verr(code, format, arguments);
}

_Noreturn void errx(int code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    verrx(code, format, arguments);
}
