#include <errno.h>
#include <uchar.h>

/* Each function costs those of mbrtowc or wcrtomb, and at most 40 cycles. */

size_t mbrtoc32(char32_t *restrict to, const char *restrict text, size_t bytes, mbstate_t *restrict state)
{
    return mbrtowc((wchar_t *)to, text, bytes, state);
}

size_t c32rtomb(char *restrict to, char32_t character, mbstate_t *restrict state)
{
    return wcrtomb(to, (wchar_t)character, state);
}

/* A character above 0xffff is two units; `left` is -1 while the second one waits. */
size_t mbrtoc16(char16_t *restrict to, const char *restrict text, size_t bytes, mbstate_t *restrict state)
{
    static mbstate_t own;
    wchar_t character = 0;
    if (state == NULL)
        state = &own;
    if (state->left == -1) {
        if (to != NULL)
            *to = (char16_t)state->value;
        state->left = 0;
        state->value = 0;
        return (size_t)-3;
    }
    size_t taken = mbrtowc(&character, text, bytes, state);
    if (taken > 4)
        return taken;
    if (character > 0xffff) {
        state->left = -1;
        state->value = 0xdc00u | ((unsigned)character & 0x3ff);
        character = (wchar_t)(0xd7c0u + ((unsigned)character >> 10));
    }
    if (to != NULL && text != NULL)
        *to = (char16_t)character;
    return taken;
}

size_t c16rtomb(char *restrict to, char16_t unit, mbstate_t *restrict state)
{
    static mbstate_t own;
    if (state == NULL)
        state = &own;
    if (to == NULL)
        return 1;
    if (state->left == -1) {
        unsigned first = state->value;
        state->left = 0;
        state->value = 0;
        if ((unit & 0xfc00) == 0xdc00)
            return wcrtomb(to, (wchar_t)(((first - 0xd7c0) << 10) + (unit & 0x3ff)), NULL);
    } else if ((unit & 0xfc00) == 0xd800) {
        state->left = -1;
        state->value = unit;
        return 0;
    } else if ((unit & 0xfc00) != 0xdc00) {
        return wcrtomb(to, unit, NULL);
    }
    errno = EILSEQ;
    return (size_t)-1;
}
