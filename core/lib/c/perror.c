#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Prints a text and the meaning of `errno` to the standard error.
   Cost: at most 90 cycles. */
void perror(const char *text)
{
    if (text != NULL && *text != 0)
        fprintf(stderr, "%s: %s\n", text, strerror(errno));
    else
        fprintf(stderr, "%s\n", strerror(errno));
}
