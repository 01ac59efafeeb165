/* Waiting for simulated time, of which a cycle is a nanosecond, and the node as a system (POSIX). */
#ifndef _UNISTD_H
#define _UNISTD_H

#include <getopt.h>
#include <sys/types.h>

#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE _SC_PAGESIZE
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84

unsigned sleep(unsigned seconds);
int usleep(unsigned microseconds);

/* The rank of the node plus 1. */
pid_t getpid(void);
/* The place of the node, as "node (2,1)". */
int gethostname(char *name, size_t bytes);
/* A node has one processor, and pages of 4096 bytes; -1 for every other number. */
long sysconf(int number);
int getpagesize(void);
_Noreturn void _exit(int code);

#endif
