#include <internal_mpi_large.h>
#include <stdlib.h>
#include <string.h>

/* The engine of MPIMC. Cost: that of the calls that use it. */

/* The simulator knows these places. */
#define MPIMC_IS_AT(structure, field, at)                                                                              \
    _Static_assert(offsetof(struct structure, field) == at, #structure "." #field);
MPIMC_LAYOUT(MPIMC_IS_AT)
_Static_assert(sizeof(struct mpimc_peer) == MPIMC_PEER_BYTES, "mpimc_peer");
_Static_assert(sizeof(struct mpimc_run) == MPIMC_RUN_BYTES, "mpimc_run");
_Static_assert(sizeof *mpimc_state.credit == MPIMC_CREDIT_BYTES, "credit");
_Static_assert(sizeof *mpimc_state.clear == MPIMC_CLEAR_BYTES, "clear");
_Static_assert(sizeof *mpimc_state.done == MPIMC_DONE_BYTES, "done");

struct mpimc_state mpimc_state;
struct mpimc_group *mpimc_first_groups[MPIMC_FIRST_PLACES];
struct mpimc_group **mpimc_groups = mpimc_first_groups;
int mpimc_group_places = MPIMC_FIRST_PLACES;
struct mpimc_layout **mpimc_layouts;
int mpimc_layout_places;
mpimc_copier *mpimc_pack;
mpimc_copier *mpimc_unpack;
mpimc_gatherer *mpimc_gather;
mpimc_rower *mpimc_row;
mpimc_mover *mpimc_move;
struct mpimc_operation *mpimc_rows;
mpimc_keeper *mpimc_keep;
mpimc_starter *mpimc_start_buffered;
struct mpimc_hook *mpimc_hooks;
volatile unsigned mpimc_bell;
unsigned mpimc_heard;

unsigned mpimc_staged[2][MPIMC_MAX_SLOT];
int mpimc_turn;

/* What mpimc_watch looks at: a word, and the value that it has until something happens. */
struct watched {
    volatile unsigned *word;
    unsigned old;
};
static struct watched *list;
static unsigned room, length;

/* For the simulator, which explains the error in its language. The first character of a text is the number of the error. */
void mpimc_note(const char *function, const char *text, int rank, int value)
{
    mpimc_state.error = MPIMC_MARK_ERROR | (unsigned char)*text;
    mpimc_state.call = function;
    mpimc_state.value = value;
    mpimc_state.other = rank;
}

#define NAME(call) #call "\0"
/* Notes an error, prints it, and stops the chip. The rank is that of another one, or negative. */
static _Noreturn __attribute__((noinline)) void report(const char *function, int rank, const char *text, int value)
{
    mpimc_note(function, text, rank, value);
    mc_puts(function);
    mc_puts(": ");
    if (rank >= 0) {
        mc_puts("rank ");
        mc_print_int(rank);
        mc_putchar(' ');
    }
    mc_puts(text + 1);
    mc_putchar(' ');
    if (rank >= 0 && value < 0) {
        const char *name = MPIMC_CALLS(NAME);
        int call = ~value >> 10 & 31;
        for (call = call < MPIMC_REDUCES ? call : MPIMC_Reduce; call != 0; call--)
            name += strlen(name) + 1;
        mc_puts("MPI_");
        if (~value & MPIMC_BEGUN) {
            mc_putchar('I');
            mc_putchar(*name++ | 32);
        }
        mc_puts(name);
    } else
        mc_print_int(value);
    mc_putchar('\n');
    abort();
}

_Noreturn void mpimc_stop(const char *function, const char *text, int value)
{
    report(function, -1, text, value);
}

_Noreturn void mpimc_differs(const char *function, int rank, const char *text, int value)
{
    report(function, rank, text, value);
}

int mpimc_fail(int class, const char *function, const char *text, int value)
{
    if (mpimc_state.raise != NULL)
        return mpimc_state.raise(function, text, value, class);
    mpimc_stop(function, text, value);
}

int mpimc_leave(int class)
{
    MC_MARK = MPIMC_MARK_END;
    return class;
}

void *mpimc_space(const char *function, unsigned bytes)
{
    void *space = malloc(bytes);
    if (space == NULL)
        mpimc_stop(function, MPIMC_NO_MEMORY, (int)bytes);
    return space;
}

int mpimc_rank_in(MPI_Comm comm, int world)
{
    const struct mpimc_group *group = mpimc_groups[comm];
    if (group->map == NULL)
        return world;
    for (int rank = 0; rank < group->size; rank++)
        if (group->map[rank] == world)
            return rank;
    return MPI_UNDEFINED;
}

struct mpimc_layout *mpimc_made(MPI_Datatype type)
{
    int place = type >> 8 & 0x7fffff;
    struct mpimc_layout *layout = place < mpimc_layout_places ? mpimc_layouts[place] : NULL;
    return layout != NULL && layout->handle == type ? layout : NULL;
}

unsigned mpimc_made_size(MPI_Datatype type)
{
    const struct mpimc_layout *layout = mpimc_made(type);
    return layout != NULL ? (unsigned)layout->bytes : 0;
}

void mpimc_start(struct mpimc_operation *operation)
{
    if (operation->type < 0)
        mpimc_pack(operation);
    mpimc_open(operation);
}

void mpimc_end(struct mpimc_operation *operation)
{
    if (operation->type < 0)
        mpimc_unpack(operation);
}

void *mpimc_as_row(const void *buffer, int low, int high, MPI_Datatype type, int receive)
{
    return type < 0 && buffer != MPI_IN_PLACE ? mpimc_row(buffer, low, high, type, receive) : (void *)buffer;
}

void mpimc_end_rows(void)
{
    struct mpimc_operation *row;
    while ((row = mpimc_rows) != NULL) {
        mpimc_rows = row->next;
        mpimc_end(row);
        free(row);
    }
}

/* The error in the arguments that most calls share, or 0. */
int mpimc_check(const char *function, const void *buffer, int count, MPI_Datatype type, MPI_Comm comm)
{
    int class = MPI_SUCCESS, value = count;
    const char *text = NULL;
    const struct mpimc_layout *layout = NULL;
    mpimc_state.checked = comm;
    if (mpimc_state.started != 1) {
        class = MPI_ERR_OTHER;
        text = MPIMC_OUTSIDE;
        value = mpimc_state.started;
    } else if (!mpimc_exists(comm)) {
        class = MPI_ERR_COMM;
        text = MPIMC_NO_COMM;
        value = comm;
    } else if (count < 0) {
        class = MPI_ERR_COUNT;
        text = MPIMC_NEGATIVE_COUNT;
    } else if (mpimc_basic_size(type) == 0 && (layout = mpimc_made(type)) == NULL) {
        class = MPI_ERR_TYPE;
        text = MPIMC_NO_TYPE;
        value = type;
    } else if (buffer == NULL && count > 0 && (layout == NULL || layout->runs->at == 0)) {
        /* A type with places of its own may be used with MPI_BOTTOM. */
        class = MPI_ERR_BUFFER;
        text = MPIMC_NULL_BUFFER;
    }
    return text != NULL ? mpimc_fail(class, function, text, value) : MPI_SUCCESS;
}

/* The slot of message `number` of a source; it counts from 0. */
static volatile unsigned *slot(int source, unsigned number)
{
    unsigned place = (unsigned)source * mpimc_state.slots + (number & (mpimc_state.slots - 1));
    return mpimc_state.inbox + place * mpimc_state.slot_words;
}

/* Writes a few words at a node; at this node itself without a DMA. The last word is written last. */
static void deliver(int to, volatile unsigned *remote, const unsigned *words, unsigned count)
{
    if (to != mpimc_state.rank) {
        put(mpimc_state.peers[to].id, remote, words, count * 4);
        return;
    }
    for (unsigned i = 0; i < count; i++)
        remote[i] = words[i];
}

/* One message into the next slot at `to`, which must have room. */
static void emit(int to, unsigned label, unsigned info, const void *payload, unsigned bytes)
{
    struct mpimc_peer *peer = &mpimc_state.peers[to];
    unsigned words = (bytes + 3) / 4;
    unsigned *out = next_staged();
    if (bytes != 0)
        memcpy(out, payload, bytes);
    out[words] = label;
    out[words + 1] = info;
    unsigned before = mpimc_state.slot_words - MPIMC_ENVELOPE - words;
    volatile unsigned *remote = slot(mpimc_state.rank, peer->sent) + before;
    out[words + 2] = ++peer->sent;
    MC_MARK = (unsigned)(out + words);
    words += MPIMC_ENVELOPE;
    deliver(to, remote, out, words);
    if (to == mpimc_state.rank)
        MC_MARK = (unsigned)(remote + words) | 2;
}

/* Counts a message of `source` as consumed, and says so when half of the slots are used up. */
static void consume(int source)
{
    struct mpimc_peer *peer = &mpimc_state.peers[source];
    peer->received++;
    if (peer->received - peer->told >= mpimc_state.slots / 2) {
        unsigned *out = next_staged();
        *out = peer->told = peer->received;
        deliver(source, &mpimc_state.credit[mpimc_state.rank], out, MPIMC_CREDIT_BYTES / 4);
    }
}

/* Stops the chip: the next message of a rank is of another call of all ranks than this one. Messages of calls that have a
   request arrive in order only within their phase. */
static __attribute__((noinline)) void differ(const struct mpimc_operation *receive, int source, unsigned label)
{
    unsigned own = (unsigned)receive->tag, apart = own ^ label, roots = 1023, phase = MPIMC_BEGUN;
    const char *text;
    int value = (int)~label;
    if (label & MPIMC_BEGUN) {
        phase |= MPIMC_PHASE;
        roots = MPIMC_BEGUN_DETAIL;
    }
    if ((apart & phase) != 0)
        return;
    if ((apart >> 10 & 31) != 0 && ((own & label) >> 10 & 31) < MPIMC_REDUCES) {
        text = MPIMC_OTHER_CALL;
    } else if ((label >> 10 & 31) >= MPIMC_Bcast && (apart & roots) != 0) {
        text = MPIMC_OTHER_ROOT;
        value = (int)(label & roots);
    } else {
        text = MPIMC_OTHER_OPERATION;
    }
    mpimc_differs(receive->function, source, text, value);
}

/* Messages of a rank in calls of all ranks of a communicator arrive in the order of its calls. */
static int matches(const struct mpimc_operation *receive, int source, unsigned label)
{
    if (label >> 16 != receive->context || (receive->peer != MPI_ANY_SOURCE && receive->peer != source))
        return 0;
    if (receive->tag == MPI_ANY_TAG || (unsigned)receive->tag == (label & 0xffff))
        return 1;
    if (label >> 16 & 1)
        differ(receive, source, label);
    return 0;
}

static void append(struct mpimc_operation **to, struct mpimc_operation *operation)
{
    while (*to != NULL)
        to = &(*to)->next;
    operation->next = NULL;
    *to = operation;
}

/* Copies from a slot, whose words other nodes write. */
static void copy_out(char *to, const volatile unsigned *from, unsigned bytes)
{
    memcpy(to, (const void *)from, bytes);
}

static void check_length(const char *function, int from, unsigned bytes, unsigned wanted)
{
    if (bytes != wanted)
        mpimc_differs(function, from, MPIMC_OTHER_COUNT, (int)(bytes & ~MPIMC_TRUNCATED));
}

/* A receive takes a message: a small one is copied, a large one is cleared later by mpimc_progress. */
static void take(struct mpimc_operation *receive, int source, unsigned label, unsigned info,
                 const volatile unsigned *end)
{
    receive->peer = source;
    receive->tag = (int)(label & 0xffff);
    int large = (info & MPIMC_LARGE) != 0;
    unsigned bytes = receive->length = large ? end[-2] : info;
    if (bytes > receive->bytes) {
        if (receive->context & 1)
            check_length(receive->function, source, bytes, 0);
        mpimc_fail(MPI_ERR_TRUNCATE, receive->function, MPIMC_TOO_LONG, (int)bytes);
        bytes = receive->bytes;
    }
    if (large) {
        receive->number = end[-1];
        receive->stage = MPIMC_MATCHED;
        append(&mpimc_state.moving, receive);
        return;
    }
    if (info != 0)
        copy_out(receive->buffer, end - (info + 3) / 4, bytes);
    receive->stage = MPIMC_DONE;
}

/* The first word after the payload of the next message of a source, or a null pointer. */
volatile unsigned *mpimc_arrived(int source)
{
    unsigned number = mpimc_state.peers[source].received;
    volatile unsigned *end = slot(source, number) + mpimc_state.slot_words - MPIMC_ENVELOPE;
    return end[2] == number + 1 ? end : NULL;
}

/* Moves the next message of a source, which has arrived, from its slot to the heap. */
void mpimc_set_aside(int source)
{
    const volatile unsigned *end = mpimc_arrived(source);
    struct mpimc_message *early = mpimc_space("MPI", sizeof *early);
    early->next = NULL;
    early->source = source;
    early->label = end[0];
    early->info = end[1];
    unsigned words = early->info & MPIMC_LARGE ? 2 : (early->info + 3) / 4;
    for (unsigned i = 1; i <= words; i++)
        early->words[MPIMC_MAX_SLOT - MPIMC_ENVELOPE - i] = *(end - i);
    struct mpimc_message **last = &mpimc_state.early;
    while (*last != NULL)
        last = &(*last)->next;
    *last = early;
    MC_MARK = (unsigned)(end + 3) | 3;
    MC_MARK = (unsigned)early | 3;
    consume(source);
}

/* Gives the messages of a source to the receives that are open. A message that no receive takes stays in its slot, but
   if a receive may want a later one, it moves to the heap. */
static void sort(int source)
{
    volatile unsigned *end;
    while (mpimc_state.receives != NULL && (end = mpimc_arrived(source)) != NULL) {
        unsigned label = end[0], info = end[1];
        int wanted = 0;
        struct mpimc_operation **link = &mpimc_state.receives;
        while (*link != NULL && !matches(*link, source, label)) {
            wanted |= (*link)->peer == MPI_ANY_SOURCE || (*link)->peer == source;
            link = &(*link)->next;
        }
        struct mpimc_operation *receive = *link;
        if (receive != NULL) {
            *link = receive->next;
            MC_MARK = (unsigned)(end + 3);
            take(receive, source, label, info, end);
        } else if (wanted) {
            mpimc_set_aside(source);
            continue;
        } else {
            return;
        }
        consume(source);
    }
}

/* Looks for messages that open receives want, at the source after the one served last first. */
static void arrivals(void)
{
    int any = 0;
    for (struct mpimc_operation *r = mpimc_state.receives; r != NULL; r = r->next)
        any |= r->peer == MPI_ANY_SOURCE;
    if (any) {
        int nodes = mpimc_state.nodes, first = mpimc_state.next_source;
        for (int i = 0; i < nodes && mpimc_state.receives != NULL; i++) {
            int source = first + i < nodes ? first + i : first + i - nodes;
            if (mpimc_arrived(source) != NULL) {
                sort(source);
                mpimc_state.next_source = source + 1 < nodes ? source + 1 : 0;
            }
        }
        return;
    }
    /* A call of sort may take receives out of the list: begin again after each. */
    for (struct mpimc_operation *r = mpimc_state.receives; r != NULL;) {
        if (mpimc_arrived(r->peer) != NULL) {
            sort(r->peer);
            r = mpimc_state.receives;
        } else {
            r = r->next;
        }
    }
}

/* Gives clearances, and ends the receives whose data have arrived. */
static void large_receives(void)
{
    struct mpimc_operation **link = &mpimc_state.moving;
    while (*link != NULL) {
        struct mpimc_operation *r = *link;
        struct mpimc_peer *peer = &mpimc_state.peers[r->peer];
        if (r->stage == MPIMC_MATCHED && peer->cleared == peer->moved) {
            r->bounce = (unsigned)r->buffer & 3 || r->length > r->bytes ? mpimc_space(r->function, r->length) : NULL;
            unsigned *out = next_staged();
            out[0] = (unsigned)(r->bounce != NULL ? r->bounce : r->buffer);
            out[1] = r->number;
            out[2] = 0;
            out[3] = r->number = ++peer->cleared;
            r->stage = MPIMC_MOVING;
            deliver(r->peer, mpimc_state.clear[mpimc_state.rank], out, MPIMC_CLEAR_BYTES / 4);
        }
        if (r->stage == MPIMC_MOVING && mpimc_state.done[r->peer][1] == r->number) {
            unsigned last = mpimc_state.done[r->peer][0], rest = r->length & 3, whole = r->length - rest;
            peer->moved = r->number;
            if (r->bounce != NULL) {
                memcpy(r->buffer, r->bounce, whole < r->bytes ? whole : r->bytes);
                free(r->bounce);
            }
            if (r->length <= r->bytes)
                memcpy(r->buffer + whole, &last, rest);
            else if (whole < r->bytes)
                memcpy(r->buffer + whole, &last, r->bytes - whole);
            *link = r->next;
            r->stage = MPIMC_DONE;
            continue;
        }
        link = &r->next;
    }
}

/* Data whose first byte is no word: elements with gaps that the interface collects, or words that have to be moved. The
   copy, or a null pointer. */
static __attribute__((noinline)) char *put_odd(const struct mpimc_operation *s, unsigned id, char *to, unsigned bytes)
{
    if (s->type < 0) {
        mpimc_gather(s, id, to);
        return NULL;
    }
    char *bounce = mpimc_space(s->function, bytes);
    memcpy(bounce, s->buffer, bytes);
    wait_for_interface();
    put(id, to, bounce, bytes);
    return bounce;
}

/* The data of a large message to where its receiver wants them, then the last bytes and the count of the clearance. */
static void move(struct mpimc_operation *s)
{
    struct mpimc_peer *peer = &mpimc_state.peers[s->peer];
    volatile unsigned *clear = mpimc_state.clear[s->peer];
    unsigned rest = s->bytes & 3, whole = s->bytes - rest;
    char *to = (char *)clear[0], *from = s->buffer, *bounce = NULL;
    if (whole != 0 && s->peer == mpimc_state.rank) {
        memmove(to, from, whole);
    } else if (whole != 0) {
        if ((unsigned)from & 3)
            bounce = put_odd(s, peer->id, to, whole);
        else {
            wait_for_interface();
            put(peer->id, to, from, whole);
        }
    }
    unsigned *out = next_staged();
    memcpy(out, s->buffer + whole, rest);
    out[1] = peer->clear_seen = clear[3];
    MC_MARK = MPIMC_MARK_DATA | (s->peer == mpimc_state.rank);
    deliver(s->peer, mpimc_state.done[mpimc_state.rank], out, MPIMC_DONE_BYTES / 4);
    wait_for_interface(); /* now the data have been read */
    free(bounce);
    s->stage = MPIMC_DONE;
}

/* Sends the messages for which there is room, in order for each peer, and the data of large ones that are cleared. */
static void sends(void)
{
    unsigned pass = ++mpimc_state.pass;
    struct mpimc_operation **link = &mpimc_state.sends;
    while (*link != NULL) {
        struct mpimc_operation *s = *link;
        struct mpimc_peer *peer = &mpimc_state.peers[s->peer];
        if (s->stage == MPIMC_QUEUED && peer->pass != pass) {
            unsigned label = s->context << 16 | (unsigned)s->tag;
            if (peer->sent - mpimc_state.credit[s->peer] >= mpimc_state.slots) {
                peer->pass = pass;
            } else {
                MC_MARK = (unsigned)s | 1;
                if (s->waits) {
                    unsigned large[2] = {s->bytes, s->number = peer->sent + 1};
                    emit(s->peer, label, MPIMC_LARGE, large, sizeof large);
                    s->stage = MPIMC_ANNOUNCED;
                } else {
                    emit(s->peer, label, s->bytes, s->buffer, s->bytes);
                    s->stage = MPIMC_DONE;
                }
            }
        }
        if (s->stage == MPIMC_ANNOUNCED) {
            volatile unsigned *clear = mpimc_state.clear[s->peer];
            if (clear[3] != peer->clear_seen && clear[1] == s->number)
                move(s);
        }
        if (s->stage == MPIMC_DONE)
            *link = s->next;
        else
            link = &s->next;
    }
}

/* Goes on with everything that is open on this node. */
void mpimc_progress(void)
{
    int again;
    do {
        again = 0;
        if (mpimc_state.sends != NULL)
            sends();
        if (mpimc_state.receives != NULL)
            arrivals();
        if (mpimc_state.moving != NULL)
            large_receives();
        for (const struct mpimc_hook *hook = mpimc_hooks, *next; hook != NULL; hook = next) {
            next = hook->next;
            again |= hook->run(0);
        }
    } while (again);
}

void mpimc_remove_hook(struct mpimc_hook *hook)
{
    struct mpimc_hook **link = &mpimc_hooks;
    while (*link != NULL && *link != hook)
        link = &(*link)->next;
    if (*link != NULL)
        *link = hook->next;
}

void mpimc_add_hook(struct mpimc_hook *hook)
{
    mpimc_remove_hook(hook);
    hook->next = mpimc_hooks;
    mpimc_hooks = hook;
}

/* Opens an operation whose arguments are set. */
void mpimc_open(struct mpimc_operation *operation)
{
    operation->stage = MPIMC_QUEUED;
    operation->bounce = NULL;
    if (!operation->receive) {
        operation->length = operation->bytes;
        if (operation->bytes > 4 * (mpimc_state.slot_words - MPIMC_ENVELOPE))
            operation->waits = 1;
        struct mpimc_peer *peer = &mpimc_state.peers[operation->peer];
        if (mpimc_state.sends == NULL && !operation->waits &&
            peer->sent - mpimc_state.credit[operation->peer] < mpimc_state.slots) {
            emit(operation->peer, operation->context << 16 | (unsigned)operation->tag, operation->bytes,
                 operation->buffer, operation->bytes);
            operation->stage = MPIMC_DONE;
            return;
        }
        MC_MARK = (unsigned)operation | 1;
        append(&mpimc_state.sends, operation);
        sends();
        return;
    }
    for (struct mpimc_message **link = &mpimc_state.early; *link != NULL; link = &(*link)->next) {
        struct mpimc_message *early = *link;
        if (matches(operation, early->source, early->label)) {
            *link = early->next;
            MC_MARK = (unsigned)early;
            take(operation, early->source, early->label, early->info, early->words + MPIMC_MAX_SLOT - MPIMC_ENVELOPE);
            free(early);
            return;
        }
    }
    append(&mpimc_state.receives, operation);
}

static __attribute__((noinline)) void watch(volatile unsigned *word, unsigned old)
{
    if (length == room) {
        room = room != 0 ? 2 * room : 32;
        list = mpimc_larger("MPI", list, 2 * (int)length, 2 * (int)room);
    }
    list[length++] = (struct watched){word, old};
}

static void watch_source(int source)
{
    unsigned number = mpimc_state.peers[source].received, slots = mpimc_state.slots;
    volatile unsigned *last = slot(source, number) + mpimc_state.slot_words - 1;
    watch(last, number + 1 > slots ? number + 1 - slots : 0);
}

/* The slots of one rank, of all, or of MPI_PROC_NULL. */
static __attribute__((noinline)) void watch_sources(int from)
{
    if (from >= 0)
        watch_source(from);
    for (int source = 0; from == MPI_ANY_SOURCE && source < mpimc_state.nodes; source++)
        watch_source(source);
}

/* Returns when a word changes that an open operation, or a message from `from`, depends on. The loops only read, so the
   core counts as polling: it sleeps at no cost, and the simulator finds a deadlock. */
void mpimc_watch(int from)
{
    length = 0;
    if (mpimc_state.word != NULL)
        watch(mpimc_state.word, mpimc_state.old);
    if (mpimc_hooks != NULL)
        watch(&mpimc_bell, mpimc_heard);
    watch_sources(from);
    for (struct mpimc_operation *s = mpimc_state.sends; s != NULL; s = s->next) {
        struct mpimc_peer *peer = &mpimc_state.peers[s->peer];
        if (s->stage == MPIMC_ANNOUNCED)
            watch(&mpimc_state.clear[s->peer][3], peer->clear_seen);
        else {
            unsigned credit = mpimc_state.credit[s->peer];
            if (peer->sent - credit < mpimc_state.slots)
                return;
            watch(&mpimc_state.credit[s->peer], credit);
        }
    }
    for (struct mpimc_operation *r = mpimc_state.moving; r != NULL; r = r->next) {
        if (r->stage == MPIMC_MOVING)
            watch(&mpimc_state.done[r->peer][1], r->number - 1);
    }
    for (struct mpimc_operation *r = mpimc_state.receives; r != NULL; r = r->next) {
        watch_sources(r->peer);
        if (r->peer == MPI_ANY_SOURCE)
            break;
    }
    if (length == 1) {
        volatile unsigned *word = list->word;
        unsigned old = list->old;
        while (*word == old)
            ;
        return;
    }
    if (length == 0)
        return;
    while (length % 8 != 0)
        list[length++] = *list;
    const struct watched *end = list + length;
    for (;;) {
        for (const struct watched *w = list; w != end; w += 8)
            if (*w[0].word != w[0].old || *w[1].word != w[1].old || *w[2].word != w[2].old ||
                *w[3].word != w[3].old || *w[4].word != w[4].old || *w[5].word != w[5].old ||
                *w[6].word != w[6].old || *w[7].word != w[7].old)
                return;
    }
}

/* Until an operation has ended. */
void mpimc_wait(struct mpimc_operation *operation)
{
    /* A receive from one rank that alone is open looks at one word only. */
    if (operation == mpimc_state.receives && operation->next == NULL && mpimc_state.sends == NULL &&
        mpimc_state.moving == NULL && operation->peer != MPI_ANY_SOURCE) {
        unsigned next = mpimc_state.peers[operation->peer].received;
        volatile unsigned *last = slot(operation->peer, next) + mpimc_state.slot_words - 1;
        while (*last != next + 1)
            ;
        sort(operation->peer);
        if (operation->stage == MPIMC_DONE)
            return;
    }
    for (;;) {
        mpimc_progress();
        if (operation->stage == MPIMC_DONE)
            return;
        mpimc_watch(MPI_PROC_NULL);
    }
}

int mpimc_begin(const char *function, struct mpimc_operation *o, const void *buffer, int count, MPI_Datatype type,
                int peer, int tag, MPI_Comm comm, enum mpimc_kind kind)
{
    int receives = kind == MPIMC_RECEIVES;
    MPIMC_ASK(mpimc_check(function, buffer, count, type, comm));
    MPIMC_ASK(mpimc_check_tag(function, tag, receives));
    o->type = type;
    o->count = count;
    o->receive = (unsigned char)receives;
    o->function = function;
    o->context = MPIMC_POINT(comm);
    o->tag = tag;
    o->bytes = (unsigned)count * mpimc_size(type);
    o->length = receives ? 0 : o->bytes;
    o->buffer = o->user = (char *)buffer;
    o->waits = kind == MPIMC_WAITS;
    o->peer = peer;
    o->stage = MPIMC_DONE;
    if (peer == MPI_PROC_NULL) {
        if (receives)
            o->tag = MPI_ANY_TAG;
        return MPI_SUCCESS;
    }
    if (!receives || peer != MPI_ANY_SOURCE) {
        MPIMC_ASK(mpimc_check_rank(MPI_ERR_RANK, function, peer, comm));
        o->peer = mpimc_at(comm, peer);
    }
    mpimc_start(o);
    return MPI_SUCCESS;
}

/* Fills a status; an operation with MPI_PROC_NULL has ended at once. The error of a message that did not fit. */
int mpimc_status(const struct mpimc_operation *operation, MPI_Status *status)
{
    /* A receive that was cancelled has the length -1. */
    int error = operation->receive && operation->length + 1 > operation->bytes + 1 ? MPI_ERR_TRUNCATE : MPI_SUCCESS;
    if (status == MPI_STATUS_IGNORE)
        return error;
    status->MPI_SOURCE = operation->peer;
    if (operation->peer >= 0)
        status->MPI_SOURCE = mpimc_rank_in((MPI_Comm)(operation->context >> 1), operation->peer);
    status->MPI_TAG = operation->tag;
    status->MPI_ERROR = error;
    status->_bytes = (int)operation->length;
    return error;
}

/* Sends a small message of whole words at once if there is room and no other send is open. It calls nothing, so it saves
   no registers. */
static inline int try_send(const void *buffer, unsigned bytes, int to, unsigned label)
{
    struct mpimc_peer *peer = &mpimc_state.peers[to];
    unsigned sent = peer->sent, slots = mpimc_state.slots;
    if (bytes > mpimc_state.most || mpimc_state.sends != NULL || sent - mpimc_state.credit[to] >= slots ||
        to == mpimc_state.rank || (((unsigned)buffer | bytes) & 3) != 0)
        return 0;
    unsigned *out = next_staged(), *next = out;
    const mpimc_word *from = buffer, *end = (const mpimc_word *)((const char *)buffer + bytes);
    while (from != end)
        *next++ = *from++;
    next[0] = label;
    next[1] = bytes;
    next[2] = peer->sent = sent + 1;
    char *last = (char *)(mpimc_state.own_row + ((sent & (slots - 1)) + 1) * mpimc_state.slot_words);
    MC_MARK = (unsigned)next;
    put(peer->id, last - 4 * MPIMC_ENVELOPE - bytes, out, bytes + 4 * MPIMC_ENVELOPE);
    return 1;
}

static void begin(struct mpimc_operation *o, const char *function, void *buffer, unsigned bytes, int peer,
                  unsigned label, int receive)
{
    o->receive = (unsigned char)receive;
    o->function = function;
    o->context = label >> 16;
    o->tag = label & MPIMC_ANY_LABEL ? MPI_ANY_TAG : (int)(label & 0xffff);
    o->bytes = bytes;
    o->type = MPI_BYTE;
    o->buffer = buffer;
    o->waits = 0;
    o->peer = peer;
    mpimc_open(o);
}

static __attribute__((noinline)) void send_other(const char *function, const void *buffer, unsigned bytes, int to,
                                                 unsigned label)
{
    struct mpimc_operation s;
    begin(&s, function, (void *)buffer, bytes, to, label, 0);
    if (s.stage != MPIMC_DONE)
        mpimc_wait(&s);
}

static __attribute__((noinline)) int send_large(const void *buffer, unsigned bytes, int to, unsigned label)
{
    if (mpimc_state.sends != NULL || mpimc_state.receives != NULL || mpimc_state.moving != NULL ||
        to == mpimc_state.rank || ((unsigned)buffer & 3) != 0 || !announce(bytes, to, label))
        return 0;
    send_data(buffer, bytes, to);
    wait_for_interface();
    return 1;
}

void mpimc_send(const char *function, const void *buffer, unsigned bytes, int to, unsigned label)
{
    if (bytes <= mpimc_state.most ? !try_send(buffer, bytes, to, label) : !send_large(buffer, bytes, to, label))
        send_other(function, buffer, bytes, to, label);
}

/* Only messages of the world are received here with a status. */
static inline void set_status(MPI_Status *status, int from, unsigned found, unsigned length)
{
    if (status == MPI_STATUS_IGNORE)
        return;
    status->MPI_SOURCE = from;
    status->MPI_TAG = (int)(found & 0xffff);
    status->MPI_ERROR = MPI_SUCCESS;
    status->_bytes = (int)length;
}

static __attribute__((noinline)) unsigned receive_other(const char *function, void *buffer, unsigned bytes, int from,
                                                        unsigned label, MPI_Status *status)
{
    struct mpimc_operation r;
    begin(&r, function, buffer, bytes, from, label, 1);
    if (r.stage != MPIMC_DONE)
        mpimc_wait(&r);
    return mpimc_status(&r, status) == MPI_SUCCESS ? r.length : r.length | MPIMC_TRUNCATED;
}

/* Takes a large message that has arrived in the slot before `end`, while nothing else is open. */
static __attribute__((noinline)) unsigned receive_large(char *buffer, int from, const volatile unsigned *end,
                                                        MPI_Status *status)
{
    unsigned found = end[-3], length = end[-5];
    MC_MARK = (unsigned)end;
    await_data(buffer, length, from, give_clear(buffer, from, end[-4], 0));
    set_status(status, from, found, length);
    return length;
}

/* The bytes of the message, and MPIMC_TRUNCATED if they did not fit. A small message of whole words is taken here,
   without a call. */
unsigned mpimc_receive(const char *function, void *buffer, unsigned bytes, int from, unsigned label,
                       MPI_Status *status)
{
    if (mpimc_state.receives == NULL && mpimc_state.early == NULL && from != mpimc_state.rank) {
        struct mpimc_peer *peer = &mpimc_state.peers[from];
        volatile unsigned *end = next_end(peer);
        unsigned number = peer->received + 1;
        int alone = mpimc_state.sends == NULL && mpimc_state.moving == NULL;
        if (alone)
            while (end[-1] != number)
                ;
        unsigned found = end[-3], length = end[-2];
        if (end[-1] != number || !fits(label, found) || (((unsigned)buffer | length) & 3) != 0)
            return receive_other(function, buffer, bytes, from, label, status);
        if (length <= bytes) {
            MC_MARK = (unsigned)end;
            const volatile unsigned *last = end - MPIMC_ENVELOPE;
            const volatile unsigned *next = (const volatile unsigned *)((const volatile char *)last - length);
            for (mpimc_word *to = buffer; next != last;)
                *to++ = *next++;
            peer->received = number;
            if (number - peer->told >= mpimc_state.slots / 2) {
                unsigned *out = next_staged();
                *out = peer->told = number;
                put(peer->id, &mpimc_state.credit[mpimc_state.rank], out, MPIMC_CREDIT_BYTES);
            }
            set_status(status, from, found, length);
            return length;
        }
        if (length == MPIMC_LARGE && alone && end[-5] <= bytes)
            return receive_large(buffer, from, end, status);
    }
    return receive_other(function, buffer, bytes, from, label, status);
}

void mpimc_receive_all(const char *function, void *buffer, unsigned bytes, int from, unsigned label)
{
    check_length(function, from, mpimc_receive(function, buffer, bytes, from, label, MPI_STATUS_IGNORE), bytes);
}

/* The general way of an exchange: the messages are small, or something else is open. Or the send is announced, and another
   message is before the one that is wanted. */
static __attribute__((noinline)) unsigned swap_slowly(const char *function, void *in, unsigned in_bytes, int from,
                                                      unsigned in_label, MPI_Status *status, const void *out,
                                                      unsigned out_bytes, int to, unsigned out_label, int announced)
{
    struct mpimc_operation s, r;
    if (announced) {
        s = (struct mpimc_operation){.function = function, .context = out_label >> 16, .bytes = out_bytes};
        s.buffer = (char *)out;
        s.length = out_bytes;
        s.waits = 1;
        s.peer = to;
        s.number = mpimc_state.peers[to].sent;
        s.stage = MPIMC_ANNOUNCED;
        append(&mpimc_state.sends, &s);
    }
    begin(&r, function, in, in_bytes, from, in_label, 1);
    if (!announced)
        begin(&s, function, (void *)out, out_bytes, to, out_label, 0);
    if (s.stage != MPIMC_DONE)
        mpimc_wait(&s);
    if (r.stage != MPIMC_DONE)
        mpimc_wait(&r);
    return mpimc_status(&r, status) == MPI_SUCCESS ? r.length : r.length | MPIMC_TRUNCATED;
}

/* `together`: all ranks call this, so each waits for an announcement first, and clears before it sends. */
static inline __attribute__((always_inline)) unsigned swap(const char *function, void *in, unsigned in_bytes, int from,
                                                           unsigned in_label, MPI_Status *status, const void *out,
                                                           unsigned out_bytes, int to, unsigned out_label, int together)
{
    int announced = 0;
    /* Every rank announces before it waits, and serves first what is there first, so no circle of waiting ranks can
       arise. */
    if (out_bytes > mpimc_state.most && in_bytes > mpimc_state.most && quiet() && to != mpimc_state.rank &&
        from != mpimc_state.rank && (((unsigned)in | (unsigned)out) & 3) == 0 && announce(out_bytes, to, out_label)) {
        struct mpimc_peer *peer = &mpimc_state.peers[from];
        volatile unsigned *end = next_end(peer), *clear = &mpimc_state.clear[to][3];
        unsigned number = peer->received + 1, seen = mpimc_state.peers[to].clear_seen;
        int sent = 0;
        while (end[-1] != number && (together || *clear == seen))
            ;
        if (!together && end[-1] != number) {
            mpimc_send_announced(out, out_bytes, to);
            sent = 1;
            while (end[-1] != number)
                ;
        }
        unsigned found = end[-3], length = end[-5];
        if (fits(in_label, found) && end[-2] == MPIMC_LARGE && length <= in_bytes) {
            MC_MARK = (unsigned)end;
            number = give_clear(in, from, end[-4], 1);
            if (!sent)
                send_data(out, out_bytes, to);
            await_data(in, length, from, number);
            wait_for_interface();
            set_status(status, from, found, length);
            return length;
        }
        if (sent) {
            wait_for_interface();
            return receive_other(function, in, in_bytes, from, in_label, status);
        }
        announced = 1;
    }
    return swap_slowly(function, in, in_bytes, from, in_label, status, out, out_bytes, to, out_label, announced);
}

static __attribute__((noinline)) unsigned swap_other(const char *function, void *in, unsigned in_bytes, int from,
                                                     unsigned in_label, MPI_Status *status, const void *out,
                                                     unsigned out_bytes, int to, unsigned out_label)
{
    return swap(function, in, in_bytes, from, in_label, status, out, out_bytes, to, out_label, 0);
}

static __attribute__((noinline)) unsigned exchange_other(const char *function, void *in, unsigned in_bytes, int from,
                                                         unsigned label, const void *out, unsigned out_bytes, int to)
{
    return swap(function, in, in_bytes, from, label, MPI_STATUS_IGNORE, out, out_bytes, to, label, 1);
}

unsigned mpimc_swap(const char *function, void *in, unsigned in_bytes, int from, unsigned in_label, MPI_Status *status,
                    const void *out, unsigned out_bytes, int to, unsigned out_label)
{
    if (!try_send(out, out_bytes, to, out_label))
        return swap_other(function, in, in_bytes, from, in_label, status, out, out_bytes, to, out_label);
    return mpimc_receive(function, in, in_bytes, from, in_label, status);
}

void mpimc_exchange(const char *function, void *in, unsigned in_bytes, int from, unsigned label, const void *out,
                    unsigned out_bytes, int to)
{
    unsigned length;
    if (try_send(out, out_bytes, to, label))
        length = mpimc_receive(function, in, in_bytes, from, label, MPI_STATUS_IGNORE);
    else
        length = exchange_other(function, in, in_bytes, from, label, out, out_bytes, to);
    check_length(function, from, length, in_bytes);
}
