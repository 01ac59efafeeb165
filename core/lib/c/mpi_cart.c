#include <internal_mpi.h>
#include <limits.h>

/* The error if a communicator has no grid. */
static int check(const char *function, MPI_Comm comm)
{
    MPIMC_ASK(mpimc_check(function, NULL, 0, MPI_BYTE, comm));
    if (mpimc_groups[comm]->cart == NULL)
        return mpimc_fail(MPI_ERR_TOPOLOGY, function,
                          MPIMC_NO_GRID, comm);
    return MPI_SUCCESS;
}

static struct mpimc_cart *grid(MPI_Comm comm)
{
    return mpimc_groups[comm]->cart;
}

/* The number of places of a grid, which the communicator must have. */
static int places_of(const char *function, MPI_Comm comm, int dims, const int sizes[], int *found)
{
    int places = 1;
    MPIMC_ASK(mpimc_check_dims(function, dims));
    for (int d = 0; d < dims; d++) {
        if (sizes[d] < 1)
            return mpimc_fail(MPI_ERR_DIMS, function, MPIMC_NO_SIZE, sizes[d]);
        places = sizes[d] > INT_MAX / places ? INT_MAX : places * sizes[d];
    }
    if (places > mpimc_ranks(comm))
        return mpimc_fail(MPI_ERR_DIMS, function, MPIMC_TOO_FEW_RANKS, places);
    *found = places;
    return MPI_SUCCESS;
}

/* Puts ranks into a grid: the last coordinate of neighbouring ranks differs. Ranks beyond it get MPI_COMM_NULL.
   Cost: that of MPI_Comm_split. The functions that ask for coordinates and neighbours take at most 150 + 60 d cycles for
   d directions. */
int MPI_Cart_create(MPI_Comm comm, int dims, const int sizes[], const int periodic[], int reorder, MPI_Comm *made)
{
    MPIMC_BEGIN;
    (void)reorder;
    MPIMC_TRY(mpimc_check("MPI_Cart_create", made, 1, MPI_INT, comm));
    int places;
    MPIMC_TRY(places_of("MPI_Cart_create", comm, dims, sizes, &places));
    int own = mpimc_own(comm);
    *made = mpimc_make("MPI_Cart_create", MPIMC_Cart_create, comm, own < places ? 0 : MPI_UNDEFINED, own);
    if (*made == MPI_COMM_NULL)
        MPIMC_RETURN;
    struct mpimc_cart *cart = mpimc_space("MPI_Cart_create", sizeof *cart);
    cart->dims = dims;
    for (int d = 0; d < dims; d++) {
        cart->size[d] = sizes[d];
        cart->periodic[d] = periodic[d] != 0;
    }
    mpimc_groups[*made]->cart = cart;
    MPIMC_RETURN;
}

/* The rank that MPI_Cart_create would give this one: it keeps its own. */
int MPI_Cart_map(MPI_Comm comm, int dims, const int sizes[], const int periodic[], int *rank)
{
    (void)periodic;
    MPIMC_ASK(mpimc_check("MPI_Cart_map", rank, 1, MPI_INT, comm));
    int places;
    MPIMC_ASK(places_of("MPI_Cart_map", comm, dims, sizes, &places));
    *rank = mpimc_own(comm) < places ? mpimc_own(comm) : MPI_UNDEFINED;
    return MPI_SUCCESS;
}

int MPI_Cartdim_get(MPI_Comm comm, int *dims)
{
    MPIMC_ASK(check("MPI_Cartdim_get", comm));
    *dims = grid(comm)->dims;
    return MPI_SUCCESS;
}

int MPI_Cart_coords(MPI_Comm comm, int rank, int most, int coords[])
{
    MPIMC_ASK(check("MPI_Cart_coords", comm));
    MPIMC_ASK(mpimc_check_rank(MPI_ERR_RANK, "MPI_Cart_coords", rank, comm));
    const struct mpimc_cart *cart = grid(comm);
    for (int d = cart->dims - 1; d >= 0; d--) {
        if (d < most)
            coords[d] = rank % cart->size[d];
        rank /= cart->size[d];
    }
    return MPI_SUCCESS;
}

/* A coordinate beyond the edge goes round if the direction is periodic; else it is an error. */
int MPI_Cart_rank(MPI_Comm comm, const int coords[], int *rank)
{
    MPIMC_ASK(check("MPI_Cart_rank", comm));
    const struct mpimc_cart *cart = grid(comm);
    *rank = 0;
    for (int d = 0; d < cart->dims; d++) {
        int size = cart->size[d], c = coords[d];
        if (cart->periodic[d])
            c = (c % size + size) % size;
        if (c < 0 || c >= size)
            return mpimc_fail(MPI_ERR_ARG, "MPI_Cart_rank", MPIMC_NO_COORDINATE, c);
        *rank = *rank * size + c;
    }
    return MPI_SUCCESS;
}

/* The ranks before and after this one in a direction; MPI_PROC_NULL beyond an edge. */
int MPI_Cart_shift(MPI_Comm comm, int direction, int distance, int *before, int *after)
{
    MPIMC_ASK(check("MPI_Cart_shift", comm));
    const struct mpimc_cart *cart = grid(comm);
    if (direction < 0 || direction >= cart->dims)
        return mpimc_fail(MPI_ERR_DIMS, "MPI_Cart_shift", MPIMC_NO_DIRECTION, direction);
    int own = mpimc_own(comm), step = 1, size = cart->size[direction];
    for (int d = cart->dims - 1; d > direction; d--)
        step *= cart->size[d];
    int here = own / step % size;
    for (int side = -1; side <= 1; side += 2) {
        int there = here + side * distance;
        if (cart->periodic[direction])
            there = (there % size + size) % size;
        int rank = there < 0 || there >= size ? MPI_PROC_NULL : own + (there - here) * step;
        *(side < 0 ? before : after) = rank;
    }
    return MPI_SUCCESS;
}

int MPI_Cart_get(MPI_Comm comm, int most, int sizes[], int periodic[], int coords[])
{
    MPIMC_ASK(check("MPI_Cart_get", comm));
    const struct mpimc_cart *cart = grid(comm);
    for (int d = 0; d < cart->dims && d < most; d++) {
        sizes[d] = cart->size[d];
        periodic[d] = cart->periodic[d];
    }
    return MPI_Cart_coords(comm, mpimc_own(comm), most, coords);
}

/* A communicator for each row, plane, …: of the ranks that differ only in the directions that remain. */
int MPI_Cart_sub(MPI_Comm comm, const int remain[], MPI_Comm *made)
{
    MPIMC_BEGIN;
    MPIMC_TRY(check("MPI_Cart_sub", comm));
    const struct mpimc_cart *cart = grid(comm);
    int color = 0, key = 0, coords[MPIMC_MAX_DIMS];
    MPI_Cart_coords(comm, mpimc_own(comm), MPIMC_MAX_DIMS, coords);
    struct mpimc_cart *part = mpimc_space("MPI_Cart_sub", sizeof *part);
    part->dims = 0;
    for (int d = 0; d < cart->dims; d++) {
        if (!remain[d]) {
            color = color * cart->size[d] + coords[d];
            continue;
        }
        key = key * cart->size[d] + coords[d];
        part->size[part->dims] = cart->size[d];
        part->periodic[part->dims++] = cart->periodic[d];
    }
    *made = mpimc_make("MPI_Cart_sub", MPIMC_Cart_sub, comm, color, key);
    mpimc_groups[*made]->cart = part;
    MPIMC_RETURN;
}
