#include <ctype.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reading by a format (C17, 7.21.6.2), from a stream or a text. It has all conversions but those of wide characters. One
   character is read ahead and given back at the end. As in the C library of GNU, `0x` without digits is 0, and `1e` is 1. */

#define NUMBER 512 /* characters of a number */

struct source {
    FILE *file;       /* or null: */
    const char *text;
    int next;         /* the character read ahead, or EOF */
    int taken;        /* characters before it */
};

static int get(struct source *s)
{
    if (s->file != NULL)
        return fgetc(s->file);
    return *s->text != 0 ? (unsigned char)*s->text++ : EOF;
}

static void advance(struct source *s)
{
    s->taken++;
    s->next = get(s);
}

static void skip_spaces(struct source *s)
{
    while (isspace(s->next))
        advance(s);
}

/* The characters of a number, of which at most `width` are read. */
struct number {
    struct source *source;
    int width, length;
    char text[NUMBER];
};

/* Takes the next character if it is one of these. */
static int take(struct number *n, const char *of)
{
    int c = n->source->next;
    if (n->width == 0 || n->length == NUMBER - 1 || c == EOF || c == 0 || strchr(of, c) == NULL)
        return 0;
    n->text[n->length++] = (char)c;
    n->width--;
    advance(n->source);
    return 1;
}

static int take_all(struct number *n, const char *of)
{
    int count = 0;
    while (take(n, of))
        count++;
    return count;
}

#define DECIMAL "0123456789"
#define HEXADECIMAL "0123456789abcdefABCDEF"

/* An integer; base 0 is that of its prefix. False if there is none. */
static int integer(struct number *n, int base)
{
    int digits = 0;
    take(n, "+-");
    if ((base == 0 || base == 16) && take(n, "0")) {
        digits = 1;
        if (take(n, "xX"))
            base = 16;
        else if (base == 0)
            base = 8;
    }
    digits += take_all(n, base == 16 ? HEXADECIMAL : base == 8 ? "01234567" : DECIMAL);
    n->text[n->length] = 0;
    return digits != 0;
}

/* A word whose letters may be small or capital. */
static int word(struct number *n, const char *small)
{
    for (; *small != 0; small++) {
        char both[] = {*small, (char)toupper(*small), 0};
        if (!take(n, both))
            return 0;
    }
    return 1;
}

/* A floating-point number. False if there is none. */
static int floating(struct number *n)
{
    const char *of = DECIMAL, *exponent = "eE";
    take(n, "+-");
    int digits = 0, next = tolower(n->source->next);
    if (next == 'n') {
        digits = word(n, "nan");
    } else if (next == 'i') {
        digits = word(n, "inf");
        if (digits && tolower(n->source->next) == 'i')
            digits = word(n, "inity");
    } else {
        if (take(n, "0")) {
            digits = 1;
            if (take(n, "xX")) {
                of = HEXADECIMAL;
                exponent = "pP";
                digits = 0;
            }
        }
        digits += take_all(n, of);
        if (take(n, "."))
            digits += take_all(n, of);
        if (digits != 0 && take(n, exponent)) {
            take(n, "+-");
            take_all(n, DECIMAL);
        }
    }
    n->text[n->length] = 0;
    return digits != 0;
}

/* Reads the set after `[`; the result is the character after its `]`. */
static const char *read_set(const char *format, unsigned char set[32], int *inverted)
{
    memset(set, 0, 32);
    *inverted = *format == '^';
    if (*inverted)
        format++;
    const char *first = format;
    for (; *format != 0 && (*format != ']' || format == first); format++) {
        unsigned from = (unsigned char)*format, to = from;
        if (format[1] == '-' && format[2] != ']' && format[2] != 0) {
            to = (unsigned char)format[2];
            format += 2;
        }
        for (unsigned c = from; c <= to; c++)
            set[c >> 3] |= (unsigned char)(1 << (c & 7));
    }
    return *format != 0 ? format + 1 : format;
}

/* Stores an integer of a length: -2 `hh`, -1 `h`, 0, 1 `l`, 2 `ll`. */
static void store(void *to, int length, long long value)
{
    if (length == -2)
        *(signed char *)to = (signed char)value;
    else if (length == -1)
        *(short *)to = (short)value;
    else if (length == 2)
        *(long long *)to = value;
    else
        *(int *)to = (int)value;
}

/* The number of conversions that have stored something, or EOF. */
static int convert(struct source *s, const char *format, va_list arguments)
{
    int stored = 0, converted = 0;
    s->taken = 0;
    s->next = get(s);
    while (*format != 0) {
        if (isspace((unsigned char)*format)) {
            skip_spaces(s);
            format++;
            continue;
        }
        if (*format != '%' || format[1] == '%') {
            if (*format == '%') {
                format++;
                skip_spaces(s);
            }
            if (s->next == EOF)
                return converted == 0 ? EOF : stored;
            if (s->next != (unsigned char)*format)
                return stored;
            advance(s);
            format++;
            continue;
        }
        format++;
        int discarded = *format == '*', width = 0, length = 0;
        if (discarded)
            format++;
        while (isdigit((unsigned char)*format))
            width = 10 * width + *format++ - '0';
        for (;; format++) {
            if (*format == 'h')
                length--;
            else if (*format == 'l')
                length++;
            else if (*format == 'j' || *format == 'L' || *format == 'q')
                length = 2;
            else if (*format != 'z' && *format != 't')
                break;
        }
        int kind = *format;
        if (kind == 0)
            break;
        format++;
        if (kind == 'n') {
            if (!discarded)
                store(va_arg(arguments, void *), length, s->taken);
            continue;
        }
        if (kind != 'c' && kind != '[')
            skip_spaces(s);
        if (s->next == EOF)
            return converted == 0 ? EOF : stored;
        if (kind == 'c' || kind == 's' || kind == '[') {
            unsigned char set[32];
            int inverted = 0, count = 0;
            if (kind == '[')
                format = read_set(format, set, &inverted);
            if (width == 0)
                width = kind == 'c' ? 1 : INT32_MAX;
            char *to = discarded ? NULL : va_arg(arguments, char *);
            while (s->next != EOF && count < width) {
                int c = s->next;
                if (kind == 's' ? isspace(c) : kind == '[' && (set[c >> 3] >> (c & 7) & 1) == inverted)
                    break;
                if (to != NULL)
                    to[count] = (char)c;
                count++;
                advance(s);
            }
            if (count == 0 || (kind == 'c' && count < width))
                return stored;
            if (to != NULL && kind != 'c')
                to[count] = 0;
        } else {
            struct number n;
            n.source = s;
            n.width = width == 0 ? NUMBER : width;
            n.length = 0;
            int base = kind == 'i' ? 0 : kind == 'o' ? 8 : kind == 'x' || kind == 'X' || kind == 'p' ? 16 : 10;
            if (strchr("diouxXp", kind) != NULL) {
                if (!integer(&n, base))
                    return stored;
                int is_signed = kind == 'd' || kind == 'i';
                long long value = length == 2 ? (is_signed ? strtoll(n.text, NULL, base)
                                                           : (long long)strtoull(n.text, NULL, base))
                                  : is_signed ? strtol(n.text, NULL, base)
                                              : (long long)strtoul(n.text, NULL, base);
                if (!discarded)
                    store(va_arg(arguments, void *), length, value);
            } else if (strchr("aefgAEFG", kind) != NULL) {
                if (!floating(&n))
                    return stored;
                if (!discarded && length != 0)
                    *va_arg(arguments, double *) = strtod(n.text, NULL);
                else if (!discarded)
                    *va_arg(arguments, float *) = strtof(n.text, NULL);
            } else
                return stored;
        }
        converted++;
        stored += !discarded;
    }
    return stored;
}

/* As convert, and gives back the character that was read ahead. */
static int scan(struct source *s, const char *format, va_list arguments)
{
    int stored = convert(s, format, arguments);
    if (s->file != NULL && s->next != EOF)
        ungetc(s->next, s->file);
    return stored;
}

/* Reads by a format from a stream.
   Cost: about 60 cycles a character, and 100 a conversion. */
int vfscanf(FILE *restrict file, const char *restrict format, va_list arguments)
{
    struct source s = {.file = file};
    return scan(&s, format, arguments);
}

/* Reads by a format from a text.
   Cost: about 50 cycles a character, and 100 a conversion. */
int vsscanf(const char *restrict text, const char *restrict format, va_list arguments)
{
    struct source s = {.text = text};
    return scan(&s, format, arguments);
}

/* Cost: that of vfscanf. */
int vscanf(const char *restrict format, va_list arguments)
{
    return vfscanf(stdin, format, arguments);
}

/* Cost: that of vfscanf. */
int scanf(const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = vfscanf(stdin, format, arguments);
    va_end(arguments);
    return result;
}

/* Cost: that of vfscanf. */
int fscanf(FILE *restrict file, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = vfscanf(file, format, arguments);
    va_end(arguments);
    return result;
}

/* Cost: that of vsscanf. */
int sscanf(const char *restrict text, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = vsscanf(text, format, arguments);
    va_end(arguments);
    return result;
}
