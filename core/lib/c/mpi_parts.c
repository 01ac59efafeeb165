#include <internal_mpi_parts.h>

/* Cost: at most 30 cycles for each rank. */
int mpimc_check_parts(const char *function, const void *buffer, const int counts[], MPI_Datatype type, MPI_Comm comm)
{
    MPIMC_ASK(mpimc_check(function, NULL, 0, type, comm));
    for (int rank = 0; rank < mpimc_ranks(comm); rank++)
        MPIMC_ASK(mpimc_check_quick(function, buffer, counts[rank], type, comm));
    return MPI_SUCCESS;
}

struct parts mpimc_parts(const void *buffer, const int counts[], const int places[], MPI_Datatype type, MPI_Comm comm,
                         int receive)
{
    struct parts parts = {(char *)buffer, counts, places, mpimc_size(type), NULL};
    if (type >= 0 || buffer == MPI_IN_PLACE)
        return parts;
    int ranks = mpimc_ranks(comm), size = (int)parts.size;
    /* The table is a row without elements, so it is freed with the rows. */
    struct mpimc_operation *table = mpimc_space("MPI", sizeof *table);
    *table = (struct mpimc_operation){.next = mpimc_rows, .type = type, .peer = mpimc_state.rank};
    table->buffer = mpimc_space("MPI", (unsigned)ranks * sizeof *parts.rows);
    mpimc_layout_of(type)->open++;
    mpimc_rows = table;
    parts.rows = (char **)table->buffer;
    for (int rank = 0; rank < ranks; rank++) {
        int low = places[rank], high = low + counts[rank];
        parts.rows[rank] = counts[rank] != 0 ? (char *)mpimc_row(buffer, low, high, type, receive) + low * size : NULL;
    }
    return parts;
}
