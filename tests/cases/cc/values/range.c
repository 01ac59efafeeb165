#include <stdio.h>
/* The element after a range is the one after its end. */
int m[2][4] = { [1][0 ... 1] = 4, 2 }, q[] = { [2 ... 4] = 9, 1, [0] = 3 }, n[][2] = { [0 ... 1][0 ... 1] = 5, 6 };
struct { int x, y[3], z; } s[4] = { [0 ... 1].y[0 ... 1] = 7, 8, 9, [3] = 1, 2 };
int main(void) {
  for (int i = 0; i < 8; i++) printf("%d ", m[0][i]);
  for (unsigned i = 0; i < sizeof q / sizeof *q; i++) printf(" %d", q[i]);
  for (unsigned i = 0; i < sizeof n / sizeof **n; i++) printf(" %d", n[0][i]);
  for (int i = 0; i < 4; i++) printf("\n%d %d %d %d %d", s[i].x, s[i].y[0], s[i].y[1], s[i].y[2], s[i].z);
  puts("");
  return 0;
}
