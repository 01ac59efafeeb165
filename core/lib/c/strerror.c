#define _GNU_SOURCE
#include <errno.h>
#include <string.h>

/* A text with a number. */
static char *unknown(const char *what, int number)
{
    static char text[40];
    char digits[12], *to = stpcpy(text, what);
    unsigned size = number < 0 ? -(unsigned)number : (unsigned)number;
    int count = 0;
    if (number < 0)
        *to++ = '-';
    do
        digits[count++] = (char)('0' + size % 10);
    while ((size /= 10) != 0);
    while (count > 0)
        *to++ = digits[--count];
    *to = 0;
    return text;
}

/* The meaning of a number of `errno`.
   Cost: at most 60 cycles; 200 for a number that has none. */
char *strerror(int error)
{
    switch (error) {
    case 0:
        return "Success";
    case EPERM:
        return "Operation not permitted";
    case ENOENT:
        return "No such file or directory";
    case ESRCH:
        return "No such process";
    case EINTR:
        return "Interrupted system call";
    case EIO:
        return "Input/output error";
    case ENXIO:
        return "No such device or address";
    case E2BIG:
        return "Argument list too long";
    case ENOEXEC:
        return "Exec format error";
    case EBADF:
        return "Bad file descriptor";
    case ECHILD:
        return "No child processes";
    case EAGAIN:
        return "Resource temporarily unavailable";
    case ENOMEM:
        return "Cannot allocate memory";
    case EACCES:
        return "Permission denied";
    case EFAULT:
        return "Bad address";
    case EBUSY:
        return "Device or resource busy";
    case EEXIST:
        return "File exists";
    case EXDEV:
        return "Invalid cross-device link";
    case ENODEV:
        return "No such device";
    case ENOTDIR:
        return "Not a directory";
    case EISDIR:
        return "Is a directory";
    case EINVAL:
        return "Invalid argument";
    case ENFILE:
        return "Too many open files in system";
    case EMFILE:
        return "Too many open files";
    case ENOTTY:
        return "Inappropriate ioctl for device";
    case ETXTBSY:
        return "Text file busy";
    case EFBIG:
        return "File too large";
    case ENOSPC:
        return "No space left on device";
    case ESPIPE:
        return "Illegal seek";
    case EROFS:
        return "Read-only file system";
    case EMLINK:
        return "Too many links";
    case EPIPE:
        return "Broken pipe";
    case EDOM:
        return "Numerical argument out of domain";
    case ERANGE:
        return "Numerical result out of range";
    case EDEADLK:
        return "Resource deadlock avoided";
    case ENAMETOOLONG:
        return "File name too long";
    case ENOLCK:
        return "No locks available";
    case ENOSYS:
        return "Function not implemented";
    case ENOTEMPTY:
        return "Directory not empty";
    case ELOOP:
        return "Too many levels of symbolic links";
    case ENODATA:
        return "No data available";
    case ETIME:
        return "Timer expired";
    case EPROTO:
        return "Protocol error";
    case EBADMSG:
        return "Bad message";
    case EOVERFLOW:
        return "Value too large for defined data type";
    case EILSEQ:
        return "Invalid or incomplete multibyte or wide character";
    case EMSGSIZE:
        return "Message too long";
    case ENOTSUP:
        return "Operation not supported";
    case EADDRINUSE:
        return "Address already in use";
    case ENOBUFS:
        return "No buffer space available";
    case ETIMEDOUT:
        return "Connection timed out";
    case ECONNREFUSED:
        return "Connection refused";
    case EALREADY:
        return "Operation already in progress";
    case EINPROGRESS:
        return "Operation now in progress";
    case ECANCELED:
        return "Operation canceled";
    }
    return unknown("Unknown error ", error);
}

/* The same in an array of the caller; the result is that text (GNU).
   Cost: at most 80 cycles, and 8 a character. */
char *strerror_r(int error, char *to, size_t bytes)
{
    strlcpy(to, strerror(error), bytes);
    return to;
}

/* POSIX's form: an error number instead of the text.
   Cost: at most 100 cycles, and 8 a character. */
int __strerror_posix(int error, char *to, size_t bytes)
{
    const char *text = strerror(error);
    strlcpy(to, text, bytes);
    return strlen(text) >= bytes ? ERANGE : 0;
}
