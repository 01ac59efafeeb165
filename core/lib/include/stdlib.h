/* Memory, numbers, sorting, end of the program (C17, 7.22). */
#ifndef _STDLIB_H
#define _STDLIB_H

#include <stddef.h>
#ifndef __STRICT_ANSI__
#include <alloca.h>
#endif

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647

typedef struct {
    int quot;
    int rem;
} div_t;
typedef struct {
    long quot;
    long rem;
} ldiv_t;
typedef struct {
    long long quot;
    long long rem;
} lldiv_t;

/* The heap is between the end of the program and the stack. A full heap and a wrong `free` print a message. */
void *malloc(size_t bytes);
void *calloc(size_t count, size_t bytes);
void *realloc(void *block, size_t bytes);
void free(void *block);
void *aligned_alloc(size_t alignment, size_t bytes);
int posix_memalign(void **block, size_t alignment, size_t bytes);
void *valloc(size_t bytes);
void *reallocarray(void *block, size_t count, size_t bytes);

int abs(int value);
long labs(long value);
long long llabs(long long value);
div_t div(int numerator, int denominator);
ldiv_t ldiv(long numerator, long denominator);
lldiv_t lldiv(long long numerator, long long denominator);

int atoi(const char *text);
long atol(const char *text);
long long atoll(const char *text);
double atof(const char *text);
long strtol(const char *restrict text, char **restrict end, int base);
unsigned long strtoul(const char *restrict text, char **restrict end, int base);
long long strtoll(const char *restrict text, char **restrict end, int base);
unsigned long long strtoull(const char *restrict text, char **restrict end, int base);
double strtod(const char *restrict text, char **restrict end);
float strtof(const char *restrict text, char **restrict end);
long double strtold(const char *restrict text, char **restrict end);

void qsort(void *base, size_t count, size_t bytes, int (*compare)(const void *, const void *));
#ifdef _GNU_SOURCE
void qsort_r(void *base, size_t count, size_t bytes, int (*compare)(const void *, const void *, void *), void *with);
#endif
void *bsearch(const void *key, const void *base, size_t count, size_t bytes,
              int (*compare)(const void *, const void *));

/* The same numbers in every run; `srand(mc_rank())` gives each node its own. */
int rand(void);
void srand(unsigned seed);

/* POSIX: the numbers of these generators are those of the C library of GNU. */
int rand_r(unsigned *state);
long random(void);
void srandom(unsigned seed);
double drand48(void);
double erand48(unsigned short state[3]);
long lrand48(void);
long nrand48(unsigned short state[3]);
long mrand48(void);
long jrand48(unsigned short state[3]);
void srand48(long seed);
unsigned short *seed48(unsigned short state[3]);
void lcong48(unsigned short all[7]);

/* The environment is empty at the start, and no other program can be run. */
char *getenv(const char *name);
int setenv(const char *name, const char *value, int replace);
int unsetenv(const char *name);
int putenv(char *text);
int clearenv(void);
int system(const char *command);

/* `exit(n)` stops this core, as mc_exit(n), after the functions of atexit; `abort` stops the chip. */
_Noreturn void exit(int code);
_Noreturn void abort(void);
_Noreturn void _Exit(int code);
_Noreturn void quick_exit(int code);
int atexit(void (*call)(void));
int at_quick_exit(void (*call)(void));

/* Multibyte characters are UTF-8. */
#define MB_CUR_MAX 4
int mblen(const char *text, size_t bytes);
int mbtowc(wchar_t *restrict to, const char *restrict text, size_t bytes);
int wctomb(char *text, wchar_t character);
size_t mbstowcs(wchar_t *restrict to, const char *restrict from, size_t most);
size_t wcstombs(char *restrict to, const wchar_t *restrict from, size_t bytes);

int mkstemp(char *name); /* the name ends with XXXXXX */

#endif
