#include <internal_mpi.h>
#include <string.h>

/* Buffered sends. The message is copied into the buffer of the program, and from there it is sent like one of MPI_Isend: whenever
   this rank is in a call of MPI. Cost: that of MPI_Isend, a memcpy, and at most 40 cycles for each message in the buffer. */

/* A message in the buffer, in the order of addresses. */
struct piece {
    struct mpimc_operation send;
    struct piece *next;
    unsigned bytes; /* of the words that follow */
};
/* The buffer may begin anywhere, and the message end anywhere. */
_Static_assert(sizeof(struct piece) + 6 <= MPI_BSEND_OVERHEAD, "MPI_BSEND_OVERHEAD");

static struct {
    char *given, *begin, *end;
    struct piece *first;
} store;

/* Place for a message behind one that has gone; null if there is none. */
static struct piece *room(unsigned bytes)
{
    bytes = (bytes + 3) & ~3u;
    for (struct piece **link = &store.first; *link != NULL;) {
        if ((*link)->send.stage == MPIMC_DONE)
            *link = (*link)->next;
        else
            link = &(*link)->next;
    }
    char *at = store.begin;
    for (struct piece **link = &store.first;; link = &(*link)->next) {
        char *end = *link != NULL ? (char *)*link : store.end;
        if (end - at >= (int)(sizeof(struct piece) + bytes)) {
            struct piece *made = (struct piece *)at;
            made->next = *link;
            made->bytes = bytes;
            return *link = made;
        }
        if (*link == NULL)
            return NULL;
        at = (char *)(*link + 1) + (*link)->bytes;
    }
}

/* Waits until all messages have left the buffer. */
static void wait_for_all(void)
{
    for (; store.first != NULL; store.first = store.first->next)
        if (store.first->send.stage != MPIMC_DONE)
            mpimc_wait(&store.first->send);
}

int mpimc_end_buffer(int at_end)
{
    if (at_end)
        wait_for_all();
    return 0;
}

static struct mpimc_hook hook = {NULL, mpimc_end_buffer};

/* The arguments are checked, but for the buffer. */
static int check(const char *function, const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    MPIMC_ASK(mpimc_check(function, buffer, count, type, comm));
    MPIMC_ASK(mpimc_check_tag(function, tag, 0));
    return to == MPI_PROC_NULL ? MPI_SUCCESS : mpimc_check_rank(MPI_ERR_RANK, function, to, comm);
}

static int send(const char *function, const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    MPIMC_ASK(check(function, buffer, count, type, to, tag, comm));
    if (to == MPI_PROC_NULL)
        return MPI_SUCCESS;
    unsigned bytes = (unsigned)count * mpimc_size(type);
    mpimc_progress();
    struct piece *piece = room(bytes);
    if (piece == NULL)
        return mpimc_fail(MPI_ERR_BUFFER, function, MPIMC_NO_BUFFER_ROOM, (int)(bytes + MPI_BSEND_OVERHEAD));
    mpimc_take_elements((char *)(piece + 1), buffer, bytes, type);
    return mpimc_begin(function, &piece->send, piece + 1, (int)bytes, MPI_BYTE, to, tag, comm, MPIMC_SENDS);
}

/* The operation has ended as soon as its message is in the buffer. */
int mpimc_bsend_again(struct mpimc_operation *o)
{
    MPI_Comm comm = (MPI_Comm)(o->context >> 1);
    o->peer = MPI_PROC_NULL;
    int to = o->want_peer == MPI_PROC_NULL ? MPI_PROC_NULL : mpimc_rank_in(comm, o->want_peer);
    return send("MPI_Start", o->user, o->count, o->type, to, o->want_tag, comm);
}

/* Gives the buffer for MPI_Bsend. Each message takes its bytes and MPI_BSEND_OVERHEAD of it. */
int MPI_Buffer_attach(void *buffer, int bytes)
{
    MPIMC_ASK(mpimc_check("MPI_Buffer_attach", NULL, 0, MPI_BYTE, MPI_COMM_WORLD));
    if (bytes < 0)
        return mpimc_fail(MPI_ERR_ARG, "MPI_Buffer_attach", MPIMC_NEGATIVE_SIZE, bytes);
    if (store.given != NULL)
        return mpimc_fail(MPI_ERR_BUFFER, "MPI_Buffer_attach", MPIMC_BUFFER_ATTACHED, store.end - store.given);
    store.given = buffer;
    store.begin = (char *)(((unsigned)buffer + 3) & ~3u);
    store.end = store.given + bytes;
    mpimc_add_hook(&hook);
    return MPI_SUCCESS;
}

/* Waits until all messages have left the buffer, and gives it back: `buffer` is the place of a pointer. */
int MPI_Buffer_detach(void *buffer, int *bytes)
{
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_check("MPI_Buffer_detach", bytes, 1, MPI_INT, MPI_COMM_WORLD));
    if (store.given == NULL)
        MPIMC_TRY(mpimc_fail(MPI_ERR_BUFFER, "MPI_Buffer_detach", MPIMC_NO_BUFFER, 0));
    wait_for_all();
    *(void **)buffer = store.given;
    *bytes = store.end - store.given;
    store.given = store.begin = store.end = NULL;
    mpimc_remove_hook(&hook);
    MPIMC_RETURN;
}

/* Copies the message into the buffer that is attached, and does not wait for its receive. */
int MPI_Bsend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    MPIMC_BEGIN;
    return mpimc_leave(send("MPI_Bsend", buffer, count, type, to, tag, comm));
}

/* The same; the request has ended. */
int MPI_Ibsend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request)
{
    MPIMC_BEGIN;
    MPIMC_TRY(send("MPI_Ibsend", buffer, count, type, to, tag, comm));
    return mpimc_leave(mpimc_nothing("MPI_Ibsend", request));
}

/* Prepares such a send; MPI_Start copies the message. */
int MPI_Bsend_init(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request)
{
    MPIMC_ASK(check("MPI_Bsend_init", buffer, count, type, to, tag, comm));
    MPIMC_ASK(MPI_Send_init(buffer, count, type, to, tag, comm, request));
    mpimc_request("MPI_Bsend_init", *request)->waits = MPIMC_BUFFERED;
    mpimc_start_buffered = mpimc_bsend_again;
    return MPI_SUCCESS;
}
