#include <internal_mpi_attributes.h>
#include <stdlib.h>
#include <string.h>

/* Names and kinds of communicators. Cost: of a new communicator, that of MPI_Comm_split; of a name, a malloc and a copy. */

/* Begins MPI_Comm_dup; here it also ends, since all ranks must call it anyway. */
int MPI_Comm_idup(MPI_Comm comm, MPI_Comm *made, MPI_Request *request)
{
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_copy_comm("MPI_Comm_idup", MPIMC_CHECK(Comm_idup), comm, made));
    return mpimc_leave(mpimc_nothing("MPI_Comm_idup", request));
}

/* A communicator of the ranks that share memory. On the chip each rank has its own, so it has one rank. */
int MPI_Comm_split_type(MPI_Comm comm, int kind, int key, MPI_Info info, MPI_Comm *made)
{
    MPIMC_BEGIN;
    (void)info;
    MPIMC_TRY(mpimc_check("MPI_Comm_split_type", made, 1, MPI_INT, comm));
    if (kind != MPI_COMM_TYPE_SHARED && kind != MPI_UNDEFINED)
        MPIMC_TRY(mpimc_fail(MPI_ERR_ARG, "MPI_Comm_split_type", MPIMC_NO_KIND, kind));
    int color = kind == MPI_UNDEFINED ? kind : mpimc_own(comm);
    *made = mpimc_make_by("MPI_Comm_split_type", MPIMC_CHECK(Comm_split_type), comm, color, key);
    MPIMC_RETURN;
}

static int forget_name(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm;
    (void)key;
    (void)extra;
    free(value);
    return MPI_SUCCESS;
}

/* A copy of a communicator has no name. */
static const struct mpimc_keyval name_of = {NULL, forget_name, NULL, MPI_KEYVAL_INVALID, MPIMC_OF_COMM};

int MPI_Comm_set_name(MPI_Comm comm, const char *name)
{
    MPIMC_ASK(mpimc_check("MPI_Comm_set_name", name, 1, MPI_CHAR, comm));
    return mpimc_attach("MPI_Comm_set_name", comm, &name_of, mpimc_name("MPI_Comm_set_name", name));
}

int MPI_Comm_get_name(MPI_Comm comm, char *name, int *length)
{
    MPIMC_ASK(mpimc_check("MPI_Comm_get_name", name, 1, MPI_CHAR, comm));
    const char *there = mpimc_attached(comm, &name_of);
    if (there == NULL)
        there = comm == MPI_COMM_WORLD ? "MPI_COMM_WORLD" : comm == MPI_COMM_SELF ? "MPI_COMM_SELF" : "";
    strcpy(name, there);
    *length = (int)strlen(name);
    return MPI_SUCCESS;
}

/* No communicator is one between two groups. */
int MPI_Comm_test_inter(MPI_Comm comm, int *flag)
{
    MPIMC_ASK(mpimc_check("MPI_Comm_test_inter", flag, 1, MPI_INT, comm));
    *flag = 0;
    return MPI_SUCCESS;
}

int MPI_Comm_remote_size(MPI_Comm comm, int *size)
{
    MPIMC_ASK(mpimc_check("MPI_Comm_remote_size", size, 1, MPI_INT, comm));
    return mpimc_fail(MPI_ERR_COMM, "MPI_Comm_remote_size", MPIMC_NO_INTER, comm);
}

int MPI_Comm_remote_group(MPI_Comm comm, MPI_Group *group)
{
    MPIMC_ASK(mpimc_check("MPI_Comm_remote_group", group, 1, MPI_INT, comm));
    return mpimc_fail(MPI_ERR_COMM, "MPI_Comm_remote_group", MPIMC_NO_INTER, comm);
}
