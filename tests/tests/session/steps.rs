//! The kinds of step in both directions of time.

use mcore::base::{Cycle, NodeId};
use mcore::modes::chip::session::{Command, Goal, Level, MachineOptions, StopAt, StopSpec, Update, Watch};
use mcore::modes::chip::view::{DisasmRow, SourcePlace};
use mcore_tests::Driver;

const NODE: NodeId = NodeId { x: 1, y: 1 };

/// The function `twice` in lines 13 to 17 calls the library in line 15.
const TEXT: &str = "        .text
        .globl main
main:   li    $s0, 0
        li    $s1, 2
next:   jal   twice
        addu  $s0, $s0, $v0
        addiu $s1, $s1, -1
        bgtz  $s1, next
        li    $a0, 0
        jal   mc_exit
        nop

twice:  addiu $sp, $sp, -8
        sw    $ra, 4($sp)
        jal   mc_nodes
        lw    $ra, 4($sp)
        addiu $sp, $sp, 8
        jr    $ra
        .include \"mclib.s\"
";

fn driver() -> Driver {
    let mut d = Driver::default();
    d.must(Command::SetMachine(MachineOptions { width: 1, height: 1, ..MachineOptions::default() }));
    d.assemble("own.s", TEXT);
    d
}

/// Carries out a step. Returns the cycle, the own line, and the message if it failed.
fn step(d: &mut Driver, back: bool, goal: Goal) -> (Cycle, Option<u32>, Option<String>) {
    d.updates.clear();
    d.must(Command::Find { back, goal });
    d.finish();
    let missed = d.updates.iter().rev().find_map(|u| match u {
        Update::Stopped { missed, .. } => Some(missed.clone()),
        _ => None,
    });
    let missed = missed.flatten().map(|text| {
        assert!(!text.ja.is_empty());
        text.en
    });
    let line = d.frame.node.as_ref().and_then(|n| n.own_line()).map(|p| p.line);
    (d.frame.cycle, line, missed)
}

/// Goes to a cycle, which need not be known yet.
fn go(d: &mut Driver, cycle: Cycle) {
    d.must(if cycle <= d.frame.end { Command::Seek(cycle) } else { Command::Run { until: Some(cycle), pace: None } });
    d.finish();
}

fn into() -> Goal {
    Goal::Line { node: NODE, over: false, own: true }
}

fn over() -> Goal {
    Goal::Line { node: NODE, over: true, own: true }
}

fn out() -> Goal {
    Goal::Out { node: NODE, own: true }
}

#[test]
fn lines_of_the_library_are_passed_through_forwards_and_backwards() {
    for (goal, lines) in [
        (into as fn() -> Goal, &[4, 5, 13, 14, 15, 16, 17, 18, 6, 7, 8, 5, 13, 14, 15, 16][..]),
        (over, &[4, 5, 6, 7, 8, 5, 6, 7, 8, 9, 10]),
    ] {
        let mut d = driver();
        let mut places = vec![(0, Some(3))];
        for line in lines {
            let (cycle, found, missed) = step(&mut d, false, goal());
            assert_eq!((found, missed), (Some(*line), None), "{places:?}");
            places.push((cycle, found));
        }
        for (cycle, line) in places.iter().rev().skip(1) {
            let found = step(&mut d, true, goal());
            assert_eq!(found, (*cycle, *line, None));
        }
    }
}

#[test]
fn a_step_from_inside_the_library_ends_in_the_own_file() {
    let mut d = driver();
    while step(&mut d, false, into()).1 != Some(15) {}
    let call = d.frame.cycle;
    go(&mut d, call + 4);
    let node = d.frame.node.clone().expect("a node");
    assert_eq!(node.calls[0].function, "mc_nodes");
    assert_eq!(node.own_line().map(|p| p.line), Some(15));
    let forward = step(&mut d, false, into());
    assert_eq!((forward.1, forward.2), (Some(16), None));
    go(&mut d, call + 4);
    assert_eq!(step(&mut d, true, into()), (call, Some(15), None));
    go(&mut d, call + 4);
    assert_eq!(step(&mut d, true, over()), (call, Some(15), None));
}

#[test]
fn a_step_out_goes_behind_the_call_and_back_to_it() {
    let mut d = driver();
    while step(&mut d, false, into()).1 != Some(5) {}
    let call = d.frame.cycle;
    while step(&mut d, false, into()).1 != Some(14) {}
    let inside = d.frame.cycle;
    let (after, line, missed) = step(&mut d, false, out());
    assert_eq!((line, missed), (Some(6), None));
    d.must(Command::Seek(inside));
    d.finish();
    assert_eq!(step(&mut d, true, out()), (call, Some(5), None));
    // From the library: out of it, not out of the function that called it.
    d.must(Command::Seek(inside));
    d.finish();
    while step(&mut d, false, into()).1 != Some(15) {}
    let library_call = d.frame.cycle;
    go(&mut d, library_call + 4);
    let (back, line, missed) = step(&mut d, false, out());
    assert_eq!((line, missed), (Some(16), None));
    assert!(back > library_call && back < after);
    go(&mut d, library_call + 4);
    assert_eq!(step(&mut d, true, out()), (library_call, Some(15), None));
    // The first function was not called from a line.
    d.must(Command::Seek(0));
    d.finish();
    let (cycle, _, missed) = step(&mut d, false, out());
    assert_eq!(
        (cycle, missed.as_deref()),
        (0, Some("No line of the source called this function: there is nothing to go out to."))
    );
}

#[test]
fn a_step_to_a_breakpoint_says_so_only_if_there_is_none() {
    let mut d = driver();
    let (cycle, _, missed) = step(&mut d, false, Goal::Stop);
    assert_eq!((cycle, missed.as_deref()), (0, Some("No breakpoint is set.")));
    let at = StopAt::Line { file: "own.s".into(), line: 6 };
    d.must(Command::SetStops(vec![StopSpec { id: 1, at, nodes: vec![], condition: String::new() }]));
    let first = step(&mut d, false, Goal::Stop);
    let second = step(&mut d, false, Goal::Stop);
    assert_eq!((first.1, &first.2, second.1, &second.2), (Some(6), &None, Some(6), &None));
    assert!(second.0 > first.0);
    assert_eq!(step(&mut d, true, Goal::Stop), first);
    let (_, _, missed) = step(&mut d, true, Goal::Stop);
    assert_eq!(missed, Some(format!("No breakpoint before this cycle ({}).", first.0)));
    d.must(Command::Seek(second.0));
    d.finish();
    let (_, _, missed) = step(&mut d, false, Goal::Stop);
    assert_eq!(missed, Some(format!("No breakpoint after cycle {}: the run went to its end.", second.0)));
}

#[test]
fn a_line_is_reached_forwards_and_backwards_and_stops_on_the_way_count() {
    let mut d = driver();
    let at = |line| Goal::At { node: NODE, file: "own.s".into(), line };
    // Line 7 is executed twice, at the ends of both iterations.
    let (first, line, missed) = step(&mut d, false, at(7));
    assert_eq!((line, missed), (Some(7), None));
    let (second, line, _) = step(&mut d, false, at(7));
    assert!(second > first && line == Some(7));
    assert_eq!(step(&mut d, true, at(7)).0, first);
    // Line 12 has no instruction: the next one that has.
    let (inside, line, _) = step(&mut d, false, at(12));
    assert!(first < inside && inside < second && line == Some(13), "{inside} {line:?}");
    // Backwards to the first line: the start of the run.
    assert_eq!(step(&mut d, true, at(3)), (0, Some(3), None));
    // A breakpoint before the line stops first.
    let spec = StopSpec {
        id: 5,
        at: StopAt::Line { file: "own.s".into(), line: 14 },
        nodes: Vec::new(),
        condition: String::new(),
    };
    d.must(Command::SetStops(vec![spec]));
    assert_eq!(step(&mut d, false, at(7)).1, Some(14));
    let reasons = |d: &Driver| match d.updates.iter().rev().find(|u| matches!(u, Update::Stopped { .. })) {
        Some(Update::Stopped { reasons, .. }) => reasons.len(),
        _ => usize::MAX,
    };
    assert_eq!(reasons(&d), 1);
    assert_eq!((step(&mut d, false, at(7)).0, reasons(&d)), (first, 0), "arrival is no stop");
    // Beyond the last time, and before the first one.
    d.must(Command::SetStops(Vec::new()));
    go(&mut d, second);
    let (_, _, missed) = step(&mut d, false, at(7));
    assert!(missed.is_some_and(|text| text.contains("not at this line after cycle")));
    go(&mut d, first);
    let (cycle, _, missed) = step(&mut d, true, at(7));
    assert!(cycle == 0 && missed.is_some_and(|text| text.contains("not at this line before cycle")));
    let nowhere = Goal::At { node: NODE, file: "own.s".into(), line: 900 };
    assert!(matches!(d.send(Command::Find { back: false, goal: nowhere }), Update::Refused(..)));
}

/// At -O2 both calls of `scaled` are inlined.
const INLINED: &str = "static volatile int sink;

static int scaled(int n, int by)
{
    sink = by;
    int product = n * by;
    sink = product;
    return product + 1;
}

int main(void)
{
    int sum = sink;
    sink = 1;
    int one = scaled(sum + 3, sum);
    sink = one;
    sink = 2;
    return scaled(one, 7);
}
";

#[test]
fn inlined_calls_are_entered_passed_over_and_left() {
    let mut d = Driver::with_c();
    let level = Level::O2;
    d.must(Command::SetMachine(MachineOptions { width: 1, height: 1, level, ..MachineOptions::default() }));
    d.assemble("main.c", INLINED);
    while step(&mut d, false, into()).1 != Some(14) {}
    let start = d.frame.cycle;
    let walk = |d: &mut Driver, goal: fn() -> Goal, lines: &[u32]| {
        d.must(Command::Seek(start));
        d.finish();
        let mut places = vec![(start, Some(14))];
        for line in lines {
            let (cycle, found, missed) = step(d, false, goal());
            assert_eq!((found, missed), (Some(*line), None), "{places:?}");
            places.push((cycle, found));
        }
        // Backwards the same places.
        for (cycle, line) in places.iter().rev().skip(1) {
            assert_eq!(step(d, true, goal()), (*cycle, *line, None), "{places:?}");
        }
        places
    };
    let passed = walk(&mut d, over, &[15, 16, 17, 18]);
    let entered = walk(&mut d, into, &[15, 5, 6, 7, 8, 16, 17, 18, 5, 6, 7, 18]);
    let at = |line: u32| entered.iter().find(|(_, found)| *found == Some(line)).map_or(0, |place| place.0);
    assert_eq!(passed[2].0, at(16));
    for line in [5, 6, 7, 8] {
        go(&mut d, at(line));
        assert_eq!(step(&mut d, false, out()), (at(16), Some(16), None), "out of line {line}");
        go(&mut d, at(line));
        assert_eq!(step(&mut d, true, out()), (at(15), Some(15), None), "back out of line {line}");
    }
    // In the second call: to what is left of the line of the call.
    go(&mut d, entered[9].0);
    assert_eq!(step(&mut d, false, out()), (entered[12].0, Some(18), None));
    // Within the call, its own lines count.
    go(&mut d, at(6));
    assert_eq!(step(&mut d, false, over()), (at(7), Some(7), None));
    go(&mut d, at(6));
    assert_eq!(step(&mut d, true, over()), (at(5), Some(5), None));
}

#[test]
fn in_main_of_c_there_is_nothing_to_go_out_to_and_time_stays() {
    let text = "static int twice(int n)\n{\n\tvolatile int sum = n + n;\n\treturn sum;\n}\n\nint main(void)\n{\n\tvolatile int a = twice(1);\n\treturn a - 2;\n}\n";
    let mut d = Driver::with_c();
    let machine = MachineOptions { width: 1, height: 1, level: Level::O0, ..MachineOptions::default() };
    d.must(Command::SetMachine(machine));
    d.assemble("main.c", text);
    // The start of the program has no line: `main` is entered, not passed over.
    assert_eq!(step(&mut d, false, over()).1, Some(7));
    let words = "No line of the source called this function: there is nothing to go out to.";
    for own in [true, false] {
        let out = || Goal::Out { node: NODE, own };
        d.must(Command::Seek(0));
        d.finish();
        while step(&mut d, false, into()).1 != Some(4) {}
        assert_eq!(step(&mut d, false, out()).1, Some(9), "out of `twice` into its caller");
        let inside = d.frame.cycle;
        assert_eq!(step(&mut d, false, out()), (inside, Some(9), Some(words.into())));
    }
}

#[test]
fn instructions_of_a_line_far_from_the_next_one_are_reported_when_asked_for() {
    let many: String = (0..40).map(|i| format!("\tg = g * {i} + n;\n")).collect();
    let text = format!(
        "volatile int g;\nstatic void far(int n)\n{{\n{many}}}\n\nint main(void)\n{{\n\tg = 7;\n\tfar(1);\n\treturn 0;\n}}\n"
    );
    let mut d = Driver::with_c();
    let machine = MachineOptions { width: 1, height: 1, level: Level::O0, ..MachineOptions::default() };
    d.must(Command::SetMachine(machine));
    d.assemble("main.c", &text);
    let mut ask = |line: u32| {
        let code = Some(SourcePlace { file: "main.c".into(), line });
        d.must(Command::Watch(Watch { code, ..Watch::default() }));
        d.finish();
        let node = d.frame.node.clone().expect("a node");
        let of_it =
            |rows: &[DisasmRow]| rows.iter().filter(|row| row.source.as_ref().is_some_and(|p| p.line == line)).count();
        (of_it(&node.disasm), of_it(&node.elsewhere), node.elsewhere.len())
    };
    let (near, far, rows) = ask(24);
    assert!(near == 0 && far > 0 && rows > far, "{near} {far} {rows}");
    // A line without instructions; one whose instructions are listed anyway.
    assert_eq!(ask(1), (0, 0, 0));
    let (near, far, _) = ask(46);
    assert!(near > 0 && far == 0, "{near} {far}");
}
