/* Memory of the stack, which is free again when the function returns. */
#ifndef _ALLOCA_H
#define _ALLOCA_H

#define alloca(bytes) __builtin_alloca(bytes)

#endif
