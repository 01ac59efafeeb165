/* Characters of UTF-16 and UTF-32 (C17, 7.28). */
#ifndef _UCHAR_H
#define _UCHAR_H

#include <wchar.h>

typedef uint_least16_t char16_t;
typedef uint_least32_t char32_t;

size_t mbrtoc16(char16_t *restrict to, const char *restrict text, size_t bytes, mbstate_t *restrict state);
size_t c16rtomb(char *restrict to, char16_t unit, mbstate_t *restrict state);
size_t mbrtoc32(char32_t *restrict to, const char *restrict text, size_t bytes, mbstate_t *restrict state);
size_t c32rtomb(char *restrict to, char32_t character, mbstate_t *restrict state);

#endif
