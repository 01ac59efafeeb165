/* MClib by its short name. */
#include <mclib.h>
