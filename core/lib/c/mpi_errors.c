#include <internal_mpi.h>
#include <string.h>

/* With MPI_ERRORS_RETURN a call gives the class of its error back. Cost: at most 60 cycles; of MPI_Error_string, that of
   strcpy. */
int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler handler)
{
    MPIMC_ASK(mpimc_check("MPI_Comm_set_errhandler", NULL, 0, MPI_BYTE, comm));
    if (handler != MPI_ERRORS_ARE_FATAL && handler != MPI_ERRORS_RETURN)
        return mpimc_fail(MPI_ERR_ARG, "MPI_Comm_set_errhandler", MPIMC_NO_HANDLER, handler);
    mpimc_state.returns = handler == MPI_ERRORS_RETURN;
    return MPI_SUCCESS;
}

int MPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *handler)
{
    MPIMC_ASK(mpimc_check("MPI_Comm_get_errhandler", handler, 1, MPI_INT, comm));
    *handler = mpimc_state.returns ? MPI_ERRORS_RETURN : MPI_ERRORS_ARE_FATAL;
    return MPI_SUCCESS;
}

/* All codes are classes. */
int MPI_Error_class(int code, int *class)
{
    *class = code;
    return MPI_SUCCESS;
}

int MPI_Error_string(int code, char *text, int *length)
{
    static const char *const words[] = {
        "none", "buffer", "count", "type", "tag", "communicator", "rank", "root", "group", "operation", "grid",
        "directions", "argument", "unknown", "truncated message", "other", "internal", "in a status", "pending",
        "request", "window", "address", "size", "displacement", "lock", "assertion", "conflict of accesses",
        "wrong epoch", "outside the window", "attached memory", "shared memory", "kind of window",
    };
    if (code < 0 || code > MPI_ERR_LASTCODE)
        return mpimc_fail(MPI_ERR_ARG, "MPI_Error_string", MPIMC_NO_CODE, code);
    strcpy(text, "MPI error: ");
    strcat(text, words[code]);
    *length = (int)strlen(text);
    return MPI_SUCCESS;
}
