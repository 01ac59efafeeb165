/* Windows of MPIMC. A put of whole words is one DMA into the window. Everything else is an order: a message of context 0 that
   the target carries out inside any call of MPI, those of one rank one after the other. */
#ifndef _INTERNAL_MPI_WIN_H
#define _INTERNAL_MPI_WIN_H

#include <internal_mpi_large.h>
#include <stdlib.h>

/* Tags of the messages: an order, the data of one, an answer, and the grant of a lock; the last one none has. */
enum { MPIMC_ORDER, MPIMC_ORDER_DATA, MPIMC_ANSWER, MPIMC_GRANT, MPIMC_NO_ORDER_TAG };

/* Kinds of orders. The first ones use the memory of the window: to change it, to change it and give the old values, and to change it
   if it has a value. MPIMC_FLUSH only asks for an answer. */
enum mpimc_order_kind {
    MPIMC_UPDATE, MPIMC_FETCH, MPIMC_SWAP, MPIMC_FLUSH, MPIMC_LOCK, MPIMC_UNLOCK, MPIMC_POST, MPIMC_COMPLETE
};

/* Bytes that are sent with an order. */
#define MPIMC_WITH_ORDER 20

/* What a rank asks another one to do. */
struct mpimc_order {
    unsigned short kind;
    unsigned short op;         /* or the type of a lock */
    struct mpimc_window *win;  /* at the target */
    int rank;                  /* of the window, who asks */
    char *at;                  /* the place there */
    unsigned bytes;            /* of the place without gaps */
    MPI_Datatype type;         /* of its elements */
    unsigned layout;           /* bytes of its layout, if it has gaps */
    char *answer;              /* if the answer goes there by a DMA, and the message is empty */
};

/* An epoch in which a rank may access a window. */
enum { MPIMC_NO_EPOCH, MPIMC_FENCED, MPIMC_STARTED, MPIMC_LOCKED, MPIMC_LOCKED_ALL };

/* A rank of a window. */
struct mpimc_window_rank {
    struct mpimc_window *win; /* there */
    char *base;
    unsigned bytes;
    int unit;                /* bytes of a displacement */
    int world;               /* the rank in the world */
    /* It writes these two: the orders that it has sent here, and the last fence before which all its puts to this rank have arrived. */
    volatile unsigned told, closed;
    unsigned orders, done;   /* those that it was sent, and its own that were carried out */
    unsigned posted;         /* calls of MPI_Win_post there that no MPI_Win_start has used */
    unsigned char open;      /* it is in the group of MPI_Win_start, or is locked: the type */
    unsigned char owes;      /* orders or puts that it has not confirmed */
};

/* A rank that waits for a lock of this rank. */
struct mpimc_window_lock {
    struct mpimc_window_lock *next;
    int rank, type;
};

/* Attached memory of a dynamic window. */
struct mpimc_window_part {
    struct mpimc_window_part *next;
    char *base;
    unsigned bytes;
};

struct mpimc_window {
    struct mpimc_window *next;
    int flavor, ranks, own;
    MPI_Errhandler handler;
    MPI_Win_errhandler_function *raise; /* that of a handler that the program made */
    char *name;                    /* of the heap, or null */
    char *own_space;               /* that MPI_Win_free frees */
    /* Checks a place of a dynamic window, and the bytes from `low` to `high` there. */
    void (*reach)(const struct mpimc_window *win, const struct mpimc_order *order, int low, int high);
    struct mpimc_window_part *parts;
    int access;                    /* an epoch of this rank */
    int used;                      /* since the last fence */
    unsigned fences;
    unsigned rounds;               /* calls of mpimc_window_meet */
    volatile unsigned met[16];     /* by bit of the distance of ranks: the last round */
    int exposed, origins, completed; /* MPI_Win_post: its ranks, and those that have called MPI_Win_complete */
    int exclusive, shared;         /* locks that others hold here */
    struct mpimc_window_lock *waiting;
    int facts[4];                  /* for MPI_Win_get_attr: size, unit, flavour, model */
    struct mpimc_window_rank peers[];
};
extern struct mpimc_window *mpimc_windows;

/* A message of a window on its way: an order with its data, or an answer. */
struct mpimc_window_message {
    struct mpimc_window_message *next;
    struct mpimc_window *win;
    int rank;                        /* of the window, the target; -1 for an answer to an order of it */
    int owned;                       /* the buffer is freed with it */
    int rings;                       /* it is an order: the target's bell rings when it is sent */
    struct mpimc_operation *request; /* that ends with it, or null */
    struct mpimc_operation operation;
};

/* The place of an access at a target. */
struct mpimc_spot {
    struct mpimc_window *win;
    struct mpimc_window_rank *peer; /* null for MPI_PROC_NULL */
    char *at;
    unsigned bytes;                 /* without gaps */
    const struct mpimc_layout *layout;
    const char *function;
};

/* The window of a handle; null after an error, whose class is MPI_ERR_WIN. */
struct mpimc_window *mpimc_window(const char *function, MPI_Win handle);
MPIMC_RARE int mpimc_window_fail(struct mpimc_window *win, int class, const char *function, const char *text, int value);
/* What mpimc_state.raise is while arguments are checked, if the handler of the window does not stop the chip. */
mpimc_raiser mpimc_window_raised;
/* Gives an error that stops nothing to the handler that the program made, if it has. */
MPIMC_RARE int mpimc_window_error(struct mpimc_window *win, int class);
/* Checks the arguments of an access, and finds its place. */
int mpimc_window_spot(const char *function, struct mpimc_spot *spot, const void *buffer, int count, MPI_Datatype type,
                      int rank, MPI_Aint place, int there, MPI_Datatype there_type, MPI_Win handle);
/* Checks a buffer of this rank. */
MPIMC_RARE int mpimc_window_check(const char *function, struct mpimc_window *win, const void *buffer, int count, MPI_Datatype type);
int mpimc_window_check_rank(const char *function, struct mpimc_window *win, int rank);
/* The error if this rank is in an epoch, unless that is of the kind `also`. One that MPI_Win_fence has begun counts once it is used. */
int mpimc_window_may_begin(const char *function, struct mpimc_window *win, int also);
/* The error if an epoch of MPI_Win_start, MPI_Win_post or MPI_Win_lock is open. */
int mpimc_window_settled(const char *function, struct mpimc_window *win);
/* The value of a key that the program made; null as long as it has made none. */
typedef int mpimc_window_valuer(struct mpimc_window *win, int key, void *value, int *flag);
extern mpimc_window_valuer *mpimc_window_value;
mpimc_window_valuer mpimc_value_at_win;
/* Frees a window. */
void mpimc_window_end(struct mpimc_window *win);
/* Begins to serve others. */
void mpimc_window_serve(void);
/* Sends an order with data. Data of a type with gaps are packed; those in `with` go with the order. */
void mpimc_window_order(const struct mpimc_spot *spot, enum mpimc_order_kind kind, int op, MPI_Datatype basic,
                        const void *data, int count, MPI_Datatype type, char *answer, struct mpimc_operation *request);
/* The same for an order that has no place. */
void mpimc_window_tell(const char *function, struct mpimc_window *win, int rank, enum mpimc_order_kind kind, int op);
/* Opens the receive of an answer from a rank, before the order for it. */
void mpimc_window_expect(const char *function, struct mpimc_window *win, int rank, int tag, void *buffer, int count,
                         MPI_Datatype type, struct mpimc_operation *request);
/* Waits until all that this rank has begun at a rank (of all, if negative) has ended here. */
void mpimc_window_drain(struct mpimc_window *win, int rank);
/* And there. */
void mpimc_window_flush(const char *function, struct mpimc_window *win, int rank);
/* Waits for a word of this number, or a later one. */
void mpimc_window_await(volatile unsigned *word, unsigned number);
/* Until all ranks of a window have called it. */
void mpimc_window_meet(struct mpimc_window *win);
/* Waits for a lock at a rank. */
void mpimc_window_lock(const char *function, struct mpimc_window *win, int rank, int type);
/* Copies elements with gaps to a row, or back. */
void mpimc_window_copy(const struct mpimc_layout *layout, char *place, char *row, unsigned bytes, int back);
/* The request of a call, and whether its buffer is written. */
struct mpimc_operation *mpimc_window_request(const char *function, MPI_Request *request, const void *buffer, int count,
                                             MPI_Datatype type, int written);

#endif
