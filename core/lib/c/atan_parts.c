#include <internal_math.h>

/* atan(j / 8) as the sum of two doubles, for j from 4 to 20. */
static const double angles[17][2] = {
    {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
    {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
    {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
    {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
    {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
    {0x1.b034f38649c88p-1, -0x1.be88d6936f833p-55},
    {0x1.cac7c57846f9ep-1, 0x1.0dae13ad18a6bp-55},
    {0x1.e24dd44c855d1p-1, 0x1.f7ac612ab33d8p-55},
    {0x1.f730bd281f69bp-1, 0x1.007887af0cbbdp-56},
    {0x1.04e67277a01d7p+0, 0x1.7115496c13eb6p-57},
    {0x1.0d38f2c5ba09fp+0, -0x1.bd0dc231bfd70p-54},
    {0x1.14b1dd5f90ce1p+0, -0x1.212d570a63fa2p-56},
    {0x1.1b6e192ebbe44p+0, 0x1.b1b466a88828ep-54},
    {0x1.21862f3fade36p+0, 0x1.4887628d68748p-54},
    {0x1.270ef55a53a25p+0, -0x1.a66b1af5f84fbp-54},
    {0x1.2c1a241d66dc3p+0, 0x1.82b2d58b6a8e9p-54},
    {0x1.30b6d796a4da8p+0, 0x1.6254cb03bb199p-54},
};

/* atan(x + low) = result + *rest for x >= 0. Between 7/16 and 39/16 the angle of the nearest j / 8 is taken away, beyond
   that the angle is seen from the other axis.
   Cost: at most 150 cycles. */
double __atan_parts(double x, double low, double *rest)
{
    double angle = 0, angle_rest = 0;
    if (x < 0x1p-28) {
        *rest = low;
        return x;
    }
    if (x >= 2.4375) {
        angle = PI / 2;
        angle_rest = PI_REST / 2;
        double inverse = -1 / x;
        low = low * inverse * inverse;
        x = inverse;
    } else if (x >= 0.4375) {
        int j = (int)(x * 8 + 0.5);
        double c = j * 0.125, under = 1 + x * c;
        angle = angles[j - 4][0];
        angle_rest = angles[j - 4][1];
        low = low * (1 + c * c) / (under * under);
        x = (x - c) / under;
    } else {
        low = low / (1 + x * x);
    }
    double z = x * x;
    double p = -0x1.5555555555555p-2 + z * (0x1.99999999998afp-3 + z * (-0x1.249249248416fp-3
        + z * (0x1.c71c71bc56e55p-4 + z * (-0x1.745d1527ab7a3p-4 + z * (0x1.3b137218795a0p-4
        + z * (-0x1.110c617c737d9p-4 + z * (0x1.e16bbdb73b166p-5 + z * (-0x1.ab3a7312877fep-5
        + z * (0x1.6f826101cc1bap-5 + z * (-0x1.0e3f2fb6f585cp-5 + z * 0x1.df95f1ffbbfe0p-7))))))))));
    double add = x * z * p + (low + angle_rest);
    double sum = angle + x, sum_rest = angle != 0 ? angle - sum + x : 0;
    add += sum_rest;
    double result = sum + add;
    *rest = sum - result + add;
    return result;
}
