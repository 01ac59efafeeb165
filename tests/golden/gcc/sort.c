/* Quicksort with a function pointer. */
#include "io.h"
static int numbers[] = {42, -7, 19, 0, 3, 100, -100, 8, 8, 56, 23, -1};
enum { COUNT = sizeof numbers / sizeof *numbers };
static int ascending(int a, int b) { return a < b; }
static int descending(int a, int b) { return a > b; }
static void sort(int *a, int n, int (*before)(int, int))
{
    if (n < 2)
        return;
    int pivot = a[n / 2], i = 0, k = n - 1;
    while (i <= k) {
        while (before(a[i], pivot))
            i++;
        while (before(pivot, a[k]))
            k--;
        if (i <= k) {
            int t = a[i];
            a[i++] = a[k];
            a[k--] = t;
        }
    }
    sort(a, k + 1, before);
    sort(a + i, n - i, before);
}
static void print(void)
{
    for (int i = 0; i < COUNT; i++) {
        out_int(numbers[i]);
        out_char(i + 1 < COUNT ? ' ' : '\n');
    }
}
int main(void)
{
    sort(numbers, COUNT, ascending);
    print();
    sort(numbers, COUNT, descending);
    print();
    return 0;
}
