//! `mcore run --print` and `--variables`: variables and expressions of C at a stop.

use crate::common::{file, japanese, mcore};

const PROGRAM: &str = r#"struct point { short x, y; unsigned low : 3; int high : 7; };
enum colour { RED, GREEN = 5 };
struct list { int value; struct list *next; };
static int count = 3;
double table[4] = { 1.5, -2.25, 1e10, 0 };
int unused_here;

static int work(int n, struct point p, double d, const char *s)
{
    struct point all[3] = { { 1, 2, 5, -3 }, { 30, -40, 7, 63 }, { 0 } };
    char word[8] = "chip";
    enum colour c = GREEN;
    long long wide = -5000000000LL;
    unsigned char byte = 200;
    float f = 0.1f;
    _Alignas(32) int far[2] = { 7, 8 };
    struct list last = { 2, 0 }, first = { 1, &last };
    struct list *at = &first;
    int matrix[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    for (int i = 0; i < 2; i++) {
        int n = i * 10;
        static int calls;
        calls += n;
        count++;
    }
    if (n > 100) {
        int hidden = 1;
        count = hidden;
    }
    count += all[1].x + word[0] + c + (int)wide + byte + (int)f + far[1] + at->value + p.x + (int)d + *s;
    return count + matrix[1][n];
}

int main(void)
{
    int outer = 42;
    struct point p = { 9, 8, 1, -1 };
    unused_here = 0;
    return work(2, p, 2.5, "text") == outer;
}
"#;

/// The line of the program with a text.
fn line(text: &str) -> usize {
    PROGRAM.lines().position(|l| l.contains(text)).expect("a line") + 1
}

#[test]
fn variables_have_the_values_that_the_program_has_given_them() {
    let path = file("variables.c", PROGRAM);
    let at = line("count += all[1].x");
    let ran = mcore(&format!("run --nodes 1x1 -O0 --break {at} --variables 1,1 {path}"));
    assert_eq!(ran.status, 0, "{ran:?}");
    for wanted in [
        &format!("(1,1) #0 work ({path}:{at})\n") as &str,
        "  n = 2 (int)\n",
        "  p = {x = 9, y = 8, low = 1, high = -1} (struct point)\n",
        "  d = 2.5 (double)\n",
        "  all = {{x = 1, y = 2, low = 5, high = -3}, {x = 30, y = -40, low = 7, high = 63}, {x = 0, y = 0, low = 0, high = 0}} (struct point [3])\n",
        "  word = \"chip\" (char [8])\n",
        "  c = GREEN (enum colour)\n",
        "  wide = -5000000000 (long long)\n",
        "  byte = 200 (unsigned char)\n",
        "  f = 0.1 (float)\n",
        "  far = {7, 8} (int [2])\n",
        "  matrix = {{1, 2, 3}, {4, 5, 6}} (int [2][3])\n",
        "(1,1) #1 main (",
        "  outer = 42 (int)\n",
        "  count = 5 (int)\n",
        "  table = {1.5, -2.25, 10000000000.0, 0.0} (double [4])\n",
    ] {
        assert!(ran.out.contains(wanted), "{wanted}\n{}", ran.out);
    }
    assert!(!ran.out.contains("hidden") && !ran.out.contains("  i = "), "{}", ran.out);
    // The order is that of the source.
    assert!(ran.out.find("  all = ") < ran.out.find("  word = "), "{}", ran.out);
}

#[test]
fn a_variable_of_an_inner_block_hides_the_outer_one() {
    let path = file("variables-inner.c", PROGRAM);
    let at = line("calls += n");
    let ran = mcore(&format!("run --nodes 1x1 -O0 --break {at} --print n --print i --print calls {path}"));
    assert_eq!(ran.status, 0, "{ran:?}");
    for wanted in ["(1,1) n = 0\n", "(1,1) i = 0\n", "(1,1) calls = 0\n"] {
        assert!(ran.out.contains(wanted), "{wanted}\n{}", ran.out);
    }
}

#[test]
fn expressions_are_computed_as_c_does() {
    let path = file("variables-print.c", PROGRAM);
    let at = line("count += all[1].x");
    let run = |expression: &str| {
        let ran = crate::common::finish(
            crate::common::command()
                .args(["run", "--nodes", "2x1", "-O0", "--break", &at.to_string(), "--print", expression])
                .arg(&path),
        );
        let line = ran.out.lines().find(|l| l.starts_with("(1,1) ") && !l.contains("--break")).unwrap_or("").to_owned();
        // One line per node.
        assert!(ran.out.lines().any(|l| l.starts_with(&format!("(2,1) {expression}"))), "{ran:?}");
        line.strip_prefix(&format!("(1,1) {expression}")).unwrap_or(&line).to_owned()
    };
    for (expression, wanted) in [
        ("all[1].x + all[n - 1].y", " = -10"),
        ("at->next->value", " = 2"),
        ("*at->next", " = {value = 2, next = 0x00000000}"),
        ("*(all + 1)", " = {x = 30, y = -40, low = 7, high = 63}"),
        ("&all[2] - &all[0]", " = 2"),
        ("(unsigned char)(byte + 100)", " = 44"),
        ("wide / 3", " = -1666666666"),
        ("-7 % 3", " = -1"),
        ("(unsigned)-1 > 0", " = 1"),
        ("-1 >> 1", " = -1"),
        ("f * 2", " = 0.2"),
        ("d + 1", " = 3.5"),
        ("n == 2 && byte != 200 || !n", " = 0"),
        ("c == GREEN ? matrix[1][2] : 0", " = 6"),
        ("s[0]", " = 116 't'"),
        ("*s", " = 116 't'"),
        ("table[1] * table[0]", " = -3.375"),
        ("1 / 0", ": division by zero"),
        ("nothing", ": no variable `nothing` is visible here"),
        ("p.z", ": there is no member `z`"),
        ("n +", ": no C expression from character 4 on"),
        ("all + p", ": the operator does not fit these types"),
        ("*(int *)0x7fffff00", ": there is no memory at 0x7fffff00"),
        ("&n == &n", " = 1"),
    ] {
        assert_eq!(run(expression), wanted, "{expression}");
    }
    let deep = format!("{}n{}", "(".repeat(80), ")".repeat(80));
    assert_eq!(run(&deep), ": parts are nested too deeply");
    assert_eq!(run(&"n".repeat(300)), ": the expression has more than 200 characters");
}

#[test]
fn a_variable_that_shares_the_register_of_another_one_says_so() {
    let text = "static volatile int last;\n__attribute__((noinline)) static int twice(int n)\n{\n    int copy = n;\n    \
                last = n;\n    return copy + n;\n}\nint main(void)\n{\n    return twice(3) - 6;\n}\n";
    let path = file("variables-same.c", text);
    let at =
        |options: &str| mcore(&format!("run --nodes 1x1 {options} --break variables-same.c:5 --variables 1,1 {path}"));
    assert!(at("-O2").out.contains("  copy = 3 (int), the same as `n`\n"), "{:?}", at("-O2"));
    // At -O0 each has its own word.
    assert!(at("-O0").out.contains("  copy = 3 (int)\n"), "{:?}", at("-O0"));
}

#[test]
fn a_variable_without_a_place_says_why() {
    // Nothing needs the value of `spare`.
    let text = "int count = 3;\nint main(int argc, char **argv)\n{\n    int spare = argc * 3;\n    (void)spare;\n    \
                return argc - 1;\n}\n";
    let gone = file("variables-spare.c", text);
    let ran = mcore(&format!("run --nodes 1x1 -O2 --break 6 --print spare --print count {gone}"));
    assert!(ran.out.contains("`spare` is not computed here, because the code does without it"), "{ran:?}");
    assert!(ran.out.contains("(1,1) count = 3\n"), "{ran:?}");
    let path = file("variables-gone.c", PROGRAM);
    // Before the frame is set up there are no values.
    let ran = mcore(&format!("run --nodes 1x1 -O0 --break work --variables 1,1 {path}"));
    assert!(ran.out.contains("  `n` is not set yet: the function begins\n"), "{}", ran.out);
    assert!(ran.out.contains("  outer = 42 (int)\n"), "{}", ran.out);
    let ran = japanese(&format!("run --nodes 1x1 -O0 --variables 3,3 {path}"));
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.err.contains("計算ノードではありません"), "{ran:?}");
}

/// Statics of the same name in two units, and recursion.
#[test]
fn each_unit_has_its_own_statics_and_each_call_its_own_variables() {
    let a =
        file("variables-a.c", "static int own = 1;\nint other(int);\nint main(void)\n{\n    return other(own);\n}\n");
    let b = file(
        "variables-b.c",
        "static int own = 2;\nint other(int n)\n{\n    int twice = 2 * n;\n    if (n == 4)\n        return own;\n    \
         return other(n + 1) + twice;\n}\n",
    );
    let ran = mcore(&format!("run --nodes 1x1 -O0 --break variables-b.c:6 --variables 1,1 {a} {b}"));
    assert_eq!(ran.status, 0, "{ran:?}");
    for n in 1..=4 {
        assert!(ran.out.contains(&format!("  n = {n} (int)\n  twice = {} (int)\n", 2 * n)), "{}", ran.out);
    }
    assert!(ran.out.contains("  own = 2 (int)\n"), "{}", ran.out);
    let ran = mcore(&format!("run --nodes 1x1 -O0 --break variables-a.c:5 --print own {a} {b}"));
    assert!(ran.out.contains("(1,1) own = 1\n"), "{}", ran.out);
}
