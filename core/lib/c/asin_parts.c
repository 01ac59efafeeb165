#include <internal_math.h>

/* (asin(s) - s) / s for z = s^2 <= 1/4.
   Cost: at most 60 cycles. */
double __asin_sum(double z)
{
    return z * (0x1.5555555555556p-3 + z * (0x1.3333333332ebap-4 + z * (0x1.6db6db6e3386ep-5
        + z * (0x1.f1c71c1cb127ap-6 + z * (0x1.6e8bb1f16225ep-6 + z * (0x1.1c4d31e509f36p-6
        + z * (0x1.c9cf7f8fd1c4fp-7 + z * (0x1.782198c52ec67p-7 + z * (0x1.5261a3cc3c5b3p-7
        + z * (0x1.64935470bcc97p-8 + z * (0x1.1dda92be67f40p-6 + z * (-0x1.e91659098d232p-7
        + z * 0x1.d803378a1165bp-6))))))))))));
}
