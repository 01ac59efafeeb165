#include <internal_printf.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* The text of printf, made by the core: C17, 7.21.6.1. Wide characters are in a unit of their own.
   Doubles are rounded exactly: a large number of base 10^9 holds all their digits. */

static void repeat(struct out *o, char c, int count)
{
    while (count-- > 0)
        put(o, c);
}

static void text(struct out *o, const char *s, int bytes)
{
    while (bytes-- > 0)
        put(o, *s++);
}

/* Spaces up to the width, or zeros after the prefix; `length` bytes follow. */
static int before(struct out *o, const struct spec *s, const char *prefix, int length, int zeros)
{
    int bytes = (int)strlen(prefix);
    int rest = s->width - length - bytes;
    if (rest < 0)
        rest = 0;
    if (!(s->flags & LEFT) && !zeros)
        repeat(o, ' ', rest);
    text(o, prefix, bytes);
    if (!(s->flags & LEFT) && zeros)
        repeat(o, '0', rest);
    return s->flags & LEFT ? rest : 0;
}

static const char *sign_of(const struct spec *s, int negative)
{
    return negative ? "-" : s->flags & PLUS ? "+" : s->flags & SPACE ? " " : "";
}

static void integer(struct out *o, const struct spec *s, unsigned long long value, int base, int upper,
                    const char *prefix)
{
    char digits[24];
    char *d = digits + sizeof digits;
    const char *names = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    unsigned low = (unsigned)value;
    if (base == 10) {
        while (value >> 32 != 0) {
            unsigned long long quotient = value / 1000000000u;
            unsigned part = (unsigned)value - (unsigned)quotient * 1000000000u;
            for (int i = 0; i < 9; i++, part /= 10)
                *--d = '0' + part % 10;
            value = quotient;
        }
        for (low = (unsigned)value; low != 0; low /= 10)
            *--d = '0' + low % 10;
    } else {
        int shift = base == 16 ? 4 : 3;
        for (; value != 0; value >>= shift)
            *--d = names[value & (base - 1)];
    }
    int length = (int)(digits + sizeof digits - d);
    int leading = s->precision < 0 ? 1 - length : s->precision - length;
    if (base == 8 && s->flags & ALTERNATE && leading <= 0)
        leading = 1;
    /* The number 0 has one digit, or none with the precision 0; with `#` in base 8 it has one in any case. */
    if (leading < 0)
        leading = 0;
    int after = before(o, s, prefix, length + leading, s->flags & ZERO && s->precision < 0);
    repeat(o, '0', leading);
    text(o, d, length);
    repeat(o, ' ', after);
}

/* Up to 1,100 decimal digits of a double: `number[first]` to `number[last - 1]` in base 10^9, the most significant one
   first. Index POINT holds the digits just before the decimal point. */
#define BILLION 1000000000u
#define POINT 35
#define WORDS 156

struct decimal {
    int first, last;
    unsigned number[WORDS];
};

static void decimal_of(struct decimal *n, uint64_t bits)
{
    int exponent = (int)(bits >> 52 & 0x7ff);
    uint64_t m = bits & 0xfffffffffffffULL;
    if (exponent != 0)
        m |= 1ULL << 52;
    else
        exponent = 1;
    exponent -= 1075;
    n->first = POINT - 1;
    n->last = POINT + 1;
    n->number[POINT - 1] = (unsigned)(m / BILLION);
    n->number[POINT] = (unsigned)(m - (uint64_t)n->number[POINT - 1] * BILLION);
    while (exponent > 0) {
        int shift = exponent < 29 ? exponent : 29;
        exponent -= shift;
        unsigned carry = 0;
        for (int i = n->last - 1; i >= n->first; i--) {
            uint64_t x = ((uint64_t)n->number[i] << shift) + carry;
            carry = (unsigned)(x / BILLION);
            n->number[i] = (unsigned)x - carry * BILLION;
        }
        if (carry != 0)
            n->number[--n->first] = carry;
    }
    while (exponent < 0) {
        int shift = exponent > -9 ? -exponent : 9;
        exponent += shift;
        unsigned carry = 0, mask = (1u << shift) - 1;
        for (int i = n->first; i < n->last; i++) {
            unsigned x = n->number[i];
            n->number[i] = (x >> shift) + carry;
            carry = (BILLION >> shift) * (x & mask);
        }
        if (carry != 0)
            n->number[n->last++] = carry;
        while (n->first < POINT && n->number[n->first] == 0)
            n->first++;
    }
    while (n->first < POINT && n->number[n->first] == 0)
        n->first++;
}

static unsigned word_at(const struct decimal *n, int i)
{
    return i >= n->first && i < n->last ? n->number[i] : 0;
}

/* The digit at 10^place. */
static int digit_at(const struct decimal *n, int place)
{
    int up = place >= 0 ? place / 9 : -((8 - place) / 9);
    unsigned word = word_at(n, POINT - up);
    for (int k = place - 9 * up; k > 0; k--)
        word /= 10;
    return (int)(word % 10);
}

/* The place of the first digit that is not 0; 0 for the number 0. */
static int first_place(const struct decimal *n)
{
    int i = n->first;
    while (i < n->last && n->number[i] == 0)
        i++;
    if (i >= n->last)
        return 0;
    int place = 9 * (POINT - i);
    for (unsigned word = n->number[i]; word >= 10; word /= 10)
        place++;
    return place;
}

/* Rounds to a multiple of 10^place, to nearest, ties to even. */
static void round_at(struct decimal *n, int place)
{
    int up = place >= 0 ? place / 9 : -((8 - place) / 9);
    int i = POINT - up;
    if (i >= n->last)
        return;
    unsigned unit = 1;
    for (int k = place - 9 * up; k > 0; k--)
        unit *= 10;
    while (n->first > i)
        n->number[--n->first] = 0;
    /* The rest below 10^place, compared with half of it. */
    unsigned word = n->number[i], rest = word % unit, kept = word - rest;
    int more = 0;
    for (int j = i + 1; j < n->last && !more; j++)
        more = n->number[j] != 0;
    int order;
    if (unit > 1) {
        order = rest > unit / 2 || (rest == unit / 2 && more) ? 1 : rest == unit / 2 ? 0 : -1;
    } else {
        unsigned next = word_at(n, i + 1);
        int beyond = 0;
        for (int j = i + 2; j < n->last && !beyond; j++)
            beyond = n->number[j] != 0;
        order = next > BILLION / 2 || (next == BILLION / 2 && beyond) ? 1 : next == BILLION / 2 ? 0 : -1;
    }
    int odd = (int)(kept / unit % 2);
    n->last = i + 1;
    n->number[i] = kept;
    if (order > 0 || (order == 0 && odd)) {
        n->number[i] += unit;
        while (n->number[i] >= BILLION) {
            n->number[i] -= BILLION;
            if (--i < n->first) {
                n->first = i;
                n->number[i] = 0;
            }
            n->number[i]++;
        }
    }
}

static int exponent_text(char *to, int exponent, char letter, int least)
{
    char *t = to;
    *t++ = letter;
    *t++ = exponent < 0 ? '-' : '+';
    if (exponent < 0)
        exponent = -exponent;
    char digits[5];
    int count = 0;
    do
        digits[count++] = '0' + exponent % 10;
    while ((exponent /= 10) != 0);
    while (count < least)
        digits[count++] = '0';
    while (count > 0)
        *t++ = digits[--count];
    return (int)(t - to);
}

static void hexadecimal(struct out *o, struct spec *s, uint64_t bits, int upper)
{
    uint64_t m = bits & 0xfffffffffffffULL;
    int exponent = (int)(bits >> 52 & 0x7ff);
    if (exponent != 0)
        m |= 1ULL << 52;
    exponent = m == 0 ? 0 : exponent == 0 ? -1022 : exponent - 1023;
    int digits = 13, zeros = 0;
    if (s->precision < 0) {
        while (digits > 0 && ((unsigned)m >> (4 * (13 - digits)) & 15) == 0 && 13 - digits < 8)
            digits--;
        while (digits > 0 && (m >> (4 * (13 - digits)) & 15) == 0)
            digits--;
    } else if (s->precision >= 13) {
        zeros = s->precision - 13;
    } else {
        digits = s->precision;
        int lost = 4 * (13 - digits);
        uint64_t rest = m & ((1ULL << lost) - 1), half = 1ULL << (lost - 1);
        m -= rest;
        if (rest > half || (rest == half && m >> lost & 1))
            m += 1ULL << lost;
    }
    char prefix[4], end[8];
    strcpy(prefix, sign_of(s, bits >> 63 != 0));
    strcat(prefix, upper ? "0X" : "0x");
    int tail = exponent_text(end, exponent, upper ? 'P' : 'p', 1);
    int point = digits > 0 || zeros > 0 || s->flags & ALTERNATE;
    int after = before(o, s, prefix, 1 + (point != 0) + digits + zeros + tail, s->flags & ZERO);
    const char *names = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    put(o, '0' + (int)(m >> 52));
    if (point)
        put(o, '.');
    for (int i = 1; i <= digits; i++)
        put(o, names[m >> (52 - 4 * i) & 15]);
    repeat(o, '0', zeros);
    text(o, end, tail);
    repeat(o, ' ', after);
}

static void floating(struct out *o, struct spec *s, double value, char letter)
{
    union {
        double value;
        uint64_t bits;
    } u = {value};
    int negative = u.bits >> 63 != 0, upper = letter < 'a';
    const char *sign = sign_of(s, negative);
    if ((u.bits >> 52 & 0x7ff) == 0x7ff) {
        int infinite = u.bits << 12 == 0;
        int after = before(o, s, sign, 3, 0);
        text(o, infinite ? upper ? "INF" : "inf" : upper ? "NAN" : "nan", 3);
        repeat(o, ' ', after);
        return;
    }
    letter |= 0x20;
    if (letter == 'a') {
        hexadecimal(o, s, u.bits, upper);
        return;
    }
    struct decimal n;
    decimal_of(&n, u.bits);
    int precision = s->precision < 0 ? 6 : s->precision;
    int first = first_place(&n);
    int style = letter;
    if (letter == 'g') {
        if (precision == 0)
            precision = 1;
        if (precision < 1200)
            round_at(&n, first - precision + 1);
        first = first_place(&n);
        style = first < -4 || first >= precision ? 'e' : 'f';
        precision = style == 'e' ? precision - 1 : precision - 1 - first;
        if (!(s->flags & ALTERNATE)) {
            /* Without zeros at the end. */
            int least = style == 'e' ? first : 0, last = least - precision;
            if (last < 9 * (POINT - n.last + 1))
                last = 9 * (POINT - n.last + 1);
            while (last < least && digit_at(&n, last) == 0)
                last++;
            precision = last < least ? least - last : 0;
        }
    } else if (precision < 1200) {
        round_at(&n, letter == 'e' ? first - precision : -precision);
        first = first_place(&n);
    }
    int point = precision > 0 || s->flags & ALTERNATE;
    char end[8];
    int tail = style == 'e' ? exponent_text(end, first, upper ? 'E' : 'e', 2) : 0;
    int top = style == 'e' || first < 0 ? 0 : first; /* digits before the point, less one */
    int after = before(o, s, sign, top + 1 + (point != 0) + precision + tail, s->flags & ZERO);
    int place = style == 'e' ? first : top;
    for (int i = top; i >= 0; i--)
        put(o, '0' + digit_at(&n, place--));
    if (point)
        put(o, '.');
    for (int i = 0; i < precision; i++)
        put(o, place < -1100 ? '0' : '0' + digit_at(&n, place--));
    text(o, end, tail);
    repeat(o, ' ', after);
}

/* A number in the format, or `*`. */
static int number(const char **format, va_list *arguments)
{
    if (**format == '*') {
        ++*format;
        return va_arg(*arguments, int);
    }
    int value = 0;
    for (; **format >= '0' && **format <= '9'; ++*format)
        value = value > 99999999 ? 999999999 : value * 10 + (**format - '0');
    return value;
}

/* One conversion; `format` follows its percent sign. The result is the rest of the format. */
static const char *convert(struct out *o, const char *format, va_list *arguments)
{
    struct spec s = {0, 0, -1};
    for (;; format++) {
        if (*format == '-')
            s.flags |= LEFT;
        else if (*format == '+')
            s.flags |= PLUS;
        else if (*format == ' ')
            s.flags |= SPACE;
        else if (*format == '#')
            s.flags |= ALTERNATE;
        else if (*format == '0')
            s.flags |= ZERO;
        else if (*format != '\'')
            break;
    }
    s.width = number(&format, arguments);
    if (s.width < 0) {
        s.flags |= LEFT;
        s.width = -s.width;
    }
    if (*format == '.') {
        format++;
        s.precision = number(&format, arguments);
    }
    int size = 4;
    if (*format == 'h') {
        size = 2;
        if (*++format == 'h') {
            format++;
            size = 1;
        }
    } else if (*format == 'l') {
        if (*++format == 'l') {
            format++;
            size = 8;
        } else if (__wide_text != NULL && (*format == 's' || *format == 'c')) {
            __wide_text(o, &s, *format, arguments);
            return format + 1;
        }
    } else if (*format == 'j') {
        format++;
        size = 8;
    } else if (*format == 'z' || *format == 't' || *format == 'L') {
        format++;
    }
    char letter = *format;
    switch (letter) {
    case 'd':
    case 'i': {
        long long value = size == 8 ? va_arg(*arguments, long long) : va_arg(*arguments, int);
        if (size < 4)
            value = size == 1 ? (signed char)value : (short)value;
        integer(o, &s, value < 0 ? -(unsigned long long)value : (unsigned long long)value, 10, 0,
                sign_of(&s, value < 0));
        break;
    }
    case 'u':
    case 'o':
    case 'x':
    case 'X': {
        unsigned long long value = size == 8 ? va_arg(*arguments, unsigned long long) : va_arg(*arguments, unsigned);
        if (size < 4)
            value &= size == 1 ? 0xff : 0xffff;
        int hex = (letter | 0x20) == 'x';
        const char *prefix = hex && s.flags & ALTERNATE && value != 0 ? letter == 'x' ? "0x" : "0X" : "";
        integer(o, &s, value, hex ? 16 : letter == 'o' ? 8 : 10, letter == 'X', prefix);
        break;
    }
    case 'p':
        integer(o, &s, va_arg(*arguments, unsigned), 16, 0, "0x");
        break;
    case 'c': {
        char c = (char)va_arg(*arguments, int);
        int after = before(o, &s, "", 1, 0);
        put(o, c);
        repeat(o, ' ', after);
        break;
    }
    case 's': {
        const char *string = va_arg(*arguments, const char *);
        int length = (int)(s.precision < 0 ? strlen(string) : strnlen(string, (size_t)s.precision));
        int after = before(o, &s, "", length, 0);
        text(o, string, length);
        repeat(o, ' ', after);
        break;
    }
    case 'n': {
        void *to = va_arg(*arguments, void *);
        if (size == 8)
            *(long long *)to = (long long)o->made;
        else if (size == 2)
            *(short *)to = (short)o->made;
        else if (size == 1)
            *(signed char *)to = (signed char)o->made;
        else
            *(int *)to = (int)o->made;
        break;
    }
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        floating(o, &s, va_arg(*arguments, double), letter);
        break;
    case '%':
        put(o, '%');
        break;
    case 0:
        return format;
    default:
        put(o, '%');
        put(o, letter);
    }
    return format + 1;
}

/* Writes the text and a zero byte, in `bytes` bytes at most; the result is the length of the whole text.
   Cost: at most 100 + 20 n + 700 c cycles for n bytes and c conversions of integers and strings; a `%f` of numbers
   between 10^-9 and 10^9 costs at most 2,500. */
int vsnprintf(char *restrict to, size_t bytes, const char *restrict format, va_list arguments)
{
    struct out o = {to, bytes > 0 ? bytes - 1 : 0, 0};
    va_list list;
    va_copy(list, arguments);
    while (*format != 0) {
        if (*format == '%')
            format = convert(&o, format + 1, &list);
        else
            put(&o, *format++);
    }
    va_end(list);
    if (bytes > 0)
        *o.to = 0;
    return (int)o.made;
}

/* Cost: that of vsnprintf, and at most 20 cycles. */
int snprintf(char *restrict to, size_t bytes, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int made = vsnprintf(to, bytes, format, arguments);
    va_end(arguments);
    return made;
}

/* Cost: that of vsnprintf, and at most 10 cycles. */
int vsprintf(char *restrict to, const char *restrict format, va_list arguments)
{
    return vsnprintf(to, 0x7fffffff, format, arguments);
}

/* Cost: that of vsnprintf, and at most 20 cycles. */
int sprintf(char *restrict to, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int made = vsnprintf(to, 0x7fffffff, format, arguments);
    va_end(arguments);
    return made;
}
