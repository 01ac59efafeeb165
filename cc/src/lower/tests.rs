//! C programs from text to the machine, at each level. Each `main` returns 0 if all is as C says.

use crate::compile::{C, Settings};
use alloc::{format, string::String, sync::Arc, vec::Vec};
use mcore::modes::chip::{Machine, Outcome, Spec, TrapCause};
use mcore_base::{Array, SourceFile};
use mcore_toolchain::{Compilers, Level, Options, build, mclib::library};

const LEVELS: [Level; 3] = [Level::O0, Level::O1, Level::O2];

/// The machine after a program has ended.
fn ran(files: &[(&str, &str)], level: Level, settings: Settings) -> Machine {
    let files: Vec<SourceFile> =
        files.iter().map(|(name, text)| SourceFile { name: (*name).into(), text: (*text).into() }).collect();
    let compilers = Compilers::new(alloc::vec![Arc::new(C::new(settings))]);
    let spec = Spec { array: Array::new(1, 1), cycle_limit: 5_000_000, ..Spec::default() };
    let options = Options { level, ..Options::new(spec.node_memory, &compilers) };
    let built = build(&files, &library(), &options);
    let errors: Vec<String> = built.diagnostics.iter().map(|d| format!("{}: {}", d.span.line, d.message.en)).collect();
    let program = built.program.unwrap_or_else(|| panic!("{level:?}: {errors:?}\n{}", files[0].text));
    let mut machine = Machine::new(spec, Arc::new(program)).unwrap();
    machine.run_until(u64::MAX);
    machine
}

fn exit_code(machine: &Machine, text: &str) -> u32 {
    let halted = machine.state.nodes[0].core.processor.halted;
    halted.unwrap_or_else(|| panic!("{:?}\n{text}", machine.outcome())).0
}

/// Compiles a program that defines `main`, and checks that it returns 0 at each level.
fn good(text: &str) {
    for level in LEVELS {
        let machine = ran(&[("main.c", text)], level, Settings::default());
        assert_eq!(exit_code(&machine, text), 0, "{level:?}\n{text}");
    }
}

/// Statements of a `main` that returns 0 after them.
fn body(before: &str, text: &str) {
    good(&format!("{before}\nint main(void) {{\n{text}\nreturn 0;\n}}\n"));
}

#[test]
fn conversions_and_operators() {
    body(
        "volatile int minus = -3; volatile unsigned big = 4000000000u; volatile float f = 2.5f; volatile double d = -7.75;",
        "if ((char)300 != 44 || (signed char)(minus * 50) != 106 || (unsigned char)minus != 253) return 1;
         if (minus / 2 != -1 || minus % 2 != -1 || minus >> 1 != -2 || big >> 31 != 1) return 2;
         if ((double)big != 4000000000.0 || (unsigned)(double)big != big || (int)d != -7 || (int)f != 2) return 3;
         if ((long long)d * 4 != -28 || (float)d != -7.75f || (_Bool)d != 1 || !f) return 4;
         unsigned long long wide = big; wide = wide * wide + 1;
         if (wide != 16000000000000000001ull || (wide >> 33) % 1000 != 149) return 5;
         long long a = minus; a <<= 40; if (a != -3298534883328 || (int)(a >> 40) != -3) return 6;
         short s = 32767; s++; if (s != -32768) return 7;
         _Bool b = 1; b++; if (b != 1) return 8; b--; if (b) return 9;
         if ((d < 0) + (d > 0) * 2 + (d == d) * 4 + (d != d) * 8 != 5) return 10;
         int x = 5; x += 2.7; if (x != 7) return 11; x <<= 33; if (x != 14) return 12;
         unsigned char c = 200; c += 100; if (c != 44) return 13;
         if ((minus ? : 9) != -3 || (0 ? : 9) != 9) return 14;",
    );
}

#[test]
fn complex_numbers_are_two_values() {
    body(
        "static double _Complex add(double _Complex a, float _Complex b, int n) { return n ? a + b : a; }
         static float _Complex half(float _Complex z) { return z / 2; }
         static int calls; static double _Complex *next(void) { static double _Complex all[2]; calls++; return all; }
         struct s { char c; float _Complex f; double _Complex z[2]; };
         struct p { char c; double _Complex z; float _Complex f; } __attribute__((packed));
         __attribute__((noinline)) static double _Complex far(double x, double _Complex z) { return x * z; }
         static double _Complex goes(int n) { if (n) return n * 1.0i; __builtin_unreachable(); }",
        "volatile double one = 1; double _Complex z = one + 2.0i, w;
         if (sizeof z != 16 || _Alignof(float _Complex) != 4 || sizeof(struct s) != 48) return 1;
         if (__real__ z != 1 || __imag__ z != 2 || z != 1 + 2.0i || z == 1) return 2;
         w = z * z; if (w != -3 + 4.0i || ~z != 1 - 2.0i || -z != -1 - 2.0i) return 3;
         if (add(z, 1.0fi, 1) != 1 + 3.0i || half(4 + 2.0fi) != 2 + 1.0fi || far(3, z) != 3 + 6.0i) return 4;
         *next() += z; *next() *= 2.0i; ++*next(); if (calls != 3 || *next() != -3 + 2.0i) return 5;
         struct s s = { 'c', 1.5fi, { z } }, t = s; t.z[1] = t.f; __imag__ t.z[0] = 9;
         if (t.z[1] != 1.5i || s.z[1] != 0 || t.z[0] != 1 + 9.0i || s.z[0] != z) return 6;
         double d = 3; d += z; int i = 5; i -= 2.5 + 1.0i; if (d != 4 || i != 2 || (_Bool)(0 * z) || !(_Bool)1.0i) return 7;
         if (!z || !(z && 1) || (one > 2 ? z : 5) != 5 || (z ? : 7) != z || ({ z = w; z + 1; }) != -2 + 4.0i) return 8;
         if (__real__ (z * 2) != -6 || __imag__ far(1, w) != 4 || z++ != w || z-- != w + 1 || (one, z) != w) return 9;
         double _Complex (*f)(double, double _Complex) = far; if (f(one, w) != w || goes(2) != 2.0i) return 10;
         if (z / (one + 1.0i) != 0.5 + 3.5i || 1 / (one * 2.0i) != -0.5i || z / 2 != -1.5 + 2.0i) return 11;
         double inf = __builtin_inf(), nan = __builtin_nan(\"\");
         w = __builtin_complex(inf, nan) * __builtin_complex(one, one); if (__real__ w != inf) return 12;
         volatile float _Complex v = 2; v *= v; v -= 1.0fi; if (v != 4 - 1.0fi) return 13;
         double _Complex list[] = { [1] = one, 2.0i }; if (list[0] != 0 || list[1] + list[2] != one + 2.0i) return 14;
         float _Complex sum = 0; for (int k = 0; k < 8; k++) sum += (float _Complex)list[k % 3] * k; if (sum != 12 + 14.0fi) return 15;
         z = 0; z++; ++z; z--; for (int k = 0; k < 3; k++, z++) ; if (z != 4) return 17; __imag__ z = 4;
         struct p p = { 1, z, 2.0fi }; p.z *= 2; if (add(p.z, p.f, 1) != 8 + 10.0i || half(p.f) != 1.0fi) return 18;
         __imag__ sum = one; double *part = &__real__ z; *part = 7; if (sum != 12 + 1.0fi || z != 7 + 4.0i) return 16;",
    );
}

#[test]
fn structs_bit_fields_and_unions() {
    body(
        "struct s { char c; int a : 3; unsigned b : 20; long long w : 40; double d; };
         struct packed { char c; int i; unsigned short b : 5, e : 11; int far : 29; } __attribute__((packed));
         static struct s make(int n) { struct s r = { n, -n, n * 1000, n * 10000000000LL, n / 2.0 }; return r; }
         static int take(struct s v, int k, struct packed p) { v.b += k; return v.a + v.b + (int)(v.w / 10000000000LL) + p.i + p.e; }
         union u { float f; unsigned n; char b[4]; };",
        "struct s one = make(3), two; two = one; two.c++;
         if (one.c != 3 || two.c != 4 || one.a != -3 || one.b != 3000 || one.w != 30000000000LL || one.d != 1.5) return 1;
         struct packed p = { 1, 0x12345678, 17, 1500, -5 };
         if (p.i != 0x12345678 || p.b != 17 || p.e != 1500 || p.far != -5 || sizeof p != 11) return 2;
         p.b += 20; if (p.b != 5 || p.e != 1500 || (p.e = 5000) != 904) return 3;
         if (take(one, 7, p) != -3 + 3007 + 3 + 0x12345678 + 904) return 4;
         union u u = { 1.0f }; if (u.n != 0x3f800000 || u.b[3] != 0x3f) return 5;
         if (make(2).b != 2000 || (one.a = 3, one.a) != 3 || one.a++ != 3 || one.a != -4) return 6;
         struct s *q = &two; q->w = -1; if (q->w != -1 || q->d != 1.5) return 7;
         two = 1 ? make(1) : one; if (two.c != 1) return 8;",
    );
}

#[test]
fn initialisers() {
    body(
        "struct p { int x, y; const char *name; }; static int where;
         static struct p all[] = { { 1, 2, \"one\" }, [3] = { .y = 9 }, [1].name = \"x\" };
         static int *ends[] = { &where, &where + 1 }; static const char text[6] = \"abc\"; double table[3] = { 1, 2.5 };",
        "if (sizeof all / sizeof *all != 4 || all[3].y != 9 || all[1].name[0] != 'x' || all[0].name[2] != 'e') return 1;
         if (ends[1] - ends[0] != 1 || text[3] || table[1] != 2.5 || table[2]) return 2;
         int a[5] = { [2] = 7, 8 }; if (a[0] || a[1] || a[2] != 7 || a[3] != 8 || a[4]) return 3;
         char s[] = \"hello\", t[8] = \"hi\"; if (sizeof s != 6 || t[1] != 'i' || t[7]) return 4;
         struct p v = { .name = s, .x = 4 }; if (v.x != 4 || v.y || v.name != s) return 5;
         int *lit = (int[]){ 1, 2, where + 3 }; if (lit[2] != 3) return 6;
         int big[40] = { 1, 2, 3, [39] = 4 }; if (big[2] != 3 || big[38] || big[39] != 4) return 7;
         for (int i = 0; i < 2; i++) { static int kept = 5; int fresh[2] = { i }; kept++; fresh[1]++;
             if (kept != 6 + i || fresh[0] != i || fresh[1] != 1) return 8; }
         struct { struct { int a, b; } in; int c; } n = { 1, 2, 3 }; if (n.in.b != 2 || n.c != 3) return 9;",
    );
}

#[test]
fn a_range_replaces_all_earlier_values() {
    body(
        "typedef int A[3]; extern A const ca; extern const A ca; extern const int ca[3];
         struct s { int a, b; };
         int x[8] = { [1 ... 4] = 9, [5 ... 7] = 42, [3 ... 6] = 43 };
         struct s y[3] = { { 1, 2 }, { 3, 4 }, { 5, 6 }, [0 ... 1] = { 7 } };
         int z[2][2] = { { 1, 2 }, { 3, 4 }, [0 ... 1][0 ... 1] = 5 };",
        "int want[8] = { 0, 9, 9, 43, 43, 43, 43, 42 };
         for (int i = 0; i < 8; i++) if (x[i] != want[i]) return 1 + i;
         if (y[0].a != 7 || y[0].b != 0 || y[1].a != 7 || y[1].b != 0 || y[2].b != 6) return 20;
         for (int i = 0; i < 4; i++) if (z[i / 2][i % 2] != 5) return 30 + i;",
    );
}

#[test]
fn bits_that_equal_the_sign_are_counted() {
    body(
        "volatile int a = 0, b = -1, c = 5, d = -6, e = 0x40000000; volatile long long w = 1, v = -1, u = -5000000000ll;",
        "if (__builtin_clrsb(a) != 31 || __builtin_clrsb(b) != 31 || __builtin_clrsb(c) != 28) return 1;
         if (__builtin_clrsb(d) != 28 || __builtin_clrsbl(e) != 0 || __builtin_clrsb(-2147483647 - 1) != 0) return 2;
         if (__builtin_clrsbll(w) != 62 || __builtin_clrsbll(v) != 63 || __builtin_clrsbll(u) != 30) return 3;
         if (__builtin_clrsb(5) != 28 || __builtin_clrsbll(-5000000000ll) != 30 || __builtin_clrsb(-1) != 31) return 4;",
    );
}

#[test]
fn statements() {
    body(
        "static int kind(unsigned n) { switch (n) { case 0 ... 9: return 1; case 'a': case 'b': return 2;
             case 0x7ffffff0 ... 0x80000010: return 3; case 0xffffffff: return 4; default: return 0; } }
         static int wide(long long n) { switch (n) { case 1LL << 40: return 1; case -1: return 2; case 5 ... 6: return 3; } return 0; }
         static void copy(char *to, const char *from, int count) { int n = (count + 3) / 4;
             switch (count % 4) { case 0: do { *to++ = *from++; case 3: *to++ = *from++; case 2: *to++ = *from++;
             case 1: *to++ = *from++; } while (--n > 0); } }",
        "if (kind(5) != 1 || kind('b') != 2 || kind(0x80000000) != 3 || kind(~0u) != 4 || kind(10)) return 1;
         if (wide(1LL << 40) != 1 || wide(-1) != 2 || wide(6) != 3 || wide(0xffffffff)) return 2;
         char to[8] = { 0 }; copy(to, \"abcdefg\", 7); if (to[6] != 'g' || to[7]) return 3;
         int sum = 0; for (int i = 0; ; i++) { if (i == 3) continue; if (i > 5) break; sum += i; } if (sum != 12) return 4;
         int k = 0; again: if (k < 3) { k++; goto again; } if (k != 3) return 5;
         do { k--; if (k == 1) break; } while (k); if (k != 1) return 6;
         static void *const table[] = { &&one, &&two, &&end }; int at = 0, seen = 0;
         goto *table[at]; one: seen += 1; at = 1; goto *table[at]; two: seen += 10; goto *table[2]; end:
         if (seen != 11) return 7;
         int m = ({ int t = 4; t * t; }); if (m != 16) return 8;
         if ((k = 2, k + 1) != 3 || !(k && (sum || 1 / 0)) || (0 && 1 / (k - 2))) return 9;",
    );
}

#[test]
fn variable_arrays_and_arguments() {
    body(
        "#include <stdarg.h>
         static int trace(int n, double a[n][n]) { double s = 0; for (int i = 0; i < n; i++) s += a[i][i]; return (int)s; }
         static long long add(int n, ...) { va_list l, m; va_start(l, n); va_copy(m, l); long long s = 0;
             for (int i = 0; i < n; i++) { s += va_arg(l, int); s += (long long)va_arg(l, double); s += va_arg(l, long long); }
             s += va_arg(m, int); va_end(l); return s; }
         static int old(a, b, c) char a; float b; long long c; { return a + (int)(b * 2) + (int)c; }
         static int count(int n) { int s = 0; for (int i = 1; i <= n; i++) { char a[i * 100]; a[0] = a[i * 100 - 1] = i;
             if (i == 2) continue; s += a[0] + sizeof a; } return s; }",
        "int n = 3; double a[n][n]; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][j] = i * 10 + j;
         if (trace(n, a) != 33 || sizeof a != 72 || &a[2][0] - &a[0][0] != 6) return 1;
         if (add(2, 1, 2.5, 3LL << 33, 4, 5.0, -6LL) != 1 + 2 + (3LL << 33) + 4 + 5 - 6 + 1) return 2;
         if (old(1, 2.5f, 7LL) != 13) return 3;
         if (count(100) != 5050 - 2 + 505000 - 200) return 4;
         char *p = __builtin_alloca(n * 8); p[23] = 5; if (((unsigned)p & 7) || p[23] != 5) return 5;
         int (*f)(int) = count; if ((*f)(1) != 101 || (**f)(1) != 101) return 6;",
    );
}

#[test]
fn builtins_and_assembly() {
    body(
        "volatile unsigned x = 0x00f0ff00; volatile unsigned long long y = 1ull << 45; volatile double d = -2.25; int r;",
        "if (__builtin_clz(x) != 8 || __builtin_ctz(x) != 8 || __builtin_popcount(x) != 12 || __builtin_parity(x)) return 1;
         if (__builtin_clzll(y) != 18 || __builtin_ctzll(y) != 45 || __builtin_ffsll(y) != 46 || __builtin_ffs(0)) return 2;
         if (__builtin_bswap32(x) != 0x00fff000 || __builtin_bswap16(0x1234) != 0x3412 || __builtin_bswap64(y) != 0x200000ull << 0) return 3;
         if (__builtin_fabs(d) != 2.25 || __builtin_sqrt(-d) != 1.5 || __builtin_signbit(d) == 0 || __builtin_copysign(3.0, d) != -3.0) return 4;
         int s; if (!__builtin_add_overflow(2147483647, 1, &s) || s != -2147483647 - 1) return 5;
         unsigned u; if (!__builtin_sub_overflow(1u, 2u, &u) || __builtin_mul_overflow(65536u, 65535u, &u) || u != 0xffff0000) return 6;
         long long w; if (!__builtin_mul_overflow(1LL << 40, 1LL << 23, &w) || __builtin_mul_overflow(-1LL << 40, 1LL << 23, &w)) return 7;
         signed char c; if (!__builtin_add_overflow(100, 100, &c) || c != -56 || __builtin_sub_overflow(3u, 5, &c) || c != -2) return 8;
         int a = 5, b = 7, q; asm (\"addu %0, %1, %2\" : \"=r\"(q) : \"r\"(a), \"r\"(b)); if (q != 12) return 9;
         asm (\"addiu %[to], %[to], 3\" : [to] \"+r\"(q)); if (q != 15) return 10;
         asm volatile (\"sw %1, %0\" : \"=m\"(r) : \"r\"(q)); if (r != 15) return 11;
         register int fixed asm(\"$8\") = 9; asm (\"addiu $9, %1, %2\\n move %0, $9\" : \"=r\"(q) : \"r\"(fixed), \"i\"(33) : \"$9\"); if (q != 42) return 12;
         double e; asm (\"add.d %0, %1, %1\" : \"=f\"(e) : \"f\"(d)); if (e != -4.5) return 13;",
    );
}

#[test]
fn names_and_units() {
    let one = "int shared = 3; static int own = 4; int twice(int n); extern int also __attribute__((alias(\"shared\")));
        int weak(void) __attribute__((weak)); int weak(void) { return 1; } int none(void) __attribute__((weak));
        static inline int quick(int n) { return n + own; } inline int plain(int n) { return n * 2; }
        int main(int argc, char **argv) { int n = twice(shared) + quick(1) + plain(2) - 6 - 5 - 4 + (also != 3) + (none != 0);
            return n + (argc != 2) + (argv[1][1] != 'y') + (weak() != 2); }";
    let two = "extern int shared; int twice(int n) { return n + shared; } int weak(void) { return 2; } static int own;";
    for level in LEVELS {
        let settings = Settings { arguments: ["prog", "xyz"].map(String::from).to_vec(), ..Settings::default() };
        let machine = ran(&[("one.c", one), ("two.c", two)], level, settings);
        assert_eq!(exit_code(&machine, one), 0, "{level:?}");
    }
}

#[test]
fn overflow_and_wrong_indices_trap_on_request() {
    let sum = "volatile int n = 2147483647; int main(void) { return n + 1 < 0; }";
    let index = "int a[4]; volatile int i = 4; int main(void) { return a[i]; }";
    for level in LEVELS {
        assert_eq!(exit_code(&ran(&[("a.c", sum)], level, Settings::default()), sum), 1);
        let settings = Settings { trap_overflow: true, check_bounds: true, ..Settings::default() };
        for text in [sum, index] {
            let machine = ran(&[("a.c", text)], level, settings.clone());
            let Some(Outcome::Trapped(traps)) = machine.outcome() else { panic!("{:?}", machine.outcome()) };
            let right = match traps[0].cause {
                TrapCause::TrapInstruction(code) => text == index && code == u32::from(super::BOUNDS_CODE),
                TrapCause::Overflow => text == sum,
                _ => false,
            };
            assert!(right, "{level:?} {:?}\n{text}", traps[0]);
        }
    }
}

/// The lists of the library's units are made from their texts without the compiler.
#[test]
fn units_of_the_library_define_what_their_lists_say() {
    let headers: Vec<&SourceFile> = crate::library::headers().iter().collect();
    for unit in crate::library::units().iter().filter(|unit| unit.is_c()) {
        let options = crate::options::Options { optimise: true, memory_size: 512 << 10, ..Default::default() };
        let prelude = options.prelude();
        let input = crate::options::Input { unit: &unit.file, project: &[], library: &headers, prelude: &prelude };
        let mut front = crate::front::front(input, &options);
        let settings = super::Settings { level: crate::opt::Level::O2, ..super::Settings::default() };
        assert!(!front.report.has_errors(), "{}: {:?}", unit.file.name, front.report.findings);
        let (module, _) = super::unit(&front.unit, &front.names, &front.sources, settings, &mut front.report);
        let here = module.functions.iter().map(|f| f.symbol).chain(module.objects.iter().map(|o| o.symbol));
        let symbols = here.map(|id| &module.symbols[id.index()]);
        let global = symbols.filter(|s| s.linkage != crate::ir::Linkage::Local);
        let mut defined: Vec<&str> = global.map(|s| s.name.as_str()).collect();
        let mut listed: Vec<&str> = unit.defines().collect();
        defined.sort_unstable();
        listed.sort_unstable();
        assert_eq!(defined, listed, "{}", unit.file.name);
    }
}

/// The kernels by name.
macro_rules! kernels {
    ($($name:literal)*) => {
        [$(($name, include_str!(concat!("../../../tests/cases/cc/kernels/", $name, ".c")))),*]
    };
}

/// Each kernel has the result that gcc's code has, and needs at most 2 % more cycles than its line in the table says.
#[test]
fn kernels_keep_their_cycles() {
    let table = include_str!("../../../tests/cases/cc/kernels/cycles.txt");
    let all = kernels!("bytecode" "counting" "digest" "fft" "himeno" "list" "ll64" "mandelbrot" "matmul_d" "matmul_i"
        "nbody" "nqueens" "quicksort" "sieve" "strings");
    let call = "int kernel(void); int main(void) { return kernel(); }";
    for (name, text) in all {
        let line = table.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        let counts: Vec<u64> = line
            .unwrap_or_else(|| panic!("{name} is not in the table"))
            .split(' ')
            .map(|n| n.parse().unwrap())
            .collect();
        let mut results = Vec::new();
        // The level -O0 is left to the table: it takes most of the time.
        for (level, limit) in [(Level::O1, counts[1]), (Level::O2, counts[2])] {
            let machine = ran(&[("main.c", call), ("kernel.c", text)], level, Settings::default());
            results.push(exit_code(&machine, text));
            let cycles = machine.state.cycle;
            assert!(cycles * 100 <= limit * 102, "{name} {level:?}: {cycles} cycles, the table says {limit}");
        }
        assert_eq!(results[0], results[1], "{name}");
    }
}
