#include <string.h>
#include <strings.h>

/* The names of 4.2BSD for functions of string.h; bcopy has the source first, and copies areas that overlap.
   Cost: those of memset, memmove, memcmp, strchr and strrchr, and at most 15 cycles. */
void bzero(void *to, size_t bytes)
{
    memset(to, 0, bytes);
}

void bcopy(const void *from, void *to, size_t bytes)
{
    memmove(to, from, bytes);
}

int bcmp(const void *a, const void *b, size_t bytes)
{
    return memcmp(a, b, bytes);
}

char *index(const char *text, int value)
{
    return strchr(text, value);
}

char *rindex(const char *text, int value)
{
    return strrchr(text, value);
}
