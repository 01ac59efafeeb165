/* Jumps out of functions (C17, 7.13). */
#ifndef _SETJMP_H
#define _SETJMP_H

/* $s0 to $s7, $sp, $fp, $ra, and $f20 to $f31. */
typedef struct {
    int __kept[12];
    double __floating[6];
} jmp_buf[1];

int setjmp(jmp_buf place) __attribute__((returns_twice));
_Noreturn void longjmp(jmp_buf place, int value);

#endif
