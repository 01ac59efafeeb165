#include <internal_files.h>

/* A line with its newline, or its first `bytes` - 1 characters.
   Cost: 25 cycles a character, and at most 40. */
char *fgets(char *restrict to, int bytes, FILE *restrict file)
{
    char *at = to;
    int c = 0;
    while (--bytes > 0 && (c = fgetc(file)) != EOF) {
        *at++ = (char)c;
        if (c == '\n')
            break;
    }
    if (at == to && c == EOF)
        return NULL;
    *at = 0;
    return to;
}
