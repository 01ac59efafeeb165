#include <stdlib.h>
#include <wchar.h>

/* Formats of wide characters become UTF-8 and go to printf. In them %s is a text of `char` and %ls one of `wchar_t`, as there;
   the numbers of characters that widths and precisions count are bytes. Results count characters. */

/* With this name in the program, vsnprintf has %ls and %lc. */
void __wide_text(void);

/* The format as UTF-8, in a block. */
static char *narrow(const wchar_t *format)
{
    size_t bytes = wcstombs(NULL, format, 0);
    char *text = bytes == (size_t)-1 ? NULL : malloc(bytes + 1);
    if (text != NULL)
        wcstombs(text, format, bytes + 1);
    return text;
}

/* Cost: that of vfprintf, 120 cycles a character of the format, and those of malloc and free. */
int vfwprintf(FILE *restrict file, const wchar_t *restrict format, va_list arguments)
{
    char *text = narrow(format);
    if (text == NULL)
        return -1;
    int made = vfprintf(file, text, arguments);
    free(text);
    return made;
}

/* Cost: that of vfwprintf. */
int vwprintf(const wchar_t *restrict format, va_list arguments)
{
    return vfwprintf(stdout, format, arguments);
}

/* Cost: that of vfwprintf. */
int wprintf(const wchar_t *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int made = vfwprintf(stdout, format, arguments);
    va_end(arguments);
    return made;
}

/* Cost: that of vfwprintf. */
int fwprintf(FILE *restrict file, const wchar_t *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int made = vfwprintf(file, format, arguments);
    va_end(arguments);
    return made;
}

/* The text in an array; -1 if it is too short.
   Cost: twice that of vsnprintf, and 200 cycles a character. */
int vswprintf(wchar_t *restrict to, size_t count, const wchar_t *restrict format, va_list arguments)
{
    __asm__ volatile("" : : "r"(__wide_text));
    char *text = narrow(format), *bytes = NULL;
    int made = -1;
    if (text != NULL && count != 0 && vasprintf(&bytes, text, arguments) >= 0) {
        size_t length = mbstowcs(to, bytes, count);
        if (length < count)
            made = (int)length;
        else
            to[count - 1] = 0;
    }
    free(bytes);
    free(text);
    return made;
}

/* Cost: that of vswprintf. */
int swprintf(wchar_t *restrict to, size_t count, const wchar_t *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int made = vswprintf(to, count, format, arguments);
    va_end(arguments);
    return made;
}

/* Cost: that of strftime, and 200 cycles a character. */
size_t wcsftime(wchar_t *restrict to, size_t count, const wchar_t *restrict format, const struct tm *restrict date)
{
    size_t length = 0;
    char *text = narrow(format), *bytes = text != NULL ? malloc(4 * count + 1) : NULL;
    if (bytes != NULL && strftime(bytes, 4 * count + 1, text, date) != 0) {
        length = mbstowcs(to, bytes, count);
        if (length >= count)
            length = 0;
    }
    free(bytes);
    free(text);
    return length;
}
