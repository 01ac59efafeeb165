/* The four functions that gcc calls for structures and arrays that are copied, cleared or compared as a whole. A
   program of gcc that needs them and nothing else of the C library is compiled together with this file. */

typedef __SIZE_TYPE__ size_t;
typedef unsigned __attribute__((may_alias)) word;

/* Copies n bytes from one place to another that does not overlap it. */
void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
    char *t = to;
    const char *f = from;
    if ((((size_t)t | (size_t)f) & 3) == 0)
        for (; n >= 4; n -= 4, t += 4, f += 4)
            *(word *)t = *(const word *)f;
    while (n-- > 0)
        *t++ = *f++;
    return to;
}

/* Copies n bytes from one place to another that may overlap it. */
void *memmove(void *to, const void *from, size_t n)
{
    char *t = to;
    const char *f = from;
    if (t < f) {
        while (n-- > 0)
            *t++ = *f++;
    } else {
        while (n-- > 0)
            t[n] = f[n];
    }
    return to;
}

/* Sets n bytes to the low 8 bits of c. */
void *memset(void *to, int c, size_t n)
{
    char *t = to;
    word all = (c & 0xff) * 0x01010101u;
    for (; n > 0 && ((size_t)t & 3) != 0; n--)
        *t++ = c;
    for (; n >= 4; n -= 4, t += 4)
        *(word *)t = all;
    while (n-- > 0)
        *t++ = c;
    return to;
}

/* The difference of the first two bytes that differ, 0 if n bytes are equal. */
int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a, *y = b;
    for (; n > 0; n--, x++, y++)
        if (*x != *y)
            return *x - *y;
    return 0;
}
