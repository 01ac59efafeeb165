#include <internal_math.h>

/* x = result + *rest + quadrant pi / 2, with a result of at most pi / 4 in magnitude. pi / 2 is the sum of two numbers of
   33 bits, whose products with the quadrant are exact up to 2^20, and a small one. Beyond that the remainder by 2 pi
   comes first: its error grows to about 2^-53 radians.
   Cost: at most 80 cycles up to 2^20, those of fmod more beyond. */
double __trig_reduce(double x, double *rest, int *quadrant)
{
    double before = 0;
    if (fabs(x) > 0x1p20) {
        double part = fmod(x, 2 * PI);
        before = (x - part) / (2 * PI) * (2 * PI_REST);
        x = part;
        if (fabs(before) > 0x1p20)
            before = fmod(before, 2 * PI);
    }
    union number t = {x * 0x1.45f306dc9c883p-1 + 0x1.8p52};
    double whole = t.value - 0x1.8p52;
    *quadrant = (int)t.half.low;
    double a = x - whole * 0x1.921fb54400000p+0;
    double b = whole * 0x1.0b4611a600000p-34;
    double result = a - b;
    double low = a - result - b - whole * 0x1.3198a2e037073p-69;
    if (before != 0) {
        /* At most a few quadrants more. */
        result -= before;
        int more = (int)(result * 0x1.45f306dc9c883p-1 + (result < 0 ? -0.5 : 0.5));
        result -= more * 0x1.921fb54442d18p+0;
        *quadrant += more;
    }
    double sum = result + low;
    *rest = result - sum + low;
    return sum;
}

/* sin(x + rest) for |x| <= pi / 4.
   Cost: at most 45 cycles. */
double __sin_part(double x, double rest)
{
    double z = x * x;
    double p = -0x1.5555555555555p-3 + z * (0x1.1111111111110p-7 + z * (-0x1.a01a01a0198dep-13
        + z * (0x1.71de3a5455b9ap-19 + z * (-0x1.ae64540000f84p-26 + z * (0x1.6121703ee57b1p-33
        + z * -0x1.ab0f25d21fd92p-41)))));
    return x + (x * z * p + rest * (1 - 0.5 * z));
}

/* cos(x + rest) for |x| <= pi / 4.
   Cost: at most 45 cycles. */
double __cos_part(double x, double rest)
{
    double z = x * x;
    double p = 0x1.5555555555555p-5 + z * (-0x1.6c16c16c16944p-10 + z * (0x1.a01a019f4671dp-16
        + z * (-0x1.27e4fa0d3726cp-22 + z * (0x1.1eeb5de1e2b95p-29 + z * -0x1.9075bb669682cp-37))));
    double half = 0.5 * z, first = 1 - half;
    return first + (1 - first - half + (z * z * p - x * rest));
}
