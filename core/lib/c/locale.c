#include <limits.h>
#include <locale.h>
#include <string.h>

/* Selects a locale, of which there is one under four names.
   Cost: at most 150 cycles. */
char *setlocale(int category, const char *name)
{
    static const char *current = "C";
    if (category < LC_CTYPE || category > LC_ALL)
        return NULL;
    if (name == NULL)
        return (char *)current;
    if (*name == 0 || strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0)
        current = "C";
    else if (strcmp(name, "C.UTF-8") == 0 || strcmp(name, "C.utf8") == 0)
        current = "C.UTF-8";
    else
        return NULL;
    return (char *)current;
}

/* How numbers are written.
   Cost: 3 cycles. */
struct lconv *localeconv(void)
{
    static struct lconv all = {
        ".", "", "", "", "", "", "", "", "", "",
        CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX,
        CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX,
    };
    return &all;
}
