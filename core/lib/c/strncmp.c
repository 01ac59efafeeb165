#include <string.h>

/* As strcmp for the first `most` bytes.
   Cost: at most 20 + 12 n cycles for n equal bytes. */
int strncmp(const char *a, const char *b, size_t most)
{
    for (; most > 0; most--, a++, b++)
        if (*a != *b || *a == 0)
            return (unsigned char)*a - (unsigned char)*b;
    return 0;
}
