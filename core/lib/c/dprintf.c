#include <internal_files.h>

/* The text of printf to a file by its number.
   Cost: that of vfprintf, and at most 10 cycles. */
int vdprintf(int number, const char *restrict format, va_list arguments)
{
    return vfprintf(mc_stream(number), format, arguments);
}

/* Cost: that of vdprintf, and at most 15 cycles. */
int dprintf(int number, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vfprintf(mc_stream(number), format, arguments);
    va_end(arguments);
    return length;
}
