#include <internal_math.h>

/* The gamma function: (x - 1)! for a whole x.
   Cost: at most 900 cycles; 1500 below 0. */
double tgamma(double x)
{
    double rest, low, last, last_rest;
    int exponent;
    if (x != x || x == INFINITY)
        return x;
    if (x == 0)
        return 1 / x;
    if (x < 0 && x == floor(x))
        return (x - x) / 0.0;
    if (x > 171.7)
        return x * 0x1p1023;
    if (x < -184)
        return fmod(floor(x), 2) == 0 ? 0.0 : -0.0;
    if (fabs(x) < 0x1p-60)
        return 1 / x;
    if (x < -20) {
        /* Gamma(x) Gamma(1 - x) sin(pi x) = pi */
        double sine = __sine_of_turn(x);
        double value = __gamma_log(-x, &rest);
        double power = __exp_parts(value, rest, &low, &exponent);
        double below = product(sine, -x, &rest);
        double p = product(power, below, &last);
        last += low * below + power * rest;
        return ldexp(quotient(PI, PI_REST, p, last), -exponent);
    }
    double whole = 1, whole_rest = 0;
    last = x;
    last_rest = 0;
    if (x < 8)
        whole = __gamma_rise(x, &whole_rest, &last, &last_rest);
    double value = __gamma_log(last, &rest);
    rest += last_rest * __log_parts(last - 0.5, &low);
    double power = __exp_parts(value, rest, &low, &exponent);
    return ldexp(x < 8 ? quotient(power, low, whole, whole_rest) : power, exponent);
}

/* Cost: that of tgamma, and at most 10 cycles. */
float tgammaf(float x)
{
    return (float)tgamma(x);
}
