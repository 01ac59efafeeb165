/* Primes below 1000. */
#include "io.h"
static unsigned char composite[1000];
int main(void)
{
    int count = 0, last = 0;
    for (int i = 2; i < 1000; i++) {
        if (composite[i])
            continue;
        count++;
        last = i;
        for (int k = i * i; k < 1000; k += i)
            composite[k] = 1;
    }
    out_line("primes", count);
    out_line("last", last);
    return count & 0xff;
}
