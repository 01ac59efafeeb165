#include <stdio.h>

/* A word to a stream.
   Cost: that of fwrite, and at most 20 cycles. */
int putw(int word, FILE *file)
{
    return fwrite(&word, sizeof word, 1, file) == 1 ? 0 : EOF;
}

/* A word of a stream.
   Cost: that of fread, and at most 20 cycles. */
int getw(FILE *file)
{
    int word;
    return fread(&word, sizeof word, 1, file) == 1 ? word : EOF;
}
