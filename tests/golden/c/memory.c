/* Structures and arrays that are copied and cleared as a whole, for which gcc calls memcpy, memset, memmove and memcmp. */
#include "../gcc/io.h"
#define KEEP __attribute__((noinline))
struct big {
    int words[200];
    char bytes[37];
};
static struct big first, second;
static char text[4000], copy[4000];
static KEEP void assign(struct big *to, const struct big *from) { *to = *from; }
static KEEP int cleared(const struct big *from)
{
    struct big local = {{0}, {0}};
    local.words[3] = from->words[2];
    local.bytes[36] = from->bytes[36];
    int sum = 0;
    for (int i = 0; i < 200; i++)
        sum += local.words[i];
    for (int i = 0; i < 37; i++)
        sum += local.bytes[i];
    return sum;
}
static KEEP void clear(char *to, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = 0;
}
static KEEP void duplicate(char *restrict to, const char *restrict from, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = from[i];
}
static KEEP void shift(char *to, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = to[i + 4];
}
static KEEP int same(const struct big *a, const struct big *b) { return __builtin_memcmp(a, b, sizeof *a); }
static int total(const char *bytes, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum * 31 + bytes[i];
    return sum;
}
int main(void)
{
    for (int i = 0; i < 200; i++)
        second.words[i] = i * i;
    for (int i = 0; i < 37; i++)
        second.bytes[i] = (char)(i * 7);
    out_line("same", same(&first, &second) < 0);
    assign(&first, &second);
    out_line("same", same(&first, &second));
    first.bytes[36]--;
    out_line("same", same(&first, &second) < 0);
    out_line("cleared", cleared(&second));
    for (int i = 0; i < 4000; i++)
        text[i] = (char)(i * 13);
    duplicate(copy, text, 3999);
    out_line("duplicate", total(copy, 4000));
    shift(copy + 1, 3000);
    __builtin_memmove(copy + 7, copy + 2, 2000);
    __builtin_memmove(copy + 2, copy + 9, 1999);
    out_line("shift", total(copy, 4000));
    clear(copy + 3, 1000);
    __builtin_memset(copy + 2001, 0x55, 1002);
    out_line("clear", total(copy, 4000));
    struct big several[3] = {second, first, second};
    out_line("several", several[1].bytes[36] - several[2].bytes[36]);
}
