#include <internal_mpi_types.h>
#include <internal_mpi_win.h>

/* Whole words to or from another rank's window. Cost: a put of words, or of parts with equal gaps, takes at most 300 cycles, while
   its DMA goes on; other puts and gets are orders (mpi_win_serve.c). */

/* Words of parts that are equally far apart. */
struct rows {
    char *at;
    unsigned part; /* bytes; 0 for words without gaps */
    int step;
};

/* False if the interface cannot go through the elements. */
static int rows_of(struct rows *rows, char *at, const struct mpimc_layout *layout, unsigned bytes)
{
    *rows = (struct rows){at, 0, 4};
    if (layout != NULL) {
        if (!mpimc_is_gathered(layout, bytes))
            return 0;
        *rows = (struct rows){at + layout->runs->at, (unsigned)layout->runs->bytes, layout->step};
    }
    return ((unsigned)rows->at & 3) == 0;
}

/* One DMA for words without gaps; of parts with gaps, one for each of their words. False if the target must take part. */
static int direct(const struct mpimc_spot *spot, const void *buffer, MPI_Datatype type, unsigned bytes)
{
    struct rows from, to;
    if (type >= 0 && spot->layout == NULL && (((unsigned)buffer | (unsigned)spot->at | bytes) & 3) == 0 &&
        spot->peer->world != mpimc_state.rank && spot->win->flavor != MPI_WIN_FLAVOR_DYNAMIC) {
        spot->peer->owes |= spot->win->access >= MPIMC_LOCKED;
        wait_for_interface();
        put(mpimc_state.peers[spot->peer->world].id, spot->at, buffer, bytes);
        return 1;
    }
    if ((bytes & 3) != 0 || spot->win->flavor == MPI_WIN_FLAVOR_DYNAMIC ||
        !rows_of(&from, (char *)buffer, mpimc_layout_of(type), bytes) || !rows_of(&to, spot->at, spot->layout, bytes))
        return 0;
    unsigned part = from.part != 0 ? from.part : to.part;
    if (spot->peer->world == mpimc_state.rank) {
        if (part != 0)
            return 0;
        memmove(to.at, from.at, bytes);
        return 1;
    }
    unsigned id = mpimc_state.peers[spot->peer->world].id;
    spot->peer->owes |= spot->win->access >= MPIMC_LOCKED;
    if ((to.part != 0 && to.part != part) || bytes % part != 0)
        return 0;
    put_parts(id, to.at, to.part != 0 ? (unsigned)to.step : part, from.at, from.part != 0 ? (unsigned)from.step : part, part,
              bytes);
    return 1;
}

static int write(const char *function, const void *buffer, int count, MPI_Datatype type, int rank, MPI_Aint place, int there,
                 MPI_Datatype there_type, MPI_Win win, MPI_Request *request)
{
    struct mpimc_spot spot;
    MPIMC_ASK(mpimc_window_spot(function, &spot, buffer, count, type, rank, place, there, there_type, win));
    unsigned bytes = (unsigned)count * mpimc_size(type);
    if (bytes > spot.bytes)
        return mpimc_window_fail(spot.win, MPI_ERR_TRUNCATE, function, MPIMC_TOO_LONG, (int)bytes);
    spot.bytes = bytes;
    struct mpimc_operation *operation =
        request != NULL ? mpimc_window_request(function, request, buffer, count, type, 0) : NULL;
    if (spot.peer == NULL || bytes == 0)
        return MPI_SUCCESS;
    if (!direct(&spot, buffer, type, bytes)) {
        if (operation != NULL)
            operation->stage = MPIMC_QUEUED;
        mpimc_window_order(&spot, MPIMC_UPDATE, MPI_REPLACE, MPI_BYTE, buffer, count, type, NULL, operation);
    } else if (operation != NULL)
        mc_wait();
    return MPI_SUCCESS;
}

static int read(const char *function, void *buffer, int count, MPI_Datatype type, int rank, MPI_Aint place, int there,
                MPI_Datatype there_type, MPI_Win win, MPI_Request *request)
{
    struct mpimc_spot spot;
    MPIMC_ASK(mpimc_window_spot(function, &spot, buffer, count, type, rank, place, there, there_type, win));
    unsigned bytes = spot.bytes;
    if (bytes > (unsigned)count * mpimc_size(type))
        return mpimc_window_fail(spot.win, MPI_ERR_TRUNCATE, function, MPIMC_TOO_LONG, (int)bytes);
    struct mpimc_operation *operation =
        request != NULL ? mpimc_window_request(function, request, buffer, count, type, 1) : NULL;
    if (spot.peer == NULL || bytes == 0)
        return MPI_SUCCESS;
    int own = spot.peer->world == mpimc_state.rank, at = spot.peer - spot.win->peers;
    int plain = type >= 0 && spot.layout == NULL && spot.win->flavor != MPI_WIN_FLAVOR_DYNAMIC;
    if (plain && own) {
        memmove(buffer, spot.at, bytes);
        return MPI_SUCCESS;
    }
    plain = plain && (((unsigned)buffer | (unsigned)spot.at | bytes) & 3) == 0;
    if (operation != NULL)
        operation->stage = MPIMC_QUEUED;
    if (plain)
        mpimc_window_expect(function, spot.win, at, MPIMC_ANSWER, NULL, 0, MPI_BYTE, operation);
    else
        mpimc_window_expect(function, spot.win, at, MPIMC_ANSWER, buffer, count, type, operation);
    mpimc_window_order(&spot, MPIMC_FETCH, MPI_NO_OP, MPI_BYTE, NULL, 0, MPI_BYTE, plain ? buffer : NULL, NULL);
    return MPI_SUCCESS;
}

int MPI_Put(const void *buffer, int count, MPI_Datatype type, int rank, MPI_Aint place, int there,
            MPI_Datatype there_type, MPI_Win win)
{
    MPIMC_BEGIN;
    MPIMC_TRY(write("MPI_Put", buffer, count, type, rank, place, there, there_type, win, NULL));
    MPIMC_RETURN;
}

int MPI_Get(void *buffer, int count, MPI_Datatype type, int rank, MPI_Aint place, int there, MPI_Datatype there_type,
            MPI_Win win)
{
    MPIMC_BEGIN;
    MPIMC_TRY(read("MPI_Get", buffer, count, type, rank, place, there, there_type, win, NULL));
    MPIMC_RETURN;
}

int MPI_Rput(const void *buffer, int count, MPI_Datatype type, int rank, MPI_Aint place, int there,
             MPI_Datatype there_type, MPI_Win win, MPI_Request *request)
{
    MPIMC_BEGIN;
    MPIMC_TRY(write("MPI_Rput", buffer, count, type, rank, place, there, there_type, win, request));
    MPIMC_RETURN;
}

int MPI_Rget(void *buffer, int count, MPI_Datatype type, int rank, MPI_Aint place, int there, MPI_Datatype there_type,
             MPI_Win win, MPI_Request *request)
{
    MPIMC_BEGIN;
    MPIMC_TRY(read("MPI_Rget", buffer, count, type, rank, place, there, there_type, win, request));
    MPIMC_RETURN;
}
