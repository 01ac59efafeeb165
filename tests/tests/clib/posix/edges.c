#define _GNU_SOURCE
#include <fenv.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tgmath.h>
#include <uchar.h>
#include <unistd.h>
#include <wchar.h>

#define NAME(x) _Generic((x), float: "float", double: "double", long double: "long double", \
    float _Complex: "float complex", double _Complex: "double complex", default: "other")

int main(void)
{
    setlocale(LC_ALL, "C.UTF-8");
    /* No text: the state is initial again, and the result is 0. */
    mbstate_t state;
    memset(&state, 0, sizeof state);
    char16_t unit = 7;
    int reset = (int)mbrtoc16(&unit, NULL, 0, &state);
    int taken = (int)mbrtoc16(&unit, "a", 2, &state);
    printf("%d %d %c\n", reset, taken, unit);
    /* The environment is a list at any time. */
    int names = environ == NULL;
    clearenv();
    for (char **at = environ; at != NULL && *at != NULL; at++)
        names++;
    setenv("A", "1", 1);
    setenv("B", "2", 1);
    for (char **at = environ; *at != NULL; at++)
        printf("%s ", *at);
    printf("%d\n", names);
    /* No exception is a trap after feholdexcept. */
    fenv_t before;
    feenableexcept(FE_DIVBYZERO);
    feholdexcept(&before);
    volatile double zero = 0, r = 1 / zero;
    printf("%g %d\n", r, fegetexcept());
    /* The size of the array is no size of a block. */
    static wchar_t wide[9];
    printf("%d %ls\n", swprintf(wide, 1u << 28, L"%d", 12345), wide);
    wmemmove(wide + 1, wide, 5);
    wmemcpy(wide + 6, L"ab", 3);
    printf("%ls|%4.3ls|%-4lc|%'ls\n", wide, L"\u00e9\u65e5", 0x65e5, L"\u65e5");
    /* An integer counts as double. */
    float f = 2;
    float _Complex z = 1;
    printf("%s, %s, %s\n", NAME(fma(1, f, f)), NAME(fma(f, f, f)), NAME(fma(f, 1, 2.0L)));
    printf("%s, %s, %s\n", NAME(pow(2, z)), NAME(pow(f, z)), NAME(pow(f, 2)));
    printf("%s, %s, %s\n", NAME(carg(1)), NAME(carg(f)), NAME(creal(z)));
    return 0;
}
