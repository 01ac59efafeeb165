/* Wide characters (C17, 7.29): code points of Unicode. Texts of `char`, files and the console are UTF-8. */
#ifndef _WCHAR_H
#define _WCHAR_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <wctype.h>

/* The first bytes of a character, as far as they have been read. */
typedef struct {
    unsigned value;
    int left;
} mbstate_t;

wint_t btowc(int byte);
int wctob(wint_t character);
int mbsinit(const mbstate_t *state);
size_t mbrlen(const char *restrict text, size_t bytes, mbstate_t *restrict state);
size_t mbrtowc(wchar_t *restrict to, const char *restrict text, size_t bytes, mbstate_t *restrict state);
size_t wcrtomb(char *restrict to, wchar_t character, mbstate_t *restrict state);
size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t most, mbstate_t *restrict state);
size_t wcsrtombs(char *restrict to, const wchar_t **restrict from, size_t bytes, mbstate_t *restrict state);

size_t wcslen(const wchar_t *text);
size_t wcsnlen(const wchar_t *text, size_t most);
wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from);
wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count);
wchar_t *wcpcpy(wchar_t *restrict to, const wchar_t *restrict from);
wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from);
wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t most);
wchar_t *wcsdup(const wchar_t *text);
int wcscmp(const wchar_t *a, const wchar_t *b);
int wcsncmp(const wchar_t *a, const wchar_t *b, size_t most);
int wcscasecmp(const wchar_t *a, const wchar_t *b);
int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t most);
int wcscoll(const wchar_t *a, const wchar_t *b);
size_t wcsxfrm(wchar_t *restrict to, const wchar_t *restrict from, size_t count);
wchar_t *wcschr(const wchar_t *text, wchar_t wanted);
wchar_t *wcsrchr(const wchar_t *text, wchar_t wanted);
wchar_t *wcsstr(const wchar_t *text, const wchar_t *wanted);
wchar_t *wcspbrk(const wchar_t *text, const wchar_t *wanted);
size_t wcsspn(const wchar_t *text, const wchar_t *accepted);
size_t wcscspn(const wchar_t *text, const wchar_t *refused);
wchar_t *wcstok(wchar_t *restrict text, const wchar_t *restrict separators, wchar_t **restrict rest);
wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count);
wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count);
wchar_t *wmemset(wchar_t *to, wchar_t value, size_t count);
int wmemcmp(const wchar_t *a, const wchar_t *b, size_t count);
wchar_t *wmemchr(const wchar_t *in, wchar_t wanted, size_t count);
int wcwidth(wchar_t character);
int wcswidth(const wchar_t *text, size_t most);

long wcstol(const wchar_t *restrict text, wchar_t **restrict end, int base);
unsigned long wcstoul(const wchar_t *restrict text, wchar_t **restrict end, int base);
long long wcstoll(const wchar_t *restrict text, wchar_t **restrict end, int base);
unsigned long long wcstoull(const wchar_t *restrict text, wchar_t **restrict end, int base);
double wcstod(const wchar_t *restrict text, wchar_t **restrict end);
float wcstof(const wchar_t *restrict text, wchar_t **restrict end);
long double wcstold(const wchar_t *restrict text, wchar_t **restrict end) __asm__("wcstod");

wint_t fgetwc(FILE *file);
wint_t getwc(FILE *file) __asm__("fgetwc");
wint_t getwchar(void);
wint_t ungetwc(wint_t character, FILE *file); /* of ASCII */
wint_t fputwc(wchar_t character, FILE *file);
wint_t putwc(wchar_t character, FILE *file) __asm__("fputwc");
wint_t putwchar(wchar_t character);
wchar_t *fgetws(wchar_t *restrict to, int count, FILE *restrict file);
int fputws(const wchar_t *restrict text, FILE *restrict file);
int fwide(FILE *file, int mode);

int wprintf(const wchar_t *restrict format, ...);
int fwprintf(FILE *restrict file, const wchar_t *restrict format, ...);
int swprintf(wchar_t *restrict to, size_t count, const wchar_t *restrict format, ...);
int vwprintf(const wchar_t *restrict format, va_list arguments);
int vfwprintf(FILE *restrict file, const wchar_t *restrict format, va_list arguments);
int vswprintf(wchar_t *restrict to, size_t count, const wchar_t *restrict format, va_list arguments);
size_t wcsftime(wchar_t *restrict to, size_t count, const wchar_t *restrict format, const struct tm *restrict date);

#endif
