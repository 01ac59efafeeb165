#include <complex.h>
#include <math.h>

/* Cost: at most 320 cycles. */
double carg(double _Complex z)
{
    return atan2(cimag(z), creal(z));
}

/* Cost: that of atan2f, and at most 20 cycles. */
float cargf(float _Complex z)
{
    return atan2f(cimagf(z), crealf(z));
}
