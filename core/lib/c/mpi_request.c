#include <internal_mpi.h>
#include <stdlib.h>

/* Requests are places in a table, from 1. The checks of the simulator read it (core/chip/src/check/requests.rs). */
struct mpimc_operation **mpimc_requests;
int mpimc_request_places;

struct mpimc_operation *mpimc_new_request(const char *function, MPI_Request *request)
{
    int place = 0;
    while (place < mpimc_request_places && mpimc_requests[place] != NULL)
        place++;
    if (place == mpimc_request_places) {
        int more = mpimc_request_places != 0 ? 2 * mpimc_request_places : 16;
        mpimc_requests = mpimc_larger(function, mpimc_requests, mpimc_request_places, more);
        mpimc_request_places = more;
    }
    *request = place + 1;
    mpimc_requests[place] = mpimc_space(function, sizeof(struct mpimc_operation));
    mpimc_requests[place]->lasting = 0;
    return mpimc_requests[place];
}

/* The operation of a request that is not null; null after an error. */
struct mpimc_operation *mpimc_request(const char *function, MPI_Request request)
{
    if (request < 1 || request > mpimc_request_places || mpimc_requests[request - 1] == NULL)
        return mpimc_fail(MPI_ERR_REQUEST, function, MPIMC_NO_REQUEST, request), NULL;
    return mpimc_requests[request - 1];
}

void mpimc_no_request(MPI_Status *status)
{
    if (status != MPI_STATUS_IGNORE)
        *status = (MPI_Status){MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_SUCCESS, 0};
}

/* 1 for a null request, and for one that lasts and is not in use; 2 after an error. */
int mpimc_idle(const char *function, MPI_Request request)
{
    if (request == MPI_REQUEST_NULL)
        return 1;
    struct mpimc_operation *operation = mpimc_request(function, request);
    return operation == NULL ? 2 : operation->lasting == 1;
}

/* Takes a request out of the table. */
void mpimc_forget_request(MPI_Request *request)
{
    mpimc_requests[*request - 1] = NULL;
    *request = MPI_REQUEST_NULL;
}

/* Takes back a request whose operation could not begin. */
int mpimc_give_up(MPI_Request *request, int error)
{
    free(mpimc_requests[*request - 1]);
    mpimc_forget_request(request);
    return error;
}

/* True if a request has ended, which frees it, unless it lasts. An idle request has. The bits from 8 on are the class of
   its error. */
int mpimc_ended(const char *function, MPI_Request *request, MPI_Status *status)
{
    int idle = mpimc_idle(function, *request);
    if (idle != 0) {
        mpimc_no_request(status);
        return idle == 2 ? 1 | MPI_ERR_REQUEST << 8 : 1;
    }
    struct mpimc_operation *operation = mpimc_request(function, *request);
    if (operation->stage != MPIMC_DONE)
        return 0;
    int ended = 1 | mpimc_status(operation, status) << 8;
    mpimc_end(operation);
    if ((operation->lasting & ~MPIMC_SEEN) != 0) {
        operation->lasting = 1;
        return ended;
    }
    free(operation);
    mpimc_forget_request(request);
    return ended;
}

/* The rest of a call that begins an operation and gives its request. */
static int request_of(const char *function, const void *buffer, int count, MPI_Datatype type, int peer, int tag,
                      MPI_Comm comm, enum mpimc_kind kind, MPI_Request *request)
{
    struct mpimc_operation *operation = mpimc_new_request(function, request);
    int error = mpimc_begin(function, operation, buffer, count, type, peer, tag, comm, kind);
    return mpimc_leave(error == MPI_SUCCESS ? error : mpimc_give_up(request, error));
}

/* Begins a send. The buffer must not be written before the request has ended.
   Cost: at most 520 cycles while there is room for the message. */
int MPI_Isend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request)
{
    MPIMC_BEGIN;
    return request_of("MPI_Isend", buffer, count, type, to, tag, comm, MPIMC_SENDS, request);
}

/* Ends only when the receiver has taken the message. */
int MPI_Issend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request)
{
    MPIMC_BEGIN;
    return request_of("MPI_Issend", buffer, count, type, to, tag, comm, MPIMC_WAITS, request);
}

/* The receiver must be there before. */
int MPI_Irsend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request)
{
    MPIMC_BEGIN;
    return request_of("MPI_Irsend", buffer, count, type, to, tag, comm, MPIMC_SENDS, request);
}

int mpimc_nothing(const char *function, MPI_Request *request)
{
    struct mpimc_operation *operation = mpimc_new_request(function, request);
    return mpimc_begin(function, operation, NULL, 0, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPIMC_SENDS);
}

/* Begins a receive. The buffer must not be used before the request has ended. */
int MPI_Irecv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request *request)
{
    MPIMC_BEGIN;
    return request_of("MPI_Irecv", buffer, count, type, from, tag, comm, MPIMC_RECEIVES, request);
}

/* Waits until a request has ended. */
int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
    MPIMC_BEGIN;
    if (!mpimc_idle("MPI_Wait", *request))
        mpimc_wait(mpimc_request("MPI_Wait", *request));
    MPIMC_TRY(mpimc_ended("MPI_Wait", request, status) >> 8);
    MPIMC_RETURN;
}

int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[])
{
    MPIMC_BEGIN;
    int error = MPI_SUCCESS;
    for (int i = 0; i < count; i++)
        error |= MPI_Wait(&requests[i], statuses != MPI_STATUSES_IGNORE ? &statuses[i] : MPI_STATUS_IGNORE);
    MPIMC_TRY(error == MPI_SUCCESS ? error : MPI_ERR_IN_STATUS);
    MPIMC_RETURN;
}
