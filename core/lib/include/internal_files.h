/* The files of the chip, for units of the library. The simulator serves them (core/machine/src/parts/files.rs). A FILE is the
   number of a stream: 1 and 2 are the console, 3 is the input, and files have greater numbers. */
#ifndef _INTERNAL_FILES_H
#define _INTERNAL_FILES_H

#include <errno.h>
#include <stdio.h>

enum {
    MC_OPEN = 66, MC_CLOSE, MC_READ, MC_WRITE, MC_SEEK, MC_FORMAT, MC_REMOVE, MC_RENAME, MC_FLAGS, MC_UNREAD, MC_RESIZE,
    MC_SHARE
};
enum {
    MC_MODE_READ = 1, MC_MODE_WRITE = 2, MC_MODE_APPEND = 4, MC_MODE_CREATE = 8, MC_MODE_TRUNCATE = 16,
    MC_MODE_EXCLUSIVE = 32, MC_MODE_UNNAMED = 64
};
#define MC_FLAG_END 1
#define MC_FLAG_ERROR 2

/* The lower word is the result, or a negative error number; MC_READ gives the bytes there, and their number in the upper one. */
unsigned long long mc_file_call(unsigned a, unsigned b, unsigned c, int number);

/* The result of a call; after an error -1, with its number in `errno`. */
static inline int mc_file_result(unsigned long long result)
{
    if ((int)result >= 0)
        return (int)result;
    errno = -(int)result;
    return -1;
}

static inline int mc_file(unsigned a, unsigned b, unsigned c, int number)
{
    return mc_file_result(mc_file_call(a, b, c, number));
}

/* The stream with a number of POSIX: 0 input, 1 and 2 console, then files. */
static inline FILE *mc_stream(int number)
{
    return number == 0 ? stdin : number < 3 ? (FILE *)number : (FILE *)(number + 1);
}

/* True for a stream of the console. */
static inline int mc_is_console(const FILE *file)
{
    return file == stdout || file == stderr;
}

#endif
