/* The Mandelbrot set as a picture. Rows near the middle take much longer than those at the edges, so each rank computes every
   n-th row. All ranks write into the same file of the chip, each at the places of its own rows. */
#include <mpi.h>
#include <stdio.h>

#define WIDTH 96
#define HEIGHT 64
#define LIMIT 48

/* Number of iterations before z = z * z + c leaves the circle of radius 2. */
static int iterations(float re, float im)
{
    float x = 0, y = 0;
    int n = 0;
    while (n < LIMIT && x * x + y * y < 4) {
        float next = x * x - y * y + re;
        y = 2 * x * y + im;
        x = next;
        n++;
    }
    return n;
}

int main(int argc, char **argv)
{
    int rank, size;
    unsigned char row[WIDTH];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    char head[32];
    int bytes = sprintf(head, "P5 %d %d 255\n", WIDTH, HEIGHT);
    if (rank == 0) {
        FILE *start = fopen("mandelbrot.pgm", "w");
        fputs(head, start);
        fclose(start);
    }
    MPI_Barrier(MPI_COMM_WORLD);

    FILE *picture = fopen("mandelbrot.pgm", "r+");
    for (int y = rank; y < HEIGHT; y += size) {
        for (int x = 0; x < WIDTH; x++) {
            int n = iterations(-2.2f + 3.2f * x / WIDTH, -1.2f + 2.4f * y / HEIGHT);
            row[x] = (unsigned char)(255 - 255 * n / LIMIT);
        }
        fseek(picture, bytes + y * WIDTH, SEEK_SET);
        fwrite(row, 1, WIDTH, picture);
    }
    fclose(picture);
    MPI_Finalize();
    return 0;
}
