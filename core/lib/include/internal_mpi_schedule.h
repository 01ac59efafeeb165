/* Calls of all ranks that go on while the program computes: MPI_Ibcast and its like. Such a call makes a schedule, a list of
   steps, and every call of MPI that waits or looks for messages goes on with it. */
#ifndef _INTERNAL_MPI_SCHEDULE_H
#define _INTERNAL_MPI_SCHEDULE_H

#include <internal_mpi.h>

/* MPIMC_ROUND_ENDS: the steps after it wait until all messages before it have ended. The other steps are done in order. */
enum mpimc_step_kind { MPIMC_ROUND_ENDS, MPIMC_STEP_SENDS, MPIMC_STEP_RECEIVES, MPIMC_COMBINES, MPIMC_COPIES };

struct mpimc_step {
    int kind, peer; /* a rank of the world */
    char *to;       /* the place of the message, or of the result */
    const char *from; /* of MPIMC_COMBINES and MPIMC_COPIES */
    unsigned bytes; /* of MPIMC_COMBINES: elements */
};

struct mpimc_schedule {
    struct mpimc_schedule *next; /* in the order of the calls */
    struct mpimc_operation *head; /* done when the schedule has ended; meanwhile it is in mpimc_state.moving, so no quick way
                                     of a call forgets the schedule */
    const char *function;
    unsigned context, tag;
    MPI_Op op;
    MPI_Datatype type;
    MPI_User_function *made; /* the function of `op`, if the program made it; MPI_Op_free may be called before the end */
    struct mpimc_step *steps;
    int length, places, at; /* steps, room for them, the next one */
    int ready;              /* no earlier schedule has the same tag */
    int messages, most, open, ended; /* of a round: while it is made, the most, those begun, those ended */
    struct mpimc_operation *round;
    struct mpimc_operation *rows; /* those of mpimc_row */
    char *space;
    struct mpimc_operation buffer; /* that of the call, for the checks of the simulator */
};

/* A new schedule without steps. `call` and `detail` are those of MPIMC_ROUND. All arguments must have been checked. */
struct mpimc_schedule *mpimc_schedule(const char *function, MPI_Comm comm, unsigned call, int detail);
/* The buffer of the call, which the program must not use before the end; with `written` 0 it may read it. */
void mpimc_schedule_buffer(struct mpimc_schedule *s, const void *buffer, int count, MPI_Datatype type, int written);
/* Room for bytes, until the schedule ends; at most once. */
char *mpimc_schedule_space(struct mpimc_schedule *s, unsigned bytes);
/* Begins the steps. The call of MPI ends. */
int mpimc_begin_schedule(struct mpimc_schedule *s, MPI_Request *request);
/* The same for a call that waits for its end. */
int mpimc_run_schedule(struct mpimc_schedule *s);
/* As mpimc_long. */
char *mpimc_add_long(struct mpimc_schedule *s, char *sum, char *other, int count, unsigned size, int root, MPI_Comm comm);

/* Add a step. */
void mpimc_add_send(struct mpimc_schedule *s, const void *from, unsigned bytes, int to);
void mpimc_add_receive(struct mpimc_schedule *s, void *to, unsigned bytes, int from);
void mpimc_add_copy(struct mpimc_schedule *s, void *to, const void *from, unsigned bytes);
void mpimc_add_combine(struct mpimc_schedule *s, const void *in, void *inout, int count);
void mpimc_end_round(struct mpimc_schedule *s);

#endif
