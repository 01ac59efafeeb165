#include <string.h>

/* The part of `*text` before the first separator, which may be empty; `*text` is then the rest, or NULL after the last part.
   Cost: that of strcspn, and at most 30 cycles. */
char *strsep(char **restrict text, const char *restrict separators)
{
    char *part = *text;
    if (part == NULL)
        return NULL;
    char *end = part + strcspn(part, separators);
    *text = NULL;
    if (*end != 0) {
        *end = 0;
        *text = end + 1;
    }
    return part;
}
