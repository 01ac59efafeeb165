#include <internal_complex_quotient.h>

float _Complex __divsc3(float a, float b, float c, float d);

/* The compiler calls it for quotients. As doubles the squares of the divisor are exact and do not overflow.
   Cost: at most 120 cycles, and 150 more for infinities, NaNs and zeros. */
float _Complex __divsc3(float a, float b, float c, float d)
{
    double p = a, q = b, r = c, s = d;
    double square = r * r + s * s;
    float real = (float)((p * r + q * s) / square), imag = (float)((q * r - p * s) / square);
    if (real != real && imag != imag)
        return (float _Complex)special_quotient(a, b, c, d, __builtin_complex((double)real, (double)imag));
    return __builtin_complex(real, imag);
}
