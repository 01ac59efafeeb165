#include <internal_mpi_graph.h>
#include <internal_mpi_schedule.h>
#include <stdlib.h>

/* Exchanges with neighbours that go on while the program computes. Cost: at most 300 cycles for each neighbour when they begin, and
   those of a schedule (mpi_schedule.c). */

/* Begins all messages. */
static int begin(const struct mpimc_exchange *x, int detail, MPI_Request *request)
{
    struct mpimc_schedule *s = mpimc_schedule(x->function, x->comm, MPIMC_Comm_dup, detail);
    for (const struct mpimc_operation *o = x->first; o != x->end; o++) {
        if (o->receive)
            mpimc_add_receive(s, o->buffer, o->bytes, o->peer);
        else
            mpimc_add_send(s, o->buffer, o->bytes, o->peer);
    }
    free(x->first);
    return mpimc_begin_schedule(s, request);
}

int MPI_Ineighbor_allgather(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count,
                            MPI_Datatype out_type, MPI_Comm comm, MPI_Request *request)
{
    struct mpimc_exchange x;
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_exchange_equal(&x, "MPI_Ineighbor_allgather", in, in_count, in_type, out, out_count, out_type, comm, 1));
    return begin(&x, MPIMC_DETAIL_Neighbor_allgather, request);
}

int MPI_Ineighbor_alltoall(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count,
                           MPI_Datatype out_type, MPI_Comm comm, MPI_Request *request)
{
    struct mpimc_exchange x;
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_exchange_equal(&x, "MPI_Ineighbor_alltoall", in, in_count, in_type, out, out_count, out_type, comm, 0));
    return begin(&x, MPIMC_DETAIL_Neighbor_alltoall, request);
}

int MPI_Ineighbor_allgatherv(const void *in, int in_count, MPI_Datatype in_type, void *out, const int counts[],
                             const int places[], MPI_Datatype out_type, MPI_Comm comm, MPI_Request *request)
{
    struct mpimc_exchange x;
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_exchange_gathered(&x, "MPI_Ineighbor_allgatherv", in, in_count, in_type, out, counts, places, out_type,
                                      comm));
    return begin(&x, MPIMC_DETAIL_Neighbor_allgatherv, request);
}

int MPI_Ineighbor_alltoallv(const void *in, const int in_counts[], const int in_places[], MPI_Datatype in_type, void *out,
                            const int out_counts[], const int out_places[], MPI_Datatype out_type, MPI_Comm comm,
                            MPI_Request *request)
{
    struct mpimc_exchange x;
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_exchange_parts(&x, "MPI_Ineighbor_alltoallv", in, in_counts, in_places, in_type, out, out_counts,
                                   out_places, out_type, comm));
    return begin(&x, MPIMC_DETAIL_Neighbor_alltoallv, request);
}

int MPI_Ineighbor_alltoallw(const void *in, const int in_counts[], const MPI_Aint in_places[],
                            const MPI_Datatype in_types[], void *out, const int out_counts[],
                            const MPI_Aint out_places[], const MPI_Datatype out_types[], MPI_Comm comm,
                            MPI_Request *request)
{
    struct mpimc_exchange x;
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_exchange_types(&x, "MPI_Ineighbor_alltoallw", in, in_counts, in_places, in_types, out, out_counts,
                                   out_places, out_types, comm));
    return begin(&x, MPIMC_DETAIL_Neighbor_alltoallw, request);
}
