#include <internal_mpi.h>

static int fits(int from, int tag, unsigned context, int source, unsigned label)
{
    return label >> 16 == context && (from == MPIMC_ANY || from == source) &&
           (tag == MPIMC_ANY || (unsigned)tag == (label & 0xffff));
}

static void found(MPI_Comm comm, int source, unsigned label, unsigned bytes, MPI_Status *status)
{
    if (status == MPI_STATUS_IGNORE)
        return;
    status->MPI_SOURCE = source < 0 ? source : mpimc_rank_in(comm, source);
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
        if (fits(source, tag, MPIMC_POINT(comm), source, end[0])) {
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
            if (!fits(from, tag, context, early->source, early->label))
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

/* Looks for a message without taking it. The same rank's receive then takes just this one.
   Cost: at most 250 + 45 nodes cycles. */
int MPI_Iprobe(int from, int tag, MPI_Comm comm, int *flag, MPI_Status *status)
{
    MPIMC_BEGIN;
    MPIMC_TRY(check("MPI_Iprobe", from, tag, comm));
    *flag = 1;
    if (from == MPI_PROC_NULL)
        found(MPI_COMM_WORLD, MPI_PROC_NULL, 0xffff, 0, status);
    else
        *flag = look(from, tag, comm, status);
    if (from == MPI_PROC_NULL && status != MPI_STATUS_IGNORE)
        status->MPI_TAG = MPI_ANY_TAG;
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
