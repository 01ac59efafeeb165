/* Functions with variable arguments. */
#include <stdarg.h>
#include "io.h"
static void print(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    for (; *format; format++) {
        if (*format != '%') {
            out_char(*format);
            continue;
        }
        switch (*++format) {
        case 'd': out_int(va_arg(args, int)); break;
        case 'x': out_unsigned(va_arg(args, unsigned), 16); break;
        case 'c': out_char((char)va_arg(args, int)); break;
        case 's': out_str(va_arg(args, const char *)); break;
        case 'f': out_int((int)(va_arg(args, double) * 100)); break;
        default: out_char(*format);
        }
    }
    va_end(args);
}
static int squares(int n, ...)
{
    int sum = 0;
    va_list args;
    va_start(args, n);
    while (n--) {
        int x = va_arg(args, int);
        sum += x * x;
    }
    va_end(args);
    return sum;
}
int main(void)
{
    print("%d %x %c %s 100%%\n", -42, 0xbeefu, 'z', "text");
    print("%f %d\n", 2.75, squares(6, 1, 2, 3, 4, 5, 6));
    return squares(2, 3, 4);
}
