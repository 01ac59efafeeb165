#include <stdio.h>
#include <stdlib.h>

static void never(void)
{
    puts("never");
}

static void a(void)
{
    puts("a");
}

static void b(void)
{
    puts("b");
    fflush(stdout);
    _Exit(0);
}

int main(void)
{
    atexit(never);
    at_quick_exit(b);
    at_quick_exit(a);
    quick_exit(1);
}
