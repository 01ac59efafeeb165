/* The flow that BT, SP and LU compute: the equations of a compressible gas with friction in a cube, on a grid of N points in
   each direction. Five numbers belong to a point: density, momentum in x, y, z, and energy. A force is chosen so that known
   polynomials are the steady state; each kernel advances from a poor guess towards it in its own way.

   The kernel defines DT, the step in time, before it includes this. */
#ifndef FLOW_H
#define FLOW_H

#include "npb.h"

#ifdef CLASS_T
#define N 8
#define SIZE "8 x 8 x 8"
#else
#define N 12
#define SIZE "12 x 12 x 12"
#endif
#define PARTS 5

/* The gas: the ratio of its specific heats, and that less 1; viscosity; the flow of heat beside that of momentum. */
#define GAMMA 1.4
#define GAMMA_1 0.4
#define VISCOSITY 0.1
#define HEAT (GAMMA * 1.4)
/* Differences of first and second order between points of distance 1 / (N - 1). */
#define FIRST (0.5 * (N - 1))
#define SECOND ((double)(N - 1) * (N - 1))
/* Additional smoothing: of second order by direction, and of fourth order. */
#define SMOOTH(direction) ((direction) == 2 ? 1.0 : 0.75)
#define SMOOTH_4 0.25

/* A part of the grid that one rank has. All its arrays have a halo of two points on each side. */
#define HALO 2
struct block {
    int n[3];              /* points in x, y, z */
    int first[3];          /* the place of the first one in the grid */
    int low[3], end[3];    /* the points that are not on the surface of the cube: low <= i < end */
    int step[3];           /* elements of an array from a point to the next one */
    double *u;             /* the flow */
    double *force, *change; /* the force, and the change of the flow in a unit of time */
};

static int rank, ranks;

static inline double *at(const struct block *b, double *data, int x, int y, int z)
{
    return data + (x + HALO) * b->step[0] + (y + HALO) * b->step[1] + (z + HALO) * b->step[2];
}

static double *flow_space(int count)
{
    double *data = calloc((unsigned)count, sizeof *data);
    if (data == NULL) {
        printf("rank %d has no memory left; give nodes more memory\n", rank);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return data;
}

/* A block that is part `place` of `of` parts in each direction. */
static void flow_block(struct block *b, const int place[3], const int of[3])
{
    int count = PARTS;
    for (int d = 0; d < 3; d++) {
        b->first[d] = place[d] * N / of[d];
        b->n[d] = (place[d] + 1) * N / of[d] - b->first[d];
        b->low[d] = place[d] == 0 ? 1 : 0;
        b->end[d] = b->n[d] - (place[d] == of[d] - 1 ? 1 : 0);
        b->step[d] = count;
        count *= b->n[d] + 2 * HALO;
    }
    b->u = flow_space(count);
    b->force = flow_space(count);
    b->change = flow_space(count);
}

/* The steady state: for each number a constant, then the coefficients of x, y, z, of their squares, cubes and fourth powers. */
static const double polynomials[PARTS][13] = {
    {2, 0, 0, 4, 5, 3, 0.5, 0.02, 0.01, 0.03, 0.5, 0.4, 0.3}, {1, 0, 0, 0, 1, 2, 3, 0.01, 0.03, 0.02, 0.4, 0.3, 0.5},
    {2, 2, 0, 0, 0, 2, 3, 0.04, 0.03, 0.05, 0.3, 0.5, 0.4},   {2, 2, 0, 0, 0, 2, 3, 0.03, 0.05, 0.04, 0.2, 0.1, 0.3},
    {5, 4, 3, 2, 0.1, 0.4, 0.3, 0.05, 0.04, 0.03, 0.1, 0.3, 0.2}};

static void exact(const double place[3], double u[PARTS])
{
    for (int m = 0; m < PARTS; m++) {
        const double *c = polynomials[m];
        u[m] = c[0];
        for (int d = 0; d < 3; d++) {
            double x = place[d];
            u[m] += x * (c[1 + d] + x * (c[4 + d] + x * (c[7 + d] + x * c[10 + d])));
        }
    }
}

static void place_of(const struct block *b, int x, int y, int z, double place[3])
{
    place[0] = (double)(b->first[0] + x) / (N - 1);
    place[1] = (double)(b->first[1] + y) / (N - 1);
    place[2] = (double)(b->first[2] + z) / (N - 1);
}

/* The guess inside the cube: between opposite faces the flow is interpolated in each direction, and the three are blended
   so that they are right on all faces. */
static void guess(const double place[3], double u[PARTS])
{
    double between[3][PARTS];
    for (int d = 0; d < 3; d++) {
        double face[3] = {place[0], place[1], place[2]}, low[PARTS], high[PARTS];
        face[d] = 0;
        exact(face, low);
        face[d] = 1;
        exact(face, high);
        for (int m = 0; m < PARTS; m++)
            between[d][m] = place[d] * high[m] + (1 - place[d]) * low[m];
    }
    for (int m = 0; m < PARTS; m++) {
        double a = between[0][m], b = between[1][m], c = between[2][m];
        u[m] = a + b + c - a * b - b * c - c * a + a * b * c;
    }
}

/* Of a point: velocity, its energy of motion and all energy for a unit of mass, and the pressure. */
struct gas {
    double v[3], motion, energy, pressure, inverse;
};

static inline void gas_of(const double *u, struct gas *g)
{
    double inverse = 1 / u[0];
    g->inverse = inverse;
    g->v[0] = u[1] * inverse;
    g->v[1] = u[2] * inverse;
    g->v[2] = u[3] * inverse;
    g->motion = 0.5 * (g->v[0] * g->v[0] + g->v[1] * g->v[1] + g->v[2] * g->v[2]);
    g->energy = u[4] * inverse;
    g->pressure = GAMMA_1 * (u[4] - g->motion * u[0]);
}

/* Adds to the change the part of direction d, along one line of points: the difference of the fluxes of neighbours,
   friction and heat, and smoothing. */
static void change_line(const double *u, double *change, int step, int d, int low, int end, int first)
{
    static struct gas line[N + 2];
    const double smooth = SMOOTH(d) * SECOND, friction = VISCOSITY * SECOND;
    for (int i = low - 1; i <= end; i++)
        gas_of(u + i * step, &line[i + 1]);
    for (int i = low; i < end; i++) {
        const struct gas *g = &line[i + 1], *p = g + 1, *m = g - 1;
        const double *c = u + i * step, *right = c + step, *left = c - step;
        double *to = change + i * step;
        double vp = p->v[d], vm = m->v[d], v = g->v[d];
        to[0] += smooth * (right[0] - 2 * c[0] + left[0]) - FIRST * (right[1 + d] - left[1 + d]);
        for (int k = 0; k < 3; k++)
            to[1 + k] += smooth * (right[1 + k] - 2 * c[1 + k] + left[1 + k]) +
                         (k == d ? 4.0 / 3 : 1.0) * friction * (p->v[k] - 2 * g->v[k] + m->v[k]) -
                         FIRST * (right[1 + k] * vp - left[1 + k] * vm);
        to[1 + d] -= FIRST * (p->pressure - m->pressure);
        to[4] += smooth * (right[4] - 2 * c[4] + left[4]) +
                 friction * ((1 - HEAT) * (p->motion - 2 * g->motion + m->motion) +
                             1.0 / 6 * (vp * vp - 2 * v * v + vm * vm) + HEAT * (p->energy - 2 * g->energy + m->energy)) -
                 FIRST * ((right[4] + p->pressure) * vp - (left[4] + m->pressure) * vm);
        /* Of the five points of the fourth difference those on the surface or beyond it do not count. */
        int place = first + i;
        double own = place == 1 || place == N - 2 ? 5 : 6;
        for (int k = 0; k < PARTS; k++) {
            double sum = own * c[k];
            if (place > 1)
                sum -= 4 * left[k];
            if (place > 2)
                sum += left[k - step];
            if (place < N - 2)
                sum -= 4 * right[k];
            if (place < N - 3)
                sum += right[k + step];
            to[k] -= SMOOTH_4 * sum;
        }
    }
}

/* change = force + what the flow itself does. The halo of u must be there. */
static void flow_change(const struct block *b)
{
    for (int z = b->low[2]; z < b->end[2]; z++)
        for (int y = b->low[1]; y < b->end[1]; y++) {
            double *to = at(b, b->change, b->low[0], y, z), *from = at(b, b->force, b->low[0], y, z);
            for (int i = 0; i < PARTS * (b->end[0] - b->low[0]); i++)
                to[i] = from[i];
        }
    for (int d = 0; d < 3; d++) {
        int e = (d + 1) % 3, f = (d + 2) % 3;
        for (int j = b->low[f]; j < b->end[f]; j++)
            for (int i = b->low[e]; i < b->end[e]; i++) {
                int start = (int)(at(b, b->u, 0, 0, 0) - b->u) + i * b->step[e] + j * b->step[f];
                change_line(b->u + start, b->change + start, b->step[d], d, b->low[d], b->end[d], b->first[d]);
            }
    }
}

/* The force undoes the change of the steady state. Then the flow is the steady state on the surface, and the guess inside. */
static void flow_start(const struct block *b)
{
    for (int z = -HALO; z < b->n[2] + HALO; z++)
        for (int y = -HALO; y < b->n[1] + HALO; y++)
            for (int x = -HALO; x < b->n[0] + HALO; x++) {
                double place[3];
                place_of(b, x, y, z, place);
                exact(place, at(b, b->u, x, y, z));
            }
    flow_change(b);
    for (int z = b->low[2]; z < b->end[2]; z++)
        for (int y = b->low[1]; y < b->end[1]; y++)
            for (int x = b->low[0]; x < b->end[0]; x++) {
                double place[3], *force = at(b, b->force, x, y, z), *change = at(b, b->change, x, y, z);
                for (int m = 0; m < PARTS; m++)
                    force[m] = -change[m];
                place_of(b, x, y, z, place);
                guess(place, at(b, b->u, x, y, z));
            }
}

/* Copies two planes of u that begin at `where` in direction d to a buffer or from it; returns the number of elements. */
static int flow_planes(const struct block *b, int d, int where, double *buffer, int back)
{
    int low[3] = {0, 0, 0}, end[3] = {b->n[0], b->n[1], b->n[2]}, length = 0;
    low[d] = where;
    end[d] = where + HALO;
    for (int z = low[2]; z < end[2]; z++)
        for (int y = low[1]; y < end[1]; y++) {
            double *line = at(b, b->u, low[0], y, z);
            for (int i = 0; i < PARTS * (end[0] - low[0]); i++)
                if (back)
                    line[i] = buffer[length++];
                else
                    buffer[length++] = line[i];
        }
    return length;
}

/* Adds the squares of change, and of the distance from the steady state. */
static void flow_sums(const struct block *b, double residual[PARTS], double error[PARTS])
{
    for (int z = b->low[2]; z < b->end[2]; z++)
        for (int y = b->low[1]; y < b->end[1]; y++)
            for (int x = b->low[0]; x < b->end[0]; x++) {
                const double *u = at(b, b->u, x, y, z), *change = at(b, b->change, x, y, z);
                double place[3], right[PARTS];
                place_of(b, x, y, z, place);
                exact(place, right);
                for (int m = 0; m < PARTS; m++) {
                    residual[m] += change[m] * change[m];
                    error[m] += (u[m] - right[m]) * (u[m] - right[m]);
                }
            }
}

/* The root of a mean over the points inside, from the sums of all ranks; prints it and compares it. */
static int flow_check(const char *name, const double own[PARTS], const double known[PARTS])
{
    double all[PARTS];
    int right = 1;
    MPI_Allreduce(own, all, PARTS, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int m = 0; m < PARTS; m++) {
        double mean = sqrt(all[m] / ((double)(N - 2) * (N - 2) * (N - 2)));
        if (rank == 0)
            printf("%s %d: %.16e\n", name, m + 1, mean);
        right = right && npb_close(mean, known[m], 1e-8);
    }
    return right;
}

#endif
