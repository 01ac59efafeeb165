#include <internal_printf.h>

static void put(struct out *o, unsigned c)
{
    if (o->made++ < o->room)
        *o->to++ = (char)c;
}

/* A text as UTF-8, of at most `most` bytes if that is not negative; without `o` it is only counted. */
static int convert(struct out *o, const wchar_t *from, int most)
{
    int made = 0;
    for (; *from != 0; from++) {
        unsigned c = (unsigned)*from;
        int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
        if (most >= 0 && made + more >= most)
            break;
        made += more + 1;
        if (o == NULL)
            continue;
        put(o, more == 0 ? c : 0xf0u << (3 - more) | c >> 6 * more);
        while (more-- > 0)
            put(o, 0x80 | (c >> 6 * more & 0x3f));
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
