/* Errors that are returned: every rank checks its results, and rank 0 says whether all are right. Codes are compared by
   their classes. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int wrong, rank, size;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            printf("rank %d, line %d: %s\n", rank, __LINE__, #condition);                                              \
            wrong++;                                                                                                   \
        }                                                                                                              \
    } while (0)

#define GIVES(class, call) CHECK(class_of(call) == class)

static int class_of(int code)
{
    int class;
    MPI_Error_class(code, &class);
    return class;
}

static int in[64], out[64];

static void arguments(void)
{
    MPI_Comm comm;
    MPI_Group world, group;
    MPI_Request request;
    MPI_Status status;
    int beyond[2] = {0, size}, flag, count;
    GIVES(MPI_ERR_RANK, MPI_Send(out, 1, MPI_INT, size, 0, MPI_COMM_WORLD));
    GIVES(MPI_ERR_TAG, MPI_Send(out, 1, MPI_INT, 0, -5, MPI_COMM_WORLD));
    GIVES(MPI_ERR_COUNT, MPI_Send(out, -1, MPI_INT, 0, 0, MPI_COMM_WORLD));
    GIVES(MPI_ERR_TYPE, MPI_Send(out, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD));
    GIVES(MPI_ERR_COMM, MPI_Send(out, 1, MPI_INT, 0, 0, MPI_COMM_NULL));
    GIVES(MPI_ERR_RANK, MPI_Ssend(out, 1, MPI_INT, -7, 0, MPI_COMM_WORLD));
    GIVES(MPI_ERR_RANK, MPI_Recv(in, 1, MPI_INT, size, 0, MPI_COMM_WORLD, &status));
    GIVES(MPI_ERR_RANK, MPI_Isend(out, 1, MPI_INT, size, 0, MPI_COMM_WORLD, &request));
    GIVES(MPI_ERR_COUNT, MPI_Irecv(in, -1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request));
    GIVES(MPI_ERR_RANK, MPI_Send_init(out, 1, MPI_INT, size, 0, MPI_COMM_WORLD, &request));
    GIVES(MPI_ERR_RANK, MPI_Iprobe(size, 0, MPI_COMM_WORLD, &flag, &status));
    GIVES(MPI_ERR_RANK, MPI_Sendrecv(out, 1, MPI_INT, size, 0, in, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &status));
    GIVES(MPI_ERR_ROOT, MPI_Bcast(out, 1, MPI_INT, size, MPI_COMM_WORLD));
    GIVES(MPI_ERR_ROOT, MPI_Reduce(out, in, 1, MPI_INT, MPI_SUM, -1, MPI_COMM_WORLD));
    GIVES(MPI_ERR_OP, MPI_Allreduce(out, in, 1, MPI_DOUBLE, MPI_BAND, MPI_COMM_WORLD));
    GIVES(MPI_ERR_OP, MPI_Scan(out, in, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD));
    GIVES(MPI_ERR_COUNT, MPI_Gather(out, -1, MPI_INT, in, -1, MPI_INT, 0, MPI_COMM_WORLD));
    GIVES(MPI_ERR_COMM, MPI_Barrier(MPI_COMM_NULL));
    GIVES(MPI_ERR_COMM, MPI_Comm_size(MPI_COMM_NULL, &count));
    GIVES(MPI_ERR_TOPOLOGY, MPI_Cartdim_get(MPI_COMM_WORLD, &count));
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    GIVES(MPI_ERR_GROUP, MPI_Group_size(MPI_GROUP_NULL, &count));
    GIVES(MPI_ERR_RANK, MPI_Group_incl(world, 2, beyond, &group));
    GIVES(MPI_ERR_GROUP, MPI_Comm_create(MPI_COMM_WORLD, MPI_GROUP_NULL, &comm));
    MPI_Group_free(&world);
}

/* Messages that do not fit: short and long ones, received at once and by a request. After them all goes on. */
static void truncated(void)
{
    for (int words = 2; words <= 64; words *= 8) {
        MPI_Request request[2];
        MPI_Status status, statuses[2];
        memset(in, 0, sizeof in);
        for (int i = 0; i < 64; i++)
            out[i] = rank + i;
        MPI_Isend(out, words, MPI_INT, rank, 1, MPI_COMM_WORLD, &request[0]);
        GIVES(MPI_ERR_TRUNCATE, MPI_Recv(in, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, &status));
        CHECK(in[1] == 0);
        CHECK(MPI_Wait(&request[0], MPI_STATUS_IGNORE) == MPI_SUCCESS);
        if (size > 1) {
            int next = (rank + 1) % size, before = (rank + size - 1) % size;
            MPI_Isend(out, words, MPI_INT, next, 2, MPI_COMM_WORLD, &request[0]);
            GIVES(MPI_ERR_TRUNCATE, MPI_Recv(in, 1, MPI_INT, before, 2, MPI_COMM_WORLD, &status));
            CHECK(in[1] == 0);
            MPI_Wait(&request[0], MPI_STATUS_IGNORE);
        }
        MPI_Irecv(in, 1, MPI_INT, rank, 3, MPI_COMM_WORLD, &request[0]);
        MPI_Isend(out, words, MPI_INT, rank, 3, MPI_COMM_WORLD, &request[1]);
        GIVES(MPI_ERR_IN_STATUS, MPI_Waitall(2, request, statuses));
        CHECK(class_of(statuses[0].MPI_ERROR) == MPI_ERR_TRUNCATE);
        MPI_Wait(&request[1], &status);
        MPI_Irecv(in, 1, MPI_INT, rank, 3, MPI_COMM_WORLD, &request[0]);
        MPI_Isend(out, words, MPI_INT, rank, 3, MPI_COMM_WORLD, &request[1]);
        GIVES(MPI_ERR_TRUNCATE, MPI_Wait(&request[0], &status));
        CHECK(in[1] == 0);
        MPI_Wait(&request[1], &status);
        MPI_Sendrecv(out, words, MPI_INT, rank, 4, in, words, MPI_INT, rank, 4, MPI_COMM_WORLD, &status);
        CHECK(memcmp(in, out, (unsigned)words * sizeof *in) == 0);
    }
}

int main(int argc, char **argv)
{
    int all, length;
    char text[MPI_MAX_ERROR_STRING];
    MPI_Errhandler before;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &before);
    CHECK(before == MPI_ERRORS_ARE_FATAL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &before);
    CHECK(before == MPI_ERRORS_RETURN);
    arguments();
    truncated();
    for (int code = 0; code <= MPI_ERR_REQUEST; code++) {
        MPI_Error_string(code, text, &length);
        CHECK(length == (int)strlen(text) && length > 0 && length < MPI_MAX_ERROR_STRING);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0 && all == 0)
        printf("all is well\n");
    MPI_Finalize();
    return 0;
}
