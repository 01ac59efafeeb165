/* The inside of MPIMC, for its own units.
   A node writes only words of a peer that belong to it alone, because a put has no answer and there is no atomic
   operation. For each peer a node has: a row of slots for small messages, a count of its messages that the peer has
   consumed, the place where its large message may go, and a word that says that the peer's large message is there. */
#ifndef _INTERNAL_MPI_H
#define _INTERNAL_MPI_H

#include <internal_mpi_table.h>
#include <mclib.h>
#include <mpi.h>
#include <stddef.h>
#include <string.h>


/* Words for MARK, from the table; `observe/mpi.rs` of the simulator reads them. A call begins, and ends. Within a call, the address of
   an envelope in mpimc_staged goes before its put. The address after a slot, or of a struct mpimc_message, says that a
   receive takes its message. Bit 0: an operation is queued, or is about to be sent. Bit 1: the message that was just staged is there,
   at this node itself. Both: an envelope moves to a struct mpimc_message. */
#define MPIMC_BEGIN MC_MARK = MPIMC_MARK_BEGIN
#define MPIMC_RETURN                                                                                                   \
    do {                                                                                                               \
        MC_MARK = MPIMC_MARK_END;                                                                                      \
        return MPI_SUCCESS;                                                                                            \
    } while (0)
/* Leave a function that has found an error: one between marks, and another one. */
#define MPIMC_TRY(call)                                                                                                \
    do {                                                                                                               \
        int class = call;                                                                                              \
        if (class != MPI_SUCCESS)                                                                                      \
            return mpimc_leave(class);                                                                                 \
    } while (0)
#define MPIMC_ASK(call)                                                                                                \
    do {                                                                                                               \
        int class = call;                                                                                              \
        if (class != MPI_SUCCESS)                                                                                      \
            return class;                                                                                              \
    } while (0)
/* The bit that mpimc_receive and mpimc_swap set if the message did not fit. */
#define MPIMC_TRUNCATED 0x80000000u
#define MPIMC_TAKEN(length)                                                                                            \
    do {                                                                                                               \
        if (((length) & MPIMC_TRUNCATED) != 0)                                                                         \
            return mpimc_leave(MPI_ERR_TRUNCATE);                                                                      \
    } while (0)
/* The context of a communicator's messages; its collectives use the next one. */
#define MPIMC_POINT(comm) ((unsigned)(comm) << 1)
#define MPIMC_COLLECTIVE(comm) (((unsigned)(comm) << 1) | 1u)
/* The first word of an envelope. MPI_ANY_TAG is a tag that no message has. */
#define MPIMC_LABEL(context, tag) ((context) << 16 | ((unsigned)(tag) & 0xffff))
#define MPIMC_ANY_LABEL 0x8000u
/* The label of the messages of a call of all ranks. Its tag is a check word of 15 bits: the call, and its root or its
   operation. A receiver that finds another one stops the chip. The operations of a program are one, because a rank may make
   them in another order. MPI_Reduce has a root and an operation: three bits of the operation are part of the call. */
#define MPIMC_ROUND(comm, call, detail) (MPIMC_COLLECTIVE(comm) << 16 | (MPIMC_##call) << 10 | (unsigned)(detail))
#define MPIMC_OP(op) ((op) < 16 ? (op) : 16)
/* The same of a call that has a request: this bit, the call, its phase among the calls of the communicator that have a request,
   and 7 bits of the root or the operation. */
#define MPIMC_BEGUN 0x8000u
#define MPIMC_PHASE_SHIFT 7
#define MPIMC_PHASE 0x380u
#define MPIMC_BEGUN_DETAIL 127u
/* The calls of all ranks are in the table; those with an operation begin at Allreduce, those with a root at Bcast. */
#define MPIMC_NUMBER(name) MPIMC_##name,
enum mpimc_call { MPIMC_CALLS(MPIMC_NUMBER) };
#define MPIMC_REDUCES 24

typedef unsigned __attribute__((may_alias)) mpimc_word;

enum mpimc_stage { MPIMC_QUEUED, MPIMC_ANNOUNCED, MPIMC_MATCHED, MPIMC_MOVING, MPIMC_DONE = MPIMC_STAGE_DONE };

/* An operation that is open, or the status of one that has ended. */
struct mpimc_operation {
    struct mpimc_operation *next;
    char *buffer;
    unsigned bytes;   /* of the buffer */
    unsigned length;  /* of the message that arrived */
    unsigned context;
    int peer;         /* rank, MPI_PROC_NULL or MPI_ANY_SOURCE */
    int tag;          /* or MPI_ANY_TAG */
    unsigned number;  /* of the large message, then of its clearance */
    char *bounce;     /* words are written here if the buffer is not aligned */
    unsigned char stage;
    unsigned char waits;   /* a send that waits for its receive */
    unsigned char receive;
    unsigned char lasting; /* MPI_Send_init or MPI_Recv_init made it: 1 while it is idle, 2 from MPI_Start to its end; MPIMC_SEEN */
    int want_peer, want_tag; /* those of its call, since a message sets its own */
    const char *function; /* the call, for messages */
    MPI_Datatype type;    /* and buffer and count of the call: if the type has gaps, `buffer` has a row without them */
    char *user;
    int count;
};

struct mpimc_peer {
    unsigned id;         /* node ID */
    volatile unsigned *row; /* the slots for its messages */
    unsigned sent;       /* messages sent to it */
    unsigned received;   /* messages of it that were consumed */
    unsigned told;       /* the count that it was given */
    unsigned clear_seen; /* clearances of it that were used */
    unsigned cleared;    /* clearances given to it */
    unsigned moved;      /* large messages of it that have arrived */
    unsigned pass;       /* the pass over the sends in which it had no room */
};

/* A message that had to leave its slot. */
struct mpimc_message {
    struct mpimc_message *next;
    int source;
    unsigned label, info;
    unsigned words[MPIMC_MAX_SLOT - MPIMC_ENVELOPE]; /* the payload at the end */
};

/* What becomes of an error if not every error stops the chip: it gives the class. The others are the arguments of mpimc_stop. */
typedef int mpimc_raiser(const char *function, const char *text, int value, int class);
/* Functions that are only called through pointers have names for all units: so the simulator knows where they begin, and finds the
   calls that lead to them. */
mpimc_raiser mpimc_raised;
/* The function of a handler that the program made; the error if there is no such handler. */
MPI_Comm_errhandler_function *mpimc_handler(MPI_Errhandler handler);
int mpimc_check_handler(const char *function, MPI_Errhandler handler);

/* State of a node. The arrays are at the same address on every node. */
struct mpimc_state {
    int started; /* 0 before MPI_Init, 1 after it, 2 after MPI_Finalize */
    int rank, nodes;
    int ranks;                  /* the nodes between MPI_Init and MPI_Finalize, else 0 */
    unsigned slots, slot_words; /* for each peer */
    unsigned most;              /* bytes of the longest small message */
    volatile unsigned *own_row; /* the slots for the messages of this node, at each peer */
    volatile unsigned *inbox;
    volatile unsigned *credit;     /* [peer] */
    volatile unsigned (*clear)[4]; /* [peer]: address, number of the message, 0, count */
    volatile unsigned (*done)[2];  /* [peer]: last bytes, count */
    struct mpimc_peer *peers;
    struct mpimc_operation *sends, *receives, *moving; /* open, in the order of their calls */
    struct mpimc_message *early;   /* messages that had to leave their slot before a receive took them */
    int next_source;               /* a wildcard looks here first; it begins at this rank */
    unsigned pass;
    volatile unsigned *word; /* a call also waits for this word to change, if it is not null, */
    unsigned old;            /* from this value */
    mpimc_raiser *raise;     /* calls the handler of errors; null while every error stops the chip */
    unsigned error;          /* the mark of the error that stops the chip, with its call, its value, */
    const char *call;
    int value, other;        /* and the other rank that it is about */
    MPI_Comm checked;        /* the communicator that mpimc_check has looked at last */
};
extern struct mpimc_state mpimc_state;

/* Errors are rare, so no caller has them in line. */
#define MPIMC_RARE __attribute__((noinline))
/* Notes an error for the simulator. */
MPIMC_RARE void mpimc_note(const char *function, const char *text, int rank, int value);
/* Prints the call, the text and the value, and stops the chip. The texts are those of the table. */
MPIMC_RARE _Noreturn void mpimc_stop(const char *function, const char *text, int value);
/* The same about what another rank did. A negative value stands for a label, and prints its call. */
MPIMC_RARE _Noreturn void mpimc_differs(const char *function, int rank, const char *text, int value);
/* The same, or with MPI_ERRORS_RETURN the class of the error. */
MPIMC_RARE int mpimc_fail(int class, const char *function, const char *text, int value);
int mpimc_leave(int class);
/* The highest code of an error. */
extern int mpimc_last_code;
int mpimc_check(const char *function, const void *buffer, int count, MPI_Datatype type, MPI_Comm comm);
void mpimc_open(struct mpimc_operation *operation);
void mpimc_progress(void);
/* What else goes on inside calls of MPI: calls of all ranks with a request, windows. mpimc_progress calls `run` with 0, which says
   whether it did something; MPI_Finalize first calls it with 1. The functions have global names, because a list of calls knows
   functions that are called through pointers only by these. */
struct mpimc_hook {
    struct mpimc_hook *next;
    int (*run)(int at_end);
};
extern struct mpimc_hook *mpimc_hooks;
/* Puts a hook first, unless it is there; takes it away. */
void mpimc_add_hook(struct mpimc_hook *hook);
void mpimc_remove_hook(struct mpimc_hook *hook);
int mpimc_go_on(int at_end), mpimc_serve(int at_end), mpimc_end_attributes(int at_end), mpimc_end_type_attributes(int at_end),
    mpimc_end_buffer(int at_end);
/* The only word that all ranks write: after a message for `mpimc_serve` its sender writes another value than any before, so this
   rank need not look for such messages as long as the word is what it has heard. */
extern volatile unsigned mpimc_bell;
extern unsigned mpimc_heard;
void mpimc_watch(int from);
volatile unsigned *mpimc_arrived(int source);
void mpimc_set_aside(int source);
void mpimc_wait(struct mpimc_operation *operation);
int mpimc_status(const struct mpimc_operation *operation, MPI_Status *status);
/* The blocking calls for one message at a time, quick while nothing else is open. Ranks are of the world; a label is a
   context and a tag. */
void mpimc_send(const char *function, const void *buffer, unsigned bytes, int to, unsigned label);
unsigned mpimc_receive(const char *function, void *buffer, unsigned bytes, int from, unsigned label,
                       MPI_Status *status);
/* For collectives, whose ranks all call the same: a message that must have just these bytes, and an exchange. */
void mpimc_receive_all(const char *function, void *buffer, unsigned bytes, int from, unsigned label);
void mpimc_exchange(const char *function, void *in, unsigned in_bytes, int from, unsigned label, const void *out,
                    unsigned out_bytes, int to);
/* A message to one rank and one from another, in any order; the bytes that arrived. */
unsigned mpimc_swap(const char *function, void *in, unsigned in_bytes, int from, unsigned in_label, MPI_Status *status,
                    const void *out, unsigned out_bytes, int to, unsigned out_label);
/* Messages to or from many ranks, one after the other. They are begun for all ranks and then ended for all, so the way
   there and back is waited for once. */
int mpimc_announce(const void *buffer, unsigned bytes, int to, unsigned label);
void mpimc_send_announced(const void *buffer, unsigned bytes, int to);
void mpimc_sent(void);
int mpimc_clear(void *buffer, unsigned bytes, int from, unsigned label);
void mpimc_await_cleared(void *buffer, unsigned bytes, int from);
int mpimc_check_op(const char *function, MPI_Op op, MPI_Datatype type);
/* The functions of the operations from 16 on, which the program made. */
extern MPI_User_function *mpimc_operations[];
char *mpimc_long(const char *function, unsigned label, char *sum, char *other, int count, MPI_Datatype type, MPI_Op op,
                 int root, MPI_Comm comm);
/* True if halves of a vector are combined: it pays off when those of all rounds take longer than another exchange. */
static inline int mpimc_is_long(unsigned bytes, int ranks)
{
    return bytes * (31u - (unsigned)__builtin_clz((unsigned)ranks)) >= 768;
}
/* inout = in op inout, element by element. */
void mpimc_combine(MPI_Op op, const void *in, void *inout, int count, MPI_Datatype type);
MPIMC_RARE void *mpimc_space(const char *function, unsigned bytes);
void *mpimc_larger(const char *function, void *table, int places, int more);
/* A copy of the name of an object, of the heap. A longer name is cut. */
char *mpimc_name(const char *function, const char *name);

/* A type that the program made is 256 times its place in a table, which begins at 1, and the table has its layout. It is
   negative unless its bytes are in order and without gaps. Elements with gaps are copied into a row, and the row is sent; or
   the interface collects them, and then the buffer of the operation is the first byte plus 1, because no other element with
   gaps has an odd buffer. Only units that make types set the functions. */
struct mpimc_layout {
    int bytes, low, extent, length;
    int step;            /* bytes from one part to the next, if the interface can collect them; else 0 */
    MPI_Datatype handle; /* 0 after MPI_Type_free */
    int open;            /* operations and rows that have gaps of it, and 1 until MPI_Type_free */
    int uses;            /* types that are made of it, and the table */
    int align;           /* bytes; the length of a struct with it is a multiple of them */
    int marks;           /* bit 0: the lower bound is that of a mark; bit 1: the upper one */
    struct mpimc_recipe *recipe;
    struct mpimc_run {
        int at, bytes;
    } runs[]; /* in the order of the data */
};
extern struct mpimc_layout **mpimc_layouts;
extern int mpimc_layout_places;
typedef void mpimc_copier(struct mpimc_operation *operation);
extern mpimc_copier *mpimc_pack, *mpimc_unpack;
typedef void mpimc_gatherer(const struct mpimc_operation *operation, unsigned id, char *to);
extern mpimc_gatherer *mpimc_gather;
/* Calls the function of an operation that the program made with elements as they are in memory; `in` and `inout` are rows. */
typedef void mpimc_applier(MPI_User_function *function, const void *in, void *inout, int count, MPI_Datatype type);
extern mpimc_applier *mpimc_apply;

/* The layout of a type with gaps, else null. */
static inline struct mpimc_layout *mpimc_layout_of(MPI_Datatype type)
{
    int place = type >> 8 & 0x7fffff;
    return type < 0 && place < mpimc_layout_places ? mpimc_layouts[place] : NULL;
}

/* The layout of any type that the program made and has not freed, else null. */
MPIMC_RARE struct mpimc_layout *mpimc_made(MPI_Datatype type);

/* Calls of all ranks work on elements without gaps. If a type has gaps, its elements from `low` to `high` are copied into a
   row, and mpimc_end_rows copies those back that `receive` says. In the row, element i is i times its bytes after the
   address that this gives. Only after all checks, since a call that fails ends no rows. */
typedef void *mpimc_rower(const void *buffer, int low, int high, MPI_Datatype type, int receive);
extern mpimc_rower *mpimc_row;
extern struct mpimc_operation *mpimc_rows;
void mpimc_end_rows(void);

void *mpimc_as_row(const void *buffer, int low, int high, MPI_Datatype type, int receive);

#define MPIMC_RETURN_ROWS                                                                                              \
    do {                                                                                                               \
        if (mpimc_rows != NULL)                                                                                        \
            mpimc_end_rows();                                                                                          \
        MPIMC_RETURN;                                                                                                  \
    } while (0)

/* Copies elements to a row, or back. */
typedef void mpimc_mover(char *row, unsigned bytes, char *elements, MPI_Datatype type, int back);
extern mpimc_mover *mpimc_move;

/* Bytes of a type that mpimc_usual has found right. */
static inline unsigned mpimc_basic_size(MPI_Datatype type)
{
    return (unsigned)type & 0xff;
}

/* Bytes of a type without its gaps; 0 if this is no type. */
MPIMC_RARE unsigned mpimc_made_size(MPI_Datatype type);
static inline unsigned mpimc_size(MPI_Datatype type)
{
    return mpimc_basic_size(type) != 0 ? mpimc_basic_size(type) : mpimc_made_size(type);
}

/* Opens an operation whose fields are set; one has ended. */
void mpimc_start(struct mpimc_operation *operation);
void mpimc_end(struct mpimc_operation *operation);

/* The grid of a communicator: the last direction is the one in which ranks are neighbours. */
#define MPIMC_MAX_DIMS 8
struct mpimc_cart {
    int dims, size[MPIMC_MAX_DIMS], periodic[MPIMC_MAX_DIMS];
};

static inline int mpimc_check_dims(const char *function, int dims)
{
    if (dims < 0 || dims > MPIMC_MAX_DIMS)
        return mpimc_fail(MPI_ERR_DIMS, function, MPIMC_TOO_MANY_DIRECTIONS, dims);
    return MPI_SUCCESS;
}

/* A communicator. */
struct mpimc_group {
    int size, rank;
    unsigned begun;          /* calls of all ranks that have a request */
    struct mpimc_cart *cart; /* null if it has no grid */
    const int *map;          /* the rank in the world of each of its ranks; null for the world itself */
    MPI_Errhandler handler;  /* MPI_ERRHANDLER_NULL if every error stops the chip */
    int ranks[];             /* those of a communicator that the program made; `map` is their address */
};
/* Attributes. Only the units that keep them set mpimc_keep: with the place of a copy it copies the attributes of a handle there, and
   with null it deletes them. It gives the error of the program's functions. */
enum mpimc_owner { MPIMC_OF_COMM, MPIMC_OF_TYPE, MPIMC_OF_WIN };
typedef int mpimc_keeper(enum mpimc_owner owner, int handle, const int *made);
extern mpimc_keeper *mpimc_keep;
mpimc_keeper mpimc_keep_values;
/* By communicator; null if there is none. From MPIMC_FIRST_MADE on, the program made them. The first table is no part of the
   heap. */
#define MPIMC_FIRST_MADE 3
#define MPIMC_FIRST_PLACES 8
extern struct mpimc_group *mpimc_first_groups[MPIMC_FIRST_PLACES];
extern struct mpimc_group **mpimc_groups;
extern int mpimc_group_places;
extern int mpimc_next_comm;
struct mpimc_group *mpimc_enter(const char *function, int number, int size);

static inline int mpimc_exists(MPI_Comm comm)
{
    return (unsigned)comm < (unsigned)mpimc_group_places && mpimc_groups[comm] != NULL;
}

static inline int mpimc_ranks(MPI_Comm comm)
{
    return mpimc_groups[comm]->size;
}

static inline int mpimc_own(MPI_Comm comm)
{
    return mpimc_groups[comm]->rank;
}

/* The ranks of the world of a communicator's ranks; null for the world itself. */
static inline const int *mpimc_map(MPI_Comm comm)
{
    return mpimc_groups[comm]->map;
}

static inline int mpimc_to(const int *map, int rank)
{
    return map != NULL ? map[rank] : rank;
}

/* A rank of a communicator as a rank of the world. */
static inline int mpimc_at(MPI_Comm comm, int rank)
{
    return mpimc_to(mpimc_map(comm), rank);
}

/* The error if there is no such rank. */
static inline int mpimc_check_rank(int class, const char *function, int rank, MPI_Comm comm)
{
    if ((unsigned)rank >= (unsigned)mpimc_ranks(comm))
        return mpimc_fail(class, function, MPIMC_NO_RANK, rank);
    return MPI_SUCCESS;
}

/* A rank of the world as a rank of a communicator; MPI_UNDEFINED if it is not one of its ranks. */
int mpimc_rank_in(MPI_Comm comm, int world);

/* memcpy, quick for few words. */
static inline void mpimc_copy(void *to, const void *from, unsigned bytes)
{
    if (bytes > 32 || (((unsigned)to | (unsigned)from | bytes) & 3) != 0) {
        memcpy(to, from, bytes);
        return;
    }
    mpimc_word *t = to;
    const mpimc_word *f = from, *end = (const mpimc_word *)((const char *)from + bytes);
    while (f != end)
        *t++ = *f++;
}

/* The bytes of elements, and the elements of bytes. */
static inline void mpimc_take_elements(char *row, const void *elements, unsigned bytes, MPI_Datatype type)
{
    if (type < 0)
        mpimc_move(row, bytes, (char *)elements, type, 0);
    else
        mpimc_copy(row, elements, bytes);
}

static inline void mpimc_put_elements(void *elements, char *row, unsigned bytes, MPI_Datatype type)
{
    if (type < 0)
        mpimc_move(row, bytes, elements, type, 1);
    else
        mpimc_copy(elements, row, bytes);
}

/* Space of a call: what it has of its own if that is enough, else of the heap. */
static inline char *mpimc_borrow(const char *function, double *small, unsigned room, unsigned bytes)
{
    return bytes <= room ? (char *)small : mpimc_space(function, bytes);
}

/* True if the arguments of a message to or from a rank of the world are right, as they mostly are. */
static inline int mpimc_usual(const void *buffer, int count, MPI_Datatype type, int peer, MPI_Comm comm)
{
    return comm == MPI_COMM_WORLD && (unsigned)peer < (unsigned)mpimc_state.ranks && count >= 0 &&
           mpimc_basic_size(type) != 0 && (buffer != NULL || count == 0);
}

/* mpimc_check, quick for what is mostly right. */
static inline int mpimc_check_quick(const char *function, const void *buffer, int count, MPI_Datatype type,
                                    MPI_Comm comm)
{
    if (!mpimc_usual(buffer, count, type, 0, comm))
        return mpimc_check(function, buffer, count, type, comm);
    return MPI_SUCCESS;
}

/* mpimc_check_op, quick for sums, products and extremes of numbers. */
static inline int mpimc_check_op_quick(const char *function, MPI_Op op, MPI_Datatype type)
{
    if (op < MPI_SUM || op > MPI_MIN || type > MPI_DOUBLE || (type & 0xff) == 0)
        return mpimc_check_op(function, op, type);
    return MPI_SUCCESS;
}

static inline int mpimc_check_tag(const char *function, int tag, int any)
{
    if (tag > MPI_TAG_UB_VALUE || tag < (any ? MPI_ANY_TAG : 0))
        return mpimc_fail(MPI_ERR_TAG, function, MPIMC_WRONG_TAG, tag);
    return MPI_SUCCESS;
}

/* Begins a prepared send from the buffer that is attached: its `waits` is MPIMC_BUFFERED. */
#define MPIMC_BUFFERED 2
typedef int mpimc_starter(struct mpimc_operation *operation);
extern mpimc_starter *mpimc_start_buffered;
mpimc_starter mpimc_bsend_again;

/* Begins an operation from the arguments of a call; one with MPI_PROC_NULL ends at once. A send of MPIMC_WAITS waits for its
   receive. */
enum mpimc_kind { MPIMC_SENDS, MPIMC_WAITS, MPIMC_RECEIVES };
int mpimc_begin(const char *function, struct mpimc_operation *o, const void *buffer, int count, MPI_Datatype type,
                int peer, int tag, MPI_Comm comm, enum mpimc_kind kind);

/* Requests. */
struct mpimc_operation *mpimc_new_request(const char *function, MPI_Request *request);
struct mpimc_operation *mpimc_request(const char *function, MPI_Request request);
int mpimc_ended(const char *function, MPI_Request *request, MPI_Status *status);
int mpimc_give_up(MPI_Request *request, int error);
int mpimc_idle(const char *function, MPI_Request request);
void mpimc_forget_request(MPI_Request *request);

/* Makes a communicator of the ranks with the same colour, in the order of their keys. */
MPI_Comm mpimc_make_by(const char *function, unsigned check, MPI_Comm comm, int color, int key);
static inline MPI_Comm mpimc_make(const char *function, enum mpimc_call call, MPI_Comm comm, int color, int key)
{
    return mpimc_make_by(function, (unsigned)call << 10, comm, color, key);
}
/* Calls without a number of their own have that of MPI_Comm_dup, and here their own detail, from 1. */
#define MPIMC_DETAIL(name) MPIMC_DETAIL_##name,
enum mpimc_detail { MPIMC_DETAIL_Comm_dup, MPIMC_DETAILS(MPIMC_DETAIL) };
#define MPIMC_CHECK(name) ((unsigned)MPIMC_Comm_dup << 10 | (unsigned)MPIMC_DETAIL_##name)
int mpimc_copy_comm(const char *function, unsigned check, MPI_Comm comm, MPI_Comm *made);
/* `all` has `bytes` of each rank, at first those of this one. */
void mpimc_allgather(const char *function, void *all, unsigned bytes, MPI_Comm comm, unsigned label);
void mpimc_scatter(const char *function, unsigned label, void *in, void *out, unsigned bytes, int root, MPI_Comm comm);
void mpimc_no_request(MPI_Status *status);
/* A request of an operation with no rank, which has ended at once. */
int mpimc_nothing(const char *function, MPI_Request *request);

#endif
