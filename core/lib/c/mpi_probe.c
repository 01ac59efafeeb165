#include <internal_mpi.h>

static int fits(int tag, unsigned context, unsigned label)
{
    return label >> 16 == context && (tag == MPI_ANY_TAG || (unsigned)tag == (label & 0xffff));
}

static void found(MPI_Comm comm, int source, unsigned label, unsigned bytes, MPI_Status *status)
{
    if (status == MPI_STATUS_IGNORE)
        return;
    status->MPI_SOURCE = mpimc_rank_in(comm, source);
    status->MPI_TAG = (int)(label & 0xffff);
    status->MPI_ERROR = MPI_SUCCESS;
    status->_bytes = (int)bytes;
}

static int check(const char *function, int from, int tag, MPI_Comm comm)
{
    MPIMC_ASK(mpimc_check(function, NULL, 0, MPI_BYTE, comm));
    MPIMC_ASK(mpimc_check_tag(function, tag, 1));
    if (from == MPI_ANY_SOURCE || from == MPI_PROC_NULL)
        return MPI_SUCCESS;
    return mpimc_check_rank(MPI_ERR_RANK, function, from, comm);
}

/* Looks at the next messages of a source, and lets those leave their slots that are before it. 1 if it is there. 2 if receives
   that are open were served, since one of these messages may have arrived just now: then one that is wanted may have left its
   slot. */
static __attribute__((noinline)) int look_at(int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    volatile unsigned *end;
    int served = 0;
    while ((end = mpimc_arrived(source)) != NULL) {
        if (fits(tag, MPIMC_POINT(comm), end[0])) {
            found(comm, source, end[0], end[1] & MPIMC_LARGE ? end[-2] : end[1], status);
            return 1;
        }
        unsigned received = mpimc_state.peers[source].received;
        if (mpimc_state.receives != NULL) {
            mpimc_progress();
            served = 2;
        }
        if (mpimc_state.peers[source].received == received)
            mpimc_set_aside(source);
    }
    return served;
}

/* Looks for a message that a receive with these arguments would take. Messages before it leave their slots. */
static int look(int from, int tag, MPI_Comm comm, MPI_Status *status)
{
    if (from != MPI_ANY_SOURCE)
        from = mpimc_at(comm, from);
    unsigned context = MPIMC_POINT(comm);
    int nodes = mpimc_state.nodes, there = 0;
    mpimc_progress();
    do {
        for (struct mpimc_message *early = mpimc_state.early; early != NULL; early = early->next) {
            if ((from != MPI_ANY_SOURCE && from != early->source) || !fits(tag, context, early->label))
                continue;
            int large = (early->info & MPIMC_LARGE) != 0;
            unsigned bytes = large ? early->words[MPIMC_MAX_SLOT - MPIMC_ENVELOPE - 2] : early->info;
            found(comm, early->source, early->label, bytes, status);
            return 1;
        }
        int source = from, left = 1;
        if (from == MPI_ANY_SOURCE) {
            source = mpimc_state.next_source;
            left = nodes;
        }
        for (there = 0; left > 0 && there == 0; left--) {
            if (mpimc_arrived(source) != NULL)
                there = look_at(source, tag, comm, status);
            if (++source == nodes)
                source = 0;
        }
    } while (there == 2);
    return there;
}

/* Messages that MPI_Mprobe has found: no receive sees them. */
static struct mpimc_message *matched;

/* Puts the message that `look` has found among them. */
static MPI_Message match(MPI_Comm comm, const MPI_Status *status)
{
    int source = mpimc_at(comm, status->MPI_SOURCE);
    unsigned label = MPIMC_LABEL(MPIMC_POINT(comm), status->MPI_TAG);
    for (;;) {
        struct mpimc_message **link = &mpimc_state.early;
        while (*link != NULL && ((*link)->source != source || (*link)->label != label))
            link = &(*link)->next;
        struct mpimc_message *message = *link;
        if (message != NULL) {
            *link = message->next;
            message->next = matched;
            matched = message;
            return (MPI_Message)message;
        }
        /* It is the next one in its slots. */
        mpimc_set_aside(source);
    }
}

/* Looks for a message, or waits for one, and keeps it from all receives but MPI_Mrecv. */
static int mprobe(const char *function, int from, int tag, MPI_Comm comm, int *flag, int waits, MPI_Message *message,
                  MPI_Status *status)
{
    MPIMC_ASK(check(function, from, tag, comm));
    MPI_Status own;
    *message = MPI_MESSAGE_NULL;
    *flag = 1;
    if (from == MPI_PROC_NULL) {
        *message = MPI_MESSAGE_NO_PROC;
        own = (MPI_Status){MPI_PROC_NULL, MPI_ANY_TAG, MPI_SUCCESS, 0};
    } else {
        while (!look(from, tag, comm, &own)) {
            if (!waits) {
                *flag = 0;
                return MPI_SUCCESS;
            }
            mpimc_watch(from >= 0 ? mpimc_at(comm, from) : from);
        }
        *message = match(comm, &own);
    }
    if (status != MPI_STATUS_IGNORE)
        *status = own;
    return MPI_SUCCESS;
}

/* Cost: that of MPI_Probe, and of MPI_Recv. */
int MPI_Mprobe(int from, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status)
{
    MPIMC_BEGIN;
    int flag;
    return mpimc_leave(mprobe("MPI_Mprobe", from, tag, comm, &flag, 1, message, status));
}

int MPI_Improbe(int from, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status)
{
    MPIMC_BEGIN;
    return mpimc_leave(mprobe("MPI_Improbe", from, tag, comm, flag, 0, message, status));
}

/* Begins the receive of a message that was found: the message is there, so this receive gets it before all others. */
static int begin(const char *function, struct mpimc_operation *r, void *buffer, int count, MPI_Datatype type,
                 MPI_Message *handle)
{
    if (*handle == MPI_MESSAGE_NO_PROC) {
        *handle = MPI_MESSAGE_NULL;
        return mpimc_begin(function, r, buffer, count, type, MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_WORLD, MPIMC_RECEIVES);
    }
    struct mpimc_message **link = &matched;
    while (*link != NULL && (MPI_Message)*link != *handle)
        link = &(*link)->next;
    struct mpimc_message *message = *link;
    if (message == NULL)
        return mpimc_fail(MPI_ERR_REQUEST, function, MPIMC_NO_MESSAGE, *handle);
    MPI_Comm comm = (MPI_Comm)(message->label >> 17);
    MPIMC_ASK(mpimc_check(function, buffer, count, type, comm));
    *link = message->next;
    message->next = mpimc_state.early;
    mpimc_state.early = message;
    *handle = MPI_MESSAGE_NULL;
    return mpimc_begin(function, r, buffer, count, type, mpimc_rank_in(comm, message->source),
                       (int)(message->label & 0xffff), comm, MPIMC_RECEIVES);
}

/* Takes the message that MPI_Mprobe has found. */
int MPI_Mrecv(void *buffer, int count, MPI_Datatype type, MPI_Message *message, MPI_Status *status)
{
    MPIMC_BEGIN;
    struct mpimc_operation r;
    MPIMC_TRY(begin("MPI_Mrecv", &r, buffer, count, type, message));
    if (r.stage != MPIMC_DONE)
        mpimc_wait(&r);
    int error = mpimc_status(&r, status);
    mpimc_end(&r);
    return mpimc_leave(error);
}

int MPI_Imrecv(void *buffer, int count, MPI_Datatype type, MPI_Message *message, MPI_Request *request)
{
    MPIMC_BEGIN;
    int error = begin("MPI_Imrecv", mpimc_new_request("MPI_Imrecv", request), buffer, count, type, message);
    return mpimc_leave(error == MPI_SUCCESS ? error : mpimc_give_up(request, error));
}

/* Looks for a message without taking it. The same rank's receive then takes just this one.
   Cost: at most 250 + 45 nodes cycles. */
int MPI_Iprobe(int from, int tag, MPI_Comm comm, int *flag, MPI_Status *status)
{
    MPIMC_BEGIN;
    MPIMC_TRY(check("MPI_Iprobe", from, tag, comm));
    *flag = 1;
    if (from != MPI_PROC_NULL)
        *flag = look(from, tag, comm, status);
    else if (status != MPI_STATUS_IGNORE)
        *status = (MPI_Status){MPI_PROC_NULL, MPI_ANY_TAG, MPI_SUCCESS, 0};
    MPIMC_RETURN;
}

/* Waits for a message without taking it. */
int MPI_Probe(int from, int tag, MPI_Comm comm, MPI_Status *status)
{
    MPIMC_BEGIN;
    int flag;
    MPIMC_TRY(check("MPI_Probe", from, tag, comm));
    if (from == MPI_PROC_NULL)
        MPI_Iprobe(from, tag, comm, &flag, status);
    else
        while (!look(from, tag, comm, status))
            mpimc_watch(from >= 0 ? mpimc_at(comm, from) : from);
    MPIMC_RETURN;
}
