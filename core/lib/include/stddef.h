/* Common types (C17, 7.19). */
#ifndef _STDDEF_H
#define _STDDEF_H

typedef unsigned int size_t;
typedef int ptrdiff_t;
#ifndef __cplusplus
typedef int wchar_t;
#endif
typedef struct {
    long long __long_long __attribute__((aligned(8)));
    double __double __attribute__((aligned(8)));
} max_align_t;

#define NULL ((void *)0)
#define offsetof(type, member) __builtin_offsetof(type, member)

#endif
