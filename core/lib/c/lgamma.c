#include <internal_math.h>

int signgam;

/* ln |Gamma(x)|; *sign is the sign of Gamma(x). Near a zero below 0 the error may be larger than 1 unit.
   Cost: at most 900 cycles; 1300 below 0. */
double lgamma_r(double x, int *sign)
{
    double rest, low, last, last_rest;
    *sign = 1;
    if (!(fabs(x) < INFINITY))
        return x * x;
    if (x <= 0) {
        *sign = is_negative(x) ? -1 : 1;
        if (x == floor(x)) {
            if (x != 0)
                *sign = 1;
            return 1 / (x - x);
        }
        if (x > -0x1p-60)
            return -log(-x);
        double sine = __sine_of_turn(x);
        *sign = sine > 0 ? -1 : 1;
        int other;
        return log(PI / fabs(x * sine)) - lgamma_r(-x, &other);
    }
    if (x < 0x1p-60)
        return -log(x);
    double t = x - 1;
    if (fabs(t) <= 0.3)
        return t * (-0x1.2788cfc6fb619p-1 + t * (0x1.a51a6625307d3p-1 + t * (-0x1.9a4d55beab399p-2
            + t * (0x1.151322ac7d902p-2 + t * (-0x1.a8b9c17a83733p-3 + t * (0x1.5b40cb0feb13dp-3
            + t * (-0x1.2703a1f0140efp-3 + t * (0x1.010b36c1d8cfbp-3 + t * (-0x1.c80665ae81549p-4
            + t * (0x1.9a01d93fc0331p-4 + t * (-0x1.748deca6d77ccp-4 + t * (0x1.556c7c61b66f7p-4
            + t * (-0x1.3af2a3e6a51b1p-4 + t * (0x1.246dcfdbc9d03p-4 + t * (-0x1.13a3d2821e3e0p-4
            + t * (0x1.0274b08b0e985p-4 + t * (-0x1.b33b8815b5242p-5 + t * (0x1.9a856458c2e26p-5
            + t * (-0x1.4879ef7ceb2d8p-4 + t * 0x1.38ad3e12187c9p-4)))))))))))))))))));
    t = x - 2;
    if (fabs(t) <= 0.3)
        return t * (0x1.b0ee6072093cep-2 + t * (0x1.4a34cc4a60fa7p-2 + t * (-0x1.13e001a557608p-4
            + t * (0x1.51322ac7d6f75p-6 + t * (-0x1.e404fc218ce4fp-8 + t * (0x1.7add6eb2a46fbp-9
            + t * (-0x1.38ac5c309c531p-10 + t * (0x1.0b36ab759ebdbp-11 + t * (-0x1.d3fd44d016bbdp-13
            + t * (0x1.a12b20a9fa966p-14 + t * (-0x1.78e197c5af83ap-15 + t * (0x1.574748aa61627p-16
            + t * (-0x1.3c01c254d4105p-17 + t * (0x1.3c3be596605b1p-18 + t * -0x1.27012143cdc4ap-19))))))))))))));
    if (x >= 0x1p60)
        return x * (log(x) - 1);
    if (x >= 8)
        return __gamma_log(x, &rest);
    double product_rest, whole = __gamma_rise(x, &product_rest, &last, &last_rest);
    double value = __gamma_log(last, &rest);
    double natural = __log_parts(whole, &low);
    low += product_rest / whole;
    /* The derivative of ln(Gamma) there is about ln(last - 0.5). */
    double slope;
    rest += last_rest * __log_parts(last - 0.5, &slope);
    return value - natural + (rest - low);
}

/* Cost: that of lgamma_r, and at most 10 cycles. */
double lgamma(double x)
{
    return lgamma_r(x, &signgam);
}

/* Cost: that of lgamma_r, and at most 20 cycles. */
float lgammaf(float x)
{
    return (float)lgamma_r(x, &signgam);
}

/* Cost: that of lgamma_r, and at most 20 cycles. */
float lgammaf_r(float x, int *sign)
{
    return (float)lgamma_r(x, sign);
}

/* The name of lgamma in older programs.
   Cost: that of lgamma_r, and at most 10 cycles. */
double gamma(double x)
{
    return lgamma_r(x, &signgam);
}
