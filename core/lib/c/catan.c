#include <complex.h>

/* By catanh(i z) = i catan(z).
   Cost: at most 600 cycles. */
double _Complex catan(double _Complex z)
{
    double _Complex w = catanh(CMPLX(-cimag(z), creal(z)));
    return CMPLX(cimag(w), -creal(w));
}

/* Cost: that of catan, and at most 30 cycles. */
float _Complex catanf(float _Complex z)
{
    return (float _Complex)catan(z);
}
