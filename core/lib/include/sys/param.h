/* Constants of BSD. */
#ifndef _SYS_PARAM_H
#define _SYS_PARAM_H

#include <limits.h>
#include <sys/types.h>

#define MAXPATHLEN 256
#define MAXHOSTNAMELEN 64
#define NBBY CHAR_BIT
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define howmany(x, y) (((x) + ((y) - 1)) / (y))
#define roundup(x, y) (((x) + ((y) - 1)) / (y) * (y))
#define powerof2(x) ((((x) - 1) & (x)) == 0)
#define setbit(a, i) ((a)[(i) / NBBY] |= 1 << (i) % NBBY)
#define clrbit(a, i) ((a)[(i) / NBBY] &= ~(1 << (i) % NBBY))
#define isset(a, i) ((a)[(i) / NBBY] & (1 << (i) % NBBY))
#define isclr(a, i) (((a)[(i) / NBBY] & (1 << (i) % NBBY)) == 0)

#endif
