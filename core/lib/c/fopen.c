#include <internal_files.h>

/* The mode of a file, or 0 with an error. */
static unsigned mode_of(const char *text)
{
    unsigned mode = 0;
    switch (*text) {
    case 'r':
        mode = MC_MODE_READ;
        break;
    case 'w':
        mode = MC_MODE_WRITE | MC_MODE_CREATE | MC_MODE_TRUNCATE;
        break;
    case 'a':
        mode = MC_MODE_WRITE | MC_MODE_CREATE | MC_MODE_APPEND;
        break;
    default:
        errno = EINVAL;
        return 0;
    }
    while (*++text != 0 && *text != ',')
        if (*text == '+')
            mode |= MC_MODE_READ | MC_MODE_WRITE;
        else if (*text == 'x')
            mode |= MC_MODE_EXCLUSIVE;
    return mode;
}

static FILE *open_as(const char *name, const char *mode, unsigned stream)
{
    unsigned bits = mode_of(mode);
    int number = bits != 0 ? mc_file((unsigned)name, bits, stream, MC_OPEN) : -1;
    return number < 0 ? NULL : (FILE *)number;
}

/* Opens a file of the chip.
   Cost: at most 60 cycles. */
FILE *fopen(const char *restrict name, const char *restrict mode)
{
    return open_as(name, mode, 0);
}

/* Closes a stream and opens a file in its place. The console cannot be replaced.
   Cost: at most 90 cycles. */
FILE *freopen(const char *restrict name, const char *restrict mode, FILE *restrict file)
{
    if (name == NULL || mc_is_console(file)) {
        errno = EINVAL;
        return NULL;
    }
    if (file == stdin)
        return open_as(name, mode, (unsigned)file);
    mc_file((unsigned)file, 0, 0, MC_CLOSE);
    return open_as(name, mode, 0);
}

/* A new file without a name, which is gone when it is closed.
   Cost: at most 40 cycles. */
FILE *tmpfile(void)
{
    int number = mc_file(0, MC_MODE_READ | MC_MODE_WRITE | MC_MODE_CREATE | MC_MODE_UNNAMED, 0, MC_OPEN);
    return number < 0 ? NULL : (FILE *)number;
}
