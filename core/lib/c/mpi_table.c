#include <internal_mpi.h>
#include <stdlib.h>
#include <string.h>

/* A table of words with `more` places: first those of `table`, which is freed, then zeros.
   Cost: one malloc and one free, and a word copied or cleared for each place. */
void *mpimc_larger(const char *function, void *table, int places, int more)
{
    unsigned known = (unsigned)places * sizeof(void *), bytes = (unsigned)more * sizeof(void *);
    char *larger = mpimc_space(function, bytes);
    if (places != 0)
        memcpy(larger, table, known);
    memset(larger + known, 0, bytes - known);
    free(table);
    return larger;
}
