#include <internal_mpi.h>
#include <stdlib.h>
#include <string.h>

/* Sends one message and receives another, in any order.
   Cost: at most those of MPI_Send and MPI_Recv. */
int MPI_Sendrecv(const void *out, int out_count, MPI_Datatype out_type, int to, int out_tag, void *in, int in_count,
                 MPI_Datatype in_type, int from, int in_tag, MPI_Comm comm, MPI_Status *status)
{
    MPIMC_BEGIN;
    int sends = to != MPI_PROC_NULL, receives = from != MPI_PROC_NULL;
    if (mpimc_usual(out, out_count, out_type, sends ? to : 0, comm) &&
        mpimc_usual(in, in_count, in_type, receives ? from : 0, comm) && (unsigned)out_tag <= MPI_TAG_UB_VALUE &&
        (unsigned)(in_tag + 1) <= MPI_TAG_UB_VALUE + 1) {
        unsigned out_bytes = (unsigned)out_count * mpimc_basic_size(out_type);
        unsigned in_bytes = (unsigned)in_count * mpimc_basic_size(in_type);
        unsigned out_label = MPIMC_LABEL(MPIMC_POINT(MPI_COMM_WORLD), out_tag);
        unsigned in_label = MPIMC_LABEL(MPIMC_POINT(MPI_COMM_WORLD), in_tag);
        if (sends && receives)
            MPIMC_TAKEN(mpimc_swap("MPI_Sendrecv", in, in_bytes, from, in_label, status, out, out_bytes, to, out_label));
        else if (sends)
            mpimc_send("MPI_Sendrecv", out, out_bytes, to, out_label);
        else if (receives)
            MPIMC_TAKEN(mpimc_receive("MPI_Sendrecv", in, in_bytes, from, in_label, status));
        if (!receives && status != MPI_STATUS_IGNORE)
            *status = (MPI_Status){MPI_PROC_NULL, MPI_ANY_TAG, MPI_SUCCESS, 0};
        MPIMC_RETURN;
    }
    struct mpimc_operation s, r;
    /* Only a receive whose send is right may be left open. */
    MPIMC_TRY(mpimc_check("MPI_Sendrecv", out, out_count, out_type, comm));
    MPIMC_TRY(mpimc_check_tag("MPI_Sendrecv", out_tag, 0));
    if (sends)
        MPIMC_TRY(mpimc_check_rank(MPI_ERR_RANK, "MPI_Sendrecv", to, comm));
    MPIMC_TRY(mpimc_begin("MPI_Sendrecv", &r, in, in_count, in_type, from, in_tag, comm, MPIMC_RECEIVES));
    mpimc_begin("MPI_Sendrecv", &s, out, out_count, out_type, to, out_tag, comm, MPIMC_SENDS);
    if (s.stage != MPIMC_DONE)
        mpimc_wait(&s);
    if (r.stage != MPIMC_DONE)
        mpimc_wait(&r);
    int error = mpimc_status(&r, status);
    mpimc_end(&s);
    mpimc_end(&r);
    MPIMC_TRY(error);
    MPIMC_RETURN;
}

/* The same with one buffer: a copy of it is sent. */
int MPI_Sendrecv_replace(void *buffer, int count, MPI_Datatype type, int to, int out_tag, int from, int in_tag,
                         MPI_Comm comm, MPI_Status *status)
{
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_check("MPI_Sendrecv_replace", buffer, count, type, comm));
    unsigned bytes = (unsigned)count * mpimc_size(type);
    void *copy = mpimc_space("MPI_Sendrecv_replace", bytes), *row = mpimc_as_row(buffer, 0, count, type, 1);
    int n = (int)bytes;
    memcpy(copy, row, bytes);
    int error = MPI_Sendrecv(copy, n, MPI_BYTE, to, out_tag, row, n, MPI_BYTE, from, in_tag, comm, status);
    free(copy);
    mpimc_end_rows();
    MPIMC_TRY(error);
    MPIMC_RETURN;
}
