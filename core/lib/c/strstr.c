#include <string.h>

/* The first place where a string contains another, NULL if there is none.
   Cost: at most 20 + 9 n cycles for n bytes in which the first byte of `wanted` does not occur; each byte compared at
   another place adds at most 9. */
char *strstr(const char *text, const char *wanted)
{
    char first = *wanted;
    if (first == 0)
        return (char *)text;
    for (; *text != 0; text++) {
        if (*text != first)
            continue;
        size_t n = 1;
        while (wanted[n] != 0 && text[n] == wanted[n])
            n++;
        if (wanted[n] == 0)
            return (char *)text;
    }
    return NULL;
}
