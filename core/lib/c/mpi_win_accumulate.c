#include <internal_mpi_types.h>
#include <internal_mpi_win.h>

/* Operations on the memory of a window, of which each element is done at once. Cost: that of an order (mpi_win_serve.c), and at the
   target that of the operation. */

void mpimc_window_apply(int op, MPI_Datatype type, char *data, char *place, const struct mpimc_layout *layout,
                        unsigned bytes)
{
    unsigned size = mpimc_size(type);
    int count = (int)(bytes / size);
    if (layout == NULL && (((unsigned)place | (unsigned)data) & (size < 8 ? size - 1 : 7)) == 0) {
        mpimc_combine(op, data, place, count, type);
        return;
    }
    char *row = mpimc_space("MPI_Accumulate", bytes);
    if (layout != NULL)
        mpimc_window_copy(layout, place, row, bytes, 0);
    else
        memcpy(row, place, bytes);
    mpimc_combine(op, data, row, count, type);
    if (layout != NULL)
        mpimc_window_copy(layout, place, row, bytes, 1);
    else
        memcpy(place, row, bytes);
    free(row);
}

/* The targets call it by a weak name, which brings it into no program. */
static void (*volatile applied)(int, MPI_Datatype, char *, char *, const struct mpimc_layout *, unsigned) =
    mpimc_window_apply;

/* The basic type of which a type is made; MPI requires that there is only one. */
static MPI_Datatype basic_of(MPI_Datatype type)
{
    const struct mpimc_layout *made = mpimc_basic_size(type) == 0 ? mpimc_made(type) : NULL;
    while (made != NULL && made->recipe->types != 0) {
        type = made->recipe->old->basic;
        made = made->recipe->old->made;
    }
    return type;
}

/* The type of the elements, of which one of the types is or both are made. */
static int check_op(struct mpimc_spot *spot, MPI_Op op, MPI_Datatype *type, MPI_Datatype there_type)
{
    (void)applied;
    if (op == MPI_REPLACE || op == MPI_NO_OP || spot->bytes == 0)
        return MPI_SUCCESS;
    *type = basic_of(mpimc_basic_size(*type) == 0 ? there_type : *type);
    mpimc_raiser *before = mpimc_state.raise;
    mpimc_state.raise = spot->win->handler != MPI_ERRORS_ARE_FATAL ? mpimc_window_raised : NULL;
    int error = mpimc_basic_size(*type) == 0 || op >= 16
                ? mpimc_fail(MPI_ERR_OP, spot->function, MPIMC_WRONG_OPERATION, op)
                : mpimc_check_op(spot->function, op, *type);
    mpimc_state.raise = before;
    return error != MPI_SUCCESS ? mpimc_window_error(spot->win, error) : error;
}

static int too_long(const struct mpimc_spot *spot, unsigned bytes)
{
    return mpimc_window_fail(spot->win, MPI_ERR_TRUNCATE, spot->function, MPIMC_TOO_LONG, (int)bytes);
}

static int accumulate(const char *function, const void *buffer, int count, MPI_Datatype type, int rank, MPI_Aint place,
                      int there, MPI_Datatype there_type, MPI_Op op, MPI_Win win, MPI_Request *request)
{
    struct mpimc_spot spot;
    MPI_Datatype basic = type;
    MPIMC_ASK(mpimc_window_spot(function, &spot, buffer, count, type, rank, place, there, there_type, win));
    MPIMC_ASK(check_op(&spot, op, &basic, there_type));
    unsigned bytes = (unsigned)count * mpimc_size(type);
    if (bytes > spot.bytes)
        return too_long(&spot, bytes);
    spot.bytes = bytes;
    struct mpimc_operation *operation =
        request != NULL ? mpimc_window_request(function, request, buffer, count, type, 0) : NULL;
    if (spot.peer == NULL || bytes == 0 || op == MPI_NO_OP)
        return MPI_SUCCESS;
    if (operation != NULL)
        operation->stage = MPIMC_QUEUED;
    mpimc_window_order(&spot, MPIMC_UPDATE, op, basic, buffer, count, type, NULL, operation);
    return MPI_SUCCESS;
}

/* The answer goes to its place by a DMA if it can. */
static void fetch(struct mpimc_spot *spot, enum mpimc_order_kind kind, MPI_Op op, MPI_Datatype basic, const void *buffer,
                  int count, MPI_Datatype type, void *old, int old_count, MPI_Datatype old_type,
                  struct mpimc_operation *operation)
{
    int plain = old_type >= 0 && spot->layout == NULL && spot->win->flavor != MPI_WIN_FLAVOR_DYNAMIC &&
                (((unsigned)old | (unsigned)spot->at | spot->bytes) & 3) == 0;
    mpimc_window_expect(spot->function, spot->win, spot->peer - spot->win->peers, MPIMC_ANSWER, plain ? NULL : old,
                        plain ? 0 : old_count, plain ? MPI_BYTE : old_type, operation);
    mpimc_window_order(spot, kind, op, basic, buffer, count, type, plain ? old : NULL, operation);
}

static int get_accumulate(const char *function, const void *buffer, int count, MPI_Datatype type, void *old,
                          int old_count, MPI_Datatype old_type, int rank, MPI_Aint place, int there,
                          MPI_Datatype there_type, MPI_Op op, MPI_Win win, MPI_Request *request)
{
    struct mpimc_spot spot;
    if (op == MPI_NO_OP) {
        buffer = old;
        count = 0;
        type = MPI_BYTE;
    }
    MPI_Datatype basic = type;
    MPIMC_ASK(mpimc_window_spot(function, &spot, buffer, count, type, rank, place, there, there_type, win));
    MPIMC_ASK(mpimc_window_check(function, spot.win, old, old_count, old_type));
    MPIMC_ASK(check_op(&spot, op, &basic, there_type));
    unsigned bytes = (unsigned)count * mpimc_size(type), room = (unsigned)old_count * mpimc_size(old_type);
    if (bytes > spot.bytes)
        return too_long(&spot, bytes);
    if (op != MPI_NO_OP)
        spot.bytes = bytes;
    if (spot.bytes > room)
        return too_long(&spot, spot.bytes);
    struct mpimc_operation *operation =
        request != NULL ? mpimc_window_request(function, request, old, old_count, old_type, 1) : NULL;
    if (spot.peer == NULL || spot.bytes == 0)
        return MPI_SUCCESS;
    if (operation != NULL)
        operation->stage = MPIMC_QUEUED;
    fetch(&spot, MPIMC_FETCH, op, basic, buffer, count, type, old, old_count, old_type, operation);
    return MPI_SUCCESS;
}

int MPI_Accumulate(const void *buffer, int count, MPI_Datatype type, int rank, MPI_Aint place, int there,
                   MPI_Datatype there_type, MPI_Op op, MPI_Win win)
{
    MPIMC_BEGIN;
    MPIMC_TRY(accumulate("MPI_Accumulate", buffer, count, type, rank, place, there, there_type, op, win, NULL));
    MPIMC_RETURN;
}

int MPI_Raccumulate(const void *buffer, int count, MPI_Datatype type, int rank, MPI_Aint place, int there,
                    MPI_Datatype there_type, MPI_Op op, MPI_Win win, MPI_Request *request)
{
    MPIMC_BEGIN;
    MPIMC_TRY(accumulate("MPI_Raccumulate", buffer, count, type, rank, place, there, there_type, op, win, request));
    MPIMC_RETURN;
}

int MPI_Get_accumulate(const void *buffer, int count, MPI_Datatype type, void *old, int old_count,
                       MPI_Datatype old_type, int rank, MPI_Aint place, int there, MPI_Datatype there_type, MPI_Op op,
                       MPI_Win win)
{
    MPIMC_BEGIN;
    MPIMC_TRY(get_accumulate("MPI_Get_accumulate", buffer, count, type, old, old_count, old_type, rank, place, there,
                             there_type, op, win, NULL));
    MPIMC_RETURN;
}

int MPI_Rget_accumulate(const void *buffer, int count, MPI_Datatype type, void *old, int old_count,
                        MPI_Datatype old_type, int rank, MPI_Aint place, int there, MPI_Datatype there_type, MPI_Op op,
                        MPI_Win win, MPI_Request *request)
{
    MPIMC_BEGIN;
    MPIMC_TRY(get_accumulate("MPI_Rget_accumulate", buffer, count, type, old, old_count, old_type, rank, place, there,
                             there_type, op, win, request));
    MPIMC_RETURN;
}

/* One element. */
int MPI_Fetch_and_op(const void *buffer, void *old, MPI_Datatype type, int rank, MPI_Aint place, MPI_Op op, MPI_Win win)
{
    MPIMC_BEGIN;
    MPIMC_TRY(get_accumulate("MPI_Fetch_and_op", buffer, 1, type, old, 1, type, rank, place, 1, type, op, win, NULL));
    MPIMC_RETURN;
}

/* The element becomes that of `buffer` if it is the one of `if_it_is`. */
int MPI_Compare_and_swap(const void *buffer, const void *if_it_is, void *old, MPI_Datatype type, int rank,
                         MPI_Aint place, MPI_Win win)
{
    static const char function[] = "MPI_Compare_and_swap";
    MPIMC_BEGIN;
    struct mpimc_spot spot;
    char both[16];
    MPIMC_TRY(mpimc_window_spot(function, &spot, buffer, 1, type, rank, place, 1, type, win));
    MPIMC_TRY(mpimc_window_check(function, spot.win, if_it_is, 1, type));
    MPIMC_TRY(mpimc_window_check(function, spot.win, old, 1, type));
    unsigned bytes = mpimc_basic_size(type);
    if (bytes == 0 || bytes > 8)
        MPIMC_TRY(mpimc_window_fail(spot.win, MPI_ERR_TYPE, function, MPIMC_NO_TYPE, type));
    memcpy(both, buffer, bytes);
    memcpy(both + bytes, if_it_is, bytes);
    if (spot.peer != NULL)
        fetch(&spot, MPIMC_SWAP, MPI_REPLACE, type, both, (int)(2 * bytes), MPI_BYTE, old, 1, type, NULL);
    MPIMC_RETURN;
}
