#include <internal_printf.h>
#include <wchar.h>

/* A text as UTF-8, of at most `most` bytes if that is not negative; without `o` it is only counted. */
static int convert(struct out *o, const wchar_t *from, int most)
{
    int made = 0;
    for (; *from != 0; from++) {
        char bytes[4];
        size_t size = wcrtomb(bytes, *from, NULL);
        if (size > sizeof bytes || (most >= 0 && made + (int)size > most))
            break;
        made += (int)size;
        for (size_t i = 0; o != NULL && i < size; i++)
            put(o, bytes[i]);
    }
    return made;
}

/* A conversion with %ls or %lc.
   Cost: at most 100 cycles, and 80 a character. */
void __wide_text(struct out *o, const struct spec *s, char letter, va_list *arguments)
{
    wchar_t one[2] = {0, 0};
    const wchar_t *text = one;
    int most = -1;
    if (letter == 's') {
        text = va_arg(*arguments, const wchar_t *);
        most = s->precision;
    } else {
        one[0] = va_arg(*arguments, int);
    }
    int rest = s->width - convert(NULL, text, most);
    for (; !(s->flags & LEFT) && rest > 0; rest--)
        put(o, ' ');
    convert(o, text, most);
    while (rest-- > 0)
        put(o, ' ');
}
