#include <stdlib.h>
#include <string.h>

/* A copy of a string in a new block of the heap, NULL if there is no room.
   Cost: those of strlen, malloc and memcpy, and at most 30 cycles. */
char *strdup(const char *text)
{
    size_t bytes = strlen(text) + 1;
    char *copy = malloc(bytes);
    return copy != NULL ? memcpy(copy, text, bytes) : NULL;
}

/* A copy of at most `most` bytes of a string, with a zero byte after them.
   Cost: those of strnlen, malloc and memcpy, and at most 40 cycles. */
char *strndup(const char *text, size_t most)
{
    size_t bytes = strnlen(text, most);
    char *copy = malloc(bytes + 1);
    if (copy == NULL)
        return NULL;
    copy[bytes] = 0;
    return memcpy(copy, text, bytes);
}
