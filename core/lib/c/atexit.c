#include <stdlib.h>

#define MOST 64

typedef void (*function)(void);

static function all[MOST];
static int count;

/* The functions of atexit, the last one first. One of them may register more.
   Cost: at most 10 cycles a function, and those of the functions. */
void __run_at_exit(void)
{
    while (count > 0)
        all[--count]();
}

/* Registers a function that exit and the end of main call. At most 64 can be registered.
   Cost: at most 20 cycles. */
int atexit(void (*call)(void))
{
    if (count == MOST)
        return -1;
    /* With this name in the program, exit calls it. */
    __asm__ volatile("" : : "r"(__run_at_exit));
    all[count++] = call;
    return 0;
}
