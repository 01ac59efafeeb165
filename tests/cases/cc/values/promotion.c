#include <stdio.h>
/* The value of an assignment to a bit-field promotes as the bit-field does. */
struct { unsigned f : 2; unsigned g : 31; unsigned long long q : 40; long long r : 40; unsigned long long u : 32; } b;
int main(void) {
  int d = -10;
  printf("%d %d %d %d %d %d\n", d < b.f, d < (b.f = 2), d < (b.f += 1), d < b.f++, d < (0, b.f), d < ++b.g);
  printf("%d %d\n", (int)sizeof(b.f = 1), (int)sizeof(b.q = 1));
  b.q = 0xffffffffff, b.r = 1, b.u = 0xffffffff;
  printf("%llx %llx %llx\n", 0ull + (b.q + b.q), 0ull + (b.q << 4), 0ull + ~b.q);
  printf("%llx %llx %llx\n", 0ull + (b.q + 1), 0ull + (b.q + 1ll), 0ull + (b.u + 1));
  printf("%d %d %llx\n", -1 < b.q, -1 < b.u, 0ull + (b.r << 39));
  return 0;
}
