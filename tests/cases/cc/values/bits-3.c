#include <stdio.h>
enum e { E0, E1, E2, E3, E4 };
int d = -10, one = 1, zero;
unsigned w = 3000000000u;
long long ll = -5000000000;
#define P(x) printf("%d %llx\n", __LINE__, (unsigned long long)(x))
struct s {
  long f0 : 3;
  char f1 : 4;
  long f2 : 11;
  unsigned char f3 : 8;
  enum e f4 : 22;
  volatile long long f5 : 64;
  long long f6 : 47;
  unsigned short f7 : 16;
} __attribute__((packed)) a, *p = &a;
int main(void) {
  P(a.f2 = (--a.f3) - 1);
  P((p->f7++) / -3);
  P((p->f7 >>= 2) ? d : w);
  printf("%llx\n", (p->f7 >>= 2) + 0ull);
  P((a.f4 <<= 1) + 1ll);
  P(!(zero, p->f2));
  P(a.f3 = (zero, p->f7) - 1);
  P((a.f3 <<= 1) / -3);
  P((p->f3 *= a.f4) * (a.f4));
  P(~(zero, a.f6));
  P(a.f5 = (zero, p->f3) - 1);
  printf("%llx\n", (zero, p->f3) + 0ull);
  P((--a.f7) >> 1);
  P(((p->f2 = -1) & -2) < d);
  P((--p->f2) - w);
  P(a.f7 = (p->f4 = d) - 1);
  P(-(a.f2 += -1));
  P((a.f3 = ll) == a.f4);
  P((--a.f6) % 5);
  printf("%llx\n", (--a.f6) + 0ull);
  P(d < (a.f4 &= a.f2));
  P((p->f5 += ll) * 0.5 > d);
  P((zero ? a.f6 : (zero, p->f5)) - 2);
  P((zero, a.f4) + ll);
  P(-1 < (p->f3 = d));
  P((p->f0 = 314215224611ll) % 5);
  switch (p->f0 = 314215224611ll) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P((0, (zero, a.f1)) - 1);
  printf("%llx\n", (zero, a.f1) + 0ull);
  P((a.f7 = -569214448692ll) + 1);
  P((p->f0++) * (a.f6));
  P((a.f0 -= d) * 0.5 > d);
  printf("%llx\n", (a.f0 -= d) + 0ull);
  P(-(zero, p->f0));
  P(d < (p->f1 = (a.f5 = 159)));
  P((p->f6 = d) + ll);
  P((p->f5 = -673997671902ll) + 1);
  printf("%llx\n", (p->f5 = -673997671902ll) + 0ull);
  P(sizeof(p->f6++) * 100 + sizeof((p->f6++) + 0));
  P((a.f3 %= -3) % 5);
  P(sizeof(a.f7 = -862500574891ll) * 100 + sizeof((a.f7 = -862500574891ll) + 0));
  P(one ? (p->f2 = 45499022940ll) : a.f1);
  P((zero ? a.f5 : (p->f7--)) - 2);
  printf("%llx\n", (p->f7--) + 0ull);
  P(-1 < (p->f3 *= -1));
  P((p->f4 = d) == a.f5);
  P((p->f0--) + ll);
  P(a.f1 = (p->f6 = a.f1) - 1);
  P(-(a.f1++));
  P((p->f0 += d) >> 1);
  P((a.f7 = -1) + ll);
  P((p->f0 = a.f4) * (a.f4));
  printf("%llx\n", (p->f0 = a.f4) + 0ull);
  P((--a.f2) + 1);
  P((p->f3 /= 1000000007ll) + 1);
  P(a.f3 = (a.f6 |= ll) - 1);
  P((p->f6 = a.f0) % 5);
  printf("%llx\n", (p->f6 = a.f0) + 0ull);
  P((a.f3--) % 5);
  P(-1 < (--a.f5));
  P(~(a.f4 *= a.f5));
  switch (a.f4 *= a.f5) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  printf("%llx\n", (a.f4 *= a.f5) + 0ull);
  P(({ p->f3 <<= 2; }) - 3);
  P((--a.f5) + 1);
  P(one ? (a.f4 *= w) : a.f3);
  P((--p->f2) == a.f6);
  P(-1 < (a.f2 = ll));
  P((zero ? a.f4 : (a.f5 /= -3)) - 2);
  P((p->f1 <<= 3) - w);
  switch (p->f1 <<= 3) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P((a.f5 %= 3) ? d : w);
  P((p->f2++) >> 1);
  P((p->f1 = 187539064654ll) - w);
  switch (p->f1 = 187539064654ll) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P((p->f1++) == a.f7);
  P((zero ? a.f1 : (a.f4 %= 7u)) - 2);
  P((--a.f3) * (a.f1));
  switch (--a.f3) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P((p->f3 = -1) % 5);
  P((p->f4 /= 7u) % 5);
  P(!(--p->f0));
  P(sizeof(p->f2 = a.f6) * 100 + sizeof((p->f2 = a.f6) + 0));
  printf("%llx\n", (p->f2 = a.f6) + 0ull);
  P((p->f7 = -1) * (a.f0));
  switch (p->f7 = -1) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P(~(--a.f0));
  switch (--a.f0) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P((a.f6 = w) ? d : w);
  P((p->f6 = (a.f2 = -225)) >> 1);
  P(!(a.f0 |= -1));
  switch (a.f0 |= -1) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P((a.f0--) >> 1);
  P((a.f6 >>= 0) ?: d);
  switch (a.f6 >>= 0) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P((p->f7 = -1) > d);
  P((a.f4 = -790824226275ll) ?: d);
  printf("%llx\n", (a.f4 = -790824226275ll) + 0ull);
  P((p->f5++) + ll);
  printf("%llx\n", (p->f5++) + 0ull);
  P((0, (a.f3--)) - 1);
  P(!(p->f4 = (a.f3 = 57)));
  switch (p->f4 = (a.f3 = 57)) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P(-(--p->f2));
  P((p->f4++) + ll);
  P((p->f0 >>= 3) >> 1);
  P(one ? (zero, p->f6) : a.f0);
  P(a.f1 = (p->f7 >>= 1) - 1);
  P(one ? (p->f6--) : a.f7);
  P((p->f2 = 585437153107ll) + 1);
  P(a.f1 = (p->f7--) - 1);
  P(sizeof(a.f3++) * 100 + sizeof((a.f3++) + 0));
  P(((p->f2 >>= 3) & -2) < d);
  switch (p->f2 >>= 3) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P(one ? (a.f3++) : a.f5);
  P(~(p->f6 = ll));
  P((0, (a.f3 = a.f5)) - 1);
  printf("%llx\n", (a.f3 = a.f5) + 0ull);
  P(~(a.f2 %= 1000000007ll));
  P((p->f3 ^= 546060798878ll) + 1);
  P((zero ? a.f1 : (--p->f3)) - 2);
  P(-1 < (a.f0 = 679345196853ll));
  P((p->f2 %= -3) / -3);
  P((p->f6 ^= w) - w);
  P((a.f6 *= w) ?: d);
  P((--a.f7) >> 1);
  P((a.f3 = -1) >> 1);
  P(one ? (zero, a.f7) : a.f2);
  printf("%llx\n", (zero, a.f7) + 0ull);
  P((p->f2 <<= 0) - w);
  P((a.f6 = -790928097608ll) ?: d);
  P(sizeof(a.f5--) * 100 + sizeof((a.f5--) + 0));
  printf("%llx\n", (a.f5--) + 0ull);
  P(d < (zero, p->f5));
  P((p->f7--) == a.f4);
  P(-1 < (a.f7 = (a.f3 = -133)));
  P(-(p->f1 <<= 0));
  P((0, (a.f6 = -1)) - 1);
  P(sizeof(a.f7 = a.f5) * 100 + sizeof((a.f7 = a.f5) + 0));
  P((a.f0 ^= 955223259999ll) / -3);
  P(one ? (a.f6--) : a.f3);
  P(a.f4 = (a.f6 /= 7u) - 1);
  P((p->f7--) * (a.f4));
  switch (p->f7--) { case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }
  P(one ? (p->f6 /= 3) : a.f7);
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
