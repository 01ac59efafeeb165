//! Warnings by small programs.

use crate::front::front;
use crate::options::{Input, Options};
use alloc::vec::Vec;
use mcore_base::SourceFile;

/// Names of the findings of a text, with their lines.
fn found(text: &str) -> Vec<(u32, &'static str)> {
    let unit = SourceFile { name: "t.c".into(), text: text.into() };
    let options = Options::default();
    let prelude = options.prelude();
    let done = front(Input { unit: &unit, project: &[], library: &[], prelude: &prelude }, &options);
    done.report.findings.iter().map(|f| (done.sources.line_of(f.pos).1, f.name)).collect()
}

#[test]
fn ways_without_value_are_found() {
    assert_eq!(found("int f(int a)\n{\n  if (a) return 1;\n}\n"), [(4, "return-type")]);
    assert_eq!(found("int f(int a)\n{\n  for (;;) if (a) return 1;\n}\n"), []);
    assert_eq!(found("int f(int a)\n{\n  int b;\n  if (a) b = 1;\n  return b;\n}\n"), [(5, "maybe-uninitialized")]);
    assert_eq!(found("int f(void)\n{\n  int b;\n  return b;\n}\n"), [(4, "uninitialized")]);
    assert_eq!(found("int f(int a)\n{\n  int b;\n  while (a--) b = a;\n  return b;\n}\n"), []);
    assert_eq!(found("int f(int a)\n{\n  int b;\n  return a && (b = a) ? b : 0;\n}\n"), []);
}

#[test]
fn a_loop_that_waits_needs_volatile() {
    assert_eq!(found("int flag;\nvoid f(void) { while (flag == 0) ; }\n"), [(2, "polling")]);
    assert_eq!(found("volatile int flag;\nvoid f(void) { while (flag == 0) ; }\n"), []);
    assert_eq!(found("int flag; void g(void);\nvoid f(void) { while (flag == 0) g(); }\n"), []);
    assert_eq!(found("void f(int *p, int n) {\n  for (; *p != n; ) ; }\n"), [(2, "polling")]);
}

#[test]
fn a_dma_whose_size_is_a_number_of_elements_is_found() {
    let of = |arguments: &str| {
        found(&alloc::format!(
            "void mc_put(unsigned, void *, const void *, unsigned);\nint a[32][16], v[40]; _Alignas(4) short h[64]; _Alignas(4) char c[40]; double few[8];\n\
             void f(int n)\n{{ mc_put(0x101, {arguments}); }}\n"
        ))
    };
    for text in ["a, a, 32 * 16", "a, a[n], n * 16", "a, a + n, 16 * n", "v, v, 40", "h, h, 64", "a, &a[n], n * 16"] {
        assert_eq!(of(text), [(4, "dma-size")], "{text}");
    }
    for text in [
        "a, a, sizeof a",
        "a, a[n], n * sizeof a[0]",
        "a, a[n], n * 16 * 4",
        "a, a[n], n * 64",
        "v, v, n",
        "v, v, 20",
        "c, c, 40",
        "few, few, 8",
        "v, &v[n], 40",
    ] {
        assert_eq!(of(text).iter().filter(|(_, name)| *name == "dma-size").count(), 0, "{text}");
    }
}

#[test]
fn loops_that_leave_their_array_are_found() {
    let inside =
        |text: &str| found(&alloc::format!("int a[10], b[4][3];\nint f(int n)\n{{\n{text}\nreturn a[0]; }}\n"));
    let bounds = [(4, "array-bounds")];
    assert_eq!(inside("for (int i = 0; i <= 10; i++) a[i] = i;"), bounds);
    assert_eq!(inside("for (int i = 0; i < 11; ++i) n += a[i];"), bounds);
    assert_eq!(inside("for (unsigned i = 0; i != 10; i++) n += a[i + 1];"), bounds);
    assert_eq!(inside("int i; for (i = 0; i < 10; i++) { n++; n += a[i - 1]; }"), bounds);
    assert_eq!(inside("for (int i = 0; i < 4; i++) for (int j = 0; j <= 3; j++) b[i][j] = n;"), bounds);
    assert_eq!(inside("for (int i = 0; i <= 4; i++) for (int j = 0; j < 3; j++) b[i][j] = n;"), bounds);
    assert_eq!(inside("for (int i = 0; i <= 10; i++) if (a[i] == n) n++;"), bounds);
    // An element that is used twice is one mistake, two arrays are two.
    assert_eq!(inside("for (int i = 0; i <= 10; i++) a[i] = a[i] + 1;"), bounds);
    assert_eq!(inside("for (int i = 0; i <= 10; i++) a[i] = b[0][i];").len(), 2);
    // Correct ones, and ones of which nothing is known.
    for text in [
        "for (int i = 0; i < 10; i++) a[i] = i;",
        "for (int i = 1; i < 10; i++) a[i - 1] = a[i];",
        "for (int i = 0; i <= n; i++) a[i] = i;",
        "for (int i = 0; i <= 10; i++) if (i < 10) a[i] = i;",
        "for (int i = 0; i <= 10; i++) n += i < 10 ? a[i] : 0;",
        "for (int i = 0; i <= 10; i++) n += i < 10 && a[i];",
        "for (int i = 0; i <= 10; i++) { if (i == 10) break; a[i] = i; }",
        "for (int i = 0; i <= 20; i++) { a[i / 2 - 1] = i; i++; }",
        "for (int i = 0; i <= 20; i++) { a[i] = i; i += 9; }",
        "int *p = a; for (int i = 0; i <= 10; i++) n += p == &a[i];",
        "for (int i = 0; i <= 10; i++) for (int j = 0; j < n; j++) a[i] = j;",
        "for (int i = 5; i <= 4; i++) a[i + 9] = i;",
    ] {
        assert_eq!(inside(text), [], "{text}");
    }
}

#[test]
fn a_rank_is_no_id() {
    let of = |call: &str| {
        found(&alloc::format!(
            "int mc_rank(void); unsigned mc_id(int); void mc_put(unsigned, void *, const void *, unsigned);\n\
             int a[4];\nvoid f(int n) {{\n{call};\n}}\n"
        ))
    };
    assert_eq!(of("mc_put(1, a, a, n)"), [(4, "dma-id")]);
    assert_eq!(of("mc_put(mc_rank() + 1, a, a, n)"), [(4, "dma-id")]);
    for right in [
        "mc_put(mc_id(1), a, a, n)",
        "mc_put(0, a, a, n)",
        "mc_put(0x101, a, a, n)",
        "mc_put(n, a, a, n)",
        "mc_put(1 + (n << 8), a, a, n)",
    ] {
        assert_eq!(of(right), [], "{right}");
    }
}

#[test]
fn changes_without_order_are_found() {
    assert_eq!(found("int f(int i) { i = i++; return i; }"), [(1, "sequence-point")]);
    assert_eq!(found("int f(int i, int *a) { a[i] = i++; return i; }"), [(1, "sequence-point")]);
    assert_eq!(found("int f(int i) { i = i + 1; return i++ && i--; }"), []);
}

#[test]
fn a_pointer_that_is_stepped_and_followed_is_used() {
    assert_eq!(found("void f(char *s) { char *t = s; while (*s) *t++ = *s++; }"), []);
    assert_eq!(found("void f(char *s) { char *t = s; *t++ = 1; }"), []);
    assert_eq!(found("void f(int *s) { int *t; t = s; *(t += 2) = 1; }"), []);
    assert_eq!(found("void f(int *s) { int *t; (t = s)[1] = 1; }"), []);
    assert_eq!(found("struct s { int a; }; void f(struct s *s) { struct s *t = s; t++->a = 1; }"), []);
    assert_eq!(found("void f(int *s) { int *t; t = s; t++; }"), [(1, "unused-but-set-variable")]);
}

#[test]
fn values_that_replace_others_are_found() {
    assert_eq!(found("int a[3] = { 1, [0] = 2 };"), [(1, "override-init")]);
    assert_eq!(found("struct s { int a, b; } s = { .a = 1,\n .b = 2,\n .a = 3 };"), [(3, "override-init")]);
    assert_eq!(found("int a[9] = { [0 ... 8] = 1, [3] = 2 };"), []);
    assert_eq!(found("struct s { int a[2]; } s = { { 1, 2 }, };"), []);
}

#[test]
fn missing_braces_are_found_if_asked_for() {
    let found = |text: &str| {
        let pragma = "#pragma GCC diagnostic warning \"-Wmissing-braces\"\n";
        let text = alloc::format!("{pragma}{text}");
        found(&text).iter().map(|f| f.1).collect::<Vec<_>>()
    };
    assert_eq!(found("int a[2][2] = { 1, 2, 3, 4 };"), ["missing-braces"]);
    assert_eq!(found("int a[2][2] = { { 1, 2 }, { 3, 4 } };"), [""; 0]);
    assert_eq!(found("struct s { int a[2]; int b; } s = { 0 };"), [""; 0]);
    assert_eq!(found("struct s { char a[4]; int b; } s = { \"ab\", 1 };"), [""; 0]);
}

/// Declarations as a header of MPI has them.
const MPI: &str = "typedef int *MPI_Datatype; extern int mpi_types[9]; typedef int MPI_Request;\n\
    #define MPI_INT (&mpi_types[0])\n#define MPI_DOUBLE (&mpi_types[1])\n#define MPI_BYTE (&mpi_types[2])\n";
const MPI_CALLS: &str = "int MPI_Send(const void *, int, MPI_Datatype, int, int, int);\n\
    int MPI_Isend(const void *, int, MPI_Datatype, int, int, int, MPI_Request *); int MPI_Wait(MPI_Request *, void *);\n";

/// Names of the findings about calls of MPI.
fn found_in_calls(body: &str) -> Vec<&'static str> {
    let text = alloc::format!("{MPI}{MPI_CALLS}{body}");
    found(&text).iter().map(|f| f.1).collect()
}

#[test]
fn buffers_of_messages_fit_datatype_and_count() {
    let none = [""; 0];
    assert_eq!(found_in_calls("int a[4]; void f(void) { MPI_Send(a, 4, MPI_INT, 1, 0, 0); }"), none);
    assert_eq!(found_in_calls("int a[4]; void f(void) { MPI_Send(a, 2, MPI_DOUBLE, 1, 0, 0); }"), ["mpi-type"]);
    assert_eq!(found_in_calls("double a[4]; void f(void) { MPI_Send(a, 4, MPI_INT, 1, 0, 0); }"), ["mpi-type"]);
    assert_eq!(found_in_calls("float a[4]; void f(void) { MPI_Send(a, 4, MPI_INT, 1, 0, 0); }"), ["mpi-type"]);
    assert_eq!(found_in_calls("int a[4]; void f(void) { MPI_Send(a, 16, MPI_BYTE, 1, 0, 0); }"), none);
    assert_eq!(found_in_calls("int a[4]; void f(void) { MPI_Send(a, 17, MPI_BYTE, 1, 0, 0); }"), ["mpi-count"]);
    assert_eq!(found_in_calls("int a[4]; void f(void) { MPI_Send(a + 2, 3, MPI_INT, 1, 0, 0); }"), ["mpi-count"]);
    assert_eq!(found_in_calls("int a[4]; void f(void) { MPI_Send((char *)a, 1, MPI_INT, 1, 0, 0); }"), ["mpi-type"]);
    assert_eq!(found_in_calls("int a[2][2]; void f(void) { MPI_Send(a, 4, MPI_INT, 1, 0, 0); }"), none);
    assert_eq!(found_in_calls("void f(void *p) { MPI_Send(p, 4, MPI_INT, 1, 0, 0); }"), none);
}

#[test]
fn removed_names_are_found_with_the_new_ones() {
    let names = "int MPI_Address(void *, long *); int MPI_Type_create_resized(MPI_Datatype, long, long, MPI_Datatype *);\n\
        #define MPI_UB 0x7fff0200\n";
    let found = |body: &str| found_in_calls(&alloc::format!("{names}{body}"));
    assert_eq!(found("int a; long b; void f(void) { MPI_Address(&a, &b); }"), ["mpi-removed"]);
    assert_eq!(found("void g(const int *); void f(void) { int types[2] = { 1, MPI_UB }; g(types); }"), ["mpi-removed"]);
    assert_eq!(found("int f(void) { return 0x7fff0200; }"), [""; 0]);
    assert_eq!(found("int a, *b; void f(void) { MPI_Type_create_resized(&a, 0, 8, &b); }"), [""; 0]);
}

#[test]
fn requests_have_to_be_waited_for() {
    let none = [""; 0];
    let begin = "int a; void f(void) { MPI_Request r; MPI_Isend(&a, 1, MPI_INT, 1, 0, 0, &r);";
    assert_eq!(found_in_calls(&alloc::format!("{begin} }}")), ["mpi-count"]);
    assert_eq!(found_in_calls(&alloc::format!("{begin} MPI_Wait(&r, 0); }}")), none);
}

#[test]
fn addresses_of_a_node_are_not_sent() {
    let put = "void mc_put(unsigned id, void *remote, const void *local, unsigned bytes); void mc_wait(void);\n";
    let found = |text: &str| found(&alloc::format!("{put}{text}")).iter().map(|f| f.1).collect::<Vec<_>>();
    let call = "void f(void) { mc_put(0x0101, b, a, 16); mc_wait(); }";
    assert_eq!(found(&alloc::format!("int *a[4], *b[4]; {call}")), ["node-memory"]);
    assert_eq!(found(&alloc::format!("int a[4], b[4]; {call}")), [""; 0]);
    assert_eq!(found(&alloc::format!("void (*a[4])(void), (*b[4])(void); {call}")), [""; 0]);
}

#[test]
fn a_format_of_scanf_is_compared_with_its_arguments() {
    let of = |call: &str| {
        found(&alloc::format!(
            "int scanf(const char *, ...); int sscanf(const char *, const char *, ...);\n\
             void f(int *i, short *h, signed char *b, long long *l, float *x, double *d, char *s, void **p, int n)\n{{\n{call};\n}}\n"
        ))
    };
    for right in [
        "scanf(\"%d %i %x %u\", i, i, i, i)",
        "scanf(\"%hd%hhd%lld%ld\", h, b, l, i)",
        "scanf(\"%f %lf %Lf\", x, d, d)",
        "scanf(\"%s %c %9s %[a-z] %[^]x] %[]x]\", s, s, s, s, s, s)",
        "scanf(\"%p%n 100%% %*d %*[a]\", p, i)",
        "sscanf(s, \"%2d:%2d\", i, i)",
        "scanf(s, i)",
    ] {
        assert_eq!(of(right), [], "{right}");
    }
    for wrong in [
        "scanf(\"%d\", n)",
        "scanf(\"%d\", h)",
        "scanf(\"%f\", d)",
        "scanf(\"%lf\", x)",
        "scanf(\"%s\", i)",
        "scanf(\"%lld\", i)",
        "scanf(\"%d\")",
        "scanf(\"%d\", i, i)",
        "scanf(\"%y\", i)",
        "scanf(\"%[a\", s)",
        "scanf(\"%\")",
        "sscanf(s, \"%d\", &i)",
    ] {
        assert_eq!(of(wrong), [(4, "format")], "{wrong}");
    }
}
