/* SP, scalar pentadiagonal: as BT, but in each direction the flow is changed into waves that do not depend on each other:
   three that move with the gas, one with the speed of sound beyond that, and one behind. So each line is five systems of plain
   numbers; smoothing of fourth order makes them five numbers wide. */
#define DT 0.015
#include "squares.h"

#ifdef CLASS_T
#define STEPS 6
static const double residuals[PARTS] = {1.2837240145624e3, 6.9143211002580e1, 2.9747391639711e2,
                                        2.5445741840714e2, 2.7244825082099e3};
static const double errors[PARTS] = {4.2745447716812e1, 2.9315715438026, 9.9775348785395,
                                     8.6172449927714, 9.2646815668591e1};
#else
#define STEPS 100
static const double residuals[PARTS] = {2.7470315451339479e-2, 1.0360746705285417e-2, 1.6235745065095532e-2,
                                        1.5840557224455615e-2, 3.4849040609362460e-2};
static const double errors[PARTS] = {2.7289258557377227e-5, 1.0364446640837285e-5, 1.6154798287166471e-5,
                                     1.5750704994480102e-5, 3.4177666183390531e-5};
#endif
#define HALF_ROOT 0.70710678118654752440 /* of 1/2 */

/* The systems of a line: one for the three waves that move with the gas, one for each of the others. */
#define SYSTEMS 3

/* A point of a line after the elimination: x = r - a x' - b x'', where x' and x'' are the unknowns of the next two. */
struct factors {
    double a[SYSTEMS], b[SYSTEMS];
};
struct row {
    struct factors f;
    double r[PARTS];
};
#define ROW (sizeof(struct row) / sizeof(double))

static struct factors *kept[MAX_SIDE]; /* of all points, line by line */

static inline double speed_of_sound(const struct gas *g)
{
    return sqrt(GAMMA * GAMMA_1 * (g->energy - g->motion));
}

/* The change of a point becomes waves in x. */
static void into_waves(const struct gas *g, double r[PARTS])
{
    double sound = speed_of_sound(g), by = g->inverse;
    double across = HALF_ROOT * by * (g->v[0] * r[0] - r[1]);
    double pressure = g->motion * r[0] - g->v[0] * r[1] - g->v[1] * r[2] - g->v[2] * r[3] + r[4];
    double density = GAMMA_1 / (sound * sound) * pressure, along = HALF_ROOT * by * sound * density;
    double second = by * (g->v[2] * r[0] - r[3]), third = by * (g->v[1] * r[0] - r[2]);
    r[0] -= density;
    r[1] = -second;
    r[2] = third;
    r[3] = along - across;
    r[4] = along + across;
}

/* Waves in x become waves in y. */
static void x_to_y(const struct gas *g, double r[PARTS])
{
    double across = HALF_ROOT * r[2], mean = 0.5 * (r[3] + r[4]), first = r[0];
    (void)g;
    r[0] = -r[1];
    r[1] = first;
    r[2] = HALF_ROOT * (r[3] - r[4]);
    r[3] = mean - across;
    r[4] = mean + across;
}

/* Waves in y become waves in z. */
static void y_to_z(const struct gas *g, double r[PARTS])
{
    double across = HALF_ROOT * r[0], mean = 0.5 * (r[3] + r[4]), second = r[1];
    (void)g;
    r[0] = HALF_ROOT * (r[3] - r[4]);
    r[1] = -r[2];
    r[2] = second;
    r[3] = mean - across;
    r[4] = mean + across;
}

/* Waves in z become the change of a point. */
static void out_of_waves(const struct gas *g, double r[PARTS])
{
    double sound = speed_of_sound(g), density = 1 / g->inverse, half = HALF_ROOT * density;
    double pressure = half / sound * (r[3] + r[4]), all = r[2] + pressure, along = half * (r[3] - r[4]);
    double x = -density * r[1], y = density * r[0];
    r[0] = all;
    r[1] = x + g->v[0] * all;
    r[2] = y + g->v[1] * all;
    r[3] = along + g->v[2] * all;
    r[4] = g->v[0] * x + g->v[1] * y + g->motion * all + sound * sound / GAMMA_1 * pressure + g->v[2] * along;
}

/* Changes the change of all points; `factor` scales it first. */
static void everywhere(void (*what)(const struct gas *g, double r[PARTS]), double factor)
{
    for (int i = 0; i < layers; i++) {
        struct block *b = &blocks[i];
        for (int z = b->low[2]; z < b->end[2]; z++)
            for (int y = b->low[1]; y < b->end[1]; y++)
                for (int x = b->low[0]; x < b->end[0]; x++) {
                    double *change = at(b, b->change, x, y, z);
                    struct gas g;
                    gas_of(at(b, b->u, x, y, z), &g);
                    for (int m = 0; m < PARTS; m++)
                        change[m] *= factor;
                    what(&g, change);
                }
    }
}

static int eliminate(struct block *block, int d, double *from, double *to)
{
    static const struct row nothing;
    static double speed[SYSTEMS][N + 2], middle[N + 2];
    const double smooth = DT * SMOOTH_4;
    int e = (d + 1) % 3, f = (d + 2) % 3, step = block->step[d], low = block->low[d], end = block->end[d];
    struct factors *keep = kept[block - blocks];
    struct row *last = (struct row *)to, *first = (struct row *)from;
    for (int j = block->low[f]; j < block->end[f]; j++)
        for (int i = block->low[e]; i < block->end[e]; i++) {
            int start = (int)(at(block, block->u, 0, 0, 0) - block->u) + i * block->step[e] + j * block->step[f];
            struct row rows[2]; /* the last two, by even and odd points */
            for (int k = 0; k < 2; k++)
                rows[k] = from == NULL ? nothing : *first++;
            for (int k = low - 1; k <= end; k++) {
                struct gas g;
                gas_of(block->u + start + k * step, &g);
                double sound = speed_of_sound(&g);
                speed[0][k + 1] = DT * FIRST * g.v[d];
                speed[1][k + 1] = DT * FIRST * (g.v[d] + sound);
                speed[2][k + 1] = DT * FIRST * (g.v[d] - sound);
                middle[k + 1] = DT * SECOND * (SMOOTH(d) + HEAT * VISCOSITY * g.inverse);
            }
            for (int k = low; k < end; k++, keep++) {
                struct row *one = &rows[~k & 1], *two = &rows[k & 1]; /* one point before, and two points, which becomes this */
                double *own = block->change + start + k * step;
                int place = block->first[d] + k;
                for (int s = 0; s < SYSTEMS; s++) {
                    double left_2 = place > 2 ? smooth : 0, right_2 = place < N - 3 ? smooth : 0;
                    double left = -speed[s][k] - middle[k] - (place > 1 ? 4 * smooth : 0);
                    double right = speed[s][k + 2] - middle[k + 2] - (place < N - 2 ? 4 * smooth : 0);
                    double centre = 1 + 2 * middle[k + 1] + (place == 1 || place == N - 2 ? 5 : 6) * smooth;
                    left -= left_2 * two->f.a[s];
                    centre = 1 / (centre - left_2 * two->f.b[s] - left * one->f.a[s]);
                    two->f.a[s] = keep->a[s] = (right - left * one->f.b[s]) * centre;
                    two->f.b[s] = keep->b[s] = right_2 * centre;
                    for (int m = s == 0 ? 0 : s + 2; m < s + 3; m++)
                        two->r[m] = own[m] = (own[m] - left_2 * two->r[m] - left * one->r[m]) * centre;
                }
            }
            if (to != NULL) {
                *last++ = rows[end & 1];
                *last++ = rows[~end & 1];
            }
        }
    return (int)((double *)last - to);
}

static int substitute(struct block *block, int d, double *from, double *to)
{
    static const double zero[2 * PARTS];
    int e = (d + 1) % 3, f = (d + 2) % 3, step = block->step[d], low = block->low[d], end = block->end[d], length = 0;
    struct factors *keep = kept[block - blocks];
    for (int j = block->low[f]; j < block->end[f]; j++)
        for (int i = block->low[e]; i < block->end[e]; i++) {
            double *line = at(block, block->change, 0, 0, 0) + i * block->step[e] + j * block->step[f];
            const double *one = from == NULL ? zero : from, *two = one + PARTS;
            keep += end - low;
            const struct factors *c = keep;
            for (int k = end - 1; k >= low; k--) {
                double *own = line + k * step;
                c--;
                for (int m = 0; m < PARTS; m++) {
                    int s = m < 3 ? 0 : m - 2;
                    own[m] -= c->a[s] * one[m] + c->b[s] * two[m];
                }
                two = one;
                one = own;
            }
            if (from != NULL)
                from += 2 * PARTS;
            if (to != NULL) {
                for (int m = 0; m < PARTS; m++) {
                    to[length + m] = one[m];
                    to[length + PARTS + m] = two[m];
                }
                length += 2 * PARTS;
            }
        }
    return length;
}

static void step(void)
{
    squares_change();
    everywhere(into_waves, DT);
    squares_solve(0, eliminate, substitute);
    everywhere(x_to_y, 1);
    squares_solve(1, eliminate, substitute);
    everywhere(y_to_z, 1);
    squares_solve(2, eliminate, substitute);
    everywhere(out_of_waves, 1);
    squares_add();
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (!squares_start(2 * ROW)) {
        if (rank == 0)
            printf("SP: the number of ranks must be 1, 4, 9 or 16\n");
        MPI_Finalize();
        return 1;
    }
    for (int i = 0; i < layers; i++) {
        struct block *b = &blocks[i];
        kept[i] = (struct factors *)flow_space(b->n[0] * b->n[1] * b->n[2] * 2 * SYSTEMS);
        flow_start(b);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime(), n = N;
    for (int i = 0; i < STEPS; i++)
        step();
    double taken = MPI_Wtime() - start, points = n * n * n;
    return npb_summary("SP", SIZE, STEPS, taken, STEPS * (881.174 * points - 4683.91 * n * n + 11484.5 * n - 19272.4),
                       squares_check(residuals, errors));
}
