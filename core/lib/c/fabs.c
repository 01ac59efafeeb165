#include <math.h>

/* Where the compiler does not put the instruction in place of the call.
   Cost: 3 cycles each. */
double fabs(double x)
{
    return __builtin_fabs(x);
}

float fabsf(float x)
{
    return __builtin_fabsf(x);
}
