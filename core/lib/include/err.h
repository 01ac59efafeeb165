/* Messages on the standard error, with the name of the program in front (BSD). Those without x end with the meaning of
   `errno`; err, errx, verr and verrx end the program. */
#ifndef _ERR_H
#define _ERR_H

#include <stdarg.h>

void warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
void warnx(const char *format, ...) __attribute__((format(printf, 1, 2)));
void vwarn(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));
void vwarnx(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));
_Noreturn void err(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
_Noreturn void errx(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
_Noreturn void verr(int code, const char *format, va_list arguments) __attribute__((format(printf, 2, 0)));
_Noreturn void verrx(int code, const char *format, va_list arguments) __attribute__((format(printf, 2, 0)));

#endif
