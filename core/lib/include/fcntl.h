/* Opening files by numbers (POSIX). */
#ifndef _FCNTL_H
#define _FCNTL_H

#include <sys/stat.h>
#include <sys/types.h>

#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 0x100
#define O_TRUNC 0x200
#define O_APPEND 8
#define O_EXCL 0x400
#define O_BINARY 0

int open(const char *name, int flags, ...);
int creat(const char *name, mode_t mode);

#endif
