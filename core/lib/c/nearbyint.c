#include <internal_math.h>
#include <fenv.h>

/* As rint, without the exception "inexact".
   Cost: that of rint, and at most 20 cycles. */
double nearbyint(double x)
{
    int inexact = fetestexcept(FE_INEXACT);
    double whole = rint(x);
    if (!inexact)
        feclearexcept(FE_INEXACT);
    return whole;
}

/* Cost: that of nearbyint, and at most 10 cycles. */
float nearbyintf(float x)
{
    return (float)nearbyint(x);
}
