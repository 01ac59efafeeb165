#include <errno.h>
#include <wchar.h>

/* A character of UTF-8; the result is its bytes, (size_t)-1 for wrong ones, (size_t)-2 if more bytes are needed. The state keeps
   the bits read so far and the number of bytes that follow.
   Cost: at most 40 + 25 n cycles for n bytes. */
size_t mbrtowc(wchar_t *restrict to, const char *restrict text, size_t bytes, mbstate_t *restrict state)
{
    static mbstate_t own;
    if (state == NULL)
        state = &own;
    if (text == NULL) {
        text = "";
        bytes = 1;
        to = NULL;
    }
    if (bytes == 0)
        return (size_t)-2;
    const unsigned char *at = (const unsigned char *)text;
    unsigned value = state->value;
    int left = state->left;
    size_t taken = 0;
    if (left == 0) {
        unsigned first = at[taken++];
        if (first < 0x80) {
            value = first;
        } else if (first - 0xc2 < 0x1e) {
            value = first & 0x1f;
            left = 1;
        } else if (first - 0xe0 < 0x10) {
            value = first & 0x0f;
            left = 2;
        } else if (first - 0xf0 < 5) {
            value = first & 0x07;
            left = 3;
        } else {
            errno = EILSEQ;
            return (size_t)-1;
        }
    }
    for (; left > 0 && taken < bytes; left--) {
        unsigned next = at[taken++] ^ 0x80;
        int first_of_three = left == 2 && value < 0x10, first_of_four = left == 3;
        value = value << 6 | next;
        /* Too long a form, half of a pair of UTF-16, or above the last code point: the second byte tells. */
        if (next > 0x3f || (first_of_three && (value < 0x20 || (value & ~0x1fu) == 0x360))
            || (first_of_four && (value < 0x10 || value > 0x10f))) {
            state->value = 0;
            state->left = 0;
            errno = EILSEQ;
            return (size_t)-1;
        }
    }
    state->left = left;
    state->value = left > 0 ? value : 0;
    if (left > 0)
        return (size_t)-2;
    if (to != NULL)
        *to = (wchar_t)value;
    return value == 0 ? 0 : taken;
}

/* Cost: that of mbrtowc, and at most 15 cycles. */
size_t mbrlen(const char *restrict text, size_t bytes, mbstate_t *restrict state)
{
    static mbstate_t own;
    return mbrtowc(NULL, text, bytes, state != NULL ? state : &own);
}

/* Cost: at most 10 cycles. */
int mbsinit(const mbstate_t *state)
{
    return state == NULL || state->left == 0;
}
