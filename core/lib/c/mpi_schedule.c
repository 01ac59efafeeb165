#include <internal_mpi_schedule.h>
#include <stdlib.h>
#include <string.h>

/* Calls of all ranks that go on while the program computes.
   Cost: MPI_Test of a schedule that cannot go on takes at most 500 cycles; with 16 messages open each way, 1400. A short message
   takes at most 650 cycles of each of its ranks, a long one 1100 and the time of its words on the way. */

static struct mpimc_schedule *schedules;

/* Schedules of a communicator whose messages can be on their way together. More wait for the end of earlier ones. */
#define PHASES 8

struct mpimc_schedule *mpimc_schedule(const char *function, MPI_Comm comm, unsigned call, int detail)
{
    struct mpimc_schedule *s = mpimc_space(function, sizeof *s);
    memset(s, 0, sizeof *s);
    s->function = function;
    s->context = MPIMC_COLLECTIVE(comm);
    unsigned phase = mpimc_groups[comm]->begun++ & (PHASES - 1);
    s->tag = MPIMC_BEGUN | call << 10 | phase << MPIMC_PHASE_SHIFT | ((unsigned)detail & MPIMC_BEGUN_DETAIL);
    return s;
}

void mpimc_schedule_buffer(struct mpimc_schedule *s, const void *buffer, int count, MPI_Datatype type, int written)
{
    s->buffer.user = (char *)buffer;
    s->buffer.count = count;
    s->buffer.type = type;
    s->buffer.bytes = (unsigned)count * mpimc_size(type);
    s->buffer.receive = (unsigned char)written;
}

char *mpimc_schedule_space(struct mpimc_schedule *s, unsigned bytes)
{
    return s->space = mpimc_space(s->function, bytes);
}

/* Room for one step more. */
static __attribute__((noinline)) struct mpimc_step *more_steps(struct mpimc_schedule *s)
{
    int places = s->length != 0 ? 2 * s->length : 16;
    struct mpimc_step *larger = mpimc_space(s->function, (unsigned)places * sizeof *larger);
    memcpy(larger, s->steps, (unsigned)s->length * sizeof *larger);
    free(s->steps);
    s->steps = larger;
    s->places = places;
    return larger + s->length;
}

static inline void add(struct mpimc_schedule *s, enum mpimc_step_kind kind, int peer, void *to, const void *from,
                             unsigned bytes)
{
    struct mpimc_step *step = s->length != s->places ? s->steps + s->length : more_steps(s);
    s->length++;
    step->kind = kind;
    step->peer = peer;
    step->to = to;
    step->from = from;
    step->bytes = bytes;
}

/* Counts a message of the round. */
static inline void counted(struct mpimc_schedule *s)
{
    if (++s->messages > s->most)
        s->most = s->messages;
}

void mpimc_add_send(struct mpimc_schedule *s, const void *from, unsigned bytes, int to)
{
    add(s, MPIMC_STEP_SENDS, to, (void *)from, NULL, bytes);
    counted(s);
}

void mpimc_add_receive(struct mpimc_schedule *s, void *to, unsigned bytes, int from)
{
    add(s, MPIMC_STEP_RECEIVES, from, to, NULL, bytes);
    counted(s);
}

void mpimc_add_copy(struct mpimc_schedule *s, void *to, const void *from, unsigned bytes)
{
    add(s, MPIMC_COPIES, 0, to, from, bytes);
}

void mpimc_add_combine(struct mpimc_schedule *s, const void *in, void *inout, int count)
{
    add(s, MPIMC_COMBINES, 0, inout, in, (unsigned)count);
}

void mpimc_end_round(struct mpimc_schedule *s)
{
    add(s, MPIMC_ROUND_ENDS, 0, NULL, NULL, 0);
    s->messages = 0;
}

/* Begins a message. */
static inline void open_message(struct mpimc_schedule *s, const struct mpimc_step *step)
{
    struct mpimc_operation *o = &s->round[s->open++];
    o->receive = step->kind == MPIMC_STEP_RECEIVES;
    o->waits = 0;
    o->function = s->function;
    o->context = s->context;
    o->bytes = step->bytes;
    o->buffer = step->to;
    o->peer = step->peer;
    o->tag = (int)s->tag;
    o->type = 0;
    mpimc_open(o);
}

/* True if all messages of the round have ended. */
static int round_ended(struct mpimc_schedule *s)
{
    const struct mpimc_operation *o = s->round + s->ended, *end = s->round + s->open;
    for (; o != end; o++) {
        if (o->stage != MPIMC_DONE) {
            s->ended = o - s->round;
            return 0;
        }
        if (o->length != o->bytes)
            mpimc_differs(o->function, o->peer, MPIMC_OTHER_COUNT, (int)o->length);
    }
    s->ended = s->open = 0;
    return 1;
}

static void combine(const struct mpimc_schedule *s, const struct mpimc_step *step)
{
    int count = (int)step->bytes;
    MPI_Datatype type = s->type;
    if (s->made != NULL && type < 0)
        mpimc_apply(s->made, step->from, step->to, count, type);
    else if (s->made != NULL)
        s->made((void *)step->from, step->to, &count, &type);
    else
        mpimc_combine(s->op, step->from, step->to, count, type);
}

/* Does the steps that can be done now. True if there were some. */
static int advance(struct mpimc_schedule *s)
{
    const struct mpimc_step *step = s->steps + s->at, *first = step, *end = s->steps + s->length;
    for (; step != end; step++) {
        if (step->kind == MPIMC_ROUND_ENDS) {
            if (!round_ended(s))
                break;
        } else if (step->kind <= MPIMC_STEP_RECEIVES)
            open_message(s, step);
        else if (step->kind == MPIMC_COMBINES)
            combine(s, step);
        else
            mpimc_copy(step->to, step->from, step->bytes);
    }
    s->at = step - s->steps;
    return step != first;
}

/* Copies back what has gaps, and frees all but the head. Another call may have rows of its own. */
static void finish(struct mpimc_schedule *s)
{
    struct mpimc_operation *rows = mpimc_rows, **link = &mpimc_state.moving;
    mpimc_rows = s->rows;
    mpimc_end_rows();
    mpimc_rows = rows;
    while (*link != s->head)
        link = &(*link)->next;
    *link = s->head->next;
    s->head->tag = MPI_ANY_TAG;
    s->head->type = MPI_BYTE;
    s->head->bytes = 0;
    s->head->receive = 0;
    s->head->stage = MPIMC_DONE;
    free(s->steps);
    free(s->round);
    free(s->space);
    free(s);
}

/* True if an earlier schedule has the same phase. */
static int must_wait(const struct mpimc_schedule *s)
{
    for (const struct mpimc_schedule *other = schedules; other != s; other = other->next)
        if (other->context == s->context && ((other->tag ^ s->tag) & MPIMC_PHASE) == 0)
            return 1;
    return 0;
}

/* Does the steps of all schedules that can be done now. True if there were some. */
static int advance_all(void)
{
    int moved = 0;
    struct mpimc_schedule **link = &schedules, *s;
    while ((s = *link) != NULL) {
        if (s->ready || !must_wait(s)) {
            s->ready = 1;
            moved |= advance(s);
            if (s->at == s->length) {
                *link = s->next;
                finish(s);
                continue;
            }
        }
        link = &s->next;
    }
    return moved;
}

static struct mpimc_hook hook = {NULL, mpimc_go_on};

/* Goes on with all schedules, as long as one does a step: messages for the next one may already be there. At the end of the program
   all must have ended. */
int mpimc_go_on(int at_end)
{
    static int inside;
    if (inside || schedules == NULL)
        return 0;
    if (at_end)
        mpimc_progress();
    if (at_end && schedules != NULL)
        mpimc_differs("MPI_Finalize", mpimc_state.rank, MPIMC_OTHER_NOT_WAITED,
                      (int)~(schedules->context << 16 | schedules->tag));
    inside = 1;
    while (advance_all() && schedules != NULL)
        mpimc_progress();
    inside = 0;
    if (schedules == NULL)
        mpimc_remove_hook(&hook);
    return 0;
}

/* Puts a schedule after those that were begun before. */
static void enter(struct mpimc_schedule *s, struct mpimc_operation *head)
{
    struct mpimc_schedule **last = &schedules;
    struct mpimc_operation **link = &mpimc_state.moving;
    mpimc_end_round(s);
    if (s->most != 0)
        s->round = mpimc_space(s->function, (unsigned)s->most * sizeof *s->round);
    s->rows = mpimc_rows;
    mpimc_rows = NULL;
    s->head = head;
    *head = s->buffer;
    head->function = s->function;
    head->context = s->context;
    head->peer = MPI_PROC_NULL;
    head->tag = (int)s->tag;
    head->stage = MPIMC_QUEUED;
    while (*last != NULL)
        last = &(*last)->next;
    *last = s;
    while (*link != NULL && (*link)->peer == MPI_PROC_NULL)
        link = &(*link)->next;
    head->next = *link;
    *link = head;
    mpimc_add_hook(&hook);
    mpimc_progress();
}

int mpimc_begin_schedule(struct mpimc_schedule *s, MPI_Request *request)
{
    enter(s, mpimc_new_request(s->function, request));
    return mpimc_leave(MPI_SUCCESS);
}

int mpimc_run_schedule(struct mpimc_schedule *s)
{
    struct mpimc_operation head;
    s->tag &= ~(MPIMC_BEGUN | MPIMC_PHASE);
    s->ready = 1;
    enter(s, &head);
    if (head.stage != MPIMC_DONE)
        mpimc_wait(&head);
    return mpimc_leave(MPI_SUCCESS);
}
