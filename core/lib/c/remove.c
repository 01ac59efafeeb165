#include <internal_files.h>

/* Removes a file. Streams that have it open keep it.
   Cost: at most 30 cycles. */
int remove(const char *name)
{
    return mc_file((unsigned)name, 0, 0, MC_REMOVE);
}

/* Gives a file another name, and replaces a file that has it.
   Cost: at most 30 cycles. */
int rename(const char *from, const char *to)
{
    return mc_file((unsigned)from, (unsigned)to, 0, MC_RENAME);
}
