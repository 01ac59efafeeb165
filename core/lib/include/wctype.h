/* Kinds of wide characters (C17, 7.30): ASCII, and the letters of Latin, Greek and Cyrillic, kana, Chinese characters and
   Hangul. */
#ifndef _WCTYPE_H
#define _WCTYPE_H

typedef unsigned wint_t;
typedef unsigned wctype_t;
typedef unsigned wctrans_t;

#ifndef WEOF
#define WEOF 0xffffffffu
#endif

int iswalnum(wint_t c);
int iswalpha(wint_t c);
int iswblank(wint_t c);
int iswcntrl(wint_t c);
int iswdigit(wint_t c);
int iswgraph(wint_t c);
int iswlower(wint_t c);
int iswprint(wint_t c);
int iswpunct(wint_t c);
int iswspace(wint_t c);
int iswupper(wint_t c);
int iswxdigit(wint_t c);
wint_t towlower(wint_t c);
wint_t towupper(wint_t c);
wctype_t wctype(const char *name);
int iswctype(wint_t c, wctype_t kind);
wctrans_t wctrans(const char *name);
wint_t towctrans(wint_t c, wctrans_t way);

#endif
