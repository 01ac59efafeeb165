#include <internal_files.h>

/* A stream gives back one character, which is read next.
   Cost: at most 30 cycles. */
int ungetc(int character, FILE *file)
{
    if (character == EOF || mc_file((unsigned char)character, (unsigned)file, 0, MC_UNREAD) < 0)
        return EOF;
    return (unsigned char)character;
}
