/* Macros of declarations (BSD). */
#ifndef _SYS_CDEFS_H
#define _SYS_CDEFS_H

#define __BEGIN_DECLS
#define __END_DECLS
#define __P(arguments) arguments
#define __CONCAT(a, b) a##b
#define __STRING(a) #a

#endif
