/* The number of the last error (C17, 7.5). Each node has its own. */
#ifndef _ERRNO_H
#define _ERRNO_H

extern int errno;

#define ENOMEM 12
#define EINVAL 22
#define EDOM 33
#define ERANGE 34
#define EILSEQ 84

#endif
