/* Iterations until points of the complex plane escape. */

#define SIZE 48
#define MOST 100

int kernel(void)
{
    int sum = 0;
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++) {
            double cr = 3.0 * x / SIZE - 2.0, ci = 2.0 * y / SIZE - 1.0;
            double zr = 0.0, zi = 0.0;
            int n = 0;
            while (n < MOST && zr * zr + zi * zi <= 4.0) {
                double next = zr * zr - zi * zi + cr;
                zi = 2.0 * zr * zi + ci;
                zr = next;
                n++;
            }
            sum = sum * 31 + n;
        }
    return sum;
}
