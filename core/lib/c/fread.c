#include <internal_files.h>

/* Elements of a stream.
   Cost: 20 cycles a word, and at most 60. */
size_t fread(void *restrict to, size_t bytes, size_t count, FILE *restrict file)
{
    size_t wanted = bytes * count, got = 0;
    char *at = to;
    if (wanted == 0)
        return 0;
    while (got < wanted) {
        size_t now = wanted - got < 4 ? wanted - got : 4;
        unsigned long long result = mc_file_call((unsigned)file, now, 0, MC_READ);
        unsigned word = (unsigned)result;
        int length = (int)(result >> 32);
        if (length <= 0) {
            if (length < 0)
                errno = -length;
            break;
        }
        if (length == 4 && ((unsigned)at & 3) == 0)
            *(unsigned __attribute__((may_alias)) *)at = word;
        else
            for (int i = 0; i < length; i++, word >>= 8)
                at[i] = (char)word;
        at += length;
        got += (size_t)length;
    }
    return got / bytes;
}
