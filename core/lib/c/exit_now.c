#include <stdlib.h>
#include <unistd.h>

/* Stops this core, as exit.
   Cost: at most 4 cycles. */
_Noreturn void _Exit(int code)
{
    exit(code);
}

_Noreturn void _exit(int code)
{
    exit(code);
}
