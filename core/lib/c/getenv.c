#include <stdlib.h>

/* There is no environment and no command interpreter.
   Cost: at most 4 cycles. */
char *getenv(const char *name)
{
    (void)name;
    return NULL;
}

/* 0 for NULL: there is no interpreter; -1 for a command.
   Cost: at most 4 cycles. */
int system(const char *command)
{
    return command != NULL ? -1 : 0;
}
