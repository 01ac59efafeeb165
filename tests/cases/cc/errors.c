/* All errors are reported at once, each at its place and none that follows from another. */
int missing_semicolon(void) {
  int a = 1
  int b = 2;
  return a + b
}
int brackets(void) {
  int a[3;
  return (1 + 2;
}
int_count counter;
int names(void) {
  int length = 3;
  return lenght + other;
}
struct point { int x, y; };
int members(struct point p, struct point *q) { return p->x + q.y + p.z; }
int calls(void) { return members(1); }
void conditions(int a) {
  else a = 1;
  break;
  switch (a) { case 1: ; case 1: ; }
  case 3: ;
}
int twice;
float twice;
const int locked = 1;
void write(void) { locked = 2; 3 = 4; }
_Imaginary double out;
int pointers(int *p, double *q) { p = q; return p; }
int label(void) { goto nowhere; }
int after(void) { return 0; }
void take_rows(double (*row)[5], const double (*other)[6]);
void give_rows(const double (*row)[5], double (*other)[5]) {
  take_rows(row, 0);
  take_rows(other, other);
}
