#define _GNU_SOURCE
#include <string.h>
#include <strings.h>

/* As strstr, where small and capital letters are the same.
   Cost: at most 30 + 20 n m cycles for lengths n and m. */
char *strcasestr(const char *text, const char *wanted)
{
    size_t length = strlen(wanted);
    for (;; text++) {
        if (strncasecmp(text, wanted, length) == 0)
            return (char *)text;
        if (*text == 0)
            return NULL;
    }
}
