#include <wchar.h>

/* A character to a stream, as UTF-8.
   Cost: at most 80 cycles, and that of fputs. */
wint_t fputwc(wchar_t character, FILE *file)
{
    char bytes[5];
    size_t size = wcrtomb(bytes, character, NULL);
    if (size > 4)
        return WEOF;
    if (size == 1)
        return fputc(bytes[0], file) == EOF ? WEOF : (wint_t)character;
    bytes[size] = 0;
    return fputs(bytes, file) == EOF ? WEOF : (wint_t)character;
}

/* Cost: that of fputwc. */
wint_t putwchar(wchar_t character)
{
    return fputwc(character, stdout);
}

/* Cost: that of fputwc for each character. */
int fputws(const wchar_t *restrict text, FILE *restrict file)
{
    for (; *text != 0; text++)
        if (fputwc(*text, file) == WEOF)
            return -1;
    return 0;
}

/* A stream takes both kinds of characters, so it has no orientation.
   Cost: at most 4 cycles. */
int fwide(FILE *file, int mode)
{
    (void)file;
    return mode;
}
