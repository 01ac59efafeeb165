/* Assertions (C17, 7.2). One that fails prints its place and its node, and stops the chip. Define NDEBUG before the
   include to leave them out. */
#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __func__))
#endif

#ifndef _ASSERT_H
#define _ASSERT_H

#define static_assert _Static_assert
_Noreturn void __assert_fail(const char *condition, const char *file, int line, const char *function);

#endif
