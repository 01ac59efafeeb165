/* LU: a step in time is solved approximately by symmetric successive over-relaxation. A sweep through all points uses the new
   values of the points before them, in x, y and z; a second one goes backwards.

   The cube is divided in x and y. In each plane z a rank can begin when the ranks before it in x and y have given it the
   values of their last points in this plane, so the planes follow each other through the ranks like waves. */
#define DT 0.5
#include "blocks.h"

#ifdef CLASS_T
#define STEPS 6
static const double residuals[PARTS] = {1.8875767089050e2, 1.9232066627085e1, 4.7886466139194e1,
                                        4.3562573667053e1, 4.5130968399679e2};
static const double errors[PARTS] = {7.2673124046480, 7.6713909274825e-1, 1.7737410890430,
                                     1.6047232266212, 1.7217450643894e1};
#define INTEGRAL 18.812036817917
#else
#define STEPS 50
static const double residuals[PARTS] = {1.6196343210976702e-2, 2.1976745164821318e-3, 1.5179927653399185e-3,
                                        1.5029584435994323e-3, 3.4264073155896461e-2};
static const double errors[PARTS] = {6.4223319957960924e-4, 8.4144342047347926e-5, 5.8588269616485186e-5,
                                     5.8474222595157350e-5, 1.3103347914111294e-3};
#define INTEGRAL 7.8418928865937083
#endif
#define RELAX 1.2
#define MAX_SIDE 4 /* ranks in a direction; more would have fewer points than a halo */

static struct block block, *const b = &block;
static int before[2], after[2]; /* the neighbours in x and y, or MPI_PROC_NULL */
static double out[HALO * PARTS * N * N], in[HALO * PARTS * N * N];

static void fill_halo(void)
{
    for (int d = 0; d < 2; d++)
        for (int side = 0; side < 2; side++) {
            int to = side ? before[d] : after[d], from = side ? after[d] : before[d];
            int length = flow_planes(b, d, side ? 0 : b->n[d] - HALO, out, 0);
            MPI_Sendrecv(out, length, MPI_DOUBLE, to, 0, in, length, MPI_DOUBLE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (from != MPI_PROC_NULL)
                flow_planes(b, d, side ? b->n[d] : -HALO, in, 1);
        }
}

/* The changes in plane z at the border of a rank are sent to the next rank, or received. Receives go into the halo. */
static void border(int d, int where, int z, int peer, int send)
{
    int e = 1 - d, length = PARTS * (b->end[e] - b->low[e]), step = b->step[e];
    double *from = at(b, b->change, 0, 0, z) + where * b->step[d] + b->low[e] * step, *next = from;
    if (peer == MPI_PROC_NULL)
        return;
    if (send) {
        for (int i = 0; i < length; i += PARTS, next += step)
            for (int m = 0; m < PARTS; m++)
                out[i + m] = next[m];
        MPI_Send(out, length, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD);
        return;
    }
    MPI_Recv(in, length, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < length; i += PARTS, next += step)
        for (int m = 0; m < PARTS; m++)
            next[m] = in[i + m];
}

/* v = a^-1 v */
static void solve(matrix a, double v[PARTS])
{
    for (int p = 0; p < PARTS; p++) {
        double pivot = 1 / a[p][p];
        for (int i = p + 1; i < PARTS; i++) {
            double factor = a[i][p] * pivot;
            for (int k = p + 1; k < PARTS; k++)
                a[i][k] -= factor * a[p][k];
            v[i] -= factor * v[p];
        }
    }
    for (int p = PARTS - 1; p >= 0; p--) {
        for (int k = p + 1; k < PARTS; k++)
            v[p] -= a[p][k] * v[k];
        v[p] /= a[p][p];
    }
}

/* One sweep: side -1 is the first, from low to high places, and side 1 the second, backwards. */
static void sweep(int side)
{
    int turns[3], first[3];
    for (int d = 0; d < 3; d++) {
        turns[d] = b->end[d] - b->low[d];
        first[d] = side < 0 ? b->low[d] : b->end[d] - 1;
    }
    for (int k = 0, z = first[2]; k < turns[2]; k++, z -= side) {
        for (int d = 0; d < 2; d++)
            border(d, side < 0 ? -1 : b->n[d], z, side < 0 ? before[d] : after[d], 0);
        for (int j = 0, y = first[1]; j < turns[1]; j++, y -= side)
            for (int i = 0, x = first[0]; i < turns[0]; i++, x -= side) {
                static matrix a;
                double *u = at(b, b->u, x, y, z), *own = at(b, b->change, x, y, z), sum[PARTS] = {0};
                struct gas gas;
                for (int d = 0; d < 3; d++) {
                    const double *next = own + side * b->step[d];
                    neighbour(a, u + side * b->step[d], d, side);
                    for (int m = 0; m < PARTS; m++)
                        for (int n = 0; n < PARTS; n++)
                            sum[m] += a[m][n] * next[n];
                }
                identity(a);
                gas_of(u, &gas);
                for (int d = 0; d < 3; d++)
                    add_friction(a, &gas, d, 2 * DT * SECOND);
                if (side < 0) {
                    for (int m = 0; m < PARTS; m++)
                        own[m] -= RELAX * sum[m];
                    solve(a, own);
                } else {
                    solve(a, sum);
                    for (int m = 0; m < PARTS; m++)
                        own[m] -= RELAX * sum[m];
                }
            }
        for (int d = 0; d < 2; d++)
            border(d, side < 0 ? b->n[d] - 1 : 0, z, side < 0 ? after[d] : before[d], 1);
    }
}

/* to = keep x to + factor x from, at all points inside. */
static void everywhere(double *to, double keep, const double *from, double factor)
{
    int origin = (int)(at(b, b->u, 0, 0, 0) - b->u);
    for (int z = b->low[2]; z < b->end[2]; z++)
        for (int y = b->low[1]; y < b->end[1]; y++) {
            int start = origin + b->low[0] * b->step[0] + y * b->step[1] + z * b->step[2];
            for (int i = start; i < start + PARTS * (b->end[0] - b->low[0]); i++)
                to[i] = keep * to[i] + factor * from[i];
        }
}

static double pressure_at(int x, int y, int z)
{
    struct gas gas;
    gas_of(at(b, b->u, x, y, z), &gas);
    return gas.pressure;
}

/* The integral of the pressure over the surface of a box inside the cube, whose sides in direction d are planes low[d] and
   high[d]. Each square of a side counts a quarter of the pressures at its corners. */
static double surface_integral(void)
{
    static const int low[3] = {1, 1, 2}, high[3] = {N - 2, N - 3, N - 2};
    double own = 0, all;
    for (int d = 0; d < 3; d++) {
        int e = (d + 1) % 3, f = (d + 2) % 3, p[3];
        for (p[0] = 0; p[0] < b->n[0]; p[0]++)
            for (p[1] = 0; p[1] < b->n[1]; p[1]++)
                for (p[2] = 0; p[2] < b->n[2]; p[2]++) {
                    int side = b->first[d] + p[d], i = b->first[e] + p[e], j = b->first[f] + p[f], squares;
                    if ((side != low[d] && side != high[d]) || i < low[e] || i > high[e] || j < low[f] || j > high[f])
                        continue;
                    squares = (i > low[e] && i < high[e] ? 2 : 1) * (j > low[f] && j < high[f] ? 2 : 1);
                    own += 0.25 * squares * pressure_at(p[0], p[1], p[2]);
                }
    }
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all / SECOND;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int of[3] = {1, 1, 1};
    while (of[0] * of[1] < ranks)
        of[of[0] > of[1]] *= 2;
    if (of[0] * of[1] != ranks || of[0] > MAX_SIDE) {
        if (rank == 0)
            printf("LU: the number of ranks must be a power of two, at most %d\n", MAX_SIDE * MAX_SIDE);
        MPI_Finalize();
        return 1;
    }
    int place[3] = {rank % of[0], rank / of[0], 0};
    for (int d = 0; d < 2; d++) {
        int step = d == 0 ? 1 : of[0];
        before[d] = place[d] > 0 ? rank - step : MPI_PROC_NULL;
        after[d] = place[d] < of[d] - 1 ? rank + step : MPI_PROC_NULL;
    }
    flow_block(b, place, of);
    flow_start(b);
    fill_halo();
    flow_change(b);

    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime(), n = N;
    for (int i = 0; i < STEPS; i++) {
        everywhere(b->change, DT, b->change, 0);
        sweep(-1);
        sweep(1);
        everywhere(b->u, 1, b->change, 1 / (RELAX * (2 - RELAX)));
        fill_halo();
        flow_change(b);
    }
    double taken = MPI_Wtime() - start, residual[PARTS] = {0}, error[PARTS] = {0};
    flow_sums(b, residual, error);
    int right = flow_check("residual", residual, residuals);
    right = flow_check("error", error, errors) && right;
    double integral = surface_integral();
    if (rank == 0)
        printf("surface integral: %.16e\n", integral);
    return npb_summary("LU", SIZE, STEPS, taken, STEPS * (1984.77 * n * n * n - 10923.3 * n * n + 27770.9 * n - 144010),
                       npb_close(integral, INTEGRAL, 1e-8) && right);
}
