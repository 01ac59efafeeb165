#include <alloca.h>
#include <stdio.h>
#include <string.h>

static int sum(int n)
{
    char *bytes = alloca(n);
    int result = 0;
    memset(bytes, 1, n);
    for (int i = 0; i < n; i++)
        result += bytes[i];
    return result;
}

int main(void)
{
    int all = 0;
    for (int i = 1; i < 50; i++)
        all += sum(i * 10);
    printf("%d\n", all);
    return 0;
}
