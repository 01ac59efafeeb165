#include <stdio.h>
static void show(int n, const void *p, unsigned size) {
  const int *v = p;
  printf("%d %u:", n, size);
  for (unsigned i = 0; i < size / 4; i++) printf(" %x", v[i]);
  printf("\n");
}
struct r2 { int m0; int m1; unsigned b2 : 24; unsigned c2 : 8; };
struct r1 { int m0[5]; int m1; struct r2 m2; unsigned b3 : 12; unsigned c3 : 20; };
struct r4 { int m0; };
struct r6 { int m0; int m1; };
struct r5 { unsigned b0 : 24; unsigned c0 : 8; int m1; int m2; struct r6 m3; };
struct r7 { int m0; unsigned b1 : 17; unsigned c1 : 15; int m2; unsigned b3 : 11; unsigned c3 : 21; };
struct r3 { struct r4 m0[5]; struct r5 m1; struct r7 m2[1]; };
struct r3 o1[] = { [1].m0 = { [2].m0 = 6885, 6304 }, 2790 };
int o2[5] = { [2 ... 4] = 8507, 8119 };
int o3[5] = { [4] = 3368 };
struct r9 { int m0; };
struct r8 { unsigned b0 : 23; unsigned c0 : 9; struct r9 m1; int m2; int m3; };
struct r8 o4[] = { 5679, [4 ... 4].c0 = 4441 };
int o5[] = { { 347, 5994 }, [1 ... 4] = 2753, [0 ... 0] = 1954 };
struct r10 { unsigned b0 : 17; unsigned c0 : 15; };
struct r12 { int m0; };
struct r11 { int m0; struct r12 m1; int m2[3]; };
struct r13 { int m0[1]; int m1; };
struct r13 o11[][1] = { [1] = 1694, [4 ... 4] = 3511 };
int main(void) {
  { struct r1 o0[5][1] = { 0 }; show(0, o0, sizeof o0); }
  show(1, o1, sizeof o1);
  show(2, o2, sizeof o2);
  show(3, o3, sizeof o3);
  show(4, o4, sizeof o4);
  show(5, o5, sizeof o5);
  { struct r10 o6[5] = { 0 }; show(6, o6, sizeof o6); }
  { int o7[5] = { [2 ... 4] = 6137, [1] = 8771, [1 ... 2] = 3500, [1] = 1725, 5851 }; show(7, o7, sizeof o7); }
  { int o8[] = { [2 ... 2] = 1326, [3 ... 4] = 7331, 4864, [3] = 1577, [2] = 4674 }; show(8, o8, sizeof o8); }
  { struct r11 o9[5][2] = { [3][1 ... 1].m1 = 6148, [4][1].m1.m0 = 6118, [0][0] = 8748, 2607 }; show(9, o9, sizeof o9); }
  { int o10[][4] = { 0 }; show(10, o10, sizeof o10); }
  show(11, o11, sizeof o11);
  return 0;
}
