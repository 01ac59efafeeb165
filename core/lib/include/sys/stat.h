/* Facts of files (POSIX). All files can be read and written by all nodes. */
#ifndef _SYS_STAT_H
#define _SYS_STAT_H

#include <sys/types.h>
#include <time.h>

struct stat {
    mode_t st_mode;
    off_t st_size; /* bytes */
    time_t st_atime, st_mtime, st_ctime;
    unsigned st_ino, st_dev, st_nlink, st_blksize, st_blocks;
    uid_t st_uid;
    gid_t st_gid;
};

#define S_IFMT 0170000
#define S_IFREG 0100000
#define S_IFDIR 0040000
#define S_IFCHR 0020000
#define S_ISREG(mode) (((mode) & S_IFMT) == S_IFREG)
#define S_ISDIR(mode) (((mode) & S_IFMT) == S_IFDIR)
#define S_ISCHR(mode) (((mode) & S_IFMT) == S_IFCHR)
#define S_IRUSR 0400
#define S_IWUSR 0200
#define S_IXUSR 0100
#define S_IRWXU 0700
#define S_IRGRP 0040
#define S_IWGRP 0020
#define S_IXGRP 0010
#define S_IRWXG 0070
#define S_IROTH 0004
#define S_IWOTH 0002
#define S_IXOTH 0001
#define S_IRWXO 0007

int stat(const char *name, struct stat *facts);
int fstat(int number, struct stat *facts);
/* There are no folders: a name may contain slashes, so there is nothing to make. */
int mkdir(const char *name, mode_t mode);

#endif
