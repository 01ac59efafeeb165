#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* Numbers have ASCII characters, so a copy of these as bytes is read as by strtol and the others. Each function costs that of
   its form for `char`, and 12 cycles a character. */

#define MOST 400

/* A copy of the ASCII characters at the start; a longer number than the copy does not occur in practice. */
static char *narrow(const wchar_t *text, char copy[MOST])
{
    int length = 0;
    for (; length < MOST - 1 && text[length] > 0 && text[length] < 0x80; length++)
        copy[length] = (char)text[length];
    copy[length] = 0;
    return copy;
}

static void set_end(const wchar_t *text, const char *copy, const char *end, wchar_t **to)
{
    if (to != NULL)
        *to = (wchar_t *)text + (end - copy);
}

long wcstol(const wchar_t *restrict text, wchar_t **restrict end, int base)
{
    char copy[MOST], *stop;
    long value = strtol(narrow(text, copy), &stop, base);
    set_end(text, copy, stop, end);
    return value;
}

unsigned long wcstoul(const wchar_t *restrict text, wchar_t **restrict end, int base)
{
    char copy[MOST], *stop;
    unsigned long value = strtoul(narrow(text, copy), &stop, base);
    set_end(text, copy, stop, end);
    return value;
}

long long wcstoll(const wchar_t *restrict text, wchar_t **restrict end, int base)
{
    char copy[MOST], *stop;
    long long value = strtoll(narrow(text, copy), &stop, base);
    set_end(text, copy, stop, end);
    return value;
}

unsigned long long wcstoull(const wchar_t *restrict text, wchar_t **restrict end, int base)
{
    char copy[MOST], *stop;
    unsigned long long value = strtoull(narrow(text, copy), &stop, base);
    set_end(text, copy, stop, end);
    return value;
}

double wcstod(const wchar_t *restrict text, wchar_t **restrict end)
{
    char copy[MOST], *stop;
    double value = strtod(narrow(text, copy), &stop);
    set_end(text, copy, stop, end);
    return value;
}

float wcstof(const wchar_t *restrict text, wchar_t **restrict end)
{
    char copy[MOST], *stop;
    float value = strtof(narrow(text, copy), &stop);
    set_end(text, copy, stop, end);
    return value;
}
