#include <errno.h>

/* The last error. */
int errno;
