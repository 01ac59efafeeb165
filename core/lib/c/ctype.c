#include <ctype.h>

/* Each function costs at most 15 cycles. */

int isalpha(int c)
{
    return (unsigned)((c | 0x20) - 'a') < 26;
}

int isdigit(int c)
{
    return (unsigned)(c - '0') < 10;
}

int isalnum(int c)
{
    return (unsigned)((c | 0x20) - 'a') < 26 || (unsigned)(c - '0') < 10;
}

int isblank(int c)
{
    return c == ' ' || c == '\t';
}

int iscntrl(int c)
{
    return (unsigned)c < 32 || c == 127;
}

int isgraph(int c)
{
    return (unsigned)(c - 33) < 94;
}

int islower(int c)
{
    return (unsigned)(c - 'a') < 26;
}

int isprint(int c)
{
    return (unsigned)(c - 32) < 95;
}

int ispunct(int c)
{
    return (unsigned)(c - 33) < 94 && !((unsigned)((c | 0x20) - 'a') < 26 || (unsigned)(c - '0') < 10);
}

int isspace(int c)
{
    return c == ' ' || (unsigned)(c - '\t') < 5;
}

int isupper(int c)
{
    return (unsigned)(c - 'A') < 26;
}

int isxdigit(int c)
{
    return (unsigned)(c - '0') < 10 || (unsigned)((c | 0x20) - 'a') < 6;
}

int tolower(int c)
{
    return (unsigned)(c - 'A') < 26 ? c + 32 : c;
}

int toupper(int c)
{
    return (unsigned)(c - 'a') < 26 ? c - 32 : c;
}

int isascii(int c)
{
    return (unsigned)c < 128;
}

int toascii(int c)
{
    return c & 127;
}
