#include <internal_mpi_types.h>

/* Numbers of basic elements, from how their types were made. */

/* Elements of basic types in at most `count` elements and the bytes that are left, which it lessens. A basic element that is
   not whole ends the count. Basic types from MPI_2INT on are pairs. */
static int basic_elements(int count, MPI_Datatype basic, const struct mpimc_layout *made, unsigned *left)
{
    int found = 0;
    if (made == NULL) {
        int bytes = (int)mpimc_basic_size(basic), pair = basic >= MPI_2INT && basic < MPI_COMPLEX, half = bytes / 2;
        if (basic >= MPI_SHORT_INT)
            pair = 1;
        if (bytes == 0)
            return 0;
        unsigned whole = *left / (unsigned)bytes;
        whole = whole < (unsigned)count ? whole : (unsigned)count;
        *left -= whole * (unsigned)bytes;
        found = (int)whole << pair;
        if (pair && whole < (unsigned)count && *left >= (unsigned)half) {
            *left -= (unsigned)half;
            found++;
        }
        return found;
    }
    const struct mpimc_recipe *recipe = made->recipe;
    for (; count > 0 && made->bytes != 0 && *left != 0; count--) {
        unsigned before = *left, whole = before >= (unsigned)made->bytes ? (unsigned)made->bytes : before;
        unsigned part = whole;
        int structure = recipe->combiner == MPI_COMBINER_STRUCT;
        for (int i = 0; part != 0 && (!structure || i < recipe->types); i++) {
            const struct mpimc_old *old = &recipe->old[structure ? i : 0];
            unsigned last = part;
            found += basic_elements(structure ? recipe->data[1 + i] : 0x7fffffff, old->basic, old->made, &part);
            if (!structure && part == last)
                break;
        }
        *left = before - (whole - part);
        if (part != 0)
            return found;
    }
    return found;
}

static int elements(const char *function, const MPI_Status *status, MPI_Datatype type, int *count)
{
    MPIMC_ASK(mpimc_check(function, count, 1, type, MPI_COMM_WORLD));
    unsigned left = (unsigned)status->_bytes;
    int found = basic_elements(0x7fffffff, type, mpimc_made(type), &left);
    *count = left == 0 ? found : MPI_UNDEFINED;
    return MPI_SUCCESS;
}

/* Elements of basic types in a message; MPI_UNDEFINED if the last one is not whole.
   Cost: at most 100 cycles for each block of the type and element of the message. */
int MPI_Get_elements(const MPI_Status *status, MPI_Datatype type, int *count)
{
    return elements("MPI_Get_elements", status, type, count);
}

int MPI_Get_elements_x(const MPI_Status *status, MPI_Datatype type, MPI_Count *count)
{
    int found;
    MPIMC_ASK(elements("MPI_Get_elements_x", status, type, &found));
    *count = found;
    return MPI_SUCCESS;
}

int MPI_Status_set_elements_x(MPI_Status *status, MPI_Datatype type, MPI_Count count)
{
    return MPI_Status_set_elements(status, type, (int)count);
}
