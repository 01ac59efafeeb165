#include <internal_mpi_types.h>
#include <internal_mpi_win.h>

/* What the ranks of windows ask each other to do. Cost: an order takes its origin at most 1000 cycles, and its target at most
   1500, and 70 for each part between gaps; data of more than 20 bytes are another message. */

/* An order that has come, with what belongs to it. */
struct job {
    struct job *next;
    int source;
    char *layout, *data;
    struct mpimc_operation header, layout_receive, data_receive;
    /* After the order, at a multiple of 8, the data that came with it. */
    union {
        struct mpimc_order order;
        double words[(sizeof(struct mpimc_order) + MPIMC_WITH_ORDER + 7) / 8];
    } got;
};

static struct job *waiting, *jobs; /* `waiting` is the place for the next order, */
static int looks, source;          /* for which a receive from this source is open; those after it may have sent orders too */
static struct mpimc_window_message *messages;
static int length; /* of that list */
/* A receive that no message fits. While it is open, no call of MPI waits without looking at anything else. */
static struct mpimc_operation guard;

static void begin(struct mpimc_operation *o, int world, int tag, void *buffer, unsigned bytes, int receive)
{
    *o = (struct mpimc_operation){.buffer = buffer, .bytes = bytes, .peer = world, .tag = tag, .function = "MPI_Win"};
    o->receive = (unsigned char)receive;
}

static void look_for_order(int from)
{
    looks = 1;
    begin(&waiting->header, from, MPIMC_ORDER, &waiting->got, sizeof waiting->got, 1);
    mpimc_open(&waiting->header);
}

static void close(struct mpimc_operation *receive)
{
    struct mpimc_operation **link = &mpimc_state.receives;
    while (*link != NULL && *link != receive)
        link = &(*link)->next;
    if (*link != NULL)
        *link = receive->next;
}

static struct job *new_job(void)
{
    struct job *job = mpimc_space("MPI_Win", sizeof *job);
    job->layout = job->data = NULL;
    job->next = NULL;
    job->layout_receive.stage = job->data_receive.stage = MPIMC_DONE;
    return job;
}

static void append(struct job *job)
{
    struct job **last = &jobs;
    while (*last != NULL)
        last = &(*last)->next;
    *last = job;
}

/* A message that is freed when it has ended. */
static struct mpimc_window_message *message(const char *function, struct mpimc_window *win, int rank, unsigned room,
                                            struct mpimc_operation *request)
{
    struct mpimc_window_message *made = mpimc_space(function, sizeof *made + room), **last = &messages;
    made->next = NULL;
    made->win = win;
    made->rank = rank;
    made->owned = made->rings = 0;
    made->request = request;
    length++;
    while (*last != NULL)
        last = &(*last)->next;
    *last = made;
    return made;
}

/* Answers with words of the window, as they are now. */
static void answer(const struct job *job, const void *place, unsigned bytes)
{
    struct mpimc_window_message *m = message("MPI_Win", job->got.order.win, -1, 0, NULL);
    begin(&m->operation, job->source, MPIMC_ANSWER, (void *)place, bytes, 0);
    mpimc_open(&m->operation);
    if (m->operation.stage == MPIMC_DONE || bytes == 0)
        return;
    m->operation.buffer = mpimc_space("MPI_Win", bytes);
    m->owned = 1;
    memcpy(m->operation.buffer, place, bytes);
}

static void answer_row(const struct job *job, const struct mpimc_layout *layout, char *place, unsigned bytes)
{
    struct mpimc_window_message *m = message("MPI_Win", job->got.order.win, -1, bytes, NULL);
    mpimc_window_copy(layout, place, (char *)(m + 1), bytes, 0);
    begin(&m->operation, job->source, MPIMC_ANSWER, m + 1, bytes, 0);
    mpimc_open(&m->operation);
}

/* Gives the locks that can be given, in the order in which they were asked for. */
static void grant(struct mpimc_window *win)
{
    struct mpimc_window_lock *lock;
    while ((lock = win->waiting) != NULL && !win->exclusive && (lock->type == MPI_LOCK_SHARED || win->shared == 0)) {
        win->waiting = lock->next;
        if (lock->type == MPI_LOCK_SHARED)
            win->shared++;
        else
            win->exclusive = 1;
        struct mpimc_window_message *m = message("MPI_Win_lock", win, -1, 0, NULL);
        begin(&m->operation, win->peers[lock->rank].world, MPIMC_GRANT, NULL, 0, 0);
        mpimc_open(&m->operation);
        free(lock);
    }
}

void mpimc_window_copy(const struct mpimc_layout *layout, char *place, char *row, unsigned bytes, int back)
{
    mpimc_copy_parts(layout, row, bytes, place, back);
}

/* Only programs that accumulate have it. */
extern void mpimc_window_apply(int op, MPI_Datatype type, char *data, char *place, const struct mpimc_layout *layout,
                               unsigned bytes) __attribute__((weak));

/* Uses the memory of the window. */
static void use(struct job *job)
{
    const struct mpimc_order *order = &job->got.order;
    const struct mpimc_layout *layout = (const struct mpimc_layout *)job->layout;
    char *place = order->at;
    if (order->win->reach != NULL) {
        int low = 0, high = (int)order->bytes;
        /* The data may end within an element, which is there as a whole. */
        if (layout != NULL)
            mpimc_layout_span(layout, (high + layout->bytes - 1) / layout->bytes, &low, &high);
        order->win->reach(order->win, order, low, high);
    }
    if (order->kind != MPIMC_UPDATE && order->answer != NULL) {
        if (job->source == mpimc_state.rank)
            memcpy(order->answer, place, order->bytes);
        else {
            wait_for_interface();
            put(mpimc_state.peers[job->source].id, order->answer, place, order->bytes);
            mc_wait();
        }
        answer(job, NULL, 0);
    } else if (order->kind != MPIMC_UPDATE && layout != NULL)
        answer_row(job, layout, place, order->bytes);
    else if (order->kind != MPIMC_UPDATE)
        answer(job, place, order->bytes);
    if (order->kind == MPIMC_SWAP) {
        unsigned half = order->bytes;
        if (memcmp(place, job->data + half, half) == 0)
            memcpy(place, job->data, half);
    } else if (order->op == MPI_REPLACE && layout != NULL)
        mpimc_window_copy(layout, place, job->data, order->bytes, 1);
    else if (order->op == MPI_REPLACE)
        mpimc_copy(place, job->data, order->bytes);
    else if (order->op != MPI_NO_OP && mpimc_window_apply != NULL)
        mpimc_window_apply(order->op, order->type, job->data, place, layout, order->bytes);
}

static void carry_out(struct job *job)
{
    const struct mpimc_order *order = &job->got.order;
    struct mpimc_window *win = order->win;
    struct mpimc_window_lock *lock, **last = &win->waiting;
    switch (order->kind) {
    case MPIMC_FLUSH:
        answer(job, NULL, 0);
        break;
    case MPIMC_LOCK:
        lock = mpimc_space("MPI_Win_lock", sizeof *lock);
        *lock = (struct mpimc_window_lock){NULL, order->rank, order->op};
        while (*last != NULL)
            last = &(*last)->next;
        *last = lock;
        grant(win);
        break;
    case MPIMC_UNLOCK:
        if (order->op == MPI_LOCK_SHARED)
            win->shared--;
        else
            win->exclusive = 0;
        answer(job, NULL, 0);
        grant(win);
        break;
    case MPIMC_POST:
        win->peers[order->rank].posted++;
        break;
    case MPIMC_COMPLETE:
        win->completed++;
        break;
    default:
        use(job);
        win->peers[order->rank].done++;
    }
    if (job->data != (char *)(&job->got.order + 1))
        free(job->data);
    free(job->layout);
    free(job);
}

/* An order has come: its layout and data follow, unless they came with it. */
static void take(struct job *job)
{
    const struct mpimc_order *order = &job->got.order;
    unsigned bytes = order->kind == MPIMC_SWAP ? 2 * order->bytes : order->bytes;
    job->source = job->header.peer;
    if (order->layout != 0) {
        job->layout = mpimc_space("MPI_Win", order->layout);
        begin(&job->layout_receive, job->source, MPIMC_ORDER_DATA, job->layout, order->layout, 1);
        mpimc_open(&job->layout_receive);
    }
    if (order->kind > MPIMC_SWAP || order->op == MPI_NO_OP || bytes == 0 || job->header.length > sizeof *order)
        job->data = (char *)(order + 1);
    else {
        job->data = mpimc_space("MPI_Win", bytes);
        begin(&job->data_receive, job->source, MPIMC_ORDER_DATA, job->data, bytes, 1);
        mpimc_open(&job->data_receive);
    }
    append(job);
}

/* True if the order of a rank before this one has not been carried out. */
static int is_behind(const struct job *job)
{
    for (const struct job *other = jobs; other != job; other = other->next)
        if (other->source == job->source)
            return 1;
    return 0;
}

/* Says that an order has been sent. */
static void ring(struct mpimc_window_message *m)
{
    static unsigned number;
    m->rings = 0;
    unsigned *out = next_staged();
    *out = (unsigned)mpimc_state.rank << 20 | (++number & 0xfffff);
    put(mpimc_state.peers[m->operation.peer].id, &mpimc_bell, out, 4);
}

/* Messages that were taken from all sources. */
static unsigned taken(void)
{
    unsigned sum = 0;
    for (int rank = 0; rank < mpimc_state.nodes; rank++)
        sum += mpimc_state.peers[rank].received;
    return sum;
}

/* Looks for orders: after a bell at all sources, one after the other. The next message of a source may be no order: then an order
   may be behind it, so all sources are looked at again as soon as a message was taken. */
static int look(void)
{
    static int blocked;
    static unsigned blocked_at;
    if (looks && waiting->header.stage == MPIMC_DONE) {
        struct job *job = waiting;
        int from = waiting->header.peer;
        waiting = new_job();
        take(job);
        look_for_order(from);
        return 1;
    }
    if (looks && waiting->header.stage != MPIMC_QUEUED)
        return 0;
    if (looks) {
        close(&waiting->header);
        looks = 0;
        if (waiting->header.peer == source) {
            source++;
            blocked = 1;
            blocked_at = taken();
        }
    }
    if (source >= mpimc_state.nodes && (mpimc_bell != mpimc_heard || (blocked && taken() != blocked_at))) {
        mpimc_heard = mpimc_bell;
        blocked = 0;
        source = 0;
    }
    /* Other receives may have moved an order out of its slot. */
    for (const struct mpimc_message *early = mpimc_state.early; early != NULL; early = early->next)
        if (early->label == MPIMC_LABEL(0u, MPIMC_ORDER)) {
            look_for_order(early->source);
            return 1;
        }
    /* As mpimc_arrived, but in line, because there may be many sources. */
    for (; source < mpimc_state.nodes; source++) {
        const struct mpimc_peer *peer = &mpimc_state.peers[source];
        if (next_end(peer)[-1] == peer->received + 1) {
            look_for_order(source);
            return 1;
        }
    }
    return 0;
}

/* Does what others ask of this rank's windows. At the end it frees the windows that are left. */
int mpimc_serve(int at_end)
{
    int did = 0;
    while (at_end && mpimc_windows != NULL)
        mpimc_window_end(mpimc_windows);
    if (waiting == NULL)
        return 0;
    did = look();
    for (struct job **link = &jobs; *link != NULL;) {
        struct job *job = *link;
        if (job->layout_receive.stage == MPIMC_DONE && job->data_receive.stage == MPIMC_DONE && !is_behind(job)) {
            *link = job->next;
            carry_out(job);
            did = 1;
        } else
            link = &job->next;
    }
    for (struct mpimc_window_message **link = &messages; *link != NULL;) {
        struct mpimc_window_message *m = *link;
        if (m->rings && m->operation.stage != MPIMC_QUEUED)
            ring(m);
        if (m->operation.stage != MPIMC_DONE) {
            link = &m->next;
            continue;
        }
        *link = m->next;
        mpimc_end(&m->operation);
        if (m->owned)
            free(m->operation.buffer);
        struct mpimc_window_message *same = messages;
        while (m->request != NULL && same != NULL && same->request != m->request)
            same = same->next;
        if (m->request != NULL && same == NULL)
            m->request->stage = MPIMC_DONE;
        length--;
        free(m);
    }
    return did;
}

static struct mpimc_hook hook = {NULL, mpimc_serve};

void mpimc_window_serve(void)
{
    if (waiting != NULL)
        return;
    mpimc_add_hook(&hook);
    waiting = new_job();
    looks = 0;
    source = mpimc_state.nodes;
    begin(&guard, mpimc_state.rank, MPIMC_NO_ORDER_TAG, NULL, 0, 1);
    mpimc_open(&guard);
    mpimc_heard = mpimc_bell - 1; /* others may have sent orders already */
}

/* The number of messages that this rank has open at a rank of a window, or at all. */
static int open_at(const struct mpimc_window *win, int rank)
{
    int open = 0;
    for (const struct mpimc_window_message *m = messages; m != NULL; m = m->next)
        open += m->win == win && m->rank >= 0 && (rank < 0 || m->rank == rank);
    return open;
}

/* With more messages open, a call waits until some have ended. */
enum { MOST_OPEN = 32 };

/* `copied`: the buffer does not last until the message has ended. */
static void send(const struct mpimc_spot *spot, int tag, const void *buffer, unsigned bytes, int copied,
                 struct mpimc_operation *request)
{
    int rank = spot->peer - spot->win->peers;
    struct mpimc_window_message *m = message(spot->function, spot->win, rank, copied ? bytes : 0, request);
    if (copied)
        buffer = memcpy(m + 1, buffer, bytes);
    begin(&m->operation, spot->peer->world, tag, (void *)buffer, bytes, 0);
    m->rings = tag == MPIMC_ORDER;
    mpimc_open(&m->operation);
    if (m->rings && m->operation.stage != MPIMC_QUEUED)
        ring(m);
}

/* An order to this rank itself needs no message. */
static void order_own(const struct mpimc_spot *spot, const struct mpimc_order *order, const void *data, unsigned bytes,
                      MPI_Datatype type)
{
    struct job *job = new_job();
    job->source = mpimc_state.rank;
    job->got.order = *order;
    if (spot->layout != NULL) {
        job->layout = mpimc_space(spot->function, order->layout);
        memcpy(job->layout, spot->layout, order->layout);
    }
    job->data = bytes != 0 ? mpimc_space(spot->function, bytes) : (char *)(&job->got.order + 1);
    mpimc_take_elements(job->data, data, bytes, type);
    append(job);
}

/* The data of elements with gaps. */
static void send_packed(const struct mpimc_spot *spot, const void *data, int count, MPI_Datatype type, unsigned bytes,
                        struct mpimc_operation *request)
{
    struct mpimc_window_message *m = message(spot->function, spot->win, spot->peer - spot->win->peers, 0, request);
    begin(&m->operation, spot->peer->world, MPIMC_ORDER_DATA, NULL, bytes, 0);
    m->operation.type = type;
    m->operation.user = (char *)data;
    m->operation.count = count;
    mpimc_start(&m->operation);
}

void mpimc_window_order(const struct mpimc_spot *spot, enum mpimc_order_kind kind, int op, MPI_Datatype basic,
                        const void *data, int count, MPI_Datatype type, char *answer, struct mpimc_operation *request)
{
    struct mpimc_window *win = spot->win;
    unsigned bytes = kind > MPIMC_SWAP || op == MPI_NO_OP ? 0 : (unsigned)count * mpimc_size(type);
    int with = type >= 0 && bytes <= MPIMC_WITH_ORDER;
    struct {
        struct mpimc_order order;
        char data[MPIMC_WITH_ORDER];
    } out;
    struct mpimc_order *order = &out.order;
    *order = (struct mpimc_order){(unsigned short)kind, (unsigned short)op, spot->peer->win, win->own, spot->at,
                                  spot->bytes, basic, 0, answer};
    if (spot->layout != NULL)
        order->layout = sizeof *spot->layout + (unsigned)spot->layout->length * sizeof(struct mpimc_run);
    if (kind <= MPIMC_SWAP) {
        spot->peer->owes = 1;
        spot->peer->orders++;
    }
    if (spot->peer->world == mpimc_state.rank) {
        order_own(spot, order, data, bytes, type);
        if (request != NULL)
            request->stage = kind == MPIMC_UPDATE ? MPIMC_DONE : request->stage;
    } else {
        if (with)
            memcpy(out.data, data, bytes);
        send(spot, MPIMC_ORDER, order, sizeof *order + (with ? bytes : 0), 1, request);
        /* The type may be freed before the message has ended. */
        if (order->layout != 0)
            send(spot, MPIMC_ORDER_DATA, spot->layout, order->layout, 1, request);
        if (!with && type >= 0)
            send(spot, MPIMC_ORDER_DATA, data, bytes, 0, request);
        else if (bytes != 0 && !with)
            send_packed(spot, data, count, type, bytes, request);
    }
    /* A call that waits goes on with everything anyway. */
    if (length > MOST_OPEN / 4 || jobs != NULL)
        mpimc_progress();
    while (length > MOST_OPEN) {
        mpimc_watch(MPI_PROC_NULL);
        mpimc_progress();
    }
}

void mpimc_window_tell(const char *function, struct mpimc_window *win, int rank, enum mpimc_order_kind kind, int op)
{
    struct mpimc_spot spot = {win, &win->peers[rank], NULL, 0, NULL, function};
    mpimc_window_order(&spot, kind, op, MPI_BYTE, NULL, 0, MPI_BYTE, NULL, NULL);
}

void mpimc_window_expect(const char *function, struct mpimc_window *win, int rank, int tag, void *buffer, int count,
                         MPI_Datatype type, struct mpimc_operation *request)
{
    struct mpimc_window_message *m = message(function, win, rank, 0, request);
    begin(&m->operation, win->peers[rank].world, tag, buffer, (unsigned)count * mpimc_size(type), 1);
    m->operation.type = type;
    m->operation.user = buffer;
    m->operation.count = count;
    mpimc_start(&m->operation);
}

void mpimc_window_drain(struct mpimc_window *win, int rank)
{
    for (;;) {
        mpimc_progress();
        if (open_at(win, rank) == 0)
            break;
        mpimc_watch(MPI_PROC_NULL);
    }
    mc_wait();
}

void mpimc_window_flush(const char *function, struct mpimc_window *win, int rank)
{
    for (int i = rank < 0 ? 0 : rank; i < (rank < 0 ? win->ranks : rank + 1); i++)
        if (win->peers[i].owes) {
            win->peers[i].owes = 0;
            mpimc_window_expect(function, win, i, MPIMC_ANSWER, NULL, 0, MPI_BYTE, NULL);
            mpimc_window_tell(function, win, i, MPIMC_FLUSH, 0);
        }
    mpimc_window_drain(win, rank);
}

void mpimc_window_await(volatile unsigned *word, unsigned number)
{
    for (;;) {
        unsigned seen = *word;
        if ((int)(seen - number) >= 0)
            return;
        if (mpimc_state.receives == &guard && guard.next == NULL && jobs == NULL && messages == NULL &&
            ((unsigned)mpimc_state.sends | (unsigned)mpimc_state.moving) == 0) {
            unsigned heard = mpimc_heard;
            while (*word == seen && mpimc_bell == heard)
                ;
            if (mpimc_bell == heard)
                continue;
        }
        mpimc_progress();
        mpimc_state.word = word;
        mpimc_state.old = seen;
        mpimc_watch(MPI_PROC_NULL);
        mpimc_state.word = NULL;
    }
}

/* In the round of a bit, each rank tells the rank that many after it, and waits for the one that many before it. */
void mpimc_window_meet(struct mpimc_window *win)
{
    unsigned number = ++win->rounds;
    for (int bit = 1, round = 0; bit < win->ranks; bit <<= 1, round++) {
        int to = win->own + bit < win->ranks ? win->own + bit : win->own + bit - win->ranks;
        unsigned *out = next_staged();
        *out = number;
        put(mpimc_state.peers[win->peers[to].world].id, &win->peers[to].win->met[round], out, 4);
        mpimc_window_await(&win->met[round], number);
    }
}

int mpimc_window_may_begin(const char *function, struct mpimc_window *win, int also)
{
    int open = win->access == MPIMC_FENCED ? win->ranks : 0;
    if (win->access == MPIMC_NO_EPOCH || win->access == also || (win->access == MPIMC_FENCED && !win->used))
        return MPI_SUCCESS;
    for (int rank = 0; rank < win->ranks; rank++)
        open += win->peers[rank].open != 0;
    return mpimc_window_fail(win, MPI_ERR_RMA_SYNC, function, MPIMC_EPOCH_OPEN, open);
}

int mpimc_window_settled(const char *function, struct mpimc_window *win)
{
    if (win->access > MPIMC_FENCED)
        return mpimc_window_may_begin(function, win, MPIMC_FENCED);
    if (win->exposed)
        return mpimc_window_fail(win, MPI_ERR_RMA_SYNC, function, MPIMC_EPOCH_OPEN, win->origins);
    return MPI_SUCCESS;
}

void mpimc_window_end(struct mpimc_window *win)
{
    mpimc_window_flush("MPI_Win_free", win, -1);
    mpimc_window_meet(win);
    mpimc_progress();
    struct mpimc_window **link = &mpimc_windows;
    while (*link != win)
        link = &(*link)->next;
    *link = win->next;
    struct mpimc_window_part *part;
    while ((part = win->parts) != NULL) {
        win->parts = part->next;
        free(part);
    }
    free(win->own_space);
    free(win->name);
    free(win);
    if (mpimc_windows != NULL)
        return;
    close(&waiting->header);
    close(&guard);
    free(waiting);
    waiting = NULL;
    mpimc_remove_hook(&hook);
}
