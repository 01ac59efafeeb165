#include <wctype.h>

/* Ranges of letters: in the first ones a small letter is a number above its capital, in the others the capital is even
   (or odd), and the small letter is the next number. */
struct shifted {
    unsigned short first, last, distance;
};
static const struct shifted ranges[] = {
    {0xc0, 0xd6, 32}, {0xd8, 0xde, 32}, {0x391, 0x3a1, 32}, {0x3a3, 0x3ab, 32}, {0x388, 0x38a, 37}, {0x410, 0x42f, 32},
    {0x400, 0x40f, 80}, {0x386, 0x386, 38}, {0x38c, 0x38c, 64}, {0x38e, 0x38f, 63}, {0x531, 0x556, 48},
};
#define RANGES (int)(sizeof ranges / sizeof *ranges)

/* 1: the capital of a pair; 2: its small letter; 0: neither. */
static int of_pair(wint_t c)
{
    int even = (c >= 0x100 && c <= 0x137 && c != 0x130 && c != 0x131) || (c >= 0x14a && c <= 0x177) || (c >= 0x460 && c <= 0x481)
        || (c >= 0x48a && c <= 0x4bf) || (c >= 0x4d0 && c <= 0x52f) || (c >= 0x1e00 && c <= 0x1e95)
        || (c >= 0x1ea0 && c <= 0x1eff) || (c >= 0x200 && c <= 0x21f) || (c >= 0x222 && c <= 0x233);
    int odd = (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17e) || (c >= 0x4c1 && c <= 0x4ce) || (c >= 0x1cd && c <= 0x1dc);
    return even ? 1 + (int)(c & 1) : odd ? 2 - (int)(c & 1) : 0;
}

/* The small letter of a capital one.
   Cost: at most 250 cycles; 15 for ASCII. */
wint_t towlower(wint_t c)
{
    if (c < 128)
        return c - 'A' < 26 ? c + 32 : c;
    if (c == 0x178)
        return 0xff;
    for (int i = 0; i < RANGES; i++)
        if (c >= ranges[i].first && c <= ranges[i].last)
            return c + ranges[i].distance;
    return of_pair(c) == 1 ? c + 1 : c;
}

/* The capital letter of a small one.
   Cost: at most 250 cycles; 15 for ASCII. */
wint_t towupper(wint_t c)
{
    if (c < 128)
        return c - 'a' < 26 ? c - 32 : c;
    if (c == 0xff)
        return 0x178;
    if (c == 0xb5)
        return 0x39c;
    if (c == 0x3c2)
        return 0x3a3;
    if (c == 0x131)
        return 'I';
    if (c == 0x17f)
        return 'S';
    for (int i = 0; i < RANGES; i++)
        if (c >= (unsigned)ranges[i].first + ranges[i].distance && c <= (unsigned)ranges[i].last + ranges[i].distance)
            return c - ranges[i].distance;
    return of_pair(c) == 2 ? c - 1 : c;
}
