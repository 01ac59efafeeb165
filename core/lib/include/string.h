/* Bytes and strings (C17, 7.24). Each function states its cycles in its source. */
#ifndef _STRING_H
#define _STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);
void *memchr(const void *in, int value, size_t bytes);

size_t strlen(const char *text);
size_t strnlen(const char *text, size_t most);
char *strcpy(char *restrict to, const char *restrict from);
char *strncpy(char *restrict to, const char *restrict from, size_t bytes);
char *strcat(char *restrict to, const char *restrict from);
char *strncat(char *restrict to, const char *restrict from, size_t most);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t most);
char *strchr(const char *text, int value);
char *strrchr(const char *text, int value);
char *strstr(const char *text, const char *wanted);
size_t strspn(const char *text, const char *accepted);
size_t strcspn(const char *text, const char *refused);
char *strpbrk(const char *text, const char *wanted);
char *strtok(char *restrict text, const char *restrict separators);
int strcoll(const char *a, const char *b);
size_t strxfrm(char *restrict to, const char *restrict from, size_t bytes);
char *strerror(int error);

/* POSIX, BSD and GNU. */
void *memccpy(void *restrict to, const void *restrict from, int value, size_t bytes);
void *mempcpy(void *restrict to, const void *restrict from, size_t bytes);
char *stpcpy(char *restrict to, const char *restrict from);
char *stpncpy(char *restrict to, const char *restrict from, size_t bytes);
char *strdup(const char *text);
char *strndup(const char *text, size_t most);
char *strtok_r(char *restrict text, const char *restrict separators, char **restrict rest);
char *strsep(char **restrict text, const char *restrict separators);
char *strsignal(int signal);
/* GNU's form, whose result is the text; with _POSIX_C_SOURCE and without _GNU_SOURCE the result is a number, as in POSIX. */
#if defined _POSIX_C_SOURCE && !defined _GNU_SOURCE
int strerror_r(int error, char *to, size_t bytes) __asm__("__strerror_posix");
#else
char *strerror_r(int error, char *to, size_t bytes);
#endif

/* A program often has its own functions with these names. */
#ifdef _GNU_SOURCE
size_t strlcpy(char *restrict to, const char *restrict from, size_t bytes);
size_t strlcat(char *restrict to, const char *restrict from, size_t bytes);
char *strcasestr(const char *text, const char *wanted);
char *strchrnul(const char *text, int value);
void *memmem(const void *in, size_t bytes, const void *wanted, size_t size);
void *memrchr(const void *in, int value, size_t bytes);
void *rawmemchr(const void *in, int value);
#endif

#include <strings.h>

#endif
