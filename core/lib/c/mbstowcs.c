#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* Each function costs 60 cycles a character, and at most 80. */

size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t most, mbstate_t *restrict state)
{
    mbstate_t own = {0, 0};
    size_t made = 0;
    const char *at = *from;
    if (state == NULL)
        state = &own;
    while (to == NULL || made < most) {
        wchar_t character;
        size_t bytes = mbrtowc(&character, at, 4, state);
        if (bytes > 4) {
            if (to != NULL)
                *from = at;
            return (size_t)-1;
        }
        if (to != NULL)
            to[made] = character;
        if (bytes == 0) {
            if (to != NULL)
                *from = NULL;
            return made;
        }
        at += bytes;
        made++;
    }
    *from = at;
    return made;
}

size_t wcsrtombs(char *restrict to, const wchar_t **restrict from, size_t bytes, mbstate_t *restrict state)
{
    size_t made = 0;
    const wchar_t *at = *from;
    for (;; at++) {
        char character[4];
        size_t size = wcrtomb(character, *at, state);
        if (size > 4) {
            if (to != NULL)
                *from = at;
            return (size_t)-1;
        }
        if (to != NULL) {
            if (made + size > bytes) {
                *from = at;
                return made;
            }
            memcpy(to + made, character, size);
        }
        if (*at == 0) {
            if (to != NULL)
                *from = NULL;
            return made;
        }
        made += size;
    }
}

size_t mbstowcs(wchar_t *restrict to, const char *restrict from, size_t most)
{
    mbstate_t state = {0, 0};
    return mbsrtowcs(to, &from, most, &state);
}

size_t wcstombs(char *restrict to, const wchar_t *restrict from, size_t bytes)
{
    return wcsrtombs(to, &from, bytes, NULL);
}

int mbtowc(wchar_t *restrict to, const char *restrict text, size_t bytes)
{
    mbstate_t state = {0, 0};
    if (text == NULL)
        return 0;
    size_t taken = mbrtowc(to, text, bytes, &state);
    return taken > 4 ? -1 : (int)taken;
}

int mblen(const char *text, size_t bytes)
{
    return mbtowc(NULL, text, bytes);
}

int wctomb(char *text, wchar_t character)
{
    return text == NULL ? 0 : (int)wcrtomb(text, character, NULL);
}

wint_t btowc(int byte)
{
    return (unsigned)byte < 0x80 ? (wint_t)byte : WEOF;
}

int wctob(wint_t character)
{
    return character < 0x80 ? (int)character : EOF;
}
