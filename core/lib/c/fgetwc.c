#include <wchar.h>

/* A character of a stream in UTF-8, or WEOF.
   Cost: 60 cycles a byte. */
wint_t fgetwc(FILE *file)
{
    mbstate_t state = {0, 0};
    for (;;) {
        int byte = fgetc(file);
        if (byte == EOF)
            return WEOF;
        char one = (char)byte;
        wchar_t character;
        size_t taken = mbrtowc(&character, &one, 1, &state);
        if (taken == (size_t)-1)
            return WEOF;
        if (taken != (size_t)-2)
            return (wint_t)character;
    }
}

/* Cost: that of fgetwc. */
wint_t getwchar(void)
{
    return fgetwc(stdin);
}

/* Gives back a character of ASCII.
   Cost: that of ungetc, and at most 15 cycles. */
wint_t ungetwc(wint_t character, FILE *file)
{
    return character >= 0x80 || ungetc((int)character, file) == EOF ? WEOF : character;
}

/* A line with its newline, or its first `count` - 1 characters.
   Cost: that of fgetwc for each character. */
wchar_t *fgetws(wchar_t *restrict to, int count, FILE *restrict file)
{
    wchar_t *at = to;
    wint_t c = 0;
    while (--count > 0 && (c = fgetwc(file)) != WEOF) {
        *at++ = (wchar_t)c;
        if (c == '\n')
            break;
    }
    if (at == to && c == WEOF)
        return NULL;
    *at = 0;
    return to;
}
