//! Where the variables of a program in C are at -O1 and -O2: whatever is shown is what -O0 shows at the same place of the
//! same run, and describing variables does not change the code.

use mcore::base::{Array, Severity, SourceFile};
use mcore::isa::{Op, decode};
use mcore::modes::chip::{Fault, Machine, Scope, Spec, frames};
use mcore::toolchain::debug::{Debug, Gone};
use mcore::toolchain::mclib::library;
use mcore::toolchain::{Compiler as _, CompilerOptions, Compilers, Level, Options, Sources, build};
use mcore_cc::compile::{C, Settings};
use mcore_tests::root;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const HEAD: &str = "static volatile int last;
__attribute__((noinline)) void probe(int n) { last = n; }
";

/// Loops of every form, counters that become pointers, unrolled iterations, selections.
const LOOPS: &str = "
static int data[12] = { 5, 3, 9, 1, 7, 2, 8, 8, 6, 4, 0, 11 };
static int grid[4][6];

static int sum(const int *from, int n)
{
    int total = 0;
    for (int i = 0; i < n; i++) {
        total += from[i];
        int twice = total * 2;
        total ^= twice & 1;
    }
    return total;
}

static int largest(int n)
{
    int best = -1;
    int at = 0;
    int i = 0;
    while (i < n) {
        int here = data[i];
        if (here > best) {
            best = here;
            at = i;
        }
        i++;
    }
    do {
        at += 3;
        best -= 1;
    } while (at < 20);
    return best * 100 + at;
}

static void fill(int rows)
{
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < 6; x++) {
            int value = y * 10 + x;
            grid[y][x] = value;
            if (value == 13) {
                continue;
            }
            if (value > 31) {
                break;
            }
            grid[y][x] += 1;
        }
    }
}

static int sort(int n)
{
    int moves = 0;
    for (int i = 1; i < n; i++) {
        int key = data[i];
        int j = i;
        while (j > 0 && data[j - 1] > key) {
            data[j] = data[j - 1];
            j--;
            moves++;
        }
        data[j] = key;
    }
    return moves;
}

static unsigned collatz(unsigned n)
{
    unsigned steps = 0;
    while (n != 1) {
        if (n & 1) {
            n = 3 * n + 1;
        } else {
            n = n >> 1;
        }
        steps = steps + 1;
    }
    return steps;
}

static int fixed(void)
{
    int all = 0;
    int other = 1;
    for (int i = 0; i < 16; i++) {
        all += i * 3;
        other ^= all;
    }
    return all + other;
}

int main(void)
{
    int a = sum(data, 12);
    int b = largest(12);
    fill(4);
    int c = sort(12);
    unsigned d = collatz(27);
    int e = fixed();
    int f = a + b;
    f = f * c;
    f = f - (int)d + e;
    return f == 0;
}
";

/// Types of every size, structs that become values, and such whose address goes elsewhere.
const TYPES: &str = "
struct point { int x, y; };
struct mixed { short a; char b; double c; };
union word { unsigned whole; unsigned char bytes[4]; };
enum colour { RED, GREEN = 5, BLUE };
static double table[4] = { 1.5, -2.25, 1e10, 0.125 };
static long long wide = 5;

static struct point plus(struct point p, struct point q)
{
    struct point r = { p.x + q.x, p.y + q.y };
    r.x += 1;
    return r;
}

static double mean(const double *from, int n)
{
    double all = 0;
    float half = 0.5f;
    for (int i = 0; i < n; i++) {
        double one = from[i];
        all += one;
        half = half * 2 + 1;
    }
    double result = all / n;
    return result + half;
}

static long long shift(long long n, int by)
{
    long long up = n << by;
    unsigned long long down = (unsigned long long)n >> 3;
    long long both = up ^ (long long)down;
    both = both * 3;
    return both - 7;
}

static void swap(int *a, int *b)
{
    int keep = *a;
    *a = *b;
    *b = keep;
}

static int many(int a, int b, int c, int d, int e, int f, char g, unsigned char h, _Bool i, short j)
{
    int first = a + b + c + d;
    int second = e * f;
    char third = (char)(g + 100);
    unsigned char fourth = (unsigned char)(h * 2);
    _Bool fifth = !i;
    short sixth = (short)(j * 1000);
    enum colour colour = first > 5 ? GREEN : BLUE;
    first += third;
    second -= fourth + fifth;
    return first ^ second ^ sixth ^ (int)colour;
}

static int choose(int n)
{
    int out = 0;
    switch (n) {
    case 0:
        out = 10;
        break;
    case 1:
        out = 20;
        break;
    case 2:
    case 3:
        out = n + 30;
        break;
    case 7:
        out = -1;
        break;
    default:
        out = 99;
    }
    int after = out * 2;
    return after;
}

int main(void)
{
    struct point p = { 3, 4 };
    struct point q = { 10, -20 };
    struct point r = plus(p, q);
    struct mixed m = { 1, 2, 3.5 };
    union word w = { 0x01020304 };
    int x = 7;
    int y = 9;
    swap(&x, &y);
    m.a = (short)(m.a + x);
    m.c = m.c * 2;
    w.bytes[1] = 200;
    double d = mean(table, 4);
    wide = shift(wide, 33);
    long long local = shift(-wide, 2);
    int s = many(1, 2, 3, 4, x, y, 60, 200, 1, -30);
    for (int i = 0; i < 9; i++) {
        s += choose(i);
    }
    int t = (int)d + r.x + r.y + m.a + (int)w.whole;
    return t + s + (int)local == 0;
}
";

/// Recursion, values that are kept during calls, spilled ones, early exits, variables of the same name.
const CALLS: &str = "
static int depth;
static int memo[20];

static int fib(int n)
{
    int less;
    int least;
    if (n < 2) {
        return n;
    }
    if (memo[n]) {
        return memo[n];
    }
    less = fib(n - 1);
    least = fib(n - 2);
    int all = less + least;
    memo[n] = all;
    return all;
}

static double power(double x, int n)
{
    if (n == 0) {
        return 1;
    }
    double half = power(x, n / 2);
    double whole = half * half;
    if (n & 1) {
        whole = whole * x;
    }
    return whole;
}

static int one(int n) { return n + 1; }

static int work(int a, int b)
{
    int c = a * 3, d = b * 5, e = a - b, f = a ^ b, g = a | b, h = a & b, i = a + b;
    int j = c + d, k = e + f, l = g + h, m = i * j, n = k - l;
    double u = a * 0.5, v = b * 0.25, w = u + v;
    int first = one(c);
    int second = one(d) + first;
    if (second > 3) {
        int a = second * 2;
        c += a;
    } else {
        int a = second - 2;
        d += a;
    }
    w = w + power(u, 3);
    v = v - w;
    return c + d + e + f + g + h + i + j + k + l + m + n + (int)(u + v + w);
}

static int early(const int *p, int n)
{
    if (!p) {
        return -1;
    }
    int local = 0;
    for (int i = 0; i < n; i++) {
        int got = one(p[i]);
        if (got > 100) {
            goto out;
        }
        local += got;
    }
    local *= 2;
out:
    local++;
    return local;
}

int main(void)
{
    int list[5] = { 1, 2, 3, 4, 500 };
    int a = fib(12);
    int b = work(a, 7);
    int c = early(0, 5);
    int d = early(list, 4);
    int e = early(list, 5);
    double f = power(1.5, 9);
    depth = (int)f;
    return a + b + c + d + e == depth;
}
";

/// Paths past a loop's head, and a loop that is unrolled: a call in it would prevent that.
const PASSES: &str = "
static int data[16] = { 5, 3, 9, 1, 7, 2, 8, 8, 6, 4, 0, 11, 12, 10, 14, 13 };

static int turns(void)
{
    int previous = 0, total = 0;
    for (int i = 0; i < 16; i++) {
        previous = total;
        total += data[i];
    }
    int kept = previous;
    int whole = total;
    probe(1);
    return whole;
}

static int toggled(int n)
{
    int flag = 0, sum = 0;
    for (;;) {
        if (flag) {
            int seen = flag;
            sum += 2;
            probe(2);
            flag = 0;
        } else {
            int unseen = flag;
            sum += 1;
            probe(3);
            flag = 1;
        }
        if (--n == 0)
            break;
    }
    probe(4);
    return sum;
}

int main(void)
{
    int all = 0;
    for (int i = 0; i < 20; i++) {
        data[3] = i;
        all += turns();
        all += toggled(5);
        probe(5);
    }
    return all == 1;
}
";

/// A call of `probe` with a different number after each statement. `apart` keeps the calls of functions.
fn probed(text: &str, apart: bool) -> String {
    let mut out = String::from(HEAD);
    let mut in_function = false;
    for (number, line) in text.lines().enumerate() {
        if apart && line.starts_with("static ") && line.ends_with(')') {
            out.push_str("__attribute__((noinline)) ");
        }
        out.push_str(line);
        let words = line.trim();
        in_function = in_function && line != "}" || line == "{";
        let is_statement = words.ends_with(';') && line.starts_with(' ');
        let leaves = ["return", "break", "continue", "goto", "}"].iter().any(|word| words.starts_with(word));
        if in_function && is_statement && !leaves {
            out.push_str(&format!(" probe({number});"));
        }
        out.push('\n');
    }
    out
}

fn compilers() -> Compilers {
    Compilers::new(vec![Arc::new(C::default().with_debug())])
}

/// A variable: its function, the number of the call among those of the same name from the outermost, and its name.
type Key = (String, usize, String);

/// The values of variables.
type Shown = BTreeMap<Key, String>;

/// A variable without a value at a call of `probe`, and the reason.
type Missing = (usize, Key, Fault);

/// The values at each call of `probe`, with the number that it gets; and the variables without a value.
fn followed(text: &str, level: Level) -> (Vec<(u32, Shown)>, Vec<Missing>) {
    let compilers = compilers();
    let options = Options { level, debug: true, ..Options::new(512 * 1024, &compilers) };
    let built = build(&[SourceFile { name: "test.c".into(), text: text.into() }], &library(), &options);
    let errors: Vec<_> = built.diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
    let debug = Debug::of(&built);
    let program = Arc::new(built.program.clone().unwrap_or_else(|| panic!("{errors:#?}")));
    let probe = program.symbol("probe").expect("probe").value;
    let spec = Spec { array: Array::new(1, 1), cycle_limit: 1 << 20, ..Spec::default() };
    let mut machine = Machine::new(spec, program).expect("a machine");
    let (mut all, mut gone): (_, Vec<Missing>) = (Vec::new(), Vec::new());
    let mut arrived = None;
    while machine.step() {
        let node = &machine.state.nodes[0].core.processor;
        let (pc, number) = (node.pc, node.registers.general[4]);
        if pc == probe
            && let Some(shown) = arrived.take()
        {
            // The number is known when the function begins.
            all.push((number, shown));
        }
        let word = machine.peek(0, pc & !3).unwrap_or(0);
        let instr = decode(word);
        if instr.op != Op::Jal || instr.target(pc) != Some(probe) {
            continue;
        }
        let frames = frames(&debug, &machine, 0);
        let mut shown = Shown::new();
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        for frame in frames.iter().rev() {
            let Some(name) = &frame.name else { continue };
            let number = numbers.entry(name).or_default();
            *number += 1;
            let scope = Scope { debug: &debug, machine: &machine, rank: 0, frame: Some(frame) };
            for variable in scope.variables() {
                let key = (name.clone(), *number, variable.name.clone());
                match scope.variable(variable).and_then(|value| scope.text(&value)) {
                    Ok(text) => drop(shown.insert(key, text)),
                    Err(why) => gone.push((all.len(), key, why)),
                }
            }
        }
        arrived = Some(shown);
    }
    assert!(machine.state.nodes[0].core.processor.halted.is_some(), "{:?}", machine.outcome());
    (all, gone)
}

/// True if a value is that of -O0, but for parts that are nowhere, which are `?`. Addresses differ.
fn agrees(value: &str, other: &str) -> bool {
    let parts = |text: &str| text.split([',', '{', '}']).map(str::to_owned).collect::<Vec<_>>();
    let (shown, all) = (parts(value), parts(other));
    let same = |(a, b): (&String, &String)| a == b || a.strip_suffix('?').is_some_and(|name| b.starts_with(name));
    value.contains("0x") || shown.len() == all.len() && shown.iter().zip(&all).all(same)
}

/// Compares the values at a level with those of -O0; the share of the values that are shown, in percent.
fn compared(name: &str, text: &str, level: Level, apart: bool) -> usize {
    compared_as_it_is(name, &probed(text, apart), level)
}

/// As `compared`, for a text that has calls of `probe`.
fn compared_as_it_is(name: &str, text: &str, level: Level) -> usize {
    let (plain, _) = followed(text, Level::O0);
    let (fast, gone) = followed(text, level);
    assert!(plain.len() > 50, "{name}: {}", plain.len());
    let numbers = |all: &[(u32, Shown)]| all.iter().map(|a| a.0).collect::<Vec<_>>();
    assert_eq!(numbers(&plain), numbers(&fast), "{name}: the same way through the program");
    let calls = |shown: &Shown| shown.keys().map(|(name, number, _)| (name.clone(), *number)).collect::<BTreeSet<_>>();
    let (mut same, mut wrong) = (0, Vec::new());
    for (at, ((number, plain), (_, fast))) in plain.iter().zip(&fast).enumerate() {
        assert!(calls(fast).is_subset(&calls(plain)), "{name}: calls at probe {at}");
        for (key, value) in fast {
            let Some(other) = plain.get(key) else { continue };
            if agrees(value, other) {
                same += 1;
            } else {
                let line = text.lines().nth(*number as usize + 2).unwrap_or_default();
                wrong.push(format!("{key:?} is {value}, not {other}, at probe {at}, {line}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{name} at {level:?}: {} wrong values:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(20)].join("\n")
    );
    // A variable that has no value yet was not assigned by -O0 either since its call began.
    for (at, (function, number, variable), _) in gone.iter().filter(|g| matches!(g.2, Fault::Gone(_, Gone::Unset))) {
        let key = (function.clone(), *number, variable.clone());
        let mut since = plain[..=*at].iter().rev().map(|(_, shown)| shown.get(&key)).take_while(Option::is_some);
        let now = since.next().flatten();
        assert!(since.all(|before| before == now), "{name} at {level:?}: {key:?} has a value at probe {at}");
    }
    let gone = gone.len();
    let share = 100 * same / (same + gone).max(1);
    println!("{name} at {level:?}: {same} values, {gone} gone, {share} %");
    share
}

/// Compares at both levels, with calls and with inlined calls; a share of the values is shown.
fn compared_at_all(name: &str, text: &str, least: usize) {
    for level in [Level::O1, Level::O2] {
        assert!(compared(name, text, level, true) > least, "{name} at {level:?}");
        assert!(compared(name, text, level, false) > least, "{name} inlined at {level:?}");
    }
}

#[test]
fn values_in_loops_are_those_of_o0() {
    compared_at_all("loops", LOOPS, 60);
}

#[test]
fn values_of_all_types_are_those_of_o0() {
    compared_at_all("types", TYPES, 50);
}

#[test]
fn values_during_calls_are_those_of_o0() {
    compared_at_all("calls", CALLS, 40);
}

/// Structs and small arrays that become values, with copies of them, in loops and in functions that can be inlined.
const PARTS: &str = "
struct pair { int low, high; };
struct nest { struct pair in[2]; char c; short s; double d; };
static int data[8] = { 5, 3, 9, 1, 7, 2, 8, 6 };

static int width(struct pair p)
{
    int gap = p.high - p.low;
    p.low = gap * 2;
    return gap + p.low;
}

static struct pair swapped(struct pair p)
{
    struct pair q = { p.high, p.low };
    q.low += 1;
    return q;
}

static int range(int n)
{
    struct pair all = { data[0], data[0] };
    for (int i = 1; i < n; i++) {
        struct pair one = { data[i], i };
        if (one.low < all.low) {
            all.low = one.low;
        }
        if (one.low > all.high) {
            all = (struct pair){ all.low, one.low };
        }
        one.high += all.low;
    }
    return all.high * 100 + all.low;
}

static int turned(int n)
{
    int three[3] = { n, n + 1, 7 };
    for (int i = 0; i < 5; i++) {
        int first = three[0];
        three[0] = three[1];
        three[1] = three[2];
        three[2] = first * 3;
    }
    struct nest m = { { { 1, n }, { 2, three[1] } }, n, three[0], n * 0.5 };
    m.c += 1;
    m.d = m.d + m.s;
    m.in[1].high += m.in[0].high;
    struct nest copy = m;
    copy.in[0].low = 9;
    return copy.in[1].high + m.c + (int)copy.d + three[2] + copy.in[0].low;
}

int main(void)
{
    struct pair p = { data[1], data[2] };
    int sum = width(p);
    for (int i = 0; i < 4; i++) {
        p.low = sum * 2;
        p = swapped(p);
        sum += width(p);
        sum += range(5 + i);
        sum += turned(sum & 15);
    }
    return sum == 0;
}
";

/// For each reason, a function whose variable `v` has no value for it at the first call of `probe`.
const REASONS: &str = "
static int data[6] = { 5, 3, 9, 1, 7, 2 };
__attribute__((noinline)) static void use(int *p) { *p += 1; }
__attribute__((noinline)) static int over(int n)
{
    int v = n * 2;
    use(&data[v & 1]);
    probe(n);
    return n;
}
__attribute__((noinline)) static int unset(int n)
{
    int v;
    probe(n);
    v = n * 3;
    return v;
}
__attribute__((noinline)) static int removed(int n)
{
    int v = n * 5;
    probe(n);
    return n;
}
__attribute__((noinline)) static int mixed(int n)
{
    int v;
    if (n & 1) {
        v = n * 3;
        use(&data[v & 3]);
    } else {
        v = n * 7;
        use(&data[v & 1]);
    }
    probe(n);
    return n;
}
int main(void)
{
    return over(3) + unset(4) + removed(5) + mixed(6) == 0;
}
";

#[test]
fn a_missing_value_has_its_true_reason() {
    let text = format!("{HEAD}{REASONS}");
    for level in [Level::O1, Level::O2] {
        let (_, gone) = followed(&text, level);
        let why = |function: &str| {
            let of_v = gone.iter().find(|(_, key, _)| key.0 == function && key.2 == "v");
            of_v.map(|(.., fault)| fault.clone())
                .unwrap_or_else(|| panic!("{function} at {level:?} has its `v`: {gone:?}"))
        };
        for (function, reason) in
            [("over", Gone::Over), ("unset", Gone::Unset), ("removed", Gone::Removed), ("mixed", Gone::Over)]
        {
            assert_eq!(why(function), Fault::Gone("v".into(), reason), "{function} at {level:?}");
        }
    }
}

/// A store in the delay slot of a call hides only the variable that it writes, and only until the call.
#[test]
fn a_store_in_a_delay_slot_is_awaited_by_its_variable_alone() {
    let text = "static void use(int *p, int *q);
int main(void)
{
    int other = 3;
    int kept = 4;
    use(&kept, &other);
    return kept + other;
}
__attribute__((noinline)) static void use(int *p, int *q) { *p += *q; }
";
    let compilers = compilers();
    let options = Options { level: Level::O2, debug: true, ..Options::new(512 * 1024, &compilers) };
    let built = build(&[SourceFile { name: "test.c".into(), text: text.into() }], &library(), &options);
    let debug = Debug::of(&built);
    let program = Arc::new(built.program.clone().expect("a program"));
    let called = program.symbol("use").expect("use").value;
    let spec = Spec { array: Array::new(1, 1), cycle_limit: 1 << 20, ..Spec::default() };
    let mut machine = Machine::new(spec, program).expect("a machine");
    let at_call = |machine: &Machine| {
        let pc = machine.state.nodes[0].core.processor.pc;
        let instr = decode(machine.peek(0, pc & !3).unwrap_or(0));
        instr.op == Op::Jal && instr.target(pc) == Some(called)
    };
    while !at_call(&machine) {
        assert!(machine.step(), "{:?}", machine.outcome());
    }
    let value = |machine: &Machine, name: &str| {
        let frames = frames(&debug, machine, 0);
        let frame = frames.iter().find(|frame| frame.name.as_deref() == Some("main"));
        let scope = Scope { debug: &debug, machine, rank: 0, frame };
        scope.value(name).and_then(|value| scope.text(&value))
    };
    let names = ["kept", "other"];
    let later = |name: &str| Err(Fault::Gone(name.into(), Gone::Later));
    let found = names.map(|name| value(&machine, name));
    let waiting = names.iter().zip(&found).filter(|(name, found)| **found == later(name)).count();
    assert_eq!(waiting, 1, "{found:?}");
    assert!(found.contains(&Ok("3".into())) || found.contains(&Ok("4".into())), "{found:?}");
    machine.step();
    machine.step();
    assert_eq!(names.map(|name| value(&machine, name)), [Ok("4".into()), Ok("3".into())]);
}

#[test]
fn parts_of_structs_and_arrays_are_those_of_o0() {
    compared_at_all("parts", PARTS, 50);
}

#[test]
fn values_on_ways_past_a_head_and_after_turns_done_together_are_those_of_o0() {
    let text = format!("{HEAD}{PASSES}");
    for level in [Level::O1, Level::O2] {
        compared_as_it_is("passes", &text, level);
    }
}

/// C texts below a folder of the repository.
fn texts(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut all: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    all.sort();
    for path in all {
        if path.is_dir() {
            texts(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "c") {
            found.push(path);
        }
    }
}

#[test]
fn code_is_the_same_with_and_without_debug_information() {
    let mut found = Vec::new();
    for folder in ["tests/cases/cc", "tests/golden/c", "tests/samples", "tests/npb", "exercises", "core/lib/c"] {
        texts(&root().join(folder), &mut found);
    }
    let compiler = C::new(Settings { no_library: true, ..Settings::default() }).with_debug();
    let (mut compiled, mut described) = (0, 0);
    let own = [LOOPS, TYPES, CALLS].map(|text| probed(text, true));
    let files = found.iter().map(|path| std::fs::read_to_string(path).expect("a text")).chain(own);
    for (at, text) in files.enumerate() {
        let name = found.get(at).map_or_else(|| "own".to_owned(), |path| path.display().to_string());
        let unit = SourceFile { name: "a.c".into(), text };
        let sources = Sources::of([&unit]);
        for level in [Level::O1, Level::O2] {
            let made = [false, true]
                .map(|debug| compiler.compile(&sources, &CompilerOptions { level, memory_size: 512 * 1024, debug }));
            assert!(made[0].units == made[1].units, "{name} at {level:?}");
            compiled += usize::from(!made[1].units.is_empty());
            described += made[1].debug.len();
        }
    }
    assert!(compiled > 200 && described > 100_000, "{compiled} {described}");
}

#[test]
fn sizes_of_variables_are_those_of_sizeof() {
    let text = "struct point { short x; double y; };
struct point points[3]; double grid[4][6]; char *text; char name[7]; long long wide; _Bool yes; enum { A, B } kind; float f;
extern int elsewhere[];
int main(void) { return elsewhere[0]; }
int elsewhere[5];
";
    let compilers = compilers();
    let options = Options { level: Level::O0, debug: true, ..Options::new(512 * 1024, &compilers) };
    let built = build(&[SourceFile { name: "main.c".into(), text: text.into() }], &library(), &options);
    let debug = Debug::of(&built);
    let unit = &debug.units()[0];
    let mut sizes: Vec<(&str, Option<u64>)> =
        unit.globals.iter().map(|variable| (variable.name.as_str(), unit.size(variable.ty))).collect();
    sizes.sort_unstable();
    let wanted = [
        ("elsewhere", 20),
        ("f", 4),
        ("grid", 192),
        ("kind", 4),
        ("name", 7),
        ("points", 48),
        ("text", 4),
        ("wide", 8),
        ("yes", 1),
    ];
    assert_eq!(sizes, wanted.map(|(name, size)| (name, Some(size))));
}
