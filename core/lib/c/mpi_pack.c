#include <internal_mpi_types.h>
#include <stdlib.h>

/* Elements in a buffer of the program, one after the other and without gaps, as they are in a message. */

static int check(const char *function, const void *elements, int count, MPI_Datatype type, const void *row, int bytes,
                 const int *position, MPI_Comm comm)
{
    MPIMC_ASK(mpimc_check(function, elements, count, type, comm));
    int wanted = count * (int)mpimc_size(type);
    if (wanted != 0)
        MPIMC_ASK(mpimc_check(function, row, bytes, MPI_BYTE, comm));
    if (*position < 0 || wanted > bytes - *position)
        return mpimc_fail(MPI_ERR_TRUNCATE, function, MPIMC_NO_ROOM, wanted);
    return MPI_SUCCESS;
}

/* Appends elements to a buffer of `bytes` bytes, from a position on, which it moves.
   Cost: at most 300 cycles and those of memcpy; with gaps, 70 cycles for each part. */
int MPI_Pack(const void *in, int count, MPI_Datatype type, void *out, int bytes, int *position, MPI_Comm comm)
{
    MPIMC_ASK(check("MPI_Pack", in, count, type, out, bytes, position, comm));
    unsigned length = (unsigned)count * mpimc_size(type);
    mpimc_copy_elements((char *)out + *position, length, (char *)in, type, 0);
    *position += (int)length;
    return MPI_SUCCESS;
}

/* The way back. */
int MPI_Unpack(const void *in, int bytes, int *position, void *out, int count, MPI_Datatype type, MPI_Comm comm)
{
    MPIMC_ASK(check("MPI_Unpack", out, count, type, in, bytes, position, comm));
    unsigned length = (unsigned)count * mpimc_size(type);
    mpimc_copy_elements((char *)in + *position, length, out, type, 1);
    *position += (int)length;
    return MPI_SUCCESS;
}

/* The bytes that elements need in such a buffer. */
int MPI_Pack_size(int count, MPI_Datatype type, MPI_Comm comm, int *bytes)
{
    MPIMC_ASK(mpimc_check("MPI_Pack_size", bytes, count, type, comm));
    *bytes = count * (int)mpimc_size(type);
    return MPI_SUCCESS;
}

/* Turns the numbers of elements in a row around. Where the row ends. */
static char *swap_bytes(char *row, int count, MPI_Datatype basic, const struct mpimc_layout *made)
{
    if (made != NULL) {
        const struct mpimc_recipe *recipe = made->recipe;
        int bytes = made->bytes;
        for (; count > 0; count--) {
            char *end = row + bytes;
            for (int i = 0; row != end; i++) {
                const struct mpimc_old *old = &recipe->old[recipe->combiner == MPI_COMBINER_STRUCT ? i : 0];
                int times = recipe->combiner == MPI_COMBINER_STRUCT ? recipe->data[1 + i] : 1;
                if (old->basic != MPI_LB && old->basic != MPI_UB)
                    row = swap_bytes(row, times, old->basic, old->made);
            }
        }
        return row;
    }
    /* Basic types from MPI_2INT on are pairs. */
    int bytes = (int)mpimc_basic_size(basic), half = basic >= MPI_2INT && bytes > 1 ? bytes / 2 : bytes;
    for (int numbers = count * (bytes / half); numbers > 0; numbers--, row += half)
        for (int i = 0, j = half - 1; i < j; i++, j--) {
            char other = row[i];
            row[i] = row[j];
            row[j] = other;
        }
    return row;
}

static int check_name(const char *function, const char *name)
{
    if (name == NULL || strcmp(name, "external32") != 0)
        return mpimc_fail(MPI_ERR_ARG, function, MPIMC_NO_REPRESENTATION,
                          name != NULL ? *name : 0);
    return MPI_SUCCESS;
}

/* The same for other machines: the highest byte of a number comes first. The name is "external32".
   Cost: that of MPI_Pack, and 15 cycles for each byte. */
int MPI_Pack_external(const char *name, const void *in, int count, MPI_Datatype type, void *out, MPI_Aint bytes,
                      MPI_Aint *position)
{
    static const char function[] = "MPI_Pack_external";
    int from = *position;
    MPIMC_ASK(check_name(function, name));
    MPIMC_ASK(check(function, in, count, type, out, bytes, &from, MPI_COMM_WORLD));
    unsigned length = (unsigned)count * mpimc_size(type);
    char *row = (char *)out + from;
    mpimc_copy_elements(row, length, (char *)in, type, 0);
    swap_bytes(row, length != 0 ? count : 0, type, mpimc_made(type));
    *position += (int)length;
    return MPI_SUCCESS;
}

int MPI_Unpack_external(const char *name, const void *in, MPI_Aint bytes, MPI_Aint *position, void *out, int count,
                        MPI_Datatype type)
{
    static const char function[] = "MPI_Unpack_external";
    int from = *position;
    MPIMC_ASK(check_name(function, name));
    MPIMC_ASK(check(function, out, count, type, in, bytes, &from, MPI_COMM_WORLD));
    unsigned length = (unsigned)count * mpimc_size(type);
    char *row = mpimc_space(function, length);
    memcpy(row, (const char *)in + from, length);
    swap_bytes(row, length != 0 ? count : 0, type, mpimc_made(type));
    mpimc_copy_elements(row, length, out, type, 1);
    free(row);
    *position += (int)length;
    return MPI_SUCCESS;
}

int MPI_Pack_external_size(const char *name, int count, MPI_Datatype type, MPI_Aint *bytes)
{
    static const char function[] = "MPI_Pack_external_size";
    MPIMC_ASK(check_name(function, name));
    MPIMC_ASK(mpimc_check(function, bytes, count, type, MPI_COMM_WORLD));
    *bytes = count * (int)mpimc_size(type);
    return MPI_SUCCESS;
}
