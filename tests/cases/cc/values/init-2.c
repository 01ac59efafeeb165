#include <stdio.h>
static void show(int n, const void *p, unsigned size) {
  const int *v = p;
  printf("%d %u:", n, size);
  for (unsigned i = 0; i < size / 4; i++) printf(" %x", v[i]);
  printf("\n");
}
struct r2 { int m0; int m1; };
struct r1 { int m0[4]; struct r2 m1; int m2[2]; unsigned b3 : 17; unsigned c3 : 15; };
struct r1 o0[][2] = { [2] = 5430, 7952, [1 ... 1] = 1519, 7549, [4][0].m2 = 3204 };
int o2[][2][5][4] = { 0 };
struct r4 { int m0; int m1; };
struct r5 { int m0; int m1; };
struct r3 { struct r4 m0; int m1[1]; struct r5 m2; int m3; };
struct r3 o3[5][4] = { 0 };
union r7 { int m0; int m1; };
struct r8 { unsigned b0 : 17; unsigned c0 : 15; };
struct r6 { int m0; union r7 m1[2]; int m2[2][3]; struct r8 m3; };
struct r6 o4[5] = { 8609, [3] = { .m0 = 8010, 1632, 7372, 2937 }, [4] = { .m3.c0 = 7513, .m2[0] = { 1490 } }, [3] = 1723 };
struct r11 { int m0; unsigned b1 : 9; unsigned c1 : 23; };
struct r12 { int m0; int m1; int m2; int m3; };
struct r10 { unsigned b0 : 22; unsigned c0 : 10; struct r11 m1; struct r12 m2; };
struct r9 { int m0; unsigned b1 : 13; unsigned c1 : 19; unsigned b2 : 21; unsigned c2 : 11; struct r10 m3; };
int o6[][5][2][1] = { [4 ... 4] = { [4 ... 4] = { 959, 7359, 4372, [1][0] = 6579, 8539 }, [1 ... 4] = { [0 ... 0][0 ... 0] = 198, 2195, 4317, 570 } }, [3 ... 4][1][0 ... 0][0] = 1289, [1] = 963, [2] = { [1 ... 3][0 ... 1] = 7277, 2279, [0] = 8028, 1466 } };
struct r13 { int m0; int m1[2]; };
struct r13 o8[5] = { [3 ... 3] = 1190, [2] = 5793 };
struct r15 { int m0[4]; unsigned b1 : 20; unsigned c1 : 12; int m2[5]; int m3[5]; };
struct r14 { unsigned b0 : 21; unsigned c0 : 11; int m1; struct r15 m2; int m3[2][4]; };
struct r14 o9[5] = { [3] = 1348, [3 ... 4].m3 = 3520, 3752, [2] = 7353 };
struct r16 { unsigned b0 : 18; unsigned c0 : 14; };
struct r16 o10[5][3] = { [2 ... 3][1 ... 1].b0 = 1444, 5164, [1 ... 4][0] = { .b0 = 3908 }, 1831, [0] = { [2 ... 2].b0 = 2356, [0].b0 = 3166, 294, 5503, 6095 } };
struct r17 { int m0; int m1; };
struct r17 o11[] = { [4 ... 4].m1 = 1164, [2].m1 = 8569, [0 ... 0].m0 = 4889, 6533 };
int main(void) {
  show(0, o0, sizeof o0);
  { int o1[5] = { [1 ... 1] = 1594, [4] = 8181 }; show(1, o1, sizeof o1); }
  show(2, o2, sizeof o2);
  show(3, o3, sizeof o3);
  show(4, o4, sizeof o4);
  { struct r9 o5[5] = { 0 }; show(5, o5, sizeof o5); }
  show(6, o6, sizeof o6);
  { int o7[5][3][4][1] = { [1] = 7724, [2][0 ... 0][0 ... 0][0] = 1869, { 202, 1384, 3403, 7311, 5341 }, [2] = 6116, 8082 }; show(7, o7, sizeof o7); }
  show(8, o8, sizeof o8);
  show(9, o9, sizeof o9);
  show(10, o10, sizeof o10);
  show(11, o11, sizeof o11);
  return 0;
}
