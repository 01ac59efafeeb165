#include <internal_mpi_graph.h>
#include <internal_mpi_schedule.h>

/* Exchanges with neighbours that go on while the program computes. Cost: at most 300 cycles for each neighbour when they begin, and
   those of a schedule (mpi_schedule.c). */

#define DETAIL(name) MPIMC_Comm_dup, MPIMC_DETAIL_##name

static void receive(struct mpimc_schedule *s, MPI_Comm comm, void *to, unsigned bytes, int from)
{
    if (from != MPI_PROC_NULL)
        mpimc_add_receive(s, to, bytes, mpimc_at(comm, from));
}

static void send(struct mpimc_schedule *s, MPI_Comm comm, const void *from, unsigned bytes, int to)
{
    if (to != MPI_PROC_NULL)
        mpimc_add_send(s, from, bytes, mpimc_at(comm, to));
}

/* `gathers`: every neighbour gets the same elements. */
static int equal(const char *function, int detail, const void *in, int in_count, MPI_Datatype in_type, void *out,
                 int out_count, MPI_Datatype out_type, MPI_Comm comm, int gathers, MPI_Request *request)
{
    struct mpimc_neighbors n;
    MPIMC_TRY(mpimc_find_neighbors(function, comm, &n));
    MPIMC_TRY(mpimc_check(function, in, in_count, in_type, comm));
    MPIMC_TRY(mpimc_check(function, out, out_count, out_type, comm));
    unsigned in_bytes = (unsigned)in_count * mpimc_size(in_type), out_bytes = (unsigned)out_count * mpimc_size(out_type);
    in = mpimc_as_row(in, 0, gathers ? in_count : in_count * n.to.count, in_type, 0);
    out = mpimc_as_row(out, 0, out_count * n.from.count, out_type, 1);
    struct mpimc_schedule *s = mpimc_schedule(function, comm, MPIMC_Comm_dup, detail);
    for (int i = 0; i < n.from.count; i++)
        receive(s, comm, (char *)out + (unsigned)i * out_bytes, out_bytes, n.from.ranks[i]);
    for (int i = 0; i < n.to.count; i++)
        send(s, comm, (const char *)in + (gathers ? 0 : (unsigned)i * in_bytes), in_bytes, n.to.ranks[i]);
    return mpimc_begin_schedule(s, request);
}

int MPI_Ineighbor_allgather(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count,
                            MPI_Datatype out_type, MPI_Comm comm, MPI_Request *request)
{
    MPIMC_BEGIN;
    return equal("MPI_Ineighbor_allgather", MPIMC_DETAIL_Neighbor_allgather, in, in_count, in_type, out, out_count,
                 out_type, comm, 1, request);
}

int MPI_Ineighbor_alltoall(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count,
                           MPI_Datatype out_type, MPI_Comm comm, MPI_Request *request)
{
    MPIMC_BEGIN;
    return equal("MPI_Ineighbor_alltoall", MPIMC_DETAIL_Neighbor_alltoall, in, in_count, in_type, out, out_count,
                 out_type, comm, 0, request);
}

int MPI_Ineighbor_allgatherv(const void *in, int in_count, MPI_Datatype in_type, void *out, const int counts[],
                             const int places[], MPI_Datatype out_type, MPI_Comm comm, MPI_Request *request)
{
    static const char function[] = "MPI_Ineighbor_allgatherv";
    struct mpimc_neighbors n;
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_find_neighbors(function, comm, &n));
    MPIMC_TRY(mpimc_check(function, in, in_count, in_type, comm));
    MPIMC_TRY(mpimc_check_counts(function, out, n.from.count, counts, out_type, comm));
    unsigned bytes = (unsigned)in_count * mpimc_size(in_type), size = mpimc_size(out_type);
    in = mpimc_as_row(in, 0, in_count, in_type, 0);
    struct mpimc_schedule *s = mpimc_schedule(function, comm, DETAIL(Neighbor_allgatherv));
    for (int i = 0; i < n.from.count; i++)
        receive(s, comm, mpimc_part(out, places[i], counts[i], out_type, 1), (unsigned)counts[i] * size, n.from.ranks[i]);
    for (int i = 0; i < n.to.count; i++)
        send(s, comm, in, bytes, n.to.ranks[i]);
    return mpimc_begin_schedule(s, request);
}

int MPI_Ineighbor_alltoallv(const void *in, const int in_counts[], const int in_places[], MPI_Datatype in_type, void *out,
                            const int out_counts[], const int out_places[], MPI_Datatype out_type, MPI_Comm comm,
                            MPI_Request *request)
{
    static const char function[] = "MPI_Ineighbor_alltoallv";
    struct mpimc_neighbors n;
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_find_neighbors(function, comm, &n));
    MPIMC_TRY(mpimc_check_counts(function, in, n.to.count, in_counts, in_type, comm));
    MPIMC_TRY(mpimc_check_counts(function, out, n.from.count, out_counts, out_type, comm));
    unsigned in_size = mpimc_size(in_type), size = mpimc_size(out_type);
    struct mpimc_schedule *s = mpimc_schedule(function, comm, DETAIL(Neighbor_alltoallv));
    for (int i = 0; i < n.from.count; i++)
        receive(s, comm, mpimc_part(out, out_places[i], out_counts[i], out_type, 1), (unsigned)out_counts[i] * size,
                n.from.ranks[i]);
    for (int i = 0; i < n.to.count; i++)
        send(s, comm, mpimc_part(in, in_places[i], in_counts[i], in_type, 0), (unsigned)in_counts[i] * in_size,
             n.to.ranks[i]);
    return mpimc_begin_schedule(s, request);
}

int MPI_Ineighbor_alltoallw(const void *in, const int in_counts[], const MPI_Aint in_places[],
                            const MPI_Datatype in_types[], void *out, const int out_counts[],
                            const MPI_Aint out_places[], const MPI_Datatype out_types[], MPI_Comm comm,
                            MPI_Request *request)
{
    static const char function[] = "MPI_Ineighbor_alltoallw";
    struct mpimc_neighbors n;
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_find_neighbors(function, comm, &n));
    for (int i = 0; i < n.to.count; i++)
        MPIMC_TRY(mpimc_check(function, in, in_counts[i], in_types[i], comm));
    for (int i = 0; i < n.from.count; i++)
        MPIMC_TRY(mpimc_check(function, out, out_counts[i], out_types[i], comm));
    struct mpimc_schedule *s = mpimc_schedule(function, comm, DETAIL(Neighbor_alltoallw));
    for (int i = 0; i < n.from.count; i++)
        receive(s, comm, mpimc_as_row((char *)out + out_places[i], 0, out_counts[i], out_types[i], 1),
                (unsigned)out_counts[i] * mpimc_size(out_types[i]), n.from.ranks[i]);
    for (int i = 0; i < n.to.count; i++)
        send(s, comm, mpimc_as_row((char *)in + in_places[i], 0, in_counts[i], in_types[i], 0),
             (unsigned)in_counts[i] * mpimc_size(in_types[i]), n.to.ranks[i]);
    return mpimc_begin_schedule(s, request);
}
