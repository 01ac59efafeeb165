#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>
#include <sysexits.h>
#include <values.h>
#include <float.h>

static int with(const void *a, const void *b, void *factor)
{
    return (*(const int *)a - *(const int *)b) * *(int *)factor;
}

int main(void)
{
    char *text, to[40];
    printf("%d", asprintf(&text, "%05.1f|%-4s|%'d", 3.25, "ab", 1234567));
    printf(" %s\n", text);
    free(text);
    fflush(stdout);
    dprintf(1, "%s %d\n", "to the console", 7);
    printf("%s %s %s %d\n", strcasestr("Some Text", "tEX"), strchrnul("abc", 'b'), strchrnul("abc", 'x') + 0, strcasestr("abc", "x") == NULL);
    printf("%s %s %d %s\n", (char *)memmem("one two two", 12, "two", 3), (char *)memrchr("abcabc", 'b', 6), memmem("abc", 3, "abcd", 4) == NULL,
           (char *)rawmemchr("where", 'e'));
    for (int i = -1; i < 43; i++)
        if (i != 15 && i != 41 && i != 42)
            printf("%d %s%c", i, strerror(i), i % 4 == 3 ? '\n' : ';');
    printf("\n%s %s %s\n", strerror(75), strerror(84), strerror(110));
    printf("%s %s\n", strerror_r(2, to, sizeof to), strerror(9999));
    for (int i = 1; i < 32; i++)
        printf("%s%c", strsignal(i), i % 4 == 3 ? '\n' : ';');
    printf("%s\n", strsignal(99));
    printf("%d %d\n", setenv("NAME", "value", 1), setenv("OTHER", "x", 1));
    printf("%s %s %d\n", getenv("NAME"), getenv("OTHER"), getenv("NAM") == NULL);
    setenv("NAME", "kept", 0);
    printf("%s ", getenv("NAME"));
    setenv("NAME", "another", 1);
    printf("%s ", getenv("NAME"));
    unsetenv("NAME");
    putenv(strcpy(to, "PUT=1=2"));
    printf("%d %s ", getenv("NAME") == NULL, getenv("PUT"));
    errno = 0;
    printf("%d ", setenv("A=B", "x", 1));
    printf("%d ", errno == EINVAL);
    printf("%d\n", clearenv() == 0 && getenv("OTHER") == NULL);
    const char *paths[] = {"/usr/lib", "/usr/", "usr", "/", ".", "..", "a/b//c///", ""};
    for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++) {
        char first[20], second[20];
        strcpy(first, paths[i]);
        strcpy(second, paths[i]);
        printf("%s|%s ", dirname(first), basename(second));
    }
    int numbers[] = {3, 1, 4, 1, 5}, factor = -1;
    qsort_r(numbers, 5, sizeof *numbers, with, &factor);
    printf("\n%d%d%d%d%d %d %d\n", numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], isascii(200), toascii(200));
    printf("%d %d %d %d %d\n", MIN(3, 4), MAX(3, 4), howmany(10, 4), roundup(10, 4), powerof2(64));
    printf("%d %d %d %g\n", EX_USAGE, MAXINT == INT_MAX, (int)DBL_DIG, MAXFLOAT);
    errno = 0;
    printf("%d ", reallocarray(NULL, SIZE_MAX / 2, 4) == NULL);
    printf("%d\n", errno == ENOMEM);
    text = reallocarray(NULL, 3, 4);
    printf("%d\n", text != NULL);
    return 0;
}
