/* What the units of printf share. */
#ifndef _INTERNAL_PRINTF_H
#define _INTERNAL_PRINTF_H

#include <stdarg.h>
#include <stddef.h>

#define LEFT 1
#define PLUS 2
#define SPACE 4
#define ALTERNATE 8
#define ZERO 16

struct out {
    char *to;
    size_t room; /* bytes that may still be written, without the zero byte */
    size_t made; /* bytes of the whole text */
};

struct spec {
    int flags;
    int width;
    int precision; /* -1: none */
};

static inline void put(struct out *o, char c)
{
    if (o->made++ < o->room)
        *o->to++ = c;
}

/* %ls and %lc. Only a program with one of them in a format has it. */
void __wide_text(struct out *o, const struct spec *s, char letter, va_list *arguments) __attribute__((weak));

#endif
