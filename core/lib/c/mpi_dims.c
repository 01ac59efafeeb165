#include <internal_mpi.h>

/* Gives the directions whose size is 0 sizes as equal as possible, the largest first, so that the grid has `nodes` places.
   Cost: at most 100 + 60 times the largest prime factor. */
int MPI_Dims_create(int nodes, int dims, int sizes[])
{
    int left = nodes, open = 0;
    MPIMC_ASK(mpimc_check_dims("MPI_Dims_create", dims));
    for (int d = 0; d < dims; d++) {
        if (sizes[d] < 0)
            return mpimc_fail(MPI_ERR_DIMS, "MPI_Dims_create", MPIMC_NEGATIVE_SIZE, sizes[d]);
        if (sizes[d] == 0)
            open++;
        else if (left % sizes[d] == 0)
            left /= sizes[d];
        else
            return mpimc_fail(MPI_ERR_DIMS, "MPI_Dims_create", MPIMC_NO_DIVISOR,
                              sizes[d]);
    }
    if (nodes < 1 || (open == 0 && left != 1))
        return mpimc_fail(MPI_ERR_DIMS, "MPI_Dims_create", MPIMC_WRONG_SIZES, nodes);
    int factors[32], count = 0, found[MPIMC_MAX_DIMS];
    for (int p = 2; left > 1; p = p > left / p ? left : p + 1)
        for (; left % p == 0; left /= p)
            factors[count++] = p;
    for (int d = 0; d < open; d++)
        found[d] = 1;
    /* The largest factor that is left goes to the smallest size. */
    while (count > 0) {
        int smallest = 0;
        for (int d = 1; d < open; d++)
            if (found[d] < found[smallest])
                smallest = d;
        found[smallest] *= factors[--count];
    }
    for (int d = 0; d < dims; d++) {
        if (sizes[d] != 0)
            continue;
        int largest = 0;
        for (int i = 1; i < open; i++)
            if (found[i] > found[largest])
                largest = i;
        sizes[d] = found[largest];
        found[largest] = 0;
    }
    return MPI_SUCCESS;
}
