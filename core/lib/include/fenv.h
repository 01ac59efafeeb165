/* The floating-point environment (C17, 7.6): rounding mode and flags of the processor's register FCSR. The
   functions of <math.h> expect that numbers are rounded to the nearest, and set no other flags than their operations do. */
#ifndef _FENV_H
#define _FENV_H

typedef unsigned fexcept_t;
typedef unsigned fenv_t;

#define FE_INEXACT 0x04
#define FE_UNDERFLOW 0x08
#define FE_OVERFLOW 0x10
#define FE_DIVBYZERO 0x20
#define FE_INVALID 0x40
#define FE_ALL_EXCEPT 0x7c

#define FE_TONEAREST 0
#define FE_TOWARDZERO 1
#define FE_UPWARD 2
#define FE_DOWNWARD 3

extern const fenv_t __default_environment;
#define FE_DFL_ENV (&__default_environment)

int feclearexcept(int exceptions);
int fegetexceptflag(fexcept_t *flags, int exceptions);
int feraiseexcept(int exceptions);
int fesetexceptflag(const fexcept_t *flags, int exceptions);
int fetestexcept(int exceptions);
int fegetround(void);
int fesetround(int mode);
int fegetenv(fenv_t *environment);
int feholdexcept(fenv_t *environment);
int fesetenv(const fenv_t *environment);
int feupdateenv(const fenv_t *environment);
/* GNU: an enabled exception is a trap, which ends the run at its place. */
int feenableexcept(int exceptions);
int fedisableexcept(int exceptions);
int fegetexcept(void);

#endif
