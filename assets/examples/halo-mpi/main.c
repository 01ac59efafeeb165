/* Heat in a plate: each rank has a part, with a border of the parts beside it. In each step the ranks put their edges into the borders
   of their neighbours by one DMA for a row, and by one with strides for a column; a fence ends the step. */
#include <mpi.h>
#include <stdio.h>

#define N 16     /* rows and columns of a part */
#define STEPS 50

static double now[N + 2][N + 2], next[N + 2][N + 2];

int main(int argc, char **argv)
{
    int rank, ranks, sizes[2] = {0, 0}, open[2] = {0, 0}, up, down, left, right;
    MPI_Comm grid;
    MPI_Win win;
    MPI_Datatype column;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Dims_create(ranks, 2, sizes);
    MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, open, 0, &grid);
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_shift(grid, 0, 1, &up, &down);
    MPI_Cart_shift(grid, 1, 1, &left, &right);
    MPI_Type_vector(N, 1, N + 2, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);

    /* The upper edge of the plate is hot. */
    if (up == MPI_PROC_NULL)
        for (int x = 0; x < N + 2; x++)
            now[0][x] = next[0][x] = 100;

    MPI_Win_create(now, sizeof now, sizeof(double), MPI_INFO_NULL, grid, &win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    for (int step = 0; step < STEPS; step++) {
        /* A neighbour that is MPI_PROC_NULL gets nothing. */
        MPI_Put(&now[1][1], N, MPI_DOUBLE, up, (N + 1) * (N + 2) + 1, N, MPI_DOUBLE, win);
        MPI_Put(&now[N][1], N, MPI_DOUBLE, down, 1, N, MPI_DOUBLE, win);
        MPI_Put(&now[1][1], 1, column, left, (N + 2) + N + 1, 1, column, win);
        MPI_Put(&now[1][N], 1, column, right, N + 2, 1, column, win);
        MPI_Win_fence(0, win);
        for (int y = 1; y <= N; y++)
            for (int x = 1; x <= N; x++)
                next[y][x] = (now[y - 1][x] + now[y + 1][x] + now[y][x - 1] + now[y][x + 1]) / 4;
        for (int y = 1; y <= N; y++)
            for (int x = 1; x <= N; x++)
                now[y][x] = next[y][x];
        /* Now the neighbours may put again: nobody reads borders any more. */
        MPI_Win_fence(0, win);
    }
    double sum = 0, all;
    for (int y = 1; y <= N; y++)
        for (int x = 1; x <= N; x++)
            sum += now[y][x];
    MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, grid);
    if (rank == 0)
        printf("heat of %d x %d points after %d steps: %.6f\n", sizes[0] * N, sizes[1] * N, STEPS, all);
    MPI_Win_free(&win);
    MPI_Type_free(&column);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
