#define _GNU_SOURCE
#include <internal_math.h>

/* Sine and cosine at once.
   Cost: those of sin and cos, and at most 20 cycles. */
void sincos(double x, double *sine, double *cosine)
{
    *sine = sin(x);
    *cosine = cos(x);
}

/* Cost: that of sincos, and at most 20 cycles. */
void sincosf(float x, float *sine, float *cosine)
{
    *sine = sinf(x);
    *cosine = cosf(x);
}
