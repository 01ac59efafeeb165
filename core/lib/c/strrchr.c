#include <string.h>

/* The last byte of a value in a string, the zero byte included; NULL if there is none.
   Cost: at most 10 + 8 n cycles for n bytes. */
char *strrchr(const char *text, int value)
{
    const char *found = NULL;
    do {
        if (*text == (char)value)
            found = text;
    } while (*text++ != 0);
    return (char *)found;
}
