#include <internal_files.h>
#include <unistd.h>

/* Bytes of a file.
   Cost: 20 cycles a word, and at most 90. */
ssize_t read(int number, void *to, size_t bytes)
{
    errno = 0;
    size_t got = fread(to, 1, bytes, mc_stream(number));
    return got == 0 && errno != 0 ? -1 : (ssize_t)got;
}

/* Bytes to a file.
   Cost: at most 60 cycles; to the console 15 cycles a byte. */
ssize_t write(int number, const void *from, size_t bytes)
{
    return bytes != 0 && fwrite(from, 1, bytes, mc_stream(number)) == 0 ? -1 : (ssize_t)bytes;
}

/* Closes a file.
   Cost: at most 50 cycles. */
int close(int number)
{
    return fclose(mc_stream(number));
}

/* Moves the position of a file. The result is the new one.
   Cost: at most 50 cycles. */
off_t lseek(int number, off_t offset, int from)
{
    return mc_file((unsigned)mc_stream(number), (unsigned)offset, (unsigned)from, MC_SEEK);
}

/* Gives a file another length; new bytes are 0.
   Cost: at most 50 cycles. */
int ftruncate(int number, off_t bytes)
{
    return mc_file((unsigned)mc_stream(number), (unsigned)bytes, 0, MC_RESIZE);
}

/* Removes a file.
   Cost: at most 40 cycles. */
int unlink(const char *name)
{
    return remove(name);
}

/* 0 if a file exists. Every node may read and write it.
   Cost: at most 60 cycles. */
int access(const char *name, int mode)
{
    (void)mode;
    int stream = mc_file((unsigned)name, MC_MODE_READ, 0, MC_OPEN);
    return stream < 0 ? -1 : mc_file((unsigned)stream, 0, 0, MC_CLOSE);
}

/* Streams are no terminals.
   Cost: 3 cycles. */
int isatty(int number)
{
    (void)number;
    return 0;
}

/* Nothing waits in a buffer.
   Cost: 3 cycles. */
int fsync(int number)
{
    (void)number;
    return 0;
}
