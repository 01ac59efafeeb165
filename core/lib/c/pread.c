#include <unistd.h>

/* Bytes of a file from a place on; its position stays.
   Cost: those of read and lseek. */
ssize_t pread(int number, void *to, size_t bytes, off_t offset)
{
    off_t before = lseek(number, 0, SEEK_CUR);
    if (before < 0 || lseek(number, offset, SEEK_SET) < 0)
        return -1;
    ssize_t got = read(number, to, bytes);
    lseek(number, before, SEEK_SET);
    return got;
}

/* Bytes to a place of a file; its position stays.
   Cost: those of write and lseek. */
ssize_t pwrite(int number, const void *from, size_t bytes, off_t offset)
{
    off_t before = lseek(number, 0, SEEK_CUR);
    if (before < 0 || lseek(number, offset, SEEK_SET) < 0)
        return -1;
    ssize_t done = write(number, from, bytes);
    lseek(number, before, SEEK_SET);
    return done;
}
