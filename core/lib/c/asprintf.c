#include <stdio.h>
#include <stdlib.h>

/* The text of printf in a new block of malloc.
   Cost: twice that of vsnprintf, and that of malloc. */
int vasprintf(char **to, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    *to = length < 0 ? NULL : malloc((size_t)length + 1);
    return *to == NULL ? -1 : vsnprintf(*to, (size_t)length + 1, format, arguments);
}

/* Cost: that of vasprintf. */
int asprintf(char **to, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(to, format, arguments);
    va_end(arguments);
    return length;
}
