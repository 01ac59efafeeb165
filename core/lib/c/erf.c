#include <internal_math.h>

/* The error function.
   Cost: at most 270 cycles. */
double erf(double x)
{
    double size = fabs(x);
    if (x != x)
        return x;
    if (size < 0.84) {
        double z = x * x;
        double p = 0x1.06eba8214db69p-3 + z * (-0x1.812746b0379e7p-2 + z * (0x1.ce2f21a042bddp-4
            + z * (-0x1.b82ce3128890fp-6 + z * (0x1.565bcd0e613b8p-8 + z * (-0x1.c02db3fd85d3ep-11
            + z * (0x1.f9a32672f5475p-14 + z * (-0x1.f4d24acf322ffp-17 + z * (0x1.b9e53dfd50da9p-20
            + z * (-0x1.5f5c003216aafp-23 + z * (0x1.fac3f7491711dp-27 + z * (-0x1.43f159c476509p-30
            + z * 0x1.2afd0cae228a8p-34)))))))))));
        return x + x * p;
    }
    return with_sign(size > 6 ? 1 - 0x1p-60 : 1 - __erfc_large(size), x);
}

/* Cost: that of erf, and at most 10 cycles. */
float erff(float x)
{
    return (float)erf(x);
}
