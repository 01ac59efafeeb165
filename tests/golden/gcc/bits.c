/* Shifts, rotations, bit fields, counting, byte order, long multiplication. */
#include "io.h"
struct packed { unsigned a : 3, b : 7, c : 13; int d : 9; };
static unsigned rotate(unsigned x, int n) { return x << n | x >> (32 - n); }
static unsigned swap(unsigned x) { return x >> 24 | (x >> 8 & 0xff00) | (x & 0xff00) << 8 | x << 24; }
static int ones(unsigned x) { int n = 0; while (x) { x &= x - 1; n++; } return n; }
static unsigned high(unsigned a, unsigned b) { return (unsigned)((unsigned long long)a * b >> 32); }
int main(void)
{
    volatile unsigned seed = 0x12345678;
    unsigned x = seed;
    struct packed p = {0, 0, 0, 0};
    for (int i = 0; i < 8; i++) {
        x = rotate(x, 5) ^ (x >> 3);
        p.a = x;
        p.b += p.a;
        p.c ^= x;
        p.d = (int)x >> 4;
        out_unsigned(x, 16);
        out_char(' ');
        out_unsigned(swap(x), 16);
        out_char(' ');
        out_int(ones(x) + __builtin_clz(x | 1) + p.b + p.c + p.d);
        out_char(' ');
        out_unsigned(high(x, 0x9e3779b9u), 16);
        out_char('\n');
    }
    return 0;
}
