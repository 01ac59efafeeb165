/* Waiting for simulated time, of which a cycle is a nanosecond, and the node as a system (POSIX). */
#ifndef _UNISTD_H
#define _UNISTD_H

#include <getopt.h>
#include <sys/types.h>

#define _SC_CLK_TCK 2
#define _SC_OPEN_MAX 4
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE _SC_PAGESIZE
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84

#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4

/* The files of the chip; <fcntl.h> has open. */
ssize_t read(int number, void *to, size_t bytes);
ssize_t write(int number, const void *from, size_t bytes);
int close(int number);
off_t lseek(int number, off_t offset, int from);
int ftruncate(int number, off_t bytes);
int unlink(const char *name);
int access(const char *name, int mode);
int isatty(int number);
ssize_t pread(int number, void *to, size_t bytes, off_t offset);
ssize_t pwrite(int number, const void *from, size_t bytes, off_t offset);
int fsync(int number);
char *getcwd(char *to, size_t bytes); /* "/": there are no folders */
int chdir(const char *name);

extern char **environ;

unsigned sleep(unsigned seconds);
int usleep(unsigned microseconds);

/* The rank of the node plus 1. */
pid_t getpid(void);
pid_t getppid(void);
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
gid_t getegid(void);
/* The place of the node, as "node (2,1)". */
int gethostname(char *name, size_t bytes);
/* A node has one processor, and pages of 4096 bytes; -1 for every other number. */
long sysconf(int number);
int getpagesize(void);
_Noreturn void _exit(int code);

#endif
