/* 64-bit whole numbers without division. */
#include "io.h"
static unsigned long long fibonacci(int n)
{
    unsigned long long a = 0, b = 1;
    while (n--) {
        unsigned long long c = a + b;
        a = b;
        b = c;
    }
    return a;
}
static long long mix(long long x, int n) { return ((x << (n & 31)) ^ (x >> 7)) * 6364136223846793005LL + n; }
static void print(unsigned long long x)
{
    out_unsigned((unsigned)(x >> 32), 16);
    out_char('.');
    out_unsigned((unsigned)x, 16);
    out_char('\n');
}
int main(void)
{
    print(fibonacci(90));
    long long x = -1;
    for (int i = 0; i < 5; i++) {
        x = mix(x, i * 3 + 1);
        print((unsigned long long)x);
    }
    out_line("less", x < 0);
    return 0;
}
