/* Conway's Game of Life on a torus of 32 x 32 cells. Each of the ranks has a block of rows and, above and below, a copy of
   its neighbours' next row: the halo. Before each generation they exchange these rows. Rank 0 gathers the result. */
#include <mpi.h>
#include <stdio.h>

#define SIDE 32
#define GENERATIONS 12

static char now[SIDE + 2][SIDE], next[SIDE + 2][SIDE]; /* rows 0 and rows + 1 are the halo */
static char all[SIDE][SIDE];

static int neighbours(int y, int x)
{
    int left = (x + SIDE - 1) % SIDE, right = (x + 1) % SIDE, alive = 0;

    for (int row = y - 1; row <= y + 1; row++)
        alive += now[row][left] + now[row][x] + now[row][right];
    return alive - now[y][x];
}

int main(int argc, char **argv)
{
    /* A glider and a small oscillator. */
    static const char start[][2] = { { 1, 2 }, { 2, 3 }, { 3, 1 }, { 3, 2 }, { 3, 3 }, { 20, 15 }, { 20, 16 }, { 20, 17 } };
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int rows = SIDE / size, above = (rank + size - 1) % size, below = (rank + 1) % size;

    for (int i = 0; i < (int)(sizeof start / sizeof start[0]); i++) {
        int y = start[i][0] - rank * rows;
        if (y >= 0 && y < rows)
            now[y + 1][(int)start[i][1]] = 1;
    }
    for (int generation = 0; generation < GENERATIONS; generation++) {
        MPI_Sendrecv(now[1], SIDE, MPI_CHAR, above, 0, now[rows + 1], SIDE, MPI_CHAR, below, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        MPI_Sendrecv(now[rows], SIDE, MPI_CHAR, below, 1, now[0], SIDE, MPI_CHAR, above, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        for (int y = 1; y <= rows; y++)
            for (int x = 0; x < SIDE; x++) {
                int alive = neighbours(y, x);
                next[y][x] = alive == 3 || (alive == 2 && now[y][x]);
            }
        for (int y = 1; y <= rows; y++)
            for (int x = 0; x < SIDE; x++)
                now[y][x] = next[y][x];
    }
    MPI_Gather(now[1], rows * SIDE, MPI_CHAR, all, rows * SIDE, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (rank == 0)
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++)
                putchar(all[y][x] ? '#' : '.');
            putchar('\n');
        }
    MPI_Finalize();
    return 0;
}
