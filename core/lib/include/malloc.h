/* The heap by its old header, and a function that only this one has. */
#ifndef _MALLOC_H
#define _MALLOC_H

#include <stdlib.h>

void *memalign(size_t alignment, size_t bytes);

#endif
