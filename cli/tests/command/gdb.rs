//! The judge of debug information is another program: at each statement, gdb reads from the DWARF of `mcore cc -g --emit elf` the
//! values that `mcore run --variables` shows, at each level of optimisation. The program runs in qemu. Without gdb-multiarch and
//! qemu-mipsel nothing is judged.

use crate::common::{file, finish, mcore};
use std::collections::{BTreeMap, BTreeSet};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

/// Everything that a variable can be, in blocks, in arguments of every kind, and in calls within calls.
const TYPES: &str = r#"struct point { short x, y; unsigned low : 3; int high : 7; };
union word { int whole; unsigned char bytes[4]; };
enum colour { RED, GREEN = 5 };
static int count = 3;
double table[4] = { 1.5, -2.25, 1e10, 0 };
struct point corners[2] = { { 1, -2, 7, -5 }, { 300, 400, 0, 63 } };

__attribute__((noinline)) static int work(int n, struct point p, double d, float e, long long wide, _Bool flag)
{
    struct point all[3] = { { 1, 2, 5, -3 }, { 30, -40, 7, 63 }, { 0 } };
    char word[8] = "chip";
    enum colour c = GREEN;
    unsigned char byte = 200;
    _Alignas(32) int far[2] = { 7, 8 };
    union word both = { 0x01020304 };
    int matrix[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    for (int i = 0; i < 2; i++) {
        int n = i * 10;
        static int calls;
        calls += n + 1;
        count++;
    }
    if (n > 1) {
        unsigned long long inside = 1;
        inside <<= 40;
        count += inside >> 39;
    } else {
        int hidden = 1;
        count = hidden;
    }
    count += all[1].x + word[0] + c + byte + far[1] + both.bytes[3] + p.x + (int)d + (int)e + (int)wide + flag;
    return count + matrix[1][n];
}

int main(void)
{
    int outer = 42;
    struct point p = { 9, 8, 1, -1 };
    int result = work(2, p, 2.5, 0.1f, -5000000000LL, 1);
    table[3] = result;
    return outer == result;
}
"#;

/// Recursion, stack space whose size is known only when the program runs, and a sort.
const CALLS: &str = r#"static int data[6] = { 5, 3, 9, 1, 7, 2 };

__attribute__((noinline)) static int fact(int n)
{
    int less;
    if (n < 2)
        return 1;
    less = fact(n - 1);
    return n * less;
}

__attribute__((noinline)) static int sum(int n)
{
    int total = 0;
    int copy[n];
    for (int i = 0; i < n; i++)
        copy[i] = data[i];
    for (int i = 0; i < n; i++)
        total += copy[i];
    return total;
}

__attribute__((noinline)) static void sort(int n)
{
    for (int i = 1; i < n; i++) {
        int key = data[i];
        int j = i;
        while (j > 0 && data[j - 1] > key) {
            data[j] = data[j - 1];
            j--;
        }
        data[j] = key;
    }
}

int main(void)
{
    sort(6);
    int all = sum(6);
    int product = fact(4);
    return all + product == 51;
}
"#;

/// Values of all sizes in registers, of which some are kept during calls.
const REGISTERS: &str = r#"struct node { int value; struct node *next; };
static struct node last = { 7, 0 }, middle = { 5, &last }, first = { 3, &middle };
static double table[4] = { 1.5, -2.25, 1e10, 0.125 };

__attribute__((noinline)) static int count(const struct node *at)
{
    int all = 0;
    while (at) {
        int here = at->value;
        all += here * 2;
        at = at->next;
    }
    return all;
}

__attribute__((noinline)) static double mean(const double *from, int n)
{
    double all = 0;
    float half = 0.5f;
    for (int i = 0; i < n; i++) {
        double one = from[i];
        all += one;
        half = half * 2 + 1;
    }
    return all / n + half;
}

__attribute__((noinline)) static long long shift(long long n, int by)
{
    long long up = n << by;
    unsigned long long down = (unsigned long long)n >> 3;
    long long both = up ^ (long long)down;
    both = both * 3;
    return both - 7;
}

__attribute__((noinline)) static int kept(int a, char b, unsigned char c, short d)
{
    int e = a * 3, f = b + c, g = d - a;
    double x = mean(table, 4);
    e += count(&first);
    f ^= e;
    x = x + mean(table, 2) + g;
    long long wide = shift(e, f & 31);
    wide += g;
    return (int)(wide + e + f + x);
}

int main(void)
{
    int result = kept(1000, 'x', 200, -3);
    return result == 0;
}
"#;

/// Calls that are inlined, also within each other, in a loop, twice in a line, and in a block with variables.
const INLINED: &str = r#"struct pair { int low, high; };
static volatile int sink;
static int data[8] = { 5, 3, 9, 1, 7, 2, 8, 6 };

static inline int scaled(int n, int by)
{
    int product = n * by;
    sink = product;
    return product + 1;
}

static inline int width(struct pair p)
{
    int gap = p.high - p.low;
    sink = gap;
    return gap;
}

static inline int both(int a, int b)
{
    int first = scaled(a, 3);
    sink = first;
    if (b > 2) {
        int second = scaled(b, first);
        sink = second;
        first += second;
    }
    return first;
}

__attribute__((noinline)) static int total(int n)
{
    int all = 0;
    for (int i = 0; i < n; i++) {
        int one = data[i];
        all += both(one, i);
        sink = all;
    }
    return all;
}

int main(void)
{
    struct pair p = { 3, data[2] };
    int sum = scaled(data[1], 2) + scaled(data[0], 5);
    sink = sum;
    sum += width(p);
    sum += total(6);
    sink = sum;
    return sum == 0;
}
"#;

/// Structs and arrays that become values, in loops, in inlined calls, and in parts of all sizes.
const PARTS: &str = r#"struct pair { int low, high; };
struct mixed { signed char tag; unsigned char small; short half; unsigned long long wide; int low : 5, up : 11; struct pair in; };
static volatile int sink;
static int data[8] = { 5, 3, 9, 1, 7, 2, 8, 6 };

static inline int width(struct pair p)
{
    int gap = p.high - p.low;
    sink = gap;
    return gap + p.low;
}

__attribute__((noinline)) static int range(int n)
{
    struct pair all = { data[0], data[0] };
    sink = n;
    for (int i = 1; i < n; i++) {
        int one = data[i];
        if (one < all.low)
            all.low = one;
        sink = one;
        if (one > all.high)
            all.high = one;
        sink = all.high;
    }
    sink = all.low;
    return all.high * 100 + all.low;
}

__attribute__((noinline)) static int parts(int n)
{
    struct mixed m = { -3, 200, -1000, 0, -2, 100, { 7, n } };
    int three[3] = { n, n * 2, 12 };
    sink = m.in.high;
    m.wide = (unsigned long long)n << 33;
    m.in.low += three[1];
    sink = m.in.low;
    three[2] = m.in.low - n;
    m.small = n + three[2];
    sink = m.small;
    sink = m.wide >> 32;
    return m.tag + m.half + three[2] + m.in.low;
}

int main(void)
{
    struct pair p = { data[1], data[2] };
    int sum = width(p);
    sink = sum;
    p.low = sum * 2;
    sum += width(p);
    sink = sum;
    sum += range(8);
    sum += parts(sum);
    sink = sum;
    return sum == 0;
}
"#;

/// Prints, as `mcore run --variables` does, the calls and their variables where each line is reached first.
const SCRIPT: &str = r#"
import gdb, struct

def number(v, size):
    x = float(v)
    for digits in range(1, 18):
        text = '%.*g' % (digits, x)
        if struct.pack('<f' if size == 4 else '<d', float(text)) == struct.pack('<f' if size == 4 else '<d', x):
            break
    x = float(text)
    text = repr(x) if abs(x) < 1e16 else text
    return '%d.0' % x if x == int(x) else text

def escaped(c):
    known = {'\t': '\\t', '\r': '\\r', '\n': '\\n', '"': '\\"', '\\': '\\\\'}
    return known.get(c, c if c.isprintable() else '\\u{%x}' % ord(c))

def show(v):
    t = v.type.strip_typedefs()
    whole = (gdb.TYPE_CODE_ARRAY, gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION)
    if v.is_optimized_out and t.code not in whole:
        return '?'
    if t.code == gdb.TYPE_CODE_ARRAY:
        first, last = t.range()
        of = t.target().strip_typedefs()
        if of.sizeof == 1 and of.code == gdb.TYPE_CODE_INT:
            text = bytes(int(v[i]) & 255 for i in range(first, last + 1)).split(b'\0')[0]
            return '"%s"' % ''.join(escaped(c) for c in text.decode('utf-8', 'replace'))
        return '{%s}' % ', '.join(show(v[i]) for i in range(first, last + 1))
    if t.code in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION):
        return '{%s}' % ', '.join('%s = %s' % (f.name, show(v[f.name])) for f in t.fields())
    if t.code == gdb.TYPE_CODE_PTR:
        return '0x%08x' % int(v)
    if t.code == gdb.TYPE_CODE_ENUM:
        return str(v)
    if t.code == gdb.TYPE_CODE_FLT:
        return number(v, t.sizeof)
    if t.code == gdb.TYPE_CODE_INT and t.sizeof == 1 and 32 <= int(v) & 255 <= 126:
        return "%d '%c'" % (int(v), int(v) & 255)
    return str(int(v))

def variables(frame, block, names):
    while block is not None:
        for symbol in block:
            if (symbol.is_variable or symbol.is_argument) and symbol.name not in names:
                names.append(symbol.name)
                try:
                    value = symbol.value(frame)
                    # qemu hides the upper half of a register of 64 bits from gdb.
                    is_half = symbol.type.strip_typedefs().code == gdb.TYPE_CODE_FLT and symbol.type.sizeof == 8
                    hidden = is_half and value.address is None and not value.is_optimized_out
                    shown = '(half)' if hidden else show(value)
                    print('  %s = %s' % (symbol.name, shown))
                except (gdb.error, RuntimeError, TypeError, ValueError) as why:
                    print('  %s = no value: %s' % (symbol.name, why))
        block = None if block.function or block.is_static or block.is_global else block.superblock

gdb.execute('set confirm off')
gdb.execute('set pagination off')
gdb.execute('set print inferior-events off')
gdb.execute('set architecture mips:isa32r2')
gdb.execute('target remote 127.0.0.1:%d' % PORT)
gdb.execute('set $pc = (unsigned)&main')
gdb.execute('set $ra = 0')
symtab = gdb.lookup_global_symbol('main').symtab
first = {}
for entry in symtab.linetable():
    if entry.line:
        first[entry.line] = min(entry.pc, first.get(entry.line, entry.pc))
stops = {gdb.Breakpoint('*0x%x' % pc).number: (line, pc) for line, pc in first.items()}
left = dict((pc, line) for line, pc in stops.values())
while left:
    here = int(gdb.parse_and_eval('(unsigned)$pc'))
    if here in left:
        print('line %d %d' % (left.pop(here), here))
        frame = gdb.newest_frame()
        depth = 0
        while frame is not None and frame.name() is not None:
            print('#%d %s' % (depth, frame.name()))
            if depth == 0:
                frame.select()
            variables(frame, frame.block(), [])
            if frame.name() == 'main':
                break
            frame, depth = frame.older(), depth + 1
        print('global')
        for block in (symtab.static_block(), symtab.global_block()):
            variables(gdb.newest_frame(), block, [])
    if not left or here == 0:
        break
    try:
        gdb.execute('continue', to_string=True)
    except gdb.error as why:
        print('end: %s' % why)
        break
gdb.execute('kill')
"#;

/// The values of variables by line, then by the name of a call (`#0 work`, `global`) and the variable.
type Shown = BTreeMap<(String, String), String>;

/// The program in qemu; it is ended when the test ends or fails.
struct Qemu(Child);

impl Drop for Qemu {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A program: the file that a variable of the environment names, else one on the path.
fn program(variable: &str, name: &str) -> String {
    std::env::var(variable).unwrap_or_else(|_| name.to_owned())
}

fn has(program: &str) -> bool {
    Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

/// The values that gdb shows where each line is reached first, by line and address; `None` if a program is missing.
fn of_gdb(path: &str, level: &str) -> Option<BTreeMap<(u32, u32), Shown>> {
    let (gdb, qemu) = (program("MCORE_GDB", "gdb-multiarch"), program("MCORE_QEMU", "qemu-mipsel"));
    if !has(&gdb) || !has(&qemu) {
        let message = "gdb-multiarch or qemu-mipsel is not installed (packages gdb-multiarch, qemu-user)";
        assert!(std::env::var_os("CI").is_none(), "{message}; `cargo xtask test` installs them");
        eprintln!("{message}: nothing is judged");
        return None;
    }
    let (elf, script) = (format!("{path}{level}.elf"), format!("{path}{level}.py"));
    let made = mcore(&format!("cc -g {level} --emit elf -o {elf} {path}"));
    assert_eq!(made.status, 0, "{made:?}");
    // qemu starts only what is executable.
    let run = Command::new("chmod").args(["+x", &elf]).status().expect("chmod starts");
    assert!(run.success());
    let port = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("its number").port();
    std::fs::write(&script, format!("PORT = {port}\n{SCRIPT}")).expect("a file");
    let port = port.to_string();
    let _qemu = Qemu(Command::new(&qemu).args(["-cpu", "24Kf", "-g", &port, &elf]).spawn().expect("qemu starts"));
    let out = Command::new("timeout").args(["120", &gdb, "-batch", "-nx", &elf, "-x", &script]).output();
    let out = out.expect("gdb starts");
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let mut lines: BTreeMap<(u32, u32), Shown> = BTreeMap::new();
    let (mut line, mut call) = ((0, 0), String::new());
    for row in text.lines() {
        if let Some(number) = row.strip_prefix("line ") {
            let (number, pc) = number.split_once(' ').expect("a line and an address");
            line = (number.parse().expect("a line"), pc.parse().expect("an address"));
            lines.insert(line, Shown::new());
        } else if let Some((name, value)) = row.strip_prefix("  ").and_then(|row| row.split_once(" = ")) {
            let all = lines.get_mut(&line).expect("a line before it");
            all.insert((call.clone(), name.to_owned()), value.to_owned());
        } else {
            call = row.to_owned();
        }
    }
    assert!(!lines.is_empty(), "{text}\n{}", String::from_utf8_lossy(&out.stderr));
    Some(lines)
}

/// The values that the command shows there, and the names of all variables, with those that have no value there.
fn of_mcore(path: &str, level: &str, pc: u32) -> (Shown, BTreeSet<(String, String)>) {
    let ran = mcore(&format!("run --nodes 1x1 {level} --break 0x{pc:x} --variables 1,1 {path}"));
    assert_eq!(ran.status, 0, "{ran:?}");
    let (mut shown, mut names, mut call) = (Shown::new(), BTreeSet::new(), String::new());
    for row in ran.out.lines() {
        if let Some(head) = row.strip_prefix("(1,1) ") {
            let words: Vec<&str> = head.split(' ').collect();
            call = if words[0].starts_with('#') { words[..2].join(" ") } else { "global".to_owned() };
        } else if let Some(row) = row.strip_prefix("  ") {
            let name = row.split([' ', ':']).next().unwrap_or_default().trim_matches('`');
            names.insert((call.clone(), name.to_owned()));
            if let Some((value, _type)) = row.split_once(" = ").and_then(|(_, value)| value.rsplit_once(" (")) {
                shown.insert((call.clone(), name.to_owned()), value.to_owned());
            }
        }
    }
    (shown, names)
}

/// Compares all lines at a level; the number of values.
fn judge(name: &str, program: &str, level: &str) -> Option<usize> {
    let path = file(name, program);
    let judged = of_gdb(&path, level)?;
    let with_code = program.lines().filter(|line| line.trim_end().ends_with(';') && line.starts_with(' ')).count();
    let least = if level == "-O0" { with_code * 3 / 4 } else { with_code / 3 };
    assert!(judged.len() >= least, "gdb knows too few lines: {:?}", judged.keys());
    let mut count = 0;
    for ((line, pc), by_gdb) in &judged {
        let (shown, names) = of_mcore(&path, level, *pc);
        let text = program.lines().nth(*line as usize - 1).unwrap_or_default();
        let at = || format!("{name} {level}:{line}: {text} (0x{pc:x})");
        for ((call, variable), value) in &shown {
            let other = by_gdb.get(&(call.clone(), variable.clone()));
            if other.is_some_and(|other| other == "(half)") {
                continue;
            }
            assert_eq!(other, Some(value), "{variable} of {call} at {}: gdb, mcore", at());
            count += 1;
        }
        let known: BTreeSet<_> = by_gdb.keys().cloned().collect();
        assert_eq!(known, names, "the variables that are visible at {}: gdb, mcore", at());
    }
    println!("{name} {level}: {count} values at {} lines", judged.len());
    Some(count)
}

#[test]
fn gdb_shows_the_values_of_all_types_at_each_statement() {
    for (level, least) in [("-O0", 300), ("-O1", 200), ("-O2", 200)] {
        if let Some(values) = judge("gdb-types.c", TYPES, level) {
            assert!(values > least, "{level}: {values}");
        }
    }
}

#[test]
fn gdb_shows_the_variables_of_calls_within_calls() {
    for (level, least) in [("-O0", 100), ("-O1", 60), ("-O2", 60)] {
        if let Some(values) = judge("gdb-calls.c", CALLS, level) {
            assert!(values > least, "{level}: {values}");
        }
    }
}

#[test]
fn gdb_finds_values_in_registers() {
    for (level, least) in [("-O0", 100), ("-O1", 60), ("-O2", 60)] {
        if let Some(values) = judge("gdb-registers.c", REGISTERS, level) {
            assert!(values > least, "{level}: {values}");
        }
    }
}

#[test]
fn gdb_shows_inlined_calls_with_their_variables() {
    for (level, least) in [("-O0", 60), ("-O1", 40), ("-O2", 60)] {
        if let Some(values) = judge("gdb-inlined.c", INLINED, level) {
            assert!(values > least, "{level}: {values}");
        }
    }
    // At -O2 the calls are inlined: each has a frame, and the name of none is a function of the program.
    let path = file("gdb-inlined-calls.c", INLINED);
    let ran = mcore(&format!("run --nodes 1x1 -O2 --break gdb-inlined-calls.c:8 --variables 1,1 {path}"));
    let heads: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("(1,1) #")).collect();
    let [first, second, ..] = heads[..] else { panic!("{ran:?}") };
    assert!(first.starts_with("(1,1) #0 scaled (") && first.ends_with(":8), inlined"), "{ran:?}");
    assert!(second.starts_with("(1,1) #1 main (") && second.ends_with(":45)"), "{ran:?}");
}

#[test]
fn gdb_shows_the_parts_of_structs_and_arrays_that_became_values() {
    for (level, least) in [("-O0", 100), ("-O1", 60), ("-O2", 60)] {
        if let Some(values) = judge("gdb-parts.c", PARTS, level) {
            assert!(values > least, "{level}: {values}");
        }
    }
    let path = file("gdb-parts-shown.c", PARTS);
    let ran = mcore(&format!(
        "run --nodes 1x1 -O2 --break gdb-parts-shown.c:26 --variables 1,1 --print all.low --print all {path}"
    ));
    assert!(ran.out.contains("(1,1) all.low = 1\n") && ran.out.contains("(1,1) all = {low = 1, high = 9}"), "{ran:?}");
}

/// A loop whose inner loop takes instructions of others into slots of its branches.
const SLOTS: &str = r#"#include <stdio.h>
static int data[8];
__attribute__((noinline)) void use(int *p, int n)
{
    p[0] += n;
}
int main(void)
{
    int n = 0;
    use(&n, 2);
    for (int turn = 0; turn < 3; turn++) {
        for (volatile int i = 0; i < n; i++)
            ;
        use(data, n);
    }
    printf("%d\n", n);
    return 0;
}
"#;

/// The first instruction of line 14 is a copy in the slot of a branch that is not taken, and the store that begins the next iteration
/// is in the slot of another one.
#[test]
fn instructions_in_slots_of_branches_hide_neither_lines_nor_values() {
    let path = file("slots.c", SLOTS);
    for level in ["-O0", "-O1", "-O2"] {
        let ran = mcore(&format!("run --nodes 1x1 {level} --break slots.c:14 --print n --print turn {path}"));
        assert!(ran.out.starts_with("cycle ") && ran.out.contains("--break slots.c:14"), "{level}: {ran:?}");
        assert!(ran.out.contains("(1,1) n = 2\n"), "{level}: {ran:?}");
    }
}

#[test]
fn readers_of_dwarf_find_no_fault() {
    for (name, text) in [("gdb-readelf.c", TYPES), ("gdb-readelf-inlined.c", INLINED), ("gdb-readelf-parts.c", PARTS)] {
        readers_find_no_fault(&file(name, text));
    }
}

fn readers_find_no_fault(path: &str) {
    for level in ["-O0", "-O1", "-O2"] {
        let elf = format!("{path}{level}.elf");
        let made = mcore(&format!("cc -g {level} --emit elf -o {elf} {path}"));
        assert_eq!(made.status, 0, "{made:?}");
        // The described file is the same program.
        let [described, plain] = [elf.as_str(), path].map(|file| mcore(&format!("run --nodes 1x1 {level} {file}")));
        assert_eq!((described.status, &described.out), (plain.status, &plain.out));
        if !has("readelf") {
            eprintln!("readelf is not installed: the sections are not read");
            continue;
        }
        for sections in ["info", "decodedline", "frames", "Ranges", "abbrev"] {
            let read = finish(Command::new("readelf").arg(format!("--debug-dump={sections}")).arg(&elf));
            assert!(read.status == 0 && !read.out.is_empty(), "{sections}: {read:?}");
            assert!(!read.err.to_lowercase().contains("warning"), "{sections}: {}", read.err);
        }
    }
}

#[test]
fn without_g_a_file_has_no_debug_information() {
    let path = file("gdb-without.c", CALLS);
    let sizes = ["", "-g"].map(|option| {
        let elf = format!("{path}{option}.elf");
        let made = mcore(&format!("cc {option} --emit elf -o {elf} {path}"));
        assert_eq!(made.status, 0, "{made:?}");
        std::fs::read(&elf).expect("a file")
    });
    let has = |bytes: &[u8]| bytes.windows(11).any(|name| name == b".debug_info");
    assert_eq!(sizes.map(|bytes| has(&bytes)), [false, true]);
}
