/* MG, multigrid: four V-cycles for Poisson's equation on a cube whose opposite sides are neighbours.

   Each rank has a block of the cube, with a halo of one point on all sides. A grid with half as many points in each
   direction is divided in the same way. A grid with at most WHOLE points in a direction, of which a rank would have fewer
   than two, is on every rank as a whole, and all ranks compute the same there; so is one that has fewer points than ranks. */
#include "npb.h"

#include <string.h>

#ifdef CLASS_T
#define LEVELS 4
#define NORM 1.6695011374808e-4
#else
#define LEVELS 5
#define NORM 0.5307707005734e-4
#endif
#define SIDE (1 << LEVELS)
#define CYCLES 4
#define WHOLE 8
#define SEED 314159265ULL
#define CHARGES 10

struct level {
    int side;     /* of the whole grid */
    int whole;    /* every rank has all of it */
    int n[3];     /* points of the block in x, y, z, without the halo */
    int first[3]; /* the place of the block in the grid */
    double *u, *r;
};

static int rank, ranks, grid[3], place[3];
static int before[3], after[3]; /* neighbours in each direction */
static struct level levels[LEVELS + 1];
static double *charge; /* the right side, in blocks of the finest grid */
static double *out, *in;

static inline int at(const struct level *l, int x, int y, int z)
{
    return (z * (l->n[1] + 2) + y) * (l->n[0] + 2) + x;
}

static int points(const struct level *l)
{
    return (l->n[0] + 2) * (l->n[1] + 2) * (l->n[2] + 2);
}

/* Copies the plane `at` of a direction to a buffer or from it, with the halo of the directions before it. */
static int plane(const struct level *l, double *data, int direction, int where, double *buffer, int back)
{
    int low[3], end[3], length = 0;
    for (int d = 0; d < 3; d++) {
        low[d] = d < direction ? 0 : 1;
        end[d] = d < direction ? l->n[d] + 2 : l->n[d] + 1;
    }
    low[direction] = where;
    end[direction] = where + 1;
    for (int z = low[2]; z < end[2]; z++)
        for (int y = low[1]; y < end[1]; y++) {
            double *line = data + at(l, low[0], y, z), *line_end = line + end[0] - low[0];
            length += end[0] - low[0];
            while (line != line_end)
                if (back)
                    *line++ = *buffer++;
                else
                    *buffer++ = *line++;
        }
    return length;
}

/* Fills the halo, one direction after the other, so that edges and corners are right too. */
static void fill_halo(const struct level *l, double *data)
{
    for (int d = 0; d < 3; d++)
        for (int side = 0; side < 2; side++) {
            int length = plane(l, data, d, side ? 1 : l->n[d], out, 0);
            if (l->whole || grid[d] == 1) {
                plane(l, data, d, side ? l->n[d] + 1 : 0, out, 1);
                continue;
            }
            MPI_Sendrecv(out, length, MPI_DOUBLE, side ? before[d] : after[d], 0, in, length, MPI_DOUBLE,
                         side ? after[d] : before[d], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            plane(l, data, d, side ? l->n[d] + 1 : 0, in, 1);
        }
}

/* The sums of four points beside those of a line, in its own direction, and of the four diagonal ones. */
static double beside[SIDE + 2], diagonal[SIDE + 2];

static void sums(const struct level *l, const double *data, int y, int z)
{
    const double *c = data + at(l, 0, y, z);
    int row = l->n[0] + 2, sheet = row * (l->n[1] + 2);
    for (int x = 0; x < row; x++, c++) {
        beside[x] = c[-row] + c[row] + c[-sheet] + c[sheet];
        diagonal[x] = c[-sheet - row] + c[-sheet + row] + c[sheet - row] + c[sheet + row];
    }
}

/* r = v - A u */
static void residual(const struct level *l, const double *u, const double *v, double *r)
{
    for (int z = 1; z <= l->n[2]; z++)
        for (int y = 1; y <= l->n[1]; y++) {
            int start = at(l, 0, y, z);
            sums(l, u, y, z);
            for (int x = 1; x <= l->n[0]; x++)
                r[start + x] = v[start + x] + 8.0 / 3 * u[start + x] -
                               1.0 / 6 * (diagonal[x] + beside[x - 1] + beside[x + 1]) -
                               1.0 / 12 * (diagonal[x - 1] + diagonal[x + 1]);
        }
    fill_halo(l, r);
}

/* u = u + C r: one step of smoothing. */
static void smooth(const struct level *l, const double *r, double *u)
{
    for (int z = 1; z <= l->n[2]; z++)
        for (int y = 1; y <= l->n[1]; y++) {
            int start = at(l, 0, y, z);
            sums(l, r, y, z);
            for (int x = 1; x <= l->n[0]; x++)
                u[start + x] += -3.0 / 8 * r[start + x] + 1.0 / 32 * (r[start + x - 1] + r[start + x + 1] + beside[x]) -
                                1.0 / 64 * (diagonal[x] + beside[x - 1] + beside[x + 1]);
        }
    fill_halo(l, u);
}

/* The points of the coarser grid at places 2, 4, 6, ... of n points, the first of which is at `first` + 1: their number, and
   how many there are before them. */
static int halved(int first, int n, int *from)
{
    *from = first / 2;
    return (first + n) / 2 - first / 2;
}

/* The block of a small grid that rank `of` has computed, since it has the points there of the next finer one. */
static void computed(const struct level *l, int of, int from[3], int end[3])
{
    int where[3] = {of % grid[0], of / grid[0] % grid[1], of / grid[0] / grid[1]};
    for (int d = 0; d < 3; d++) {
        int n = 2 * l->side / grid[d];
        end[d] = halved(where[d] * n, n, &from[d]);
        end[d] += from[d];
    }
}

/* Numbers of the largest such block. */
static int most_computed(const struct level *l)
{
    int length = 1;
    for (int d = 0; d < 3; d++)
        length *= l->side > grid[d] ? l->side / grid[d] : 1;
    return length;
}

/* Every rank gets the blocks of all ranks of a small grid. */
static void collect(const struct level *l, double *data)
{
    int from[3], end[3], length = most_computed(l), next = 0;
    computed(l, rank, from, end);
    for (int z = from[2]; z < end[2]; z++)
        for (int y = from[1]; y < end[1]; y++)
            for (int x = from[0]; x < end[0]; x++)
                out[next++] = data[at(l, x + 1, y + 1, z + 1)];
    MPI_Allgather(out, length, MPI_DOUBLE, in, length, MPI_DOUBLE, MPI_COMM_WORLD);
    for (int of = 0; of < ranks; of++) {
        next = of * length;
        computed(l, of, from, end);
        for (int z = from[2]; z < end[2]; z++)
            for (int y = from[1]; y < end[1]; y++)
                for (int x = from[0]; x < end[0]; x++)
                    data[at(l, x + 1, y + 1, z + 1)] = in[next++];
    }
}

/* The residual of a grid on the next coarser one: point i there is point 2 i here, with its neighbours. */
static void restrict_to(const struct level *fine, const struct level *coarse)
{
    int from[3], count[3], shift[3]; /* the block of the coarse grid that this rank computes; point 2 i is at 2 i - shift */
    for (int d = 0; d < 3; d++) {
        count[d] = halved(fine->first[d], fine->n[d], &from[d]);
        shift[d] = fine->first[d] - 2 * from[d];
        from[d] -= coarse->first[d];
    }
    for (int z = 1; z <= count[2]; z++)
        for (int y = 1; y <= count[1]; y++) {
            const double *r = fine->r + at(fine, 0, 2 * y - shift[1], 2 * z - shift[2]);
            sums(fine, fine->r, 2 * y - shift[1], 2 * z - shift[2]);
            for (int x = 1; x <= count[0]; x++) {
                int f = 2 * x - shift[0];
                coarse->r[at(coarse, from[0] + x, from[1] + y, from[2] + z)] =
                    0.5 * r[f] + 0.25 * (r[f - 1] + r[f + 1] + beside[f]) +
                    0.125 * (diagonal[f] + beside[f - 1] + beside[f + 1]) + 0.0625 * (diagonal[f - 1] + diagonal[f + 1]);
            }
        }
    if (coarse->whole && !fine->whole)
        collect(coarse, coarse->r);
    fill_halo(coarse, coarse->r);
}

/* Adds the values of the coarser grid: at points with even numbers its own, between them the means. */
static void prolong(const struct level *coarse, const struct level *fine)
{
    static double sum[SIDE + 2]; /* of the two or four lines of the coarser grid beside a line of the finer one */
    int row = coarse->n[0] + 2, sheet = row * (coarse->n[1] + 2);
    for (int z = 1; z <= fine->n[2]; z++)
        for (int y = 1; y <= fine->n[1]; y++) {
            int gy = fine->first[1] + y, gz = fine->first[2] + z, gx = fine->first[0] + 1;
            int next_y = gy & 1 ? row : 0, next_z = gz & 1 ? sheet : 0;
            const double *c = coarse->u + at(coarse, 0, gy / 2 - coarse->first[1], gz / 2 - coarse->first[2]);
            double *u = fine->u + at(fine, 1, y, z);
            int low = gx / 2 - coarse->first[0];
            for (int x = low; x <= low + fine->n[0] / 2 + 1 && x < row; x++)
                sum[x] = 0.125 * (c[x] + c[x + next_y] + c[x + next_z] + c[x + next_y + next_z]);
            for (int x = 0, at = low; x < fine->n[0]; x++)
                if ((gx + x) & 1) {
                    u[x] += sum[at] + sum[at + 1];
                    at++;
                } else
                    u[x] += 2 * sum[at];
        }
    fill_halo(fine, fine->u);
}

static void cycle(void)
{
    for (int k = LEVELS; k > 1; k--)
        restrict_to(&levels[k], &levels[k - 1]);
    memset(levels[1].u, 0, points(&levels[1]) * sizeof(double));
    smooth(&levels[1], levels[1].r, levels[1].u);
    for (int k = 2; k <= LEVELS; k++) {
        struct level *l = &levels[k];
        if (k < LEVELS)
            memset(l->u, 0, points(l) * sizeof(double));
        prolong(&levels[k - 1], l);
        residual(l, l->u, k < LEVELS ? l->r : charge, l->r);
        smooth(l, l->r, l->u);
    }
}

/* A value and its place in the whole grid: an element of MPI_DOUBLE_INT. */
struct extreme {
    double value;
    int where;
};

static void insert(struct extreme *list, double value, int where)
{
    int i = CHARGES - 1;
    if (value <= list[i].value)
        return;
    for (; i > 0 && list[i - 1].value < value; i--)
        list[i] = list[i - 1];
    list[i] = (struct extreme){value, where};
}

/* The charges are 1 at the ten points with the largest random numbers, and -1 at those with the smallest. Each rank keeps
   its own ten of both kinds; ten times the best of all ranks is found, and its rank goes on to its next one. */
static void make_charges(void)
{
    static struct extreme own[2][CHARGES + 1];
    struct level *l = &levels[LEVELS];
    for (int kind = 0; kind < 2; kind++)
        for (int i = 0; i <= CHARGES; i++)
            own[kind][i].value = -2;
    for (int z = 0; z < l->n[2]; z++)
        for (int y = 0; y < l->n[1]; y++) {
            int where = ((l->first[2] + z) * SIDE + l->first[1] + y) * SIDE + l->first[0];
            npb_seed seed = SEED * npb_power(NPB_A, where) & ((1ULL << 46) - 1);
            for (int x = 0; x < l->n[0]; x++, where++) {
                double value = npb_random(&seed, NPB_A);
                insert(own[0], value, where);
                insert(own[1], -value, where);
            }
        }
    int next[2] = {0, 0};
    for (int i = 0; i < CHARGES; i++) {
        struct extreme candidates[2] = {own[0][next[0]], own[1][next[1]]}, best[2];
        MPI_Allreduce(candidates, best, 2, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
        for (int kind = 0; kind < 2; kind++) {
            int x = best[kind].where % SIDE - l->first[0], y = best[kind].where / SIDE % SIDE - l->first[1];
            int z = best[kind].where / SIDE / SIDE - l->first[2];
            if (x < 0 || x >= l->n[0] || y < 0 || y >= l->n[1] || z < 0 || z >= l->n[2])
                continue;
            charge[at(l, x + 1, y + 1, z + 1)] = kind == 0 ? 1 : -1;
            next[kind]++;
        }
    }
    fill_halo(l, charge);
}

static double norm(void)
{
    const struct level *l = &levels[LEVELS];
    double own = 0, all;
    for (int z = 1; z <= l->n[2]; z++)
        for (int y = 1; y <= l->n[1]; y++)
            for (int x = 1; x <= l->n[0]; x++)
                own += l->r[at(l, x, y, z)] * l->r[at(l, x, y, z)];
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sqrt(all / ((double)SIDE * SIDE * SIDE));
}

static double *zeroes(int count)
{
    double *data = calloc((unsigned)count, sizeof *data);
    if (data == NULL) {
        printf("MG: a rank has no memory left; give nodes more memory\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return data;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    grid[0] = grid[1] = grid[2] = 1;
    for (int d = 2, left = ranks; left > 1; left /= 2, d = (d + 2) % 3)
        grid[d] *= 2;
    if (grid[0] * grid[1] * grid[2] != ranks || grid[2] > SIDE / 2) {
        if (rank == 0)
            printf("MG: the number of ranks must be a power of two, at most %d\n", SIDE * SIDE * SIDE / 8);
        MPI_Finalize();
        return 1;
    }
    place[0] = rank % grid[0];
    place[1] = rank / grid[0] % grid[1];
    place[2] = rank / grid[0] / grid[1];
    for (int d = 0, step = 1; d < 3; step *= grid[d++]) {
        before[d] = rank + step * ((place[d] + grid[d] - 1) % grid[d] - place[d]);
        after[d] = rank + step * ((place[d] + 1) % grid[d] - place[d]);
    }
    int most = 0;
    for (int k = 1; k <= LEVELS; k++) {
        struct level *l = &levels[k];
        l->side = 1 << k;
        l->whole = l->side < grid[2] || (l->side < 2 * grid[2] && l->side <= WHOLE);
        for (int d = 0; d < 3; d++) {
            l->n[d] = l->whole ? l->side : l->side / grid[d];
            l->first[d] = l->whole ? 0 : place[d] * l->n[d];
        }
        l->u = zeroes(points(l));
        l->r = zeroes(points(l));
        for (int d = 0; d < 3; d++) {
            int face = points(l) / (l->n[d] + 2);
            most = face > most ? face : most;
        }
        if (l->whole && ranks * most_computed(l) > most)
            most = ranks * most_computed(l);
    }
    charge = zeroes(points(&levels[LEVELS]));
    out = zeroes(most);
    in = zeroes(most);
    make_charges();

    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    struct level *top = &levels[LEVELS];
    residual(top, top->u, charge, top->r);
    for (int i = 0; i < CYCLES; i++) {
        cycle();
        residual(top, top->u, charge, top->r);
    }
    double found = norm(), taken = MPI_Wtime() - start;
    if (rank == 0)
        printf("L2 Norm = %.13e\n", found);
    return npb_summary("MG", LEVELS == 5 ? "32 x 32 x 32" : "16 x 16 x 16", CYCLES, taken,
                       58.0 * CYCLES * SIDE * SIDE * SIDE, npb_close(found, NORM, 1e-8));
}
