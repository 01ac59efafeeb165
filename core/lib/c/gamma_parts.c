#include <internal_math.h>

/* ln(Gamma(x)) = result + *rest for x from 8 to 2^60, by the series of Stirling.
   Cost: at most 320 cycles. */
double __gamma_log(double x, double *rest)
{
    double low, part, y = 1 / x, z = y * y;
    double series = y * (0x1.5555555555555p-4 + z * (-0x1.6c16c16c149f4p-9 + z * (0x1.a01a017dcf9e1p-11
            + z * (-0x1.38134d4f8896fp-11 + z * (0x1.b92c33f9445e5p-11 + z * (-0x1.ef8d748aeb0f2p-10
            + z * 0x1.4bffc9d8b455bp-8))))));
    double natural = __log_parts(x, &low);
    /* (x - 0.5) ln(x) - x + ln(2 pi) / 2 */
    double first = x - 0.5;
    double a = product(first, natural, &part);
    part += first * low;
    double b = a - x, b_rest = a >= x ? a - b - x : a - (b + x);
    double c = b + 0x1.d67f1c864beb5p-1, c_rest = b - c + 0x1.d67f1c864beb5p-1;
    if (fabs(b) < 0x1.d67f1c864beb5p-1)
        c_rest = 0x1.d67f1c864beb5p-1 - c + b;
    part += b_rest + c_rest + -0x1.65b5a1b7ff5dfp-55 + series;
    double sum = c + part;
    *rest = c - sum + part;
    return sum;
}

/* x (x + 1) ... (x + n - 1) = result + *rest, where n is the least number with x + n >= 8, and *last = x + n.
   Cost: at most 35 n cycles. */
double __gamma_rise(double x, double *rest, double *last, double *last_rest)
{
    double result = 1, low = 0;
    int n = 0;
    double next = x, next_rest = 0;
    while (next < 8) {
        double part, p = product(result, next, &part);
        part += result * next_rest + low * next;
        result = p + part;
        low = p - result + part;
        n++;
        next = x + n;
        double back = next - n;
        next_rest = x - back + (n - (next - back));
    }
    *rest = low;
    *last = next;
    *last_rest = next_rest;
    return result;
}

/* sin(pi x) for a finite x.
   Cost: at most 140 cycles. */
double __sine_of_turn(double x)
{
    double part = fmod(x, 2), size = fabs(part), low;
    int quarter = (int)(2 * size + 0.5);
    double r = size - 0.5 * quarter;
    double angle = product(r, PI, &low);
    low += r * PI_REST;
    double value = quarter & 1 ? __cos_part(angle, low) : __sin_part(angle, low);
    if (quarter & 2)
        value = -value;
    return part < 0 ? -value : value;
}
