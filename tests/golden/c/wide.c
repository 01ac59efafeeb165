/* Numbers of 64 bits, and what gcc calls libgcc for: division, conversions, shifts, bits, powers, complex numbers. */
#include "../gcc/io.h"
#define KEEP __attribute__((noinline))
typedef long long wide;
typedef unsigned long long uwide;
static volatile wide values[] = {0, 1, -1, 42, -7, 1000000007LL, -123456789012345LL, 0x7fffffffffffffffLL};
static volatile unsigned shifts[] = {0, 1, 31, 32, 33, 63};
static void out_wide(const char *name, wide value)
{
    out_line(name, (int)(value >> 32));
    out_line(name, (int)value);
}
static KEEP wide quotient(wide a, wide b) { return b ? a / b : 0; }
static KEEP wide rest(wide a, wide b) { return b ? a % b : 0; }
static KEEP uwide uquotient(uwide a, uwide b) { return b ? a / b : 0; }
static KEEP uwide urest(uwide a, uwide b) { return b ? a % b : 0; }
static KEEP double power(double x, int n) { return __builtin_powi(x, n); }
static KEEP _Complex double product(_Complex double a, _Complex double b) { return a * b / (b + 1.0); }
int main(void)
{
    wide sum = 0;
    for (int i = 0; i < 8; i++) {
        wide a = values[i];
        for (int j = 0; j < 8; j++) {
            wide b = values[j];
            if (a == 0x7fffffffffffffffLL && b == -1)
                continue;
            sum = sum * 31 + quotient(a, b) + 3 * rest(a, b) + (wide)(5 * uquotient(a, b) + 7 * urest(a, b));
        }
        for (int j = 0; j < 6; j++)
            sum = sum * 31 + (a << shifts[j]) + (a >> shifts[j]) + (wide)((uwide)a >> shifts[j]);
        sum = sum * 31 + (wide)(double)a + (wide)(float)(a >> 4) + (wide)(uwide)((double)(uwide)a / 2);
        sum = sum * 31 + (wide)(float)(uwide)(a & 0xffffff) + (uwide)(float)(a & 0xffff);
        sum = sum * 31 + __builtin_popcountll(a) + __builtin_clzll(a | 1) + __builtin_ctzll(a | 256) + __builtin_parityll(a);
        sum = sum * 31 + (wide)__builtin_bswap64(a) + __builtin_ffsll(a) + __builtin_clrsbll(a);
        out_wide("sum", sum);
    }
    out_wide("power", (wide)(power(1.5, 20) * 1000));
    _Complex double c = product(1.5 + 2.5i, -0.5 + 4.0i);
    out_wide("real", (wide)(__real__ c * 1000));
    out_wide("imaginary", (wide)(__imag__ c * 1000));
    return quotient(values[3], 7) == 6 ? 0 : 1;
}
