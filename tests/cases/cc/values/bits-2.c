#include <stdio.h>
enum e { E0, E1, E2, E3, E4 };
int d = -10, one = 1, zero;
unsigned w = 3000000000u;
long long ll = -5000000000;
#define P(x) printf("%d %llx\n", __LINE__, (unsigned long long)(x))
struct s {
  long f0 : 25;
  long f1 : 9;
  unsigned short f2 : 6;
  signed char f3 : 4;
  char c3;
  int f4 : 11;
  int f5 : 1;
  unsigned f6 : 11;
  unsigned char f7 : 8;
} a, *p = &a;
int main(void) {
  P((a.f6 %= 5ull) - w);
  P((p->f6 = ll) == a.f2);
  P((a.f1 = -386194150530ll) == a.f7);
  P((a.f4 >>= 2) * (a.f6));
  P(d < (p->f4 = d));
  P((p->f7--) << 5);
  P((p->f2 >>= 3) << 5);
  P((--p->f3) / -3);
  switch (--p->f3) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P((zero, p->f6) >> 1);
  printf("%llx\n", (zero, p->f6) + 0ull);
  P(one ? (p->f3 = w) : a.f4);
  P((p->f3 = (a.f2 = -90)) > d);
  P(((p->f6++) & -2) < d);
  P((p->f0 = a.f5) * 0.5 > d);
  switch (p->f0 = a.f5) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P((p->f1--) >> 1);
  P((a.f0 %= 5ull) / -3);
  P(~(p->f6 ^= ll));
  switch (p->f6 ^= ll) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  printf("%llx\n", (p->f6 ^= ll) + 0ull);
  P(d < (p->f1 |= a.f2));
  printf("%llx\n", (p->f1 |= a.f2) + 0ull);
  P(a.f1 = (--a.f6) - 1);
  switch (--a.f6) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P(({ p->f3--; }) - 3);
  switch (p->f3--) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P(-(p->f4 >>= 0));
  P(!(p->f3++));
  P((zero, p->f5) == a.f0);
  P((--a.f2) * 0.5 > d);
  P((a.f5 %= -3) + 1ll);
  switch (a.f5 %= -3) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P((p->f7 = -1) << 5);
  printf("%llx\n", (p->f7 = -1) + 0ull);
  P((0, (p->f5 = (a.f3 = 251))) - 1);
  P(((p->f3 = d) & -2) < d);
  P((--a.f7) + 1ll);
  P((p->f4++) >> 1);
  switch (p->f4++) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  printf("%llx\n", (p->f4++) + 0ull);
  P((a.f2 = -44568030884ll) + 1);
  switch (a.f2 = -44568030884ll) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P((p->f5 = w) ?: d);
  P((p->f1 = 481639689572ll) ? d : w);
  switch (p->f1 = 481639689572ll) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  printf("%llx\n", (p->f1 = 481639689572ll) + 0ull);
  P((p->f6 = w) % 5);
  switch (p->f6 = w) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P((a.f3 |= d) == a.f2);
  P((0, (p->f6 += d)) - 1);
  printf("%llx\n", (p->f6 += d) + 0ull);
  P((a.f6 = (a.f7 = -203)) >> 1);
  P((p->f4 >>= 1) << 5);
  P((p->f0++) << 5);
  P((0, (p->f0 = a.f5)) - 1);
  P(d < (p->f4 = a.f2));
  printf("%llx\n", (p->f4 = a.f2) + 0ull);
  P((--p->f1) ?: d);
  P(a.f5 = (p->f2 >>= 2) - 1);
  P(a.f6 = (a.f0 = -1) - 1);
  P((p->f5++) + 1);
  P((a.f7 ^= (a.f3 = 86)) + ll);
  switch (a.f7 ^= (a.f3 = 86)) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P((zero, p->f5) % 5);
  P(one ? (p->f6 %= 5ull) : a.f1);
  P(({ zero, a.f6; }) - 3);
  P(sizeof(p->f6 = -935873084871ll) * 100 + sizeof((p->f6 = -935873084871ll) + 0));
  switch (p->f6 = -935873084871ll) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P((p->f5 = 955921713257ll) * 0.5 > d);
  P((zero ? a.f3 : (p->f7 /= -3)) - 2);
  P((a.f4 <<= 2) + ll);
  P((zero ? a.f6 : (p->f4--)) - 2);
  P(-(a.f1--));
  P(one ? (p->f4 = a.f1) : a.f1);
  P(-1 < (a.f3 <<= 3));
  P((--p->f0) % 5);
  printf("%llx\n", (--p->f0) + 0ull);
  P((--a.f7) > d);
  P((a.f3 = d) >> 1);
  P(sizeof(p->f0++) * 100 + sizeof((p->f0++) + 0));
  P(((--a.f0) & -2) < d);
  P((zero ? a.f7 : (p->f6 &= -815036931546ll)) - 2);
  switch (p->f6 &= -815036931546ll) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P((p->f6 = -906551723866ll) / -3);
  printf("%llx\n", (p->f6 = -906551723866ll) + 0ull);
  P((a.f3 *= 496765634775ll) - w);
  P((a.f6++) + 1);
  switch (a.f6++) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P((a.f3++) + 1);
  P((a.f5 %= 5ull) + 1ll);
  P((a.f6 = d) + ll);
  switch (a.f6 = d) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P(-(p->f3 = ll));
  P((--a.f6) ?: d);
  P((0, (p->f6 = w)) - 1);
  P(one ? (p->f3--) : a.f5);
  P((--a.f0) == a.f2);
  switch (--a.f0) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P(a.f6 = (p->f5 %= 5ull) - 1);
  P(((p->f4 %= 3) & -2) < d);
  P((p->f4--) + ll);
  P((p->f7--) >> 1);
  P(-1 < (--p->f0));
  P((p->f1 = -1) * (a.f0));
  printf("%llx\n", (p->f1 = -1) + 0ull);
  P(({ a.f1++; }) - 3);
  printf("%llx\n", (a.f1++) + 0ull);
  P((p->f3 = -1) % 5);
  printf("%llx\n", (p->f3 = -1) + 0ull);
  P(~(p->f4 <<= 0));
  printf("%llx\n", (p->f4 <<= 0) + 0ull);
  P((p->f0--) * 0.5 > d);
  P(({ a.f0++; }) - 3);
  switch (a.f0++) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P(({ a.f7 /= 5ull; }) - 3);
  switch (a.f7 /= 5ull) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P(((p->f4++) & -2) < d);
  P((p->f6 = -1) / -3);
  P((p->f6 = w) << 5);
  switch (p->f6 = w) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P(a.f7 = (p->f1 %= -3) - 1);
  P((p->f3 ^= d) + ll);
  P((p->f1 /= -3) > d);
  P(-(a.f7 ^= a.f1));
  P((p->f1 = d) / -3);
  switch (p->f1 = d) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P(sizeof(a.f5 = w) * 100 + sizeof((a.f5 = w) + 0));
  printf("%llx\n", (a.f5 = w) + 0ull);
  P(-1 < (p->f6++));
  printf("%llx\n", (p->f6++) + 0ull);
  P(one ? (p->f5 %= 3) : a.f2);
  P(a.f3 = (p->f7--) - 1);
  switch (p->f7--) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P((a.f7--) == a.f3);
  P((0, (p->f4 = w)) - 1);
  printf("%llx\n", (p->f4 = w) + 0ull);
  P((a.f0++) + 1);
  P((p->f7 = 180624440910ll) * (a.f2));
  P(~(zero, a.f1));
  printf("%llx\n", (zero, a.f1) + 0ull);
  P((zero ? a.f4 : (p->f3 >>= 3)) - 2);
  printf("%llx\n", (p->f3 >>= 3) + 0ull);
  P(d < (zero, a.f1));
  P(~(--p->f6));
  printf("%llx\n", (--p->f6) + 0ull);
  P(((p->f2 = a.f4) & -2) < d);
  printf("%llx\n", (p->f2 = a.f4) + 0ull);
  P(!(p->f1 &= a.f3));
  printf("%llx\n", (p->f1 &= a.f3) + 0ull);
  P(-1 < (--p->f0));
  P((0, (a.f0 = ll)) - 1);
  printf("%llx\n", (a.f0 = ll) + 0ull);
  P((a.f2++) / -3);
  P((p->f3--) * (a.f1));
  switch (p->f3--) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P(-1 < (zero, p->f4));
  P((0, (p->f5 <<= 0)) - 1);
  P(sizeof(a.f1 = 161655124267ll) * 100 + sizeof((a.f1 = 161655124267ll) + 0));
  P((zero ? a.f6 : (a.f5--)) - 2);
  P((p->f3--) >> 1);
  P((zero, p->f7) > d);
  P((0, (a.f0 /= -3)) - 1);
  P(~(p->f1 <<= 1));
  switch (p->f1 <<= 1) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P(a.f0);
  P(a.f1);
  P(a.f2);
  P(a.f3);
  P(a.f4);
  P(a.f5);
  P(a.f6);
  P(a.f7);
  return 0;
}
