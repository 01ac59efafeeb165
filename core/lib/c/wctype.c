#include <string.h>
#include <wctype.h>

/* Each function costs at most 600 cycles, and for ASCII at most 30. */

static int is_letter(wint_t c)
{
    static const unsigned ranges[][2] = {
        {0xaa, 0xaa}, {0xb5, 0xb5}, {0xba, 0xba}, {0xc0, 0xd6}, {0xd8, 0xf6}, {0xf8, 0x2c1}, {0x370, 0x373}, {0x376, 0x377},
        {0x37b, 0x37d}, {0x37f, 0x37f}, {0x386, 0x386}, {0x388, 0x3ff}, {0x400, 0x481}, {0x48a, 0x52f}, {0x531, 0x556},
        {0x561, 0x587}, {0x5d0, 0x5ea}, {0x620, 0x64a}, {0x660, 0x669}, {0x904, 0x939}, {0xe01, 0xe30}, {0x10a0, 0x10fa},
        {0x1100, 0x11ff}, {0x1e00, 0x1fbc}, {0x3041, 0x3096}, {0x30a1, 0x30fa}, {0x30fc, 0x30ff}, {0x3105, 0x312f},
        {0x3400, 0x4dbf}, {0x4e00, 0x9fff}, {0xac00, 0xd7a3}, {0xf900, 0xfa6d}, {0xff21, 0xff3a}, {0xff41, 0xff5a},
        {0xff66, 0xff9d}, {0x20000, 0x3134a},
    };
    for (unsigned i = 0; i < sizeof ranges / sizeof *ranges && c >= ranges[i][0]; i++)
        if (c <= ranges[i][1])
            return 1;
    return 0;
}

int iswalpha(wint_t c)
{
    return c < 128 ? (c | 0x20) - 'a' < 26 : is_letter(c);
}

int iswdigit(wint_t c)
{
    return c - '0' < 10;
}

int iswalnum(wint_t c)
{
    return iswdigit(c) || iswalpha(c);
}

int iswblank(wint_t c)
{
    return c == ' ' || c == '\t' || c == 0x1680 || (c >= 0x2000 && c <= 0x200a && c != 0x2007) || c == 0x205f || c == 0x3000;
}

int iswcntrl(wint_t c)
{
    return c < 32 || (c >= 127 && c < 0xa0) || c == 0x2028 || c == 0x2029;
}

int iswspace(wint_t c)
{
    return c - '\t' < 5 || iswblank(c) || c == 0x2028 || c == 0x2029;
}

int iswprint(wint_t c)
{
    return !iswcntrl(c) && c < 0x110000 && (c < 0xd800 || c > 0xdfff) && (c & 0xfffe) != 0xfffe;
}

int iswgraph(wint_t c)
{
    return iswprint(c) && !iswspace(c);
}

int iswpunct(wint_t c)
{
    return iswgraph(c) && !iswalnum(c);
}

int iswlower(wint_t c)
{
    return towupper(c) != c || c == 0xdf;
}

int iswupper(wint_t c)
{
    return towlower(c) != c;
}

int iswxdigit(wint_t c)
{
    return c - '0' < 10 || (c | 0x20) - 'a' < 6;
}

static const char *const names[] = {
    "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit",
};
static int (*const kinds[])(wint_t) = {
    iswalnum, iswalpha, iswblank, iswcntrl, iswdigit, iswgraph, iswlower, iswprint, iswpunct, iswspace, iswupper, iswxdigit,
};

wctype_t wctype(const char *name)
{
    for (unsigned i = 0; i < 12; i++)
        if (strcmp(names[i], name) == 0)
            return i + 1;
    return 0;
}

int iswctype(wint_t c, wctype_t kind)
{
    return kind != 0 && kind <= 12 ? kinds[kind - 1](c) : 0;
}

wctrans_t wctrans(const char *name)
{
    return strcmp(name, "tolower") == 0 ? 1 : strcmp(name, "toupper") == 0 ? 2 : 0;
}

wint_t towctrans(wint_t c, wctrans_t way)
{
    return way == 1 ? towlower(c) : way == 2 ? towupper(c) : c;
}
