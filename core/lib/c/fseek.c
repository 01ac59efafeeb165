#include <internal_files.h>

/* Moves the position of a stream.
   Cost: at most 30 cycles. */
int fseek(FILE *file, long offset, int from)
{
    return mc_file((unsigned)file, (unsigned)offset, (unsigned)from, MC_SEEK) < 0 ? -1 : 0;
}

/* The position of a stream.
   Cost: at most 30 cycles. */
long ftell(FILE *file)
{
    return mc_file((unsigned)file, 0, SEEK_CUR, MC_SEEK);
}

/* Moves a stream to the start of its file.
   Cost: at most 40 cycles. */
void rewind(FILE *file)
{
    mc_file_call((unsigned)file, 0, SEEK_SET, MC_SEEK);
    mc_file_call((unsigned)file, MC_FLAG_ERROR, 0, MC_FLAGS);
}

/* The position of a stream, for fsetpos.
   Cost: at most 40 cycles. */
int fgetpos(FILE *restrict file, fpos_t *restrict position)
{
    *position = ftell(file);
    return *position < 0 ? -1 : 0;
}

/* Moves a stream to a position of fgetpos.
   Cost: at most 40 cycles. */
int fsetpos(FILE *file, const fpos_t *position)
{
    return fseek(file, *position, SEEK_SET);
}

/* Cost: that of fseek. */
int fseeko(FILE *file, off_t offset, int from)
{
    return fseek(file, (long)offset, from);
}

/* Cost: that of ftell. */
off_t ftello(FILE *file)
{
    return ftell(file);
}
