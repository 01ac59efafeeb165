#define _GNU_SOURCE
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>
#include <wctype.h>
static int sg(int v){return (v>0)-(v<0);}
int main(void)
{
    setlocale(LC_ALL, "C.UTF-8");
    const char *texts[] = {"plain", "caf\xc3\xa9", "\xe6\x97\xa5\xe6\x9c\xac", "\xf0\x9f\x98\x80!", "bad\xff", "cut\xe3\x81", ""};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        wchar_t w[32]; char back[64]; mbstate_t st; memset(&st,0,sizeof st);
        size_t n = mbstowcs(w, texts[i], 32);
        printf("%d %d ", (int)n, mblen(texts[i], 4));
        if (n != (size_t)-1) { for (size_t j = 0; j < n; j++) printf("%x ", (unsigned)w[j]); printf("%d %d %s ", (int)wcstombs(NULL, w, 0), (int)wcstombs(back, w, 64), back); printf("%ls|%d", w, wcswidth(w, n)); }
        for (const char *p = texts[i]; ; ) { char c = *p; wchar_t o; size_t r = mbrtowc(&o, &c, 1, &st); printf(" %d", (int)r); if (r == (size_t)-1 || !*p) break; p++; }
        const char *p = texts[i]; mbstate_t s2; memset(&s2,0,sizeof s2);
        for (int k=0;k<12;k++) { char16_t u=7; size_t r = mbrtoc16(&u, p, strlen(p)+1, &s2); printf(" [%d %x]", (int)r, u); if (r==0||r==(size_t)-1||r==(size_t)-2) break; if (r!=(size_t)-3) p += r; }
        printf("\n");
    }
    wchar_t a[64] = L"one", b[64];
    wcscat(a, L" two"); wcsncat(a, L" three", 3);
    printf("%ls %zu %zu\n", a, wcslen(a), wcsnlen(a, 4));
    printf("%d %d %d %d\n", sg(wcscmp(L"abc", L"abd")), sg(wcscmp(L"b", L"abc")), wcsncmp(L"abcx", L"abcy", 3), sg(wcscasecmp(L"HELLO\u00c9", L"hello\u00e9")));
    printf("%ls %ls %ls %zu %zu %ls\n", wcschr(a, L't'), wcsrchr(a, L't'), wcsstr(a, L"two"), wcsspn(L"aab1", L"ab"), wcscspn(L"aab1", L"123"), wcspbrk(L"key=value", L"=:"));
    wcsncpy(b, L"ab", 5); wmemset(b + 5, L'x', 3); printf("%d %d %lc %d\n", b[1], b[2], b[7], sg(wmemcmp(L"aa", L"ab", 2)));
    wmemmove(a + 1, a, 8); printf("%ls %ls %d\n", a, wmemchr(L"where", L'e', 5), (int)(wcpcpy(b, L"xyz") - b));
    wchar_t list[] = L",x,,yy;z", *rest; for (wchar_t *p = wcstok(list, L",;", &rest); p; p = wcstok(NULL, L",;", &rest)) printf("[%ls]", p);
    wchar_t *end; long l1=wcstol(L" -42rest", &end, 10); printf("\n%ld %ls|", l1, end); l1=wcstoul(L"0xffz", &end, 0); printf("%lu %ls|", l1, end); double d1=wcstod(L"2.5e1q", &end); printf("%.3f %ls|", d1, end); char sb[99]; sprintf(sb, "%8.5ls|%lc|%-6ls|%.3ls|", L"\u65e5\u672c", 0x1f600, L"ab", L"\u00e9\u00e9"); printf("%s", sb); printf("%lld\n", wcstoll(L"123456789012", NULL, 10));
    wint_t cs[] = {'a','Z','5',' ','\t','!',0x7f,0xe9,0xc9,0xd7,0xdf,0x3b1,0x391,0x3c2,0x430,0x410,0x451,0x401,0x3042,0x4e2d,0x3000,0x100,0x101,0x178,0xff,0x2028,0xac00, 0x141, 0x142, 0x17d};
    for (unsigned i = 0; i < sizeof cs / sizeof *cs; i++)
        printf("%x %d%d%d%d%d%d%d%d%d%d%d%d %x %x\n", cs[i], !!iswalnum(cs[i]), !!iswalpha(cs[i]), !!iswblank(cs[i]), !!iswcntrl(cs[i]), !!iswdigit(cs[i]), !!iswgraph(cs[i]), !!iswlower(cs[i]), !!iswprint(cs[i]), !!iswpunct(cs[i]), !!iswspace(cs[i]), !!iswupper(cs[i]), !!iswxdigit(cs[i]), towlower(cs[i]), towupper(cs[i]));
    printf("%d %d %x %d\n", !!iswctype('a', wctype("alpha")), wctype("nothing") == 0, towctrans('a', wctrans("toupper")), MB_CUR_MAX >= 4);
    int n = swprintf(b, 64, L"%d %ls %s %5.2f %lc", 42, L"w\u00e9", "n\xc3\xa9", 2.5, 0x3042); printf("%d %ls\n", n, b);
    printf("%d\n", swprintf(b, 4, L"%s", "too long"));
    char16_t hi = 0xd83d, lo = 0xde00; char out[8]; mbstate_t s3; memset(&s3,0,sizeof s3); int r1 = (int)c16rtomb(out, hi, &s3), r2 = (int)c16rtomb(out, lo, &s3); printf("%d %d %.4s\n", r1, r2, out);
    printf("%d %d\n", btowc('a') == 'a', btowc(0xe9) == WEOF);
    return 0;
}
