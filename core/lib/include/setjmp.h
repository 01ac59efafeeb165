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

/* POSIX: there are no signals whose mask a jump restores. */
#define sigjmp_buf jmp_buf
#define sigsetjmp(place, mask) setjmp(place)
#define siglongjmp(place, value) longjmp(place, value)

#endif
