#define _GNU_SOURCE
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* The functions that are exact: a sum over the bits of their results for random numbers and for special ones. */
static uint64_t state = 88172645463325252u;

static uint64_t next(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static double number(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, 8);
    return value;
}

static double some(void)
{
    static const uint64_t special[] = {
        0, 1ull << 63, 1, 0x8000000000000001, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
        0x3ff0000000000000, 0xbff0000000000000, 0x000fffffffffffff, 0x0010000000000000, 0x7fefffffffffffff,
    };
    uint64_t kind = next() % 16, bits = next();
    if (kind < 2)
        return number(special[bits % 12]);
    if (kind < 5)
        return number(bits);
    if (kind < 8)
        return number((bits & 0x800fffffffffffff) | (1019 + next() % 60) << 52);
    if (kind < 11)
        return (double)((int64_t)(bits % 81) - 40) / 4;
    if (kind < 13)
        return number(bits >> (12 + next() % 50));
    return number((bits & 0x800fffff00000000) | (723 + next() % 600) << 52);
}

enum { FMA, FMAF, NEXT, NEXTF, TOWARD, REMAINDER, REMQUO, QUOTIENT, RINT, NEARBY, RINTF, LONGS, LOGB, ILOGB, FDIM, SCALB, SIGN, IS, ALL };
static uint64_t sum[ALL];

static void add(int where, double value)
{
    uint64_t bits = 0x7ff8000000000000;
    if (value == value)
        memcpy(&bits, &value, 8);
    sum[where] = sum[where] * 31 + bits;
}

int main(void)
{
    static const char *const names[] = {"fma", "fmaf", "nextafter", "nextafterf", "nexttoward", "remainder", "remquo", "quotient", "rint",
                                        "nearbyint", "rintf", "lrint", "logb", "ilogb", "fdim", "scalbn", "significand", "compare"};
    for (int i = 0; i < 400; i++) {
        double a = some(), b = some(), c = some();
        int quotient = 0;
        if (i % 3 == 0)
            c = -a * b * (i % 2 ? 1 : 1 + 0x1p-50);
        if (i % 7 == 0) {
            a = number((next() & 0x800fffffffffffff) | (1 + next() % 500) << 52);
            b = number((next() & 0x000fffffffffffff) | (500 + next() % 120) << 52);
            c = number(next() >> (12 + next() % 50));
        }
        float x = (float)a, y = (float)b, z = (float)c;
        add(FMA, fma(a, b, c));
        add(FMAF, fmaf(x, y, z));
        add(NEXT, nextafter(a, b));
        add(NEXTF, nextafterf(x, y));
        add(TOWARD, nexttowardf(x, b));
        add(REMAINDER, remainder(a, b));
        add(REMQUO, remquo(a, b, &quotient));
        if (a == a && b == b && b != 0 && fabs(a) < INFINITY)
            add(QUOTIENT, quotient < 0 ? -(-quotient & 7) : quotient & 7);
        add(RINT, rint(a));
        add(NEARBY, nearbyint(b));
        add(RINTF, rintf(x));
        if (fabs(a) < 1e9)
            add(LONGS, (double)(lrint(a) + 3 * lround(a) + 5 * llrint(a) + 7 * llround(a)));
        add(LOGB, logb(a));
        if (a == a)
            add(ILOGB, ilogb(a));
        add(FDIM, fdim(a, b));
        add(SCALB, scalbn(a, (int)(next() % 400) - 200));
        add(SIGN, significand(a));
        add(IS, isgreater(a, b) + 2 * isgreaterequal(a, b) + 4 * isless(a, b) + 8 * islessequal(a, b) + 16 * islessgreater(a, b)
                    + 32 * isunordered(a, b) + 64 * isnormal(a));
    }
    for (int i = 0; i < ALL; i++)
        printf("%s %016llx\n", names[i], (unsigned long long)sum[i]);
    return 0;
}
