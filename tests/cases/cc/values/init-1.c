#include <stdio.h>
static void show(int n, const void *p, unsigned size) {
  const int *v = p;
  printf("%d %u:", n, size);
  for (unsigned i = 0; i < size / 4; i++) printf(" %x", v[i]);
  printf("\n");
}
struct r2 { int m0; int m1; int m2; };
struct r1 { struct r2 m0; int m1; };
int o1[][4] = { [2 ... 2][2] = 5116, 7410, [3][3] = 1986, [4 ... 4][0 ... 0] = 3492, 5372 };
struct r4 { int m0; unsigned b1 : 27; unsigned c1 : 5; };
struct r3 { unsigned b0 : 10; unsigned c0 : 22; struct r4 m1[5]; int m2; int m3[1]; };
int o3[] = { [3 ... 4] = 2249, [2] = 4590 };
struct r6 { unsigned b0 : 29; unsigned c0 : 3; unsigned b1 : 5; unsigned c1 : 27; };
struct r5 { struct r6 m0; };
struct r5 o4[5] = { 7721, [1].m0.c0 = 1031, [4].m0.b1 = 7470, [1].m0.b0 = 866 };
int o5[5][3][3] = { 0 };
struct r7 { unsigned b0 : 13; unsigned c0 : 19; };
struct r7 o6[] = { [0 ... 3] = 682, [1 ... 1].c0 = 3574, [1 ... 4] = 1823, 1586 };
int o7[5][5][5] = { 6766, [1 ... 4] = { 824, [4][2] = 1753, 4449, 2788, [1 ... 4][3] = 595 } };
union r8 { int m0; };
union r8 o8[5][3][2] = { [4][2 ... 2][0] = 7093 };
struct r9 { int m0[1][4]; };
struct r10 { int m0; unsigned b1 : 3; unsigned c1 : 29; unsigned b2 : 26; unsigned c2 : 6; };
struct r10 o11[] = { [3].b2 = 4237, [3].b1 = 2599, [2 ... 3] = 6870 };
int main(void) {
  { struct r1 o0[5][4] = { [0] = { 0 }, [3 ... 3][2] = 4893, [4 ... 4][0 ... 2].m0 = 8214, 2931 }; show(0, o0, sizeof o0); }
  show(1, o1, sizeof o1);
  { struct r3 o2[5] = { [2 ... 4].m1 = { 0 }, [1].m1 = { 0 } }; show(2, o2, sizeof o2); }
  show(3, o3, sizeof o3);
  show(4, o4, sizeof o4);
  show(5, o5, sizeof o5);
  show(6, o6, sizeof o6);
  show(7, o7, sizeof o7);
  show(8, o8, sizeof o8);
  { struct r9 o9[] = { [4 ... 4].m0 = 7089 }; show(9, o9, sizeof o9); }
  { int o10[5][2] = { 0 }; show(10, o10, sizeof o10); }
  show(11, o11, sizeof o11);
  return 0;
}
