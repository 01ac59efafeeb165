/* Latency and bandwidth: rank 0 sends messages of growing size to the last rank, which sends each of them back. Rank 0 prints the
   time of one way; the chip has 1 GHz, so a nanosecond is a cycle. */
#include <mpi.h>
#include <stdio.h>

#define LARGEST 65536
#define TIMES 10

static char buffer[LARGEST];

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int last = size - 1;
    if (rank == 0 && size == 1)
        printf("ping-pong needs two ranks\n");
    if (rank == 0 && size > 1)
        printf("   bytes    cycles    MB/s\n");
    for (int bytes = 0; bytes <= LARGEST && size > 1; bytes = bytes == 0 ? 4 : 2 * bytes) {
        double start = 0;
        /* The first round is not measured: it begins at different times. */
        for (int i = 0; i <= TIMES && (rank == 0 || rank == last); i++) {
            if (i == 1)
                start = MPI_Wtime();
            if (rank == 0)
                MPI_Send(buffer, bytes, MPI_BYTE, last, 0, MPI_COMM_WORLD);
            MPI_Recv(buffer, bytes, MPI_BYTE, last - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (rank == last)
                MPI_Send(buffer, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
        }
        double cycles = (MPI_Wtime() - start) / (2 * TIMES) * 1e9;
        if (rank == 0)
            printf("%8d %9.1f %7.1f\n", bytes, cycles, bytes / cycles * 1000);
    }
    MPI_Finalize();
    return 0;
}
