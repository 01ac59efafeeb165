/* Each feature of C17, GNU C and C23 that the compiler takes, without a finding. */

/* Declarators, storage classes, tentative definitions, names of types in inner scopes. */
typedef int T;
int tentative;
int tentative;
extern int tentative;
int (*(*table[3])(int))[4];
static T own_name(void) { int T = 3; return T; }
int use_own_name(void) { return own_name(); }

/* Integers, enumerations, bit-fields, anonymous and flexible members. */
enum small { LOW = -1, HIGH = 7 };
struct bits { int a : 3; unsigned b : 5; int : 0; long long c : 40; };
struct outer { int a; union { int b; float c; }; struct { int d; }; };
struct tail { int n; int data[]; };
_Static_assert(sizeof(struct bits) == 16, "bit-fields");
_Static_assert(sizeof(struct tail) == 4, "flexible member");
_Static_assert(sizeof(struct { int a : 3; int b : 5; char c; }) == 4, "a char after bit-fields");
_Static_assert(sizeof(struct { unsigned a : 20; unsigned b : 20; }) == 8, "two units");
_Static_assert(sizeof(struct { char a : 4; int b : 20; }) == 4, "one unit");
_Static_assert(sizeof(struct { short a : 9; short b : 9; }) == 4, "two short units");
_Static_assert(sizeof(struct { int a : 7; int : 0; int b : 3; }) == 8, "width 0");
_Static_assert(sizeof(struct { long long a : 40; int b : 8; }) == 8, "long long");
int member(struct outer *o) { return o->b + o->d; }

/* Floating point. */
_Static_assert(0x1.8p1 == 3.0, "hexadecimal");
_Static_assert(sizeof(long double) == 8, "long double");
double tenth = 0.1;

/* Initialisers. */
int matrix[][3] = { [1] = { 1, 2, 3 }, [0][2] = 9, 4 };
struct outer nested = { .b = 1, .d = 2 };
int ranges[8] = { [1 ... 3] = 5, 6 };
char text[] = "text", short_text[2] = "ab", braces[] = { "in braces" };
int *literal = (int[]) { 1, 2, 3 };
_Static_assert(sizeof matrix == 24 && sizeof text == 5 && sizeof braces == 10, "completed");
int empty_braces(void) { struct outer o = {}; return o.a; }

/* _Generic, alignment, inline, restrict, __func__. */
#define NAME(x) _Generic((x), int: 1, double: 2, char *: 3, default: 4)
_Static_assert(NAME(1) == 1 && NAME(1.0) == 2 && NAME("") == 3 && NAME(1u) == 4, "generic");
_Alignas(16) char aligned[4];
_Static_assert(_Alignof(double) == 8 && _Alignof(int) == 4, "alignment");
static inline int twice(int x) { return x * 2; }
_Noreturn void stop(void);
void copy(int n, int *restrict to, const int *restrict from) { while (n-- > 0) *to++ = *from++; }
const char *own(void) { return __func__; }

/* Arrays of variable length. */
double trace(int n, double a[n][n]) { double sum = 0; for (int i = 0; i < n; i++) sum += a[i][i]; return sum; }
unsigned variable(int n) { int a[n]; a[0] = n; return sizeof a + (unsigned)a[0]; }

/* Variable arguments, function pointers, goto, switch with ranges, a loop entered in the middle. */
int sum(int n, ...) {
  __builtin_va_list list;
  int all = 0;
  __builtin_va_start(list, n);
  while (n-- > 0) all += __builtin_va_arg(list, int);
  __builtin_va_end(list);
  return all;
}
int apply(int (*f)(int), int x) { return f(x) + (*f)(x) + twice(x); }
int jump(int x) { again: if (x > 9) { x -= 3; goto again; } return x; }
int class_of(int c) { switch (c) { case '0' ... '9': return 1; case 'a': case 'b': return 2; default: return 0; } }
void duff(int *to, int *from, int n) {
  int rounds = (n + 3) / 4;
  switch (n % 4) {
  case 0: do { *to++ = *from++; [[fallthrough]];
  case 3: *to++ = *from++; [[fallthrough]];
  case 2: *to++ = *from++; [[fallthrough]];
  case 1: *to++ = *from++;
          } while (--rounds > 0);
  }
}

/* asm, with constraints, at file scope, and names. */
asm(".globl marker\nmarker:");
int added(int a, int b) { int c; asm("addu %0, %1, %[other]" : "=r"(c) : "r"(a), [other] "r"(b) : "memory"); return c; }
int renamed asm("other_name");
int in_register(void) { register int x asm("$4") = 5; return x; }

/* GNU C. */
int computed(int i) { static void *const to[] = { &&one, &&two }; goto *to[i]; one: return 1; two: return 2; }
int statement(int x) { return ({ int y = x; y + 1; }); }
typeof(int *) kind;
int either(int a) { return a ?: 7; }
struct nothing { int zero[0]; };
_Static_assert(sizeof(struct nothing) == 0 && 0b101 == 5, "zero length, binary");
struct __attribute__((packed)) tight { char a; int b; };
_Static_assert(sizeof(struct tight) == 5, "packed");
extern int weak_one __attribute__((weak, section(".data"), aligned(8)));
int bits_of(unsigned x) { return __builtin_popcount(x) + __builtin_clz(x | 1) + __builtin_offsetof(struct outer, d); }
_Static_assert(__builtin_types_compatible_p(int, signed) && __builtin_bswap32(0x11223344) == 0x44332211, "builtins");
#pragma pack(push, 1)
struct pragma { char a; int b; };
#pragma pack(pop)
_Static_assert(sizeof(struct pragma) == 5, "pack");

/* Addresses one element past the end of an array and of an array of rows. */
int rows[3][4];
int *end_of_row(void) { return &rows[2][4]; }
int *end_of_rows(void) { return &rows[3][0]; }

/* C23. */
static_assert(1'000 == 1000);
[[maybe_unused]] static int not_used;
int unnamed(int, int b) { return b; }
int labels(int a) { if (a) goto end; return 1; end: int b = 2; return b; }

/* Old-style calls without prototype, digraphs, and names in Japanese. */
int old();
int 合計 = 3;
int digraph(int a<:4:>) <% return a<:0:> + 合計; %>
const char *utf8 = u8"日本語";
const int wide[] = L"日本";

/* Qualifiers of an array are those of its elements (C23), so pointers to arrays gain `const` as others do. */
double sum_row(const double (*row)[5]) { return (*row)[0] + row[1][4]; }
double sum_cube(const double cube[][3][5]) { return cube[0][2][4]; }
double sum_rows(double (*a)[5], double b[2][3][5]) { return sum_row(a) + sum_cube(b) + (a == (const double (*)[5])b); }
