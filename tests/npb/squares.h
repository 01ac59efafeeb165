/* How BT and SP divide the cube: Q x Q ranks have Q blocks each, so that every rank has one block in each layer of blocks,
   whatever the direction. A sweep through the cube in any direction then keeps all ranks busy at each layer. */
#ifndef SQUARES_H
#define SQUARES_H

#include "flow.h"

#define MAX_SIDE 4 /* blocks in a direction; smaller ones would have fewer points than a halo */

static int layers;
static struct block blocks[MAX_SIDE];
static struct block *in_layer[3][MAX_SIDE]; /* the block of this rank in each layer, by direction */
static int before[3], after[3]; /* the ranks that have the blocks next to those of this rank */
static double *out, *in;
static int room; /* elements of each buffer */

/* Block (x, y, z) is on the rank in column x - z and row y - z of the square, modulo its side. Returns 0 if the number of
   ranks is no square. */
static int squares_start(int of_line)
{
    while (layers < MAX_SIDE && layers * layers < ranks)
        layers++;
    if (layers * layers != ranks)
        return 0;
    int column = rank % layers, row = rank / layers, of[3] = {layers, layers, layers};
    for (int z = 0; z < layers; z++) {
        int place[3] = {(column + z) % layers, (row + z) % layers, z};
        struct block *b = &blocks[z];
        flow_block(b, place, of);
        for (int d = 0; d < 3; d++) {
            int e = (d + 1) % 3, f = (d + 2) % 3, face = HALO * PARTS * b->n[e] * b->n[f] * layers;
            int lines = of_line * b->n[e] * b->n[f];
            in_layer[d][place[d]] = b;
            room = face > room ? face : room;
            room = lines > room ? lines : room;
        }
    }
    for (int d = 0; d < 3; d++) {
        int x = d == 0 ? 1 : d == 2 ? layers - 1 : 0, y = d == 1 ? 1 : d == 2 ? layers - 1 : 0;
        after[d] = (row + y) % layers * layers + (column + x) % layers;
        before[d] = (row + layers - y) % layers * layers + (column + layers - x) % layers;
    }
    if (layers > 1) {
        out = flow_space(room);
        in = flow_space(room);
    }
    return 1;
}

/* Fills the halos of the flow: all blocks send two planes to the next blocks in a direction in one message. */
static void squares_halo(void)
{
    if (layers == 1)
        return;
    for (int d = 0; d < 3; d++)
        for (int side = 0; side < 2; side++) {
            int length = 0;
            for (int layer = side; layer < layers - 1 + side; layer++) {
                struct block *b = in_layer[d][layer];
                length += flow_planes(b, d, side ? 0 : b->n[d] - HALO, out + length, 0);
            }
            MPI_Sendrecv(out, length, MPI_DOUBLE, side ? before[d] : after[d], 0, in, room, MPI_DOUBLE,
                         side ? after[d] : before[d], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            length = 0;
            for (int layer = 1 - side; layer < layers - side; layer++) {
                struct block *b = in_layer[d][layer];
                length += flow_planes(b, d, side ? b->n[d] : -HALO, in + length, 1);
            }
        }
}

/* change = all that changes the flow, on all blocks. */
static void squares_change(void)
{
    squares_halo();
    for (int i = 0; i < layers; i++)
        flow_change(&blocks[i]);
}

/* Solves the equations along all lines of direction d: unknowns are eliminated from layer to layer, and then found in the
   other direction. Each function continues lines with what is in `in`, and puts into `out` what the next layer needs; it
   returns the elements. `in` is null in the first layer. */
typedef int sweep(struct block *b, int d, double *in, double *out);

static void squares_solve(int d, sweep *eliminate, sweep *substitute)
{
    for (int layer = 0; layer < layers; layer++) {
        int length = eliminate(in_layer[d][layer], d, layer == 0 ? NULL : in, out);
        if (layer < layers - 1)
            MPI_Sendrecv(out, length, MPI_DOUBLE, after[d], 0, in, room, MPI_DOUBLE, before[d], 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    }
    for (int layer = layers - 1; layer >= 0; layer--) {
        int length = substitute(in_layer[d][layer], d, layer == layers - 1 ? NULL : in, out);
        if (layer > 0)
            MPI_Sendrecv(out, length, MPI_DOUBLE, before[d], 0, in, room, MPI_DOUBLE, after[d], 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    }
}

/* The flow after the step; the change is what a step changes. */
static void squares_add(void)
{
    for (int i = 0; i < layers; i++) {
        struct block *b = &blocks[i];
        for (int z = b->low[2]; z < b->end[2]; z++)
            for (int y = b->low[1]; y < b->end[1]; y++) {
                double *u = at(b, b->u, b->low[0], y, z), *change = at(b, b->change, b->low[0], y, z);
                for (int k = 0; k < PARTS * (b->end[0] - b->low[0]); k++)
                    u[k] += change[k];
            }
    }
}

/* Compares residual and error with the known ones after the last step. */
static int squares_check(const double residuals[PARTS], const double errors[PARTS])
{
    double residual[PARTS] = {0}, error[PARTS] = {0};
    squares_change();
    for (int i = 0; i < layers; i++)
        flow_sums(&blocks[i], residual, error);
    int right = flow_check("residual", residual, residuals);
    return flow_check("error", error, errors) && right;
}

#endif
