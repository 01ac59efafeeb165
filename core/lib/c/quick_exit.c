#include <stdlib.h>

#define MOST 32

typedef void (*function)(void);

static function all[MOST];
static int count;

/* Registers a function that quick_exit calls. At most 32 can be registered.
   Cost: at most 15 cycles. */
int at_quick_exit(void (*call)(void))
{
    if (count == MOST)
        return -1;
    all[count++] = call;
    return 0;
}

/* Stops this core, after the functions of at_quick_exit, the last one first.
   Cost: at most 20 cycles, and those of the functions. */
_Noreturn void quick_exit(int code)
{
    while (count > 0)
        all[--count]();
    _Exit(code);
}
