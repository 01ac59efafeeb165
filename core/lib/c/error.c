#include <errno.h>
#include <error.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned error_message_count;

/* A message on the standard error, with the meaning of an error number; ends the program if the code is not 0 (GNU).
   Cost: at most 250 cycles. */
void error(int code, int number, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("a.out: ", stderr);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    if (number != 0)
        fprintf(stderr, ": %s", strerror(number));
    fputs("\n", stderr);
    error_message_count++;
    if (code != 0)
        exit(code);
}
