#include <mclib.h>
#include <stdlib.h>
#include <unistd.h>

/* Stops this core, without the functions of atexit.
   Cost: at most 4 cycles. */
_Noreturn void _Exit(int code)
{
    MC_HALT = (unsigned)code;
    __builtin_unreachable();
}

_Noreturn void _exit(int code)
{
    MC_HALT = (unsigned)code;
    __builtin_unreachable();
}
