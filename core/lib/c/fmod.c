#include <internal_math.h>

/* The remainder of a division, with the sign of x; exact.
   Cost: at most 120 + 15 n cycles for a quotient of n bits. */
double fmod(double x, double y)
{
    union number u = {x}, v = {y};
    uint64_t sign = u.bits & 1ULL << 63;
    u.bits &= ~(1ULL << 63);
    v.bits &= ~(1ULL << 63);
    if (v.bits == 0 || u.half.high >= 0x7ff00000 || v.bits > 0x7ffULL << 52)
        return x * y / (x * y);
    if (u.bits < v.bits)
        return x;
    int e = (int)(u.half.high >> 20), f = (int)(v.half.high >> 20);
    uint64_t a = u.bits & 0xfffffffffffffULL, b = v.bits & 0xfffffffffffffULL;
    if (e == 0)
        e = 1;
    else
        a |= 1ULL << 52;
    if (f == 0)
        for (f = 1; b >> 52 == 0; f--)
            b <<= 1;
    else
        b |= 1ULL << 52;
    for (;; e--) {
        if (a >= b)
            a -= b;
        if (e == f)
            break;
        a <<= 1;
    }
    if (a == 0) {
        u.bits = sign;
        return u.value;
    }
    /* a 2^(f - 1075): normal again, or subnormal. */
    while (a >> 52 == 0 && f > 1) {
        a <<= 1;
        f--;
    }
    /* A divisor that was shifted has left zeros below. */
    for (; f < 1; f++)
        a >>= 1;
    u.bits = sign | (a >> 52 != 0 ? (uint64_t)f << 52 | (a & 0xfffffffffffffULL) : a);
    return u.value;
}

/* Cost: that of fmod, and at most 10 cycles. */
float fmodf(float x, float y)
{
    return (float)fmod(x, y);
}
