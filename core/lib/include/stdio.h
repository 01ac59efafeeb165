/* Printing (C17, 7.21). All output goes to the console of this node, which keeps `stdout` and `stderr` apart. There is no
   input and there are no files: data are initialised arrays, come from main memory (mc_get), or are placed by the
   exercise. */
#ifndef _STDIO_H
#define _STDIO_H

#include <stdarg.h>
#include <stddef.h>

#define EOF (-1)

typedef struct FILE FILE;
#define stdout ((FILE *)1)
#define stderr ((FILE *)2)

/* One system call prints it all, in one cycle. Result: the number of bytes. */
int printf(const char *restrict format, ...) __attribute__((format(printf, 1, 2)));
int fprintf(FILE *restrict file, const char *restrict format, ...) __attribute__((format(printf, 2, 3)));
int vprintf(const char *restrict format, va_list arguments) __attribute__((format(printf, 1, 0)));
int vfprintf(FILE *restrict file, const char *restrict format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* These are code on the core. */
int sprintf(char *restrict to, const char *restrict format, ...) __attribute__((format(printf, 2, 3)));
int snprintf(char *restrict to, size_t bytes, const char *restrict format, ...)
    __attribute__((format(printf, 3, 4)));
int vsprintf(char *restrict to, const char *restrict format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
int vsnprintf(char *restrict to, size_t bytes, const char *restrict format, va_list arguments)
    __attribute__((format(printf, 3, 0)));

int puts(const char *text);
int fputs(const char *restrict text, FILE *restrict file);
int putchar(int character);
int putc(int character, FILE *file);
int fputc(int character, FILE *file);
int fflush(FILE *file);
void perror(const char *text);

#endif
