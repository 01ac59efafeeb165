//! Memory as the variables of a program in C, and the targets of pointers.

use mcore::base::{Lang, NodeId};
use mcore::modes::chip::session::{Command, Level, MachineOptions, StopAt, StopSpec, Watch};
use mcore::modes::chip::view::{MemoryFocus, ObjectRow, VariableRow, VariablesQuery};
use mcore_tests::Driver;

const TEXT: &str = "#include <stdlib.h>

struct point { short x; char tag; double y; };
struct point points[2] = { { 7, 'a', 1.5 }, { -8, 'b', 2.5 } };
int table[3] = { 10, 20, 30 };
char word[24] = \"twenty characters or so\";
int *first, *past, *end, *before, *block, *inside;

int main(void)
{
    int local = 77;
    first = &table[1];
    end = table + 3;
    block = malloc(12);
    inside = block + 1;
    inside[0] = 5;
    first[0] = local;
    free(block);
    past = &local;
    return 0;
}
";

fn driver(text: &str) -> Driver {
    let mut d = Driver::with_c();
    d.must(Command::SetMachine(MachineOptions { width: 1, height: 1, level: Level::O0, ..MachineOptions::default() }));
    d.assemble("main.c", text);
    d
}

/// Runs up to a line.
fn stop_at(d: &mut Driver, line: u32) {
    let at = StopAt::Line { file: "main.c".into(), line };
    d.must(Command::SetStops(vec![StopSpec { id: 1, at, nodes: Vec::new(), condition: String::new() }]));
    d.must(Command::Run { until: None, pace: None });
    d.finish();
}

/// The program, stopped before the line with this text.
fn stopped(text: &str) -> Driver {
    let mut d = driver(TEXT);
    stop_at(&mut d, TEXT.lines().position(|line| line.contains(text)).map(|at| at as u32 + 1).expect(text));
    d
}

/// The objects from a label on.
fn objects(d: &mut Driver, label: &str, count: u32) -> Vec<ObjectRow> {
    let memory = MemoryFocus::Symbol(label.into());
    let variables = Some(VariablesQuery::default());
    d.must(Command::Watch(Watch {
        node: Some(NodeId::new(1, 1)),
        memory,
        objects: count,
        variables,
        ..Watch::default()
    }));
    d.frame.objects.clone()
}

fn row(d: &mut Driver, name: &str) -> VariableRow {
    objects(d, "table", 0);
    let rows = &d.frame.variables.as_ref().expect("variables").rows;
    rows.iter().find(|row| row.expression == name).unwrap_or_else(|| panic!("{name}: {rows:#?}")).clone()
}

#[test]
fn memory_is_listed_as_the_scalars_of_variables() {
    let mut d = stopped("first = &table[1]");
    let found = objects(&mut d, "points", 32);
    let line = |name: &str| {
        let row = found.iter().find(|row| row.name == name).unwrap_or_else(|| panic!("{name}: {found:#?}"));
        (row.bytes, row.ty.as_str(), row.value.as_str())
    };
    assert_eq!(line("points[0].x"), (2, "short", "7"));
    assert_eq!(line("points[0].tag"), (1, "char", "97 'a'"));
    assert_eq!(line("points[0].y"), (8, "double", "1.5"));
    assert_eq!(line("points[1].x"), (2, "short", "-8"));
    assert_eq!(line("table[2]"), (4, "int", "30"));
    // The objects follow each other without gaps and overlaps.
    assert_eq!(found.len(), 32);
    for (one, next) in found.iter().zip(&found[1..]) {
        assert_eq!(one.addr + one.bytes, next.addr, "{one:?} {next:?}");
    }
    // The gap after the character is no variable.
    let gap = found.iter().position(|row| row.name == "points[0].tag").expect("the character") + 1;
    assert_eq!((found[gap].name.as_str(), found[gap].value.starts_with("0x")), ("", true));
}

#[test]
fn characters_are_listed_as_pieces_of_a_text() {
    let mut d = stopped("first = &table[1]");
    let found = objects(&mut d, "word", 40);
    let value = |name: &str| found.iter().find(|row| row.name == name).map(|row| row.value.clone());
    let text: Vec<String> =
        found.iter().filter(|row| row.name.starts_with("word[")).map(|row| row.value.clone()).collect();
    assert_eq!(text.concat().replace('"', ""), "twenty characters or so.");
    assert!(value("word[0]").is_some_and(|text| text.starts_with("\"twenty")), "{found:#?}");
}

#[test]
fn locals_are_listed_in_the_stack() {
    let mut d = stopped("past = &local");
    objects(&mut d, "table", 0);
    let memory = MemoryFocus::Register(29);
    d.must(Command::Watch(Watch { node: Some(NodeId::new(1, 1)), memory, objects: 64, ..Watch::default() }));
    let found = &d.frame.objects;
    let local = found.iter().find(|row| row.name == "local in main").unwrap_or_else(|| panic!("{found:#?}"));
    assert_eq!((local.ty.as_str(), local.value.as_str()), ("int", "77"));
}

#[test]
fn the_number_of_objects_has_a_maximum_and_memory_an_end() {
    let mut d = stopped("first = &table[1]");
    assert_eq!(objects(&mut d, "points", 100_000).len(), 256);
    let memory = MemoryFocus::Address(u32::MAX);
    d.must(Command::Watch(Watch { node: Some(NodeId::new(1, 1)), memory, objects: 256, ..Watch::default() }));
    let last = d.frame.objects.last().expect("objects");
    assert_eq!(last.addr + last.bytes, d.frame.node.as_ref().and_then(|n| n.memory.as_ref()).expect("memory").size);
}

#[test]
fn a_pointer_names_its_block_and_says_that_it_has_been_freed() {
    let mut d = stopped("free(block)");
    // The allocator rounds up to a multiple of 8.
    assert_eq!(row(&mut d, "block").value.split(" →").next(), Some("malloc(16)"));
    assert_eq!(row(&mut d, "inside").value, "malloc(16) + 4 → 5");
    assert_eq!(row(&mut d, "inside").note, None);
    assert_eq!(row(&mut d, "first").value, "&table[1] → 77");
    let begin = row(&mut d, "block").word.expect("a pointer");
    let words = |d: &mut Driver| {
        let (node, memory) = (Some(NodeId::new(1, 1)), MemoryFocus::Address(begin));
        d.must(Command::Watch(Watch { node, memory, objects: 16, ..Watch::default() }));
        let at = |offset| d.frame.objects.iter().find(|row| row.addr == begin + offset).expect("a word").clone();
        [at(0).name, at(4).name, at(4).value]
    };
    assert_eq!(words(&mut d), ["malloc(16)", "malloc(16) + 4", "0x00000005"]);
    let mut d = stopped("past = &local");
    let note = row(&mut d, "inside").note.expect("a note");
    assert_eq!(note.get(Lang::En), "in a block of 16 bytes that has been freed");
    assert!(note.get(Lang::Ja).contains("解放済み"));
    assert_eq!(words(&mut d)[0], "", "the block has been freed");
}

#[test]
fn a_pointer_outside_an_array_says_by_how_much() {
    // Saved registers are beside the array in its frame, and no variables.
    let text = "char *end, *far, *before, *off;
int main(void)
{
    char small[8];
    before = small - 4;
    end = small + 8;
    far = small + 12;
    off = small + 4000;
    small[0] = 0;
    return small[0];
}
";
    let mut d = driver(text);
    stop_at(&mut d, 10);
    let mut note = |name: &str| row(&mut d, name).note.map(|note| note.get(Lang::En).to_owned());
    assert_eq!(note("before").as_deref(), Some("outside `small in main`, 4 bytes before it"));
    assert_eq!(note("end").as_deref(), Some("at the end of `small in main`"));
    assert_eq!(note("far").as_deref(), Some("outside `small in main` by 4 bytes"));
    assert_eq!(note("off"), None);
}

#[test]
fn pointers_to_objects_without_names_have_no_note() {
    // Texts and static variables of other functions follow arrays in memory.
    let text = "int a[2] = { 1, 2 };
const int t[2] = { 3, 4 };
static char *other(void) { static char kept[8] = \"kept\"; return kept; }
char *literal, *kept;
int (*code)(void);
int main(void)
{
    literal = \"x\";
    kept = other();
    code = main;
    return a[0] + t[0] - 4;
}
";
    let mut d = driver(text);
    stop_at(&mut d, 11);
    for name in ["literal", "kept", "code"] {
        let row = row(&mut d, name);
        assert_eq!(row.note, None, "{row:?}");
    }
}
