/* Carries out a script of sends and receives, and prints which message each receive has got. The test that includes this
   text puts the script before it: ROUNDS, OPS, BYTES, `ops` and `wanted`. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static unsigned char buffers[OPS][BYTES + 4];
static MPI_Request requests[OPS];
static MPI_Status statuses[OPS];
static int numbers[OPS]; /* of a request, the place of its operation in the script */

static int is_good(const unsigned char *bytes, int id, int length)
{
    for (int i = 4; i < length; i++)
        if (bytes[i] != (unsigned char)(id * 31 + i))
            return 0;
    return 1;
}

static void begin(const struct op *op, unsigned char *buffer, MPI_Comm comm, MPI_Request *request)
{
    if (op->kind == RECEIVE) {
        MPI_Irecv(buffer, BYTES, MPI_BYTE, op->peer, op->tag, comm, request);
        return;
    }
    memcpy(buffer, &op->id, 4);
    for (int i = 4; i < op->bytes; i++)
        buffer[i] = (unsigned char)(op->id * 31 + i);
    (op->kind == WAITS ? MPI_Issend : MPI_Isend)(buffer, op->bytes, MPI_BYTE, op->peer, op->tag, comm, request);
}

int main(int argc, char **argv)
{
    int rank, flag;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm comms[2] = {MPI_COMM_WORLD};
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
    for (int round = 0; round < ROUNDS; round++) {
        int count = 0, left = wanted[round][rank];
        for (int i = 0; i < OPS; i++) {
            const struct op *op = &ops[round][i];
            if (op->rank != rank)
                continue;
            if (op->kind == REST) {
                for (volatile int wait = 0; wait < op->bytes; wait++)
                    ;
                /* A call of MPI in which messages may arrive. */
                MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comms[op->comm], &flag, MPI_STATUS_IGNORE);
                continue;
            }
            numbers[count] = i;
            left += op->kind != RECEIVE;
            begin(op, buffers[i] + op->shift, comms[op->comm], &requests[count++]);
        }
        while (left > 0) {
            int ended, indices[OPS];
            MPI_Status some[OPS];
            MPI_Waitsome(count, requests, &ended, indices, some);
            for (int i = 0; i < ended; i++)
                statuses[indices[i]] = some[i];
            left -= ended;
        }
        for (int i = 0; i < count; i++) {
            const struct op *op = &ops[round][numbers[i]];
            int id, length, cancelled = 0;
            if (requests[i] != MPI_REQUEST_NULL) {
                MPI_Cancel(&requests[i]);
                MPI_Wait(&requests[i], &statuses[i]);
                MPI_Test_cancelled(&statuses[i], &cancelled);
                printf("%d %d none %d\n", round, numbers[i], cancelled);
                continue;
            }
            if (op->kind != RECEIVE)
                continue;
            const unsigned char *bytes = buffers[numbers[i]] + op->shift;
            memcpy(&id, bytes, 4);
            MPI_Get_count(&statuses[i], MPI_BYTE, &length);
            printf("%d %d %d %d %d %d %d\n", round, numbers[i], id, statuses[i].MPI_SOURCE, statuses[i].MPI_TAG, length,
                   is_good(bytes, id, length));
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Comm_free(&comms[1]);
    MPI_Finalize();
    return 0;
}
