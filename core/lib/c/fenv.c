#include <fenv.h>

const fenv_t __default_environment = 0;

static inline unsigned status(void)
{
    unsigned value;
    __asm__ volatile("cfc1 %0, $31" : "=r"(value) : : "memory");
    return value;
}

static inline void set_status(unsigned value)
{
    __asm__ volatile("ctc1 %0, $31" : : "r"(value) : "memory");
}

/* Each function costs at most 20 cycles. */

int feclearexcept(int exceptions)
{
    set_status(status() & ~(unsigned)(exceptions & FE_ALL_EXCEPT));
    return 0;
}

int fetestexcept(int exceptions)
{
    return (int)status() & exceptions & FE_ALL_EXCEPT;
}

int feraiseexcept(int exceptions)
{
    set_status(status() | (unsigned)(exceptions & FE_ALL_EXCEPT));
    return 0;
}

int fegetexceptflag(fexcept_t *flags, int exceptions)
{
    *flags = (fexcept_t)fetestexcept(exceptions);
    return 0;
}

int fesetexceptflag(const fexcept_t *flags, int exceptions)
{
    unsigned chosen = (unsigned)exceptions & FE_ALL_EXCEPT;
    set_status((status() & ~chosen) | (*flags & chosen));
    return 0;
}

int fegetround(void)
{
    return (int)status() & 3;
}

int fesetround(int mode)
{
    if ((mode & ~3) != 0)
        return 1;
    set_status((status() & ~3u) | (unsigned)mode);
    return 0;
}

int fegetenv(fenv_t *environment)
{
    *environment = status();
    return 0;
}

int fesetenv(const fenv_t *environment)
{
    set_status(*environment);
    return 0;
}

int feholdexcept(fenv_t *environment)
{
    fegetenv(environment);
    fedisableexcept(FE_ALL_EXCEPT);
    return feclearexcept(FE_ALL_EXCEPT);
}

int feupdateenv(const fenv_t *environment)
{
    int raised = fetestexcept(FE_ALL_EXCEPT);
    fesetenv(environment);
    return feraiseexcept(raised);
}

/* An exception whose bit is enabled is a trap. The result is the exceptions that were enabled before. */
int feenableexcept(int exceptions)
{
    unsigned before = status();
    set_status((before & ~0x3f000u) | (unsigned)(exceptions & FE_ALL_EXCEPT) << 5);
    return (int)(before >> 5) & FE_ALL_EXCEPT;
}

int fedisableexcept(int exceptions)
{
    unsigned before = status();
    set_status(before & ~((unsigned)(exceptions & FE_ALL_EXCEPT) << 5));
    return (int)(before >> 5) & FE_ALL_EXCEPT;
}

int fegetexcept(void)
{
    return (int)(status() >> 5) & FE_ALL_EXCEPT;
}
