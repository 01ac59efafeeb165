#include <errno.h>
#include <string.h>

/* The meaning of a number of `errno`.
   Cost: at most 60 cycles. */
char *strerror(int error)
{
    switch (error) {
    case 0:
        return "Success";
    case ENOMEM:
        return "Cannot allocate memory";
    case EINVAL:
        return "Invalid argument";
    case EDOM:
        return "Numerical argument out of domain";
    case ERANGE:
        return "Numerical result out of range";
    case EILSEQ:
        return "Invalid or incomplete multibyte or wide character";
    }
    return "Unknown error";
}
