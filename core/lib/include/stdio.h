/* Input and output (C17, 7.21). `stdout` and `stderr` are the console of this node, which keeps them apart. `stdin` is the
   input of the run, which rank 0 reads. All nodes share the files of the chip. No stream has a buffer. */
#ifndef _STDIO_H
#define _STDIO_H

#include <stdarg.h>
#include <stddef.h>

#define EOF (-1)
#define BUFSIZ 1024
#define FILENAME_MAX 256
#define FOPEN_MAX 64
#define L_tmpnam 32
#define TMP_MAX 1000
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2

typedef struct FILE FILE;
typedef long fpos_t;
typedef int ssize_t;
typedef long long off_t;
#define stdout ((FILE *)1)
#define stderr ((FILE *)2)
#define stdin ((FILE *)3)

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
int asprintf(char **to, const char *format, ...) __attribute__((format(printf, 2, 3))); /* in a new block */
int vasprintf(char **to, const char *format, va_list arguments) __attribute__((format(printf, 2, 0)));
#ifndef __STRICT_ANSI__
int dprintf(int number, const char *restrict format, ...) __attribute__((format(printf, 2, 3)));
int vdprintf(int number, const char *restrict format, va_list arguments) __attribute__((format(printf, 2, 0)));
#endif
int scanf(const char *restrict format, ...) __attribute__((format(scanf, 1, 2)));
int fscanf(FILE *restrict file, const char *restrict format, ...) __attribute__((format(scanf, 2, 3)));
int sscanf(const char *restrict text, const char *restrict format, ...) __attribute__((format(scanf, 2, 3)));
int vscanf(const char *restrict format, va_list arguments) __attribute__((format(scanf, 1, 0)));
int vfscanf(FILE *restrict file, const char *restrict format, va_list arguments) __attribute__((format(scanf, 2, 0)));
int vsscanf(const char *restrict text, const char *restrict format, va_list arguments)
    __attribute__((format(scanf, 2, 0)));

/* Characters and lines. */
int puts(const char *text);
int fputs(const char *restrict text, FILE *restrict file);
int putchar(int character);
int putc(int character, FILE *file);
int fputc(int character, FILE *file);
int getchar(void);
int getc(FILE *file);
int fgetc(FILE *file);
int ungetc(int character, FILE *file); /* one character */
char *fgets(char *restrict to, int bytes, FILE *restrict file);
ssize_t getline(char **restrict line, size_t *restrict room, FILE *restrict file);
ssize_t getdelim(char **restrict line, size_t *restrict room, int last, FILE *restrict file);

/* There is one thread, so these are the functions without `_unlocked`, and a lock has no effect. */
int getc_unlocked(FILE *file) __asm__("fgetc");
int fgetc_unlocked(FILE *file) __asm__("fgetc");
int getchar_unlocked(void) __asm__("getchar");
int putc_unlocked(int character, FILE *file) __asm__("fputc");
int fputc_unlocked(int character, FILE *file) __asm__("fputc");
int putchar_unlocked(int character) __asm__("putchar");
char *fgets_unlocked(char *restrict to, int bytes, FILE *restrict file) __asm__("fgets");
int fputs_unlocked(const char *restrict text, FILE *restrict file) __asm__("fputs");
size_t fread_unlocked(void *restrict to, size_t bytes, size_t count, FILE *restrict file) __asm__("fread");
size_t fwrite_unlocked(const void *restrict from, size_t bytes, size_t count, FILE *restrict file) __asm__("fwrite");
void flockfile(FILE *file);
int ftrylockfile(FILE *file);
void funlockfile(FILE *file);
#ifndef __STRICT_ANSI__
int getw(FILE *file);
int putw(int word, FILE *file);
#endif

/* Files. */
FILE *fopen(const char *restrict name, const char *restrict mode);
FILE *freopen(const char *restrict name, const char *restrict mode, FILE *restrict file); /* not the console */
FILE *fdopen(int number, const char *mode);
FILE *tmpfile(void);
char *tmpnam(char *name);
int fclose(FILE *file);
int fflush(FILE *file);
int setvbuf(FILE *restrict file, char *restrict buffer, int mode, size_t bytes);
void setbuf(FILE *restrict file, char *restrict buffer);
void setlinebuf(FILE *file);
size_t fread(void *restrict to, size_t bytes, size_t count, FILE *restrict file);
size_t fwrite(const void *restrict from, size_t bytes, size_t count, FILE *restrict file);
int fseek(FILE *file, long offset, int from);
int fseeko(FILE *file, off_t offset, int from);
long ftell(FILE *file);
off_t ftello(FILE *file);
void rewind(FILE *file);
int fgetpos(FILE *restrict file, fpos_t *restrict position);
int fsetpos(FILE *file, const fpos_t *position);
int feof(FILE *file);
int ferror(FILE *file);
void clearerr(FILE *file);
int fileno(FILE *file);
int remove(const char *name);
int rename(const char *from, const char *to);
void perror(const char *text);

#endif
