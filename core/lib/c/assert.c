#include <assert.h>
#include <mclib.h>
#include <stdio.h>
#include <stdlib.h>

/* Prints the place of an assertion that failed on the standard error, and stops the chip. */
_Noreturn void __assert_fail(const char *condition, const char *file, int line, const char *function)
{
    fprintf(stderr, "%s:%d: node (%d,%d): %s: the assertion `%s` failed\n", file, line, mc_x(), mc_y(), function, condition);
    abort();
}
