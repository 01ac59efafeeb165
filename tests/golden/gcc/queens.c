/* Eight queens, recursively. */
#include "io.h"
static int solutions, row[8];
static int free_place(int x, int y)
{
    for (int i = 0; i < x; i++)
        if (row[i] == y || row[i] - y == x - i || y - row[i] == x - i)
            return 0;
    return 1;
}
static void place(int x)
{
    if (x == 8) {
        if (solutions++ == 0)
            for (int i = 0; i < 8; i++)
                out_char('1' + row[i]);
        return;
    }
    for (int y = 0; y < 8; y++)
        if (free_place(x, y)) {
            row[x] = y;
            place(x + 1);
        }
}
int main(void)
{
    place(0);
    out_line(" queens", solutions);
    return solutions;
}
