#include <internal_files.h>

/* Elements to a stream.
   Cost: at most 40 cycles, whatever the length; to the console 15 cycles a byte. */
size_t fwrite(const void *restrict from, size_t bytes, size_t count, FILE *restrict file)
{
    size_t wanted = bytes * count;
    if (wanted == 0)
        return 0;
    if (mc_is_console(file)) {
        const char *at = from;
        for (size_t i = 0; i < wanted; i++)
            fputc(at[i], file);
        return count;
    }
    return mc_file((unsigned)file, (unsigned)from, wanted, MC_WRITE) < 0 ? 0 : count;
}
