#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* Strings of wide characters, as those of <string.h>. A loop costs at most 12 cycles a character. */

size_t wcslen(const wchar_t *text)
{
    size_t length = 0;
    while (text[length] != 0)
        length++;
    return length;
}

size_t wcsnlen(const wchar_t *text, size_t most)
{
    size_t length = 0;
    while (length < most && text[length] != 0)
        length++;
    return length;
}

wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count)
{
    return memcpy(to, from, count * sizeof *to);
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count)
{
    return memmove(to, from, count * sizeof *to);
}

wchar_t *wmemset(wchar_t *to, wchar_t value, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = value;
    return to;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t count)
{
    for (; count > 0; count--, a++, b++)
        if (*a != *b)
            return *a < *b ? -1 : 1;
    return 0;
}

wchar_t *wmemchr(const wchar_t *in, wchar_t wanted, size_t count)
{
    for (; count > 0; count--, in++)
        if (*in == wanted)
            return (wchar_t *)in;
    return NULL;
}

wchar_t *wcpcpy(wchar_t *restrict to, const wchar_t *restrict from)
{
    while ((*to = *from++) != 0)
        to++;
    return to;
}

wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from)
{
    wcpcpy(to, from);
    return to;
}

wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count)
{
    size_t length = wcsnlen(from, count);
    wmemcpy(to, from, length);
    wmemset(to + length, 0, count - length);
    return to;
}

wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from)
{
    wcpcpy(to + wcslen(to), from);
    return to;
}

wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t most)
{
    size_t length = wcsnlen(from, most);
    wchar_t *at = to + wcslen(to);
    wmemcpy(at, from, length);
    at[length] = 0;
    return to;
}

wchar_t *wcsdup(const wchar_t *text)
{
    size_t count = wcslen(text) + 1;
    wchar_t *copy = malloc(count * sizeof *copy);
    return copy == NULL ? NULL : wmemcpy(copy, text, count);
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t most)
{
    for (; most > 0; most--, a++, b++) {
        if (*a != *b)
            return *a < *b ? -1 : 1;
        if (*a == 0)
            return 0;
    }
    return 0;
}

int wcscmp(const wchar_t *a, const wchar_t *b)
{
    return wcsncmp(a, b, SIZE_MAX);
}

int wcscoll(const wchar_t *a, const wchar_t *b)
{
    return wcsncmp(a, b, SIZE_MAX);
}

size_t wcsxfrm(wchar_t *restrict to, const wchar_t *restrict from, size_t count)
{
    size_t length = wcslen(from);
    if (length < count)
        wcscpy(to, from);
    return length;
}

int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t most)
{
    for (; most > 0; most--, a++, b++) {
        wint_t c = towlower((wint_t)*a), d = towlower((wint_t)*b);
        if (c != d)
            return c < d ? -1 : 1;
        if (c == 0)
            return 0;
    }
    return 0;
}

int wcscasecmp(const wchar_t *a, const wchar_t *b)
{
    return wcsncasecmp(a, b, SIZE_MAX);
}

wchar_t *wcschr(const wchar_t *text, wchar_t wanted)
{
    for (; *text != wanted; text++)
        if (*text == 0)
            return NULL;
    return (wchar_t *)text;
}

wchar_t *wcsrchr(const wchar_t *text, wchar_t wanted)
{
    const wchar_t *last = NULL;
    do
        if (*text == wanted)
            last = text;
    while (*text++ != 0);
    return (wchar_t *)last;
}

wchar_t *wcsstr(const wchar_t *text, const wchar_t *wanted)
{
    size_t length = wcslen(wanted);
    for (;; text++) {
        if (wcsncmp(text, wanted, length) == 0)
            return (wchar_t *)text;
        if (*text == 0)
            return NULL;
    }
}

size_t wcsspn(const wchar_t *text, const wchar_t *accepted)
{
    size_t length = 0;
    while (text[length] != 0 && wcschr(accepted, text[length]) != NULL)
        length++;
    return length;
}

size_t wcscspn(const wchar_t *text, const wchar_t *refused)
{
    size_t length = 0;
    while (text[length] != 0 && wcschr(refused, text[length]) == NULL)
        length++;
    return length;
}

wchar_t *wcspbrk(const wchar_t *text, const wchar_t *wanted)
{
    text += wcscspn(text, wanted);
    return *text != 0 ? (wchar_t *)text : NULL;
}

wchar_t *wcstok(wchar_t *restrict text, const wchar_t *restrict separators, wchar_t **restrict rest)
{
    if (text == NULL)
        text = *rest;
    if (text == NULL)
        return NULL;
    text += wcsspn(text, separators);
    *rest = NULL;
    if (*text == 0)
        return NULL;
    wchar_t *end = text + wcscspn(text, separators);
    if (*end != 0) {
        *end = 0;
        *rest = end + 1;
    }
    return text;
}

/* Columns on a terminal: 2 for the characters of East Asia, 0 for marks that join the one before, -1 for control characters. */
int wcwidth(wchar_t character)
{
    wint_t c = (wint_t)character;
    if (c == 0 || (c >= 0x300 && c <= 0x36f) || (c >= 0x200b && c <= 0x200f) || (c >= 0x20d0 && c <= 0x20ff)
        || (c >= 0xfe00 && c <= 0xfe0f))
        return 0;
    if (!iswprint(c))
        return -1;
    int wide = (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf && c != 0x303f) || (c >= 0xac00 && c <= 0xd7a3)
        || (c >= 0xf900 && c <= 0xfaff) || (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff01 && c <= 0xff60)
        || (c >= 0xffe0 && c <= 0xffe6) || (c >= 0x1f300 && c <= 0x1f64f) || (c >= 0x1f900 && c <= 0x1f9ff)
        || (c >= 0x20000 && c <= 0x3fffd);
    return 1 + wide;
}

int wcswidth(const wchar_t *text, size_t most)
{
    int columns = 0;
    for (; most > 0 && *text != 0; most--, text++) {
        int width = wcwidth(*text);
        if (width < 0)
            return -1;
        columns += width;
    }
    return columns;
}
