#include <internal_mpi.h>
#include <stdlib.h>

/* Makes a request from an operation that has not begun: it is idle until MPI_Start. */
static void keep(struct mpimc_operation *operation, int peer, int tag)
{
    operation->want_peer = peer;
    operation->want_tag = tag;
    operation->lasting = 1;
    if (operation->type < 0)
        mpimc_layout_of(operation->type)->open++;
}

static int prepare(const char *function, const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
                   enum mpimc_kind kind, MPI_Request *request)
{
    struct mpimc_operation *s = mpimc_new_request(function, request);
    int error = mpimc_begin(function, s, buffer, count, type, MPI_PROC_NULL, tag, comm, kind);
    if (error == MPI_SUCCESS && to != MPI_PROC_NULL)
        error = mpimc_check_rank(MPI_ERR_RANK, function, to, comm);
    if (error != MPI_SUCCESS)
        return mpimc_give_up(request, error);
    keep(s, to == MPI_PROC_NULL ? to : mpimc_at(comm, to), tag);
    return MPI_SUCCESS;
}

/* Prepares a send that MPI_Start begins again and again. The request lasts until MPI_Request_free.
   Cost: at most 250 cycles; MPI_Start takes as long as MPI_Isend. */
int MPI_Send_init(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request)
{
    return prepare("MPI_Send_init", buffer, count, type, to, tag, comm, MPIMC_SENDS, request);
}

/* The same for a send that waits for its receive, and for one whose receive must be there before. */
int MPI_Ssend_init(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request)
{
    return prepare("MPI_Ssend_init", buffer, count, type, to, tag, comm, MPIMC_WAITS, request);
}

int MPI_Rsend_init(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request)
{
    return prepare("MPI_Rsend_init", buffer, count, type, to, tag, comm, MPIMC_SENDS, request);
}

/* The same for a receive. */
int MPI_Recv_init(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request *request)
{
    struct mpimc_operation *r = mpimc_new_request("MPI_Recv_init", request);
    int error = mpimc_begin("MPI_Recv_init", r, buffer, count, type, MPI_PROC_NULL, tag, comm, MPIMC_RECEIVES);
    int one = from != MPI_PROC_NULL && from != MPI_ANY_SOURCE;
    if (error == MPI_SUCCESS && one)
        error = mpimc_check_rank(MPI_ERR_RANK, "MPI_Recv_init", from, comm);
    if (error != MPI_SUCCESS)
        return mpimc_give_up(request, error);
    keep(r, one ? mpimc_at(comm, from) : from, tag);
    return MPI_SUCCESS;
}

/* Begins a prepared send or receive. */
int MPI_Start(MPI_Request *request)
{
    MPIMC_BEGIN;
    struct mpimc_operation *operation = mpimc_request("MPI_Start", *request);
    if (operation == NULL)
        return mpimc_leave(MPI_ERR_REQUEST);
    if (operation->lasting != 1)
        MPIMC_TRY(mpimc_fail(MPI_ERR_REQUEST, "MPI_Start", MPIMC_NOT_PREPARED, *request));
    operation->lasting = 2;
    operation->peer = operation->want_peer;
    operation->tag = operation->want_tag;
    operation->length = operation->receive ? 0 : operation->bytes;
    operation->stage = MPIMC_DONE;
    if (operation->waits == MPIMC_BUFFERED)
        MPIMC_TRY(mpimc_start_buffered(operation));
    else if (operation->peer != MPI_PROC_NULL)
        mpimc_start(operation);
    else if (operation->receive)
        operation->tag = MPI_ANY_TAG;
    MPIMC_RETURN;
}

int MPI_Startall(int count, MPI_Request requests[])
{
    MPIMC_BEGIN;
    for (int i = 0; i < count; i++)
        MPIMC_TRY(MPI_Start(&requests[i]));
    MPIMC_RETURN;
}

/* Gives a request up. What it has begun goes on; its record is kept then. */
int MPI_Request_free(MPI_Request *request)
{
    struct mpimc_operation *operation = mpimc_request("MPI_Request_free", *request);
    if (operation == NULL)
        return MPI_ERR_REQUEST;
    if (operation->context & 1)
        return mpimc_fail(MPI_ERR_REQUEST, "MPI_Request_free", MPIMC_ENDS_BY_WAIT, *request);
    if (operation->stage == MPIMC_DONE) {
        /* A prepared request that is not in use has no row of its own. */
        if (operation->lasting != 1)
            mpimc_end(operation);
        /* A prepared one also holds its type, as an empty send does. */
        if (operation->lasting & ~MPIMC_SEEN) {
            *operation = (struct mpimc_operation){.type = operation->type};
            mpimc_end(operation);
        }
        free(operation);
    }
    mpimc_forget_request(request);
    return MPI_SUCCESS;
}

/* Ends a receive that no message has reached; another operation goes on. MPI_Wait must still be called. */
int MPI_Cancel(MPI_Request *request)
{
    MPIMC_BEGIN;
    struct mpimc_operation *operation = mpimc_request("MPI_Cancel", *request);
    if (operation == NULL)
        return mpimc_leave(MPI_ERR_REQUEST);
    if (operation->context & 1)
        MPIMC_TRY(mpimc_fail(MPI_ERR_REQUEST, "MPI_Cancel", MPIMC_ENDS_BY_WAIT, *request));
    mpimc_progress();
    for (struct mpimc_operation **link = &mpimc_state.receives; *link != NULL; link = &(*link)->next) {
        if (*link != operation)
            continue;
        *link = operation->next;
        operation->stage = MPIMC_DONE;
        operation->length = (unsigned)-1;
        break;
    }
    MPIMC_RETURN;
}

int MPI_Test_cancelled(const MPI_Status *status, int *flag)
{
    *flag = status->_bytes == -1;
    return MPI_SUCCESS;
}
