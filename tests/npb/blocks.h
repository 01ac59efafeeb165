/* Blocks of 5 x 5 numbers, for BT and LU: how the change of a point depends on the flow there and at the next points. */
#ifndef BLOCKS_H
#define BLOCKS_H

#include "flow.h"

typedef double matrix[PARTS][PARTS];

/* to += factor x (friction and heat + smoothing in direction d), as they depend on u. */
static void add_friction(matrix to, const struct gas *g, int d, double factor)
{
    double heat = HEAT * VISCOSITY, by = factor * g->inverse, energy = heat * g->energy;
    for (int k = 0; k < 3; k++) {
        double own = k == d ? 4.0 / 3 * VISCOSITY : VISCOSITY;
        to[1 + k][0] -= by * own * g->v[k];
        to[1 + k][1 + k] += by * own;
        to[4][1 + k] += by * (own - heat) * g->v[k];
        energy += (own - heat) * g->v[k] * g->v[k];
    }
    to[4][0] -= by * energy;
    to[4][4] += by * heat;
    for (int m = 0; m < PARTS; m++)
        to[m][m] += factor * SMOOTH(d);
}

/* What the flow of the next point (side 1) or the one before (side -1) in direction d does in a step in time, on the left
   side of the equations. */
static void neighbour(matrix to, const double *u, int d, int side)
{
    struct gas gas, *g = &gas;
    double by = side * DT * FIRST;
    gas_of(u, g);
    double v = g->v[d], across = by * v;
    for (int m = 0; m < PARTS; m++)
        to[0][m] = 0;
    to[0][1 + d] = by;
    for (int k = 0; k < 3; k++) {
        to[1 + k][0] = -across * g->v[k];
        for (int m = 0; m < 3; m++)
            to[1 + k][1 + m] = 0;
        to[1 + k][4] = 0;
        to[1 + k][1 + k] = across;
        to[4][1 + k] = -GAMMA_1 * across * g->v[k];
    }
    for (int k = 0; k < 3; k++) {
        to[1 + k][1 + d] += by * g->v[k];
        to[1 + d][1 + k] -= GAMMA_1 * by * g->v[k];
    }
    to[1 + d][0] += GAMMA_1 * by * g->motion;
    to[1 + d][4] = GAMMA_1 * by;
    to[4][0] = across * (2 * GAMMA_1 * g->motion - GAMMA * g->energy);
    to[4][1 + d] += by * (GAMMA * g->energy - GAMMA_1 * g->motion);
    to[4][4] = GAMMA * across;
    add_friction(to, g, d, -DT * SECOND);
}

static void identity(matrix to)
{
    for (int i = 0; i < PARTS; i++)
        for (int k = 0; k < PARTS; k++)
            to[i][k] = i == k;
}

#endif
