/* Buffered and prepared sends, messages that are found before they are received: every rank checks its results, and rank 0 says
   whether all are right. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wrong, rank, size;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            printf("rank %d, line %d: %s\n", rank, __LINE__, #condition);                                              \
            wrong++;                                                                                                   \
        }                                                                                                              \
    } while (0)

#define MESSAGES 12
#define LONG 1000

static char *space;
static int bytes;

static void attaching(void)
{
    void *back;
    int length;
    bytes = MESSAGES * (LONG * (int)sizeof(int) + MPI_BSEND_OVERHEAD);
    space = malloc((unsigned)bytes);
    MPI_Buffer_attach(space, bytes);
    MPI_Buffer_detach(&back, &length);
    CHECK(back == space && length == bytes);
    MPI_Buffer_attach(space, bytes);
}

/* All ranks first send, also what is too long for a slot, and then receive. */
static void sends(void)
{
    static int out[LONG], in[LONG];
    int to = (rank + 1) % size, from = (rank + size - 1) % size, count;
    MPI_Request request;
    MPI_Status status;
    for (int i = 0; i < MESSAGES; i++) {
        int length = i % 3 == 0 ? LONG : i;
        for (int k = 0; k < length; k++)
            out[k] = 1000 * rank + 7 * i + k;
        if (i % 2 == 0) {
            MPI_Bsend(out, length, MPI_INT, to, i, MPI_COMM_WORLD);
        } else {
            MPI_Ibsend(out, length, MPI_INT, to, i, MPI_COMM_WORLD, &request);
            memset(out, 0, sizeof out);
            MPI_Wait(&request, &status);
        }
        memset(out, 0, sizeof out);
    }
    for (int i = MESSAGES - 1; i >= 0; i--) {
        int length = i % 3 == 0 ? LONG : i, good = 1;
        memset(in, 0, sizeof in);
        MPI_Recv(in, LONG, MPI_INT, from, i, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        for (int k = 0; k < length; k++)
            good &= in[k] == 1000 * from + 7 * i + k;
        CHECK(good && count == length && status.MPI_SOURCE == from && status.MPI_TAG == i);
    }
    MPI_Bsend(out, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    /* A column of a matrix, and a single byte. */
    MPI_Datatype column;
    char one = (char)('a' + rank % 26), other = 0;
    int matrix[4][3], rows[4] = {0};
    for (int i = 0; i < 12; i++)
        matrix[i / 3][i % 3] = 100 * rank + i;
    MPI_Type_vector(4, 1, 3, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Bsend(&matrix[0][1], 1, column, to, 50, MPI_COMM_WORLD);
    MPI_Bsend(&one, 1, MPI_CHAR, to, 51, MPI_COMM_WORLD);
    memset(matrix, 0, sizeof matrix);
    one = 0;
    MPI_Recv(rows, 4, MPI_INT, from, 50, MPI_COMM_WORLD, &status);
    MPI_Recv(&other, 1, MPI_CHAR, from, 51, MPI_COMM_WORLD, &status);
    for (int i = 0; i < 4; i++)
        CHECK(rows[i] == 100 * from + 3 * i + 1);
    CHECK(other == (char)('a' + from % 26));
    MPI_Type_free(&column);
}

/* MPI_Buffer_detach waits for the messages; the space is used again and again. */
static void detaching(void)
{
    static int out[LONG], in[LONG];
    void *back;
    int length, to = (rank + 1) % size, from = (rank + size - 1) % size;
    MPI_Request request;
    for (int i = 0; i < 5 * MESSAGES; i++) {
        out[0] = i;
        out[LONG - 1] = -i;
        MPI_Irecv(in, LONG, MPI_INT, from, i, MPI_COMM_WORLD, &request);
        MPI_Bsend(out, LONG, MPI_INT, to, i, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK(in[0] == i && in[LONG - 1] == -i);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Irecv(in, LONG, MPI_INT, from, 99, MPI_COMM_WORLD, &request);
    MPI_Bsend(out, LONG, MPI_INT, to, 99, MPI_COMM_WORLD);
    MPI_Buffer_detach(&back, &length);
    memset(space, 0xff, (unsigned)bytes);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(back == space && length == bytes && in[LONG - 1] == -(5 * MESSAGES - 1));
    MPI_Buffer_attach(space, bytes);
}

static void prepared(void)
{
    int out[4], in[4][3], to = (rank + 1) % size, from = (rank + size - 1) % size;
    MPI_Request sends[4], receives[4], ready;
    MPI_Send_init(&out[0], 1, MPI_INT, to, 0, MPI_COMM_WORLD, &sends[0]);
    MPI_Ssend_init(&out[1], 1, MPI_INT, to, 1, MPI_COMM_WORLD, &sends[1]);
    MPI_Bsend_init(&out[2], 1, MPI_INT, to, 2, MPI_COMM_WORLD, &sends[2]);
    MPI_Rsend_init(&out[3], 1, MPI_INT, to, 3, MPI_COMM_WORLD, &sends[3]);
    for (int i = 0; i < 4; i++)
        MPI_Recv_init(in[i], 1, MPI_INT, from, i, MPI_COMM_WORLD, &receives[i]);
    for (int round = 0; round < 3; round++) {
        MPI_Startall(4, receives);
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < 4; i++)
            out[i] = 100 * rank + 10 * round + i;
        MPI_Startall(4, sends);
        MPI_Waitall(4, sends, MPI_STATUSES_IGNORE);
        memset(out, 0, sizeof out);
        MPI_Waitall(4, receives, MPI_STATUSES_IGNORE);
        for (int i = 0; i < 4; i++)
            CHECK(in[i][0] == 100 * from + 10 * round + i);
    }
    for (int i = 0; i < 4; i++) {
        MPI_Request_free(&sends[i]);
        MPI_Request_free(&receives[i]);
    }
    MPI_Irecv(in[0], 1, MPI_INT, from, 5, MPI_COMM_WORLD, &receives[0]);
    MPI_Barrier(MPI_COMM_WORLD);
    out[0] = rank;
    MPI_Irsend(out, 1, MPI_INT, to, 5, MPI_COMM_WORLD, &ready);
    MPI_Wait(&ready, MPI_STATUS_IGNORE);
    MPI_Wait(&receives[0], MPI_STATUS_IGNORE);
    CHECK(in[0][0] == from);
}

/* A message that was found is for MPI_Mrecv only. */
static void found(void)
{
    static int out[3][LONG], in[3][LONG];
    int to = (rank + 1) % size, from = (rank + size - 1) % size, flag, count;
    MPI_Comm comm;
    MPI_Message first, second, third;
    MPI_Request sends[3], request;
    MPI_Status status;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comm);
    for (int length = 1; length <= LONG; length += LONG - 1) {
        for (int i = 0; i < 3; i++) {
            out[i][0] = out[i][length - 1] = 10 * rank + i;
            MPI_Isend(out[i], length, MPI_INT, size - 1 - to, 4, comm, &sends[i]);
        }
        MPI_Mprobe(size - 1 - from, 4, comm, &first, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        CHECK(count == length && status.MPI_SOURCE == size - 1 - from && status.MPI_TAG == 4);
        do
            MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &flag, &second, &status);
        while (!flag);
        CHECK(second != MPI_MESSAGE_NULL && second != first);
        MPI_Improbe(MPI_ANY_SOURCE, 5, comm, &flag, &third, &status);
        CHECK(!flag);
        MPI_Recv(in[2], LONG, MPI_INT, MPI_ANY_SOURCE, 4, comm, &status);
        MPI_Imrecv(in[1], length, MPI_INT, &second, &request);
        MPI_Mrecv(in[0], length, MPI_INT, &first, &status);
        CHECK(first == MPI_MESSAGE_NULL && second == MPI_MESSAGE_NULL && status.MPI_TAG == 4);
        CHECK(status.MPI_SOURCE == size - 1 - from);
        MPI_Wait(&request, &status);
        CHECK(status.MPI_SOURCE == size - 1 - from && status.MPI_TAG == 4);
        for (int i = 0; i < 3; i++)
            CHECK(in[i][0] == 10 * from + i && in[i][length - 1] == 10 * from + i);
        MPI_Waitall(3, sends, MPI_STATUSES_IGNORE);
    }
    MPI_Mprobe(MPI_PROC_NULL, 0, comm, &first, &status);
    CHECK(first == MPI_MESSAGE_NO_PROC && status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG);
    MPI_Mrecv(in[0], 1, MPI_INT, &first, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(first == MPI_MESSAGE_NULL && status.MPI_SOURCE == MPI_PROC_NULL && count == 0);
    MPI_Comm_free(&comm);
}

static void statuses(void)
{
    int x = rank, y = -1, flag, count;
    MPI_Request request, none = MPI_REQUEST_NULL;
    MPI_Status status;
    MPI_Request_get_status(none, &flag, &status);
    CHECK(flag && status.MPI_SOURCE == MPI_ANY_SOURCE && status.MPI_TAG == MPI_ANY_TAG);
    MPI_Irecv(&y, 1, MPI_INT, rank, 8, MPI_COMM_WORLD, &request);
    MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag);
    MPI_Send(&x, 1, MPI_INT, rank, 8, MPI_COMM_WORLD);
    do
        MPI_Request_get_status(request, &flag, &status);
    while (!flag);
    CHECK(request != MPI_REQUEST_NULL && status.MPI_TAG == 8 && status.MPI_SOURCE == rank && y == rank);
    MPI_Wait(&request, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(request == MPI_REQUEST_NULL && count == 1);
    MPI_Status_set_elements(&status, MPI_DOUBLE, 5);
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    CHECK(count == 5);
    MPI_Status_set_cancelled(&status, 1);
    MPI_Test_cancelled(&status, &flag);
    CHECK(flag);
    MPI_Status_set_cancelled(&status, 0);
    MPI_Test_cancelled(&status, &flag);
    CHECK(!flag);
    /* The last message leaves the buffer in MPI_Finalize. */
    static int last[LONG];
    if (rank == 0)
        MPI_Bsend(last, LONG, MPI_INT, size - 1, 77, MPI_COMM_WORLD);
    if (rank == size - 1) {
        static int in[LONG];
        MPI_Recv(in, LONG, MPI_INT, 0, 77, MPI_COMM_WORLD, &status);
        CHECK(status.MPI_TAG == 77);
    }
}

int main(int argc, char **argv)
{
    int all;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    attaching();
    sends();
    detaching();
    prepared();
    found();
    statuses();
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf(all == 0 ? "all is well\n" : "%d errors\n", all);
    MPI_Finalize();
    return 0;
}
