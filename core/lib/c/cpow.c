#include <complex.h>

/* exp(w log z).
   Cost: at most 1100 cycles. */
double _Complex cpow(double _Complex z, double _Complex w)
{
    return cexp(w * clog(z));
}

/* Cost: that of cpow, and at most 30 cycles. */
float _Complex cpowf(float _Complex z, float _Complex w)
{
    return (float _Complex)cpow(z, w);
}
