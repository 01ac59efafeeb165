#include <stdio.h>
enum e { E0, E1, E2, E3, E4 };
int d = -10, one = 1, zero;
unsigned w = 3000000000u;
long long ll = -5000000000;
#define P(x) printf("%d %llx\n", __LINE__, (unsigned long long)(x))
struct s {
  long f0 : 15;
  long long f1 : 19;
  unsigned f2 : 17;
  unsigned f3 : 22;
  char c3;
  _Bool f4 : 1;
  char c4;
  int f5 : 2;
  unsigned f6 : 15;
  int f7 : 27;
} a, *p = &a;
int main(void) {
  P((p->f5 += 746197457446ll) * 0.5 > d);
  P((p->f1 = w) == a.f2);
  switch (p->f1 = w) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P(~(--a.f7));
  switch (--a.f7) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  printf("%llx\n", (--a.f7) + 0ull);
  P((a.f4 = d) ?: d);
  P(((a.f6 %= 1000000007ll) & -2) < d);
  printf("%llx\n", (a.f6 %= 1000000007ll) + 0ull);
  P(((p->f1 = w) & -2) < d);
  printf("%llx\n", (p->f1 = w) + 0ull);
  P((--a.f6) == a.f7);
  P((p->f3--) * 0.5 > d);
  printf("%llx\n", (p->f3--) + 0ull);
  P(!(zero, a.f5));
  P((p->f5 = w) * (a.f6));
  switch (p->f5 = w) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P(d < (a.f1 <<= 1));
  printf("%llx\n", (a.f1 <<= 1) + 0ull);
  P((0, (p->f0 >>= 0)) - 1);
  P(-(p->f2--));
  P((p->f2 = -1) / -3);
  P((a.f2 = w) ? d : w);
  printf("%llx\n", (a.f2 = w) + 0ull);
  P((a.f7 ^= -1) + 1ll);
  P((p->f0--) * 0.5 > d);
  printf("%llx\n", (p->f0--) + 0ull);
  P((p->f2 = w) + ll);
  switch (p->f2 = w) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P(one ? (a.f2 %= 3) : a.f3);
  printf("%llx\n", (a.f2 %= 3) + 0ull);
  P((a.f1 = (a.f3 = 86)) % 5);
  printf("%llx\n", (a.f1 = (a.f3 = 86)) + 0ull);
  P((p->f6 = d) == a.f0);
  P((zero, a.f0) / -3);
  switch (zero, a.f0) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P((a.f1 *= a.f2) == a.f2);
  switch (a.f1 *= a.f2) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P(-(a.f7 >>= 1));
  P(one ? (p->f1 += a.f3) : a.f3);
  P(-1 < (p->f1 = d));
  P(-(a.f5 |= d));
  P((a.f4 <<= 1) ? d : w);
  P((a.f1 %= -3) ? d : w);
  P((p->f3 >>= 1) == a.f4);
  printf("%llx\n", (p->f3 >>= 1) + 0ull);
  P(!(--p->f5));
  P((a.f5 %= 5ull) + 1ll);
  P((p->f1 = (a.f5 = -14)) << 5);
  printf("%llx\n", (p->f1 = (a.f5 = -14)) + 0ull);
  P((p->f6 = ll) - w);
  switch (p->f6 = ll) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  printf("%llx\n", (p->f6 = ll) + 0ull);
  P(-1 < (p->f6--));
  P((p->f2 /= -3) == a.f3);
  P((p->f3--) % 5);
  printf("%llx\n", (p->f3--) + 0ull);
  P((a.f4 /= 5ull) / -3);
  P((a.f3 %= 3) * (a.f2));
  printf("%llx\n", (a.f3 %= 3) + 0ull);
  P((p->f0 = -176918072830ll) == a.f3);
  P((a.f1 %= 5ull) + ll);
  printf("%llx\n", (a.f1 %= 5ull) + 0ull);
  P(-1 < (a.f2 = -1));
  P((a.f7 >>= 3) << 5);
  switch (a.f7 >>= 3) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P(~(p->f1++));
  printf("%llx\n", (p->f1++) + 0ull);
  P(~(p->f3 = 316621502809ll));
  P(-(p->f7 <<= 0));
  P((--p->f5) << 5);
  P(sizeof(p->f1++) * 100 + sizeof((p->f1++) + 0));
  switch (p->f1++) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P(one ? (a.f2 = a.f4) : a.f4);
  switch (a.f2 = a.f4) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P((p->f1 = d) - w);
  P(~(p->f1++));
  P((p->f4 &= 377617798649ll) > d);
  printf("%llx\n", (p->f4 &= 377617798649ll) + 0ull);
  P(~(zero, a.f5));
  P((p->f5 /= 1000000007ll) % 5);
  P((a.f1++) + 1ll);
  switch (a.f1++) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P((a.f3 %= 1000000007ll) - w);
  printf("%llx\n", (a.f3 %= 1000000007ll) + 0ull);
  P((zero ? a.f0 : (a.f1++)) - 2);
  P((zero ? a.f3 : (a.f1++)) - 2);
  P(sizeof(a.f5 /= 5ull) * 100 + sizeof((a.f5 /= 5ull) + 0));
  P((a.f7 = 208949509329ll) * (a.f6));
  P(-(p->f0--));
  P((a.f2++) >> 1);
  P((p->f0 = (a.f5 = -238)) - w);
  P(-1 < (zero, p->f1));
  P((a.f4 <<= 3) ? d : w);
  switch (a.f4 <<= 3) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P((p->f5 >>= 1) == a.f6);
  P((p->f5 <<= 3) - w);
  printf("%llx\n", (p->f5 <<= 3) + 0ull);
  P((--a.f1) % 5);
  P(((zero, a.f5) & -2) < d);
  printf("%llx\n", (zero, a.f5) + 0ull);
  P((a.f0--) * (a.f2));
  P((zero, a.f7) ?: d);
  P((zero, a.f0) >> 1);
  switch (zero, a.f0) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P(!(p->f0 = (a.f1 = -79)));
  P((a.f4 <<= 1) / -3);
  P((p->f7 = a.f3) > d);
  P(-1 < (a.f3--));
  P(!(p->f5++));
  printf("%llx\n", (p->f5++) + 0ull);
  P((p->f3 >>= 1) + 1ll);
  P(~(p->f0 = -1011252122428ll));
  P((a.f6++) >> 1);
  P(-1 < (p->f4 = -26570481942ll));
  P(~(a.f5 = w));
  switch (a.f5 = w) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P((zero, p->f0) - w);
  P(({ a.f0 = a.f7; }) - 3);
  P((--p->f5) * 0.5 > d);
  P(one ? (a.f6 += w) : a.f3);
  P(!(zero, p->f5));
  P(-(a.f3++));
  switch (a.f3++) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P(((--p->f3) & -2) < d);
  P(-1 < (a.f0 %= 3));
  P(!(zero, a.f7));
  switch (zero, a.f7) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P((a.f0++) * 0.5 > d);
  switch (a.f0++) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P((a.f0 <<= 1) + 1ll);
  printf("%llx\n", (a.f0 <<= 1) + 0ull);
  P((a.f2 = a.f4) << 5);
  switch (a.f2 = a.f4) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  printf("%llx\n", (a.f2 = a.f4) + 0ull);
  P((a.f1 %= 1000000007ll) + ll);
  printf("%llx\n", (a.f1 %= 1000000007ll) + 0ull);
  P((a.f2 = w) * 0.5 > d);
  printf("%llx\n", (a.f2 = w) + 0ull);
  P(-(zero, p->f1));
  P(-1 < (a.f5 = a.f7));
  P((a.f2 /= 1000000007ll) >> 1);
  P(d < (a.f2 >>= 0));
  P(((a.f2 -= -690282342807ll) & -2) < d);
  P((0, (p->f0++)) - 1);
  P(one ? (a.f5 /= 1000000007ll) : a.f3);
  P((0, (a.f5 = a.f7)) - 1);
  P(one ? (p->f4 = ll) : a.f6);
  P((p->f3 = 977920943483ll) >> 1);
  P(a.f5 = (++a.f4) - 1);
  P(~(p->f2 = w));
  switch (p->f2 = w) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P((p->f1 = ll) >> 1);
  P((--p->f0) % 5);
  printf("%llx\n", (--p->f0) + 0ull);
  P((0, (p->f5 = w)) - 1);
  switch (p->f5 = w) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P((a.f0++) >> 1);
  P((a.f4 = d) - w);
  P((0, (a.f6 %= 7u)) - 1);
  P((a.f4 >>= 0) + 1ll);
  P(~(a.f0 /= 3));
  switch (a.f0 /= 3) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P(-(p->f4 = 14674465624ll));
  P((a.f6 = d) + ll);
  printf("%llx\n", (a.f6 = d) + 0ull);
  P(!(--p->f5));
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
