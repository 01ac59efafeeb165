#include <internal_files.h>

/* True if a read has met the end of the file.
   Cost: at most 25 cycles. */
int feof(FILE *file)
{
    int flags = (int)mc_file_call((unsigned)file, 0, 0, MC_FLAGS);
    return flags > 0 && (flags & MC_FLAG_END) != 0;
}

/* True if a read or a write has failed.
   Cost: at most 25 cycles. */
int ferror(FILE *file)
{
    int flags = (int)mc_file_call((unsigned)file, 0, 0, MC_FLAGS);
    return flags > 0 && (flags & MC_FLAG_ERROR) != 0;
}

/* Forgets the end of the file and errors.
   Cost: 10 cycles. */
void clearerr(FILE *file)
{
    mc_file_call((unsigned)file, MC_FLAG_END | MC_FLAG_ERROR, 0, MC_FLAGS);
}
