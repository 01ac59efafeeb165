/* BT, block tridiagonal: a step in time is solved in x, then in y, then in z. In a direction only neighbours on a line
   depend on each other, so each line is a system with three blocks of 5 x 5 in a row. */
#define DT 0.01
#include "blocks.h"
#include "squares.h"

#ifdef CLASS_T
#define STEPS 6
static const double residuals[PARTS] = {2.3208673660797e3, 1.7000605176353e2, 5.8605005197879e2,
                                        5.2114777030591e2, 4.9662843857280e3};
static const double errors[PARTS] = {7.7893518302809e1, 5.9873663105522, 1.9655122301919e1,
                                     1.7868341802799e1, 1.8298896443888e2};
#else
#define STEPS 60
static const double residuals[PARTS] = {1.7034283709541311e-1, 1.2975252070034097e-2, 3.2527926989486055e-2,
                                        2.6436421275166801e-2, 1.9211784131744430e-1};
static const double errors[PARTS] = {4.9976913345811579e-4, 4.5195666782961927e-5, 7.3973765172921357e-5,
                                     7.3821238632439731e-5, 8.9269630987491446e-4};
#endif

/* A point of a line after the elimination: x = r - c x', where x' are the unknowns of the next point. Messages have such
   points too. */
struct row {
    matrix c;
    double r[PARTS];
};
#define ROW (sizeof(struct row) / sizeof(double))

static matrix *kept[MAX_SIDE]; /* the blocks c of all points, line by line */

/* c = b^-1 c, r = b^-1 r */
static void divide(matrix b, matrix c, double r[PARTS])
{
    for (int p = 0; p < PARTS; p++) {
        double pivot = 1 / b[p][p];
        for (int k = p + 1; k < PARTS; k++)
            b[p][k] *= pivot;
        for (int k = 0; k < PARTS; k++)
            c[p][k] *= pivot;
        r[p] *= pivot;
        for (int i = 0; i < PARTS; i++) {
            double factor = b[i][p];
            if (i == p)
                continue;
            for (int k = p + 1; k < PARTS; k++)
                b[i][k] -= factor * b[p][k];
            for (int k = 0; k < PARTS; k++)
                c[i][k] -= factor * c[p][k];
            r[i] -= factor * r[p];
        }
    }
}

static int eliminate(struct block *block, int d, double *from, double *to)
{
    int e = (d + 1) % 3, f = (d + 2) % 3, step = block->step[d];
    matrix *keep = kept[block - blocks];
    static struct row nothing;
    struct row *last = (struct row *)to, *first = (struct row *)from;
    for (int j = block->low[f]; j < block->end[f]; j++)
        for (int i = block->low[e]; i < block->end[e]; i++) {
            int start = (int)(at(block, block->u, 0, 0, 0) - block->u) + i * block->step[e] + j * block->step[f];
            const double *u = block->u + start;
            struct row *before_low = from == NULL ? &nothing : first++;
            double(*c)[PARTS] = before_low->c, *r = before_low->r;
            for (int k = block->low[d]; k < block->end[d]; k++) {
                static matrix a, b;
                double *own = block->change + start + k * step;
                struct gas gas;
                neighbour(a, u + (k - 1) * step, d, -1);
                neighbour(*keep, u + (k + 1) * step, d, 1);
                gas_of(u + k * step, &gas);
                identity(b);
                add_friction(b, &gas, d, 2 * DT * SECOND);
                for (int m = 0; m < PARTS; m++)
                    for (int n = 0; n < PARTS; n++) {
                        double factor = a[m][n];
                        for (int l = 0; l < PARTS; l++)
                            b[m][l] -= factor * c[n][l];
                        own[m] -= factor * r[n];
                    }
                divide(b, *keep, own);
                c = *keep++;
                r = own;
            }
            if (to != NULL) {
                for (int m = 0; m < PARTS; m++) {
                    for (int n = 0; n < PARTS; n++)
                        last->c[m][n] = c[m][n];
                    last->r[m] = r[m];
                }
                last++;
            }
        }
    return (int)((double *)last - to);
}

static int substitute(struct block *block, int d, double *from, double *to)
{
    static const double zero[PARTS];
    int e = (d + 1) % 3, f = (d + 2) % 3, step = block->step[d], length = 0;
    matrix *keep = kept[block - blocks];
    for (int j = block->low[f]; j < block->end[f]; j++)
        for (int i = block->low[e]; i < block->end[e]; i++) {
            double *line = at(block, block->change, 0, 0, 0) + i * block->step[e] + j * block->step[f];
            const double *next = from == NULL ? zero : from;
            keep += block->end[d] - block->low[d];
            matrix *c = keep;
            for (int k = block->end[d] - 1; k >= block->low[d]; k--) {
                double *own = line + k * step;
                c--;
                for (int m = 0; m < PARTS; m++)
                    for (int n = 0; n < PARTS; n++)
                        own[m] -= (*c)[m][n] * next[n];
                next = own;
            }
            if (from != NULL)
                from += PARTS;
            if (to != NULL)
                for (int m = 0; m < PARTS; m++)
                    to[length++] = next[m];
        }
    return length;
}

static void step(void)
{
    squares_change();
    for (int i = 0; i < layers; i++) {
        struct block *b = &blocks[i];
        for (int z = b->low[2]; z < b->end[2]; z++)
            for (int y = b->low[1]; y < b->end[1]; y++) {
                double *change = at(b, b->change, b->low[0], y, z);
                for (int k = 0; k < PARTS * (b->end[0] - b->low[0]); k++)
                    change[k] *= DT;
            }
    }
    for (int d = 0; d < 3; d++)
        squares_solve(d, eliminate, substitute);
    squares_add();
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (!squares_start(ROW)) {
        if (rank == 0)
            printf("BT: the number of ranks must be 1, 4, 9 or 16\n");
        MPI_Finalize();
        return 1;
    }
    for (int i = 0; i < layers; i++) {
        struct block *b = &blocks[i];
        kept[i] = (matrix *)flow_space(b->n[0] * b->n[1] * b->n[2] * PARTS * PARTS);
        flow_start(b);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime(), n = N;
    for (int i = 0; i < STEPS; i++)
        step();
    double taken = MPI_Wtime() - start;
    return npb_summary("BT", SIZE, STEPS, taken, STEPS * (3478.8 * n * n * n - 17655.7 * n * n + 28023.7 * n),
                       squares_check(residuals, errors));
}
