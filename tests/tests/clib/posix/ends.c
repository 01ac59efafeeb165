#include <stdio.h>
#include <stdlib.h>

static void first(void)
{
    puts("first registered");
}

static void late(void)
{
    puts("registered at the end");
}

static void second(void)
{
    puts("second registered");
    atexit(late);
}

int main(void)
{
    printf("%d\n", atexit(first));
    printf("%d\n", atexit(second));
    puts("main returns");
    return 0;
}
