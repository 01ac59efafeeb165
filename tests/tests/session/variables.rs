//! Variables of C in frames, conditions and watched expressions in C: forwards and backwards, on any node.

use mcore::base::NodeId;
use mcore::modes::chip::session::{
    Command, Level, MachineOptions, StopAt, StopSpec, StopView, Update, Watch, WatchHow,
};
use mcore::modes::chip::view::{OpenValue, VariableRow, VariablesQuery, VariablesView};
use mcore_tests::Driver;

const TEXT: &str = "#include <mclib.h>

struct point { int x, y; };
struct list { struct list *next; int value; };

static int grid[20][12];
double halves[3] = {0.5, 1.5, 2.5};
char name[8] = \"chip\";
unsigned same[100];
struct point corner = {3, -4};
struct point many[40];
struct list last = {0, 7}, first = {&last, 5};
static int (*work)(int);
static int rank_of;
static int spare = 6;

static int twice(int n)
{
    int twice = n + n;
    return twice;
}

static int fact(int n, int *count)
{
    *count = *count + 1;
    if (n < 2)
        return 1;
    return n * fact(n - 1, count);
}

int main(void)
{
    int calls = 0;
    rank_of = mc_rank();
    work = twice;
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 12; j++)
            grid[i][j] = 100 * i + j;
    many[33].y = 9;
    int result = fact(8, &calls) + work(rank_of);
    return result == 0;
}
";

/// The line with this text.
fn line(text: &str) -> u32 {
    TEXT.lines().position(|line| line.contains(text)).map(|at| at as u32 + 1).expect(text)
}

fn driver(level: Level) -> Driver {
    driver_of(level, TEXT)
}

fn driver_of(level: Level, text: &str) -> Driver {
    let mut d = Driver::with_c();
    d.must(Command::SetMachine(MachineOptions { width: 2, height: 2, level, ..MachineOptions::default() }));
    d.assemble("main.c", text);
    d
}

fn watch(d: &mut Driver, node: NodeId, query: VariablesQuery) {
    d.must(Command::Watch(Watch { node: Some(node), variables: Some(query), ..Watch::default() }));
}

fn stop(id: u32, text: &str, condition: &str) -> StopSpec {
    let at = StopAt::Line { file: "main.c".into(), line: line(text) };
    StopSpec { id, at, nodes: Vec::new(), condition: condition.into() }
}

fn run(d: &mut Driver) {
    d.must(Command::Run { until: None, pace: None });
    d.finish();
}

fn view(d: &Driver) -> &VariablesView {
    d.frame.variables.as_ref().expect("variables")
}

fn row<'d>(d: &'d Driver, expression: &str) -> &'d VariableRow {
    let found = view(d).rows.iter().find(|row| row.expression == expression);
    found.unwrap_or_else(|| panic!("{expression}: {:#?}", view(d).rows))
}

fn value(d: &Driver, expression: &str) -> String {
    row(d, expression).value.clone()
}

fn open(global: bool, expression: &str) -> OpenValue {
    OpenValue { global, expression: expression.into(), ..OpenValue::default() }
}

fn stop_views(d: &Driver) -> Vec<StopView> {
    d.updates
        .iter()
        .rev()
        .find_map(|u| if let Update::Stops(all) = u { Some(all.clone()) } else { None })
        .expect("stops")
}

const FIRST: NodeId = NodeId::new(1, 1);
const LAST: NodeId = NodeId::new(2, 2);

#[test]
fn variables_of_the_nearest_function_with_types_and_values_on_any_node() {
    let mut d = driver(Level::O0);
    watch(&mut d, FIRST, VariablesQuery::default());
    d.must(Command::SetStops(vec![stop(1, "many[33].y = 9", "")]));
    run(&mut d);
    let rows = view(&d).rows.iter().map(|row| (row.name.as_str(), row.global)).collect::<Vec<_>>();
    assert_eq!((rows[0], rows[1].1), (("calls", false), true), "variables declared further down are not visible yet");
    assert!(rows.contains(&("grid", true)), "{rows:?}");
    assert_eq!((value(&d, "calls"), row(&d, "calls").ty.clone()), ("0".into(), "int".into()));
    assert_eq!(value(&d, "halves"), "{0.5, 1.5, 2.5}");
    assert_eq!(value(&d, "name"), "\"chip\"");
    assert_eq!(value(&d, "same"), "{0 × 100}");
    assert_eq!(value(&d, "corner"), "{x = 3, y = -4}");
    assert_eq!(value(&d, "work"), "twice");
    assert_eq!(row(&d, "grid").ty, "int [20][12]");
    assert_eq!(value(&d, "rank_of"), "0");
    // Another node in this cycle.
    watch(&mut d, LAST, VariablesQuery::default());
    assert_eq!(value(&d, "rank_of"), "3");
    // Backwards nothing has been written yet.
    d.must(Command::Seek(0));
    d.finish();
    assert_eq!((value(&d, "rank_of"), value(&d, "work")), ("0".into(), "NULL".into()));
}

#[test]
fn structs_arrays_and_pointers_open() {
    let mut d = driver(Level::O0);
    d.must(Command::SetStops(vec![stop(1, "int result = fact", "")]));
    run(&mut d);
    let grid = OpenValue { row: 17, column: 9, ..open(true, "grid") };
    let opened = vec![
        open(true, "corner"),
        open(true, "first"),
        open(true, "first.next"),
        open(true, "*first.next"),
        grid,
        open(true, "same"),
        OpenValue { row: 35, ..open(true, "many") },
    ];
    watch(&mut d, FIRST, VariablesQuery { call: None, open: opened });
    assert_eq!((value(&d, "corner.x"), value(&d, "corner.y")), ("3".into(), "-4".into()));
    assert_eq!(row(&d, "corner.y").depth, 1);
    assert_eq!(value(&d, "first.next"), "&last");
    assert_eq!(value(&d, "*first.next"), "{next = 0x00000000, value = 7}");
    assert_eq!((value(&d, "(*first.next).value"), row(&d, "(*first.next).value").depth), ("7".into(), 3));
    assert!(!row(&d, "(*first.next).next").opens, "NULL points to nothing");
    // The grid does not go beyond the array.
    let grid = row(&d, "grid").grid.clone().expect("a grid");
    assert_eq!((grid.two, grid.rows, grid.columns, grid.width), (true, (12, 20), (9, 12), 3));
    assert_eq!(grid.cells[5], ["1709", "1710", "1711"]);
    assert_eq!(grid.words[5], [1709, 1710, 1711]);
    let at = row(&d, "grid").at.expect("an address").0;
    assert_eq!(grid.at, (at + 4 * (12 * 12 + 9), 48, 4));
    let same = row(&d, "same").grid.clone().expect("a grid");
    assert_eq!((same.two, same.rows, same.width, same.cells.len()), (false, (0, 13), 8, 8));
    // Arrays of structs show some elements at a time.
    assert_eq!(row(&d, "many").part, Some((32, 40)));
    assert_eq!(value(&d, "many[33]"), "{x = 0, y = 9}");
    assert!(view(&d).rows.iter().all(|row| row.expression != "many[31]"));
    // Nothing opens that is not there.
    watch(&mut d, FIRST, VariablesQuery { call: None, open: vec![open(true, "nothing"), open(false, "grid")] });
    assert!(view(&d).rows.iter().all(|row| !row.open));
}

#[test]
fn the_call_stack_counts_recursion_and_a_chosen_call_shows_its_variables() {
    let mut d = driver(Level::O0);
    watch(&mut d, FIRST, VariablesQuery::default());
    d.must(Command::SetStops(vec![stop(1, "return 1;", "")]));
    run(&mut d);
    let calls = &view(&d).calls;
    let shown = calls.iter().map(|c| (c.function.as_str(), c.index, c.more)).collect::<Vec<_>>();
    assert_eq!(shown, [("fact", 0, 0), ("fact", 1, 0), ("fact", 2, 4), ("fact", 7, 0), ("main", 8, 0)]);
    assert_eq!(
        calls[0].arguments,
        [("n".to_owned(), Some("1".to_owned())), ("count".to_owned(), Some("&calls in main".to_owned()))]
    );
    assert_eq!(calls[4].place.as_ref().map(|p| p.line), Some(line("int result = fact")));
    assert_eq!((value(&d, "n"), value(&d, "count")), ("1".into(), "&calls in main → 8".into()));
    let cycle = d.frame.cycle;
    watch(&mut d, FIRST, VariablesQuery { call: Some((FIRST, cycle, 3)), open: Vec::new() });
    assert_eq!((view(&d).call, value(&d, "n")), (3, "4".into()));
    assert!(view(&d).calls.iter().any(|c| c.index == 3), "the chosen call is listed");
    watch(&mut d, FIRST, VariablesQuery { call: Some((FIRST, cycle, 8)), open: Vec::new() });
    assert_eq!(value(&d, "calls"), "8");
    // Elsewhere the choice does not count.
    d.must(Command::Back(1));
    assert_eq!(view(&d).call, 0);
    let cycle = d.frame.cycle;
    watch(&mut d, FIRST, VariablesQuery { call: Some((FIRST, cycle, 99)), open: Vec::new() });
    assert_eq!(view(&d).call, 0);
}

#[test]
fn in_the_library_the_variables_are_those_of_the_callers() {
    let mut d = driver(Level::O0);
    watch(&mut d, FIRST, VariablesQuery::default());
    d.must(Command::SetStops(vec![StopSpec { at: StopAt::Label("mc_rank".into()), ..stop(1, "calls = 0", "") }]));
    run(&mut d);
    let calls = view(&d).calls.iter().map(|c| (c.function.as_str(), c.own, c.known)).collect::<Vec<_>>();
    assert_eq!(calls, [("mc_rank", false, false), ("main", true, true)]);
    assert_eq!((view(&d).call, value(&d, "calls")), (1, "0".into()));
}

/// A program whose variables are in registers.
const REGISTERS: &str = "#include <mclib.h>

static volatile int sink;

__attribute__((noinline)) static int next(int n)
{
    sink = n;
    return n + 1;
}

int main(void)
{
    int spent = mc_rank() + 2;
    sink = spent;
    int now = next(spent * 3);
    int later;
    sink = now;
    later = next(now);
    sink = later;
    return 0;
}
";

fn stop_in_registers(text: &str, condition: &str) -> StopSpec {
    let line = REGISTERS.lines().position(|line| line.contains(text)).map(|at| at as u32 + 1).expect(text);
    let at = StopAt::Line { file: "main.c".into(), line };
    StopSpec { id: 1, at, nodes: vec![LAST], condition: condition.into() }
}

#[test]
fn values_that_are_gone_say_why_and_globals_stay() {
    let mut d = driver(Level::O2);
    watch(&mut d, FIRST, VariablesQuery::default());
    d.must(Command::SetStops(vec![stop(1, "many[33].y = 9", "")]));
    run(&mut d);
    let unused = row(&d, "spare").why.clone().expect("a reason");
    assert!(unused.en.contains("`spare` is never used") && unused.ja.contains("使われない"), "{unused:?}");
    d.must(Command::Seek(d.frame.end));
    d.finish();
    let grid = open(true, "grid");
    watch(&mut d, FIRST, VariablesQuery { call: None, open: vec![grid] });
    assert_eq!(row(&d, "grid").grid.as_ref().map(|g| g.cells[1][2].clone()), Some("102".into()));
}

#[test]
fn values_in_registers_are_shown_and_those_that_are_gone_say_why() {
    for level in [Level::O1, Level::O2] {
        let mut d = driver_of(level, REGISTERS);
        watch(&mut d, LAST, VariablesQuery::default());
        d.must(Command::SetStops(vec![stop_in_registers("sink = now", "now == 16")]));
        assert_eq!(stop_views(&d)[0].error, None);
        run(&mut d);
        assert_eq!((value(&d, "now"), row(&d, "now").ty.clone()), ("16".into(), "int".into()), "{level:?}");
        let why = |name: &str| row(&d, name).why.clone().expect("a reason");
        let (spent, later) = (why("spent"), why("later"));
        assert!(spent.en.contains("not needed any more") && spent.ja.contains("使われない"), "{spent:?}");
        assert!(later.en.contains("no value yet") && later.ja.contains("まだ値がありません"), "{later:?}");
        assert_eq!((row(&d, "spent").value.as_str(), row(&d, "spent").opens), ("", false));
        // In the function that is called, the value of the caller is in a register that calls keep, or in its frame.
        d.must(Command::SetStops(vec![stop_in_registers("sink = n;", "n == 16")]));
        run(&mut d);
        assert_eq!(value(&d, "n"), "16", "{level:?}");
        let cycle = d.frame.cycle;
        watch(&mut d, LAST, VariablesQuery { call: Some((LAST, cycle, 1)), open: Vec::new() });
        assert_eq!(row(&d, "later").value, "", "{level:?}");
        // A condition that can never hold is refused.
        d.must(Command::SetStops(vec![stop_in_registers("sink = now", "spent == 5")]));
        let (_, text) = stop_views(&d)[0].error.clone().expect("it can never stop");
        assert!(text.en.contains("not needed any more"), "{text:?}");
    }
}

/// Calls that are inlined at -O2.
const INLINED: &str = "static volatile int sink;

static int scaled(int n, int by)
{
    int product = n * by;
    sink = product;
    sink = n;
    return product + 1;
}

static int twice(int n)
{
    int half = scaled(n, 5);
    sink = half;
    half += scaled(half, 7);
    sink = half;
    return half;
}

int main(void)
{
    int sum = sink + 2;
    for (int i = 0; i < 4; i++)
        sum += twice(i + sum);
    sink = sum;
    return 0;
}
";

#[test]
fn the_start_of_a_program_with_arguments_is_shown_as_that_of_one_without() {
    let starts = |parameters: &str| {
        let mut d = driver_of(Level::O0, &format!("int main({parameters}) {{ return 0; }}\n"));
        watch(&mut d, FIRST, VariablesQuery::default());
        d.must(Command::Seek(0));
        let node = d.frame.node.as_ref().expect("a node is selected");
        let outer: Vec<_> = node.calls.iter().map(|c| (c.function.clone(), c.place.clone())).collect();
        let listed: Vec<_> = view(&d).calls.iter().map(|c| (c.function.clone(), c.place.clone())).collect();
        (outer, listed)
    };
    let (outer, listed) = starts("int argc, char **argv");
    assert_eq!((&outer, &listed), (&vec![(String::new(), None)], &vec![(String::new(), None)]));
    assert_eq!((outer, listed), starts("void"));
}

#[test]
fn inlined_calls_are_in_the_call_stack_with_their_variables() {
    let at = |line| StopAt::Line { file: "main.c".into(), line };
    for level in [Level::O0, Level::O2] {
        let mut d = driver_of(level, INLINED);
        watch(&mut d, FIRST, VariablesQuery::default());
        let second = StopSpec { id: 1, at: at(7), nodes: vec![FIRST], condition: "product == 3227 && by == 7".into() };
        d.must(Command::SetStops(vec![second]));
        assert_eq!(stop_views(&d)[0].error, None);
        run(&mut d);
        let calls = &view(&d).calls;
        let shown: Vec<_> = calls.iter().map(|c| (c.function.as_str(), c.inlined, c.known)).collect();
        let is_inlined = level == Level::O2;
        assert_eq!(shown, [("scaled", is_inlined, true), ("twice", is_inlined, true), ("main", false, true)]);
        let lines: Vec<_> = calls.iter().map(|c| c.place.as_ref().map(|p| p.line)).collect();
        assert_eq!(lines, [Some(7), Some(15), Some(24)], "{level:?}");
        assert_eq!(calls[0].arguments.get(1), Some(&("by".to_owned(), Some("7".to_owned()))));
        assert_eq!((view(&d).call, value(&d, "product")), (0, "3227".into()), "{level:?}");
        let cycle = d.frame.cycle;
        watch(&mut d, FIRST, VariablesQuery { call: Some((FIRST, cycle, 1)), open: Vec::new() });
        assert_eq!((view(&d).call, value(&d, "half")), (1, "461".into()), "{level:?}");
        assert!(view(&d).rows.iter().all(|row| row.expression != "product" && row.expression != "sum"));
        watch(&mut d, FIRST, VariablesQuery { call: Some((FIRST, cycle, 2)), open: Vec::new() });
        assert_eq!((value(&d, "i"), view(&d).rows.len()), ("1".into(), 3), "{level:?}");
        // Each call begins without values: those of the iteration before are not shown.
        d.must(Command::SetStops(vec![StopSpec { id: 2, at: at(5), nodes: vec![FIRST], condition: "n == 92".into() }]));
        d.must(Command::Seek(0));
        run(&mut d);
        watch(&mut d, FIRST, VariablesQuery::default());
        let product = row(&d, "product");
        assert!(level == Level::O0 || product.why.as_ref().is_some_and(|why| why.en.contains("no value yet")));
    }
}

#[test]
fn a_program_without_c_has_no_variables() {
    let mut d = Driver::default();
    d.assemble("a.s", "main: b main\n nop\n");
    watch(&mut d, FIRST, VariablesQuery::default());
    assert_eq!(d.frame.variables, None);
    let mut d = driver(Level::O1);
    watch(&mut d, NodeId::new(0, 0), VariablesQuery::default());
    assert_eq!(d.frame.variables, None, "the memory node runs no program");
}

#[test]
fn conditions_in_c_stop_in_both_directions() {
    let mut d = driver(Level::O0);
    watch(&mut d, LAST, VariablesQuery::default());
    d.must(Command::SetStops(vec![stop(1, "grid[i][j] =", "i == 11 && j > 4 && rank == 3")]));
    assert_eq!(stop_views(&d)[0].error, None);
    run(&mut d);
    let cycle = d.frame.cycle;
    assert_eq!((value(&d, "i"), value(&d, "j"), value(&d, "rank_of")), ("11".into(), "5".into(), "3".into()));
    let reason = d
        .updates
        .iter()
        .rev()
        .find_map(|u| if let Update::Stopped { reasons, .. } = u { reasons.first() } else { None });
    let reason = reason.expect("a reason");
    assert_eq!(reason.node, Some(LAST));
    assert!(reason.text.en.contains("i == 11 && j > 4 && rank == 3"), "{reason:?}");
    run(&mut d);
    assert_eq!(value(&d, "j"), "6");
    d.must(Command::RunBack);
    d.finish();
    assert_eq!((d.frame.cycle, value(&d, "j")), (cycle, "5".into()));
    d.must(Command::RunBack);
    d.finish();
    assert_eq!(d.frame.cycle, 0);
    // A comparison of a word is still one.
    d.must(Command::SetStops(vec![stop(1, "many[33].y = 9", "$sp > 0")]));
    run(&mut d);
    assert_eq!(row(&d, "calls").why, None);
}

#[test]
fn errors_in_conditions_have_their_place() {
    let mut d = driver(Level::O0);
    for (condition, at, part) in [
        ("i == ", 5, "C expression"),
        ("k == 3", 0, "`k`"),
        ("corner.z == 3", 0, "`z`"),
        ("corner == 3", 0, "types"),
        ("$q == 3", 0, "register"),
    ] {
        d.must(Command::SetStops(vec![stop(1, "grid[i][j] =", condition)]));
        let (place, text) = stop_views(&d)[0].error.clone().unwrap_or_else(|| panic!("{condition}"));
        assert_eq!(place, at, "{condition}");
        assert!(text.en.contains(part) && !text.ja.is_empty(), "{condition}: {text:?}");
    }
    // It depends on the values whether these have one.
    for condition in ["1 / i", "*work == 3 || i", "((int *)0x7fffffff)[i]"] {
        d.must(Command::SetStops(vec![stop(1, "grid[i][j] =", condition)]));
        assert!(stop_views(&d)[0].error.is_none() || condition.starts_with('*'), "{condition}");
    }
}

#[test]
fn an_expression_of_c_has_a_value_for_each_rank() {
    let mut d = driver(Level::O0);
    let texts = ["rank_of * 10", "halves[1]", "i", "name", "&grid[1][3]", "nothing + 1", "i +", "$sp", "line", "(i"];
    let expressions = texts.map(str::to_owned).to_vec();
    d.must(Command::Watch(Watch { expressions, ..Watch::default() }));
    d.must(Command::SetStops(vec![StopSpec { nodes: vec![FIRST], ..stop(1, "grid[i][j] =", "i == 2") }]));
    run(&mut d);
    let rows = d.frame.watched.clone();
    assert_eq!(rows[0].texts, ["0", "10", "20", "30"]);
    assert_eq!(rows[0].values, [0, 10, 20, 30]);
    assert_eq!(rows[1].texts, ["1.5"; 4]);
    assert_eq!(rows[2].known, [1; 4]);
    assert_eq!(rows[2].texts[0], "2");
    assert_eq!(rows[3].texts[3], "\"chip\"");
    assert_eq!(rows[4].texts[0], "&grid[1][3] → 103");
    assert!(rows[5].error.as_ref().is_some_and(|(_, why)| why.en.contains("`nothing`")), "{:?}", rows[5]);
    assert_eq!(rows[6].error.as_ref().map(|(at, _)| *at), Some(3));
    assert!(rows[7].texts.is_empty() && rows[7].known == [1; 4], "registers are read as before");
    assert_eq!(rows[8].file.as_deref(), Some("main.c"));
    // Out of scope it has no value, and says why.
    d.must(Command::Seek(0));
    d.finish();
    let row = &d.frame.watched[2];
    assert_eq!((row.error.clone(), row.known.as_slice()), (None, &[0; 4][..]));
    assert!(row.why.as_ref().is_some_and(|why| why.en.contains("`i`")), "{row:?}");
}

#[test]
fn a_condition_of_a_watchpoint_is_read_in_the_functions_that_know_its_names() {
    let mut d = driver(Level::O0);
    let watch = |condition: &str| {
        let at = StopAt::Watch { place: "grid".into(), words: 1, how: WatchHow::Write };
        StopSpec { id: 1, at, nodes: Vec::new(), condition: condition.into() }
    };
    for condition in ["i == 3", "i == 3 && j > 4", "rank == 2", "calls > 1", "1 / i"] {
        d.must(Command::SetStops(vec![watch(condition)]));
        assert_eq!(stop_views(&d)[0].error, None, "{condition}");
    }
    // `i` is a name of `main`, and the rest is no expression of C there.
    for (condition, at, part) in [
        ("i ==", 4, "C expression"),
        ("i + nowhere == 1", 0, "`nowhere`"),
        ("nowhere", 0, "`nowhere`"),
        ("i.x == 1", 0, "`x`"),
    ] {
        d.must(Command::SetStops(vec![watch(condition)]));
        let (place, text) = stop_views(&d)[0].error.clone().unwrap_or_else(|| panic!("{condition}"));
        assert!(text.en.contains(part), "{condition}: {text:?}");
        assert_eq!(place, at, "{condition}");
    }
}
