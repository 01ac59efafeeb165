#define _GNU_SOURCE
#include <string.h>

/* The first place of some bytes in others (GNU).
   Cost: at most 30 + 10 n m cycles for sizes n and m. */
void *memmem(const void *in, size_t bytes, const void *wanted, size_t size)
{
    const char *at = in;
    for (; bytes >= size; at++, bytes--)
        if (memcmp(at, wanted, size) == 0)
            return (void *)at;
    return NULL;
}

/* The last place of a byte (GNU).
   Cost: at most 10 + 6 n cycles for n bytes. */
void *memrchr(const void *in, int value, size_t bytes)
{
    const unsigned char *at = in;
    while (bytes-- > 0)
        if (at[bytes] == (unsigned char)value)
            return (void *)(at + bytes);
    return NULL;
}

/* The first place of a byte that is there (GNU).
   Cost: at most 10 + 6 n cycles for n bytes. */
void *rawmemchr(const void *in, int value)
{
    const unsigned char *at = in;
    while (*at != (unsigned char)value)
        at++;
    return (void *)at;
}
