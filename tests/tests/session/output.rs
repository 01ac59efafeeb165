//! The output of all nodes as one list: order, streams, filters, and what a seek, an edit and a reset make of it.

use mcore::base::{Cycle, NodeId, SourceFile};
use mcore::modes::chip::session::{Command, MachineOptions, Update, Watch};
use mcore::modes::chip::view::{LogFilter, LogKind, LogLevel, OutputQuery, OutputView, Stream};
use mcore_tests::Driver;

/// Three lines from each of four nodes; the second one is printed in two parts, between which other nodes print.
const PROGRAM: &str = r#"
#include <stdio.h>
#include <mpi.h>
int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("first of %d\n", rank);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("second");
    MPI_Barrier(MPI_COMM_WORLD);
    printf(" of %d\n", rank);
    if (rank == 2)
        fprintf(stderr, "Warning of %d\r\n", rank);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("third of %d", rank);
    MPI_Finalize();
    return 0;
}
"#;

fn loaded(query: OutputQuery) -> Driver {
    let mut d = Driver::with_c();
    d.must(Command::SetMachine(MachineOptions { width: 2, height: 2, ..MachineOptions::default() }));
    d.must(Command::Assemble { files: vec![SourceFile { name: "main.c".into(), text: PROGRAM.into() }] });
    watch(&mut d, query);
    d
}

fn watch(d: &mut Driver, query: OutputQuery) {
    d.must(Command::Watch(Watch { output: Some(query), ..Watch::default() }));
}

fn view(d: &Driver) -> &OutputView {
    d.frame.output.as_ref().expect("an output")
}

fn texts(d: &Driver) -> Vec<String> {
    view(d).rows.iter().map(|row| format!("{} {}", row.rank, row.text)).collect()
}

fn all() -> OutputQuery {
    OutputQuery { rows: 100, ..OutputQuery::default() }
}

#[test]
fn the_lines_of_all_nodes_are_in_the_order_of_cycles() {
    let mut d = loaded(all());
    assert_eq!((view(&d).lines, view(&d).last.is_none()), (0, true));
    d.run();
    let output = view(&d).clone();
    assert_eq!((output.lines, output.errors, output.selected, output.printed, output.first), (13, 1, 13, 13, 0));
    assert!(output.rows.is_sorted_by_key(|row| row.cycle));
    let mut sorted = texts(&d);
    sorted.sort();
    let mut expected: Vec<String> =
        (0..4).flat_map(|rank| ["first", "second", "third"].map(|word| format!("{rank} {word} of {rank}"))).collect();
    expected.push("2 Warning of 2".to_owned());
    expected.sort();
    assert_eq!(sorted, expected);
    let warning = output.rows.iter().find(|row| row.text.starts_with("Warning")).expect("a warning");
    assert_eq!((warning.stream, warning.node, warning.rank), (Stream::Error, NodeId::new(1, 2), 2));
    assert_eq!(output.last.as_ref(), output.rows.last());

    // An independent record: the events of the run.
    let filter = LogFilter { level: LogLevel::Message, node: None, packet: None, limit: 10_000 };
    d.must(Command::Log { from: 0, until: d.frame.end, filter });
    d.finish();
    let log = d.updates.iter().rev().find_map(|update| if let Update::Log(log) = update { Some(log) } else { None });
    let printed = log.expect("a log").rows.iter().filter(|row| row.kind == LogKind::Console);
    let printed: Vec<(Cycle, NodeId)> = printed.map(|row| (row.cycle + 1, row.node)).collect();
    let begun: Vec<(Cycle, NodeId)> = output.rows.iter().map(|row| (row.cycle, row.node)).collect();
    assert!(begun.iter().all(|line| printed.contains(line)), "{begun:?} {printed:?}");
}

#[test]
fn earlier_cycles_show_which_lines_come_later() {
    let mut d = loaded(all());
    d.run();
    let rows = view(&d).rows.clone();
    for (index, row) in rows.iter().enumerate() {
        let before = rows.iter().filter(|other| other.cycle <= row.cycle).count() as u32;
        d.must(Command::Seek(row.cycle));
        d.finish();
        assert_eq!((view(&d).printed, view(&d).lines), (before, 13), "line {index}");
        assert_eq!(view(&d).last.as_ref(), rows.get(before as usize - 1));
        assert_eq!(view(&d).rows, rows, "line {index}");
        d.must(Command::Seek(row.cycle - 1));
        d.finish();
        assert!(view(&d).printed <= index as u32, "line {index} is not there yet");
    }
    d.must(Command::Reset);
    assert_eq!(view(&d), &OutputView::default());
}

#[test]
fn lines_are_chosen_by_rank_text_and_stream() {
    let mut d = loaded(all());
    d.run();
    let cases: [(OutputQuery, &[&str]); 6] = [
        (OutputQuery { ranks: vec![(1, 1)], ..all() }, &["1 first of 1", "1 second of 1", "1 third of 1"]),
        (
            OutputQuery { ranks: vec![(3, 9), (0, 0)], text: "SECOND".into(), ..all() },
            &["0 second of 0", "3 second of 3"],
        ),
        (OutputQuery { stream: Some(Stream::Error), ..all() }, &["2 Warning of 2"]),
        (OutputQuery { stream: Some(Stream::Output), text: "warning".into(), ..all() }, &[]),
        (OutputQuery { text: "third".into(), first: Some(1), rows: 2, ..all() }, &["third", "third"]),
        (OutputQuery { first: Some(12), rows: 50, ..all() }, &["all"]),
    ];
    for (query, expected) in cases {
        watch(&mut d, query.clone());
        match expected {
            ["all"] => assert_eq!((view(&d).first, view(&d).rows.len()), (0, 13), "the window ends with the list"),
            ["third", ..] => {
                assert_eq!((view(&d).selected, view(&d).first, view(&d).rows.len()), (4, 1, 2));
                assert!(texts(&d).iter().all(|text| text.contains("third")));
            }
            _ => {
                let mut found = texts(&d);
                found.sort();
                assert_eq!(found, expected, "{query:?}");
            }
        }
        assert_eq!(view(&d).lines, 13);
    }
}

#[test]
fn a_line_is_found_by_a_text_that_is_printed_later() {
    let mut d = loaded(OutputQuery { text: "second of 1".into(), ..all() });
    d.must(Command::Run { until: None, pace: None });
    // A frame after each few cycles: each of them has the lines so far, and the line is complete only in later ones.
    d.finish_in(10);
    assert_eq!(texts(&d), ["1 second of 1"]);
    assert!(view(&d).last.as_ref().is_some_and(|last| last.text.starts_with("third")));
}

#[test]
fn an_edit_discards_the_lines_after_it() {
    let mut d = loaded(all());
    d.run();
    let cycle = view(&d).rows[5].cycle;
    let kept = view(&d).rows.iter().filter(|row| row.cycle <= cycle).count() as u32;
    d.must(Command::Seek(cycle));
    d.finish();
    d.must(Command::Poke { node: NodeId::new(1, 1), addr: 0x7_0000, words: vec![1] });
    assert_eq!((view(&d).lines, view(&d).selected, view(&d).errors), (kept, kept, 0));
    d.run();
    assert_eq!((view(&d).lines, view(&d).errors), (13, 1));
}

#[test]
fn the_text_to_copy_names_the_ranks() {
    let mut d = loaded(all());
    d.run();
    let mut text = |query: OutputQuery| {
        d.must(Command::OutputText(query));
        match d.updates.iter().rev().find(|update| matches!(update, Update::OutputText { .. })) {
            Some(Update::OutputText { text, cut: false }) => text.clone(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(text(OutputQuery { stream: Some(Stream::Error), ..all() }), "[2] Warning of 2\n");
    assert_eq!(text(OutputQuery { rows: 1, ..all() }).lines().count(), 13, "all lines, not those that are shown");
    let mut alone = Driver::with_c();
    alone.assemble("main.s", "main: li $v0, 1\n li $a0, 7\n syscall\n li $v0, 10\n syscall\n");
    alone.run();
    alone.must(Command::OutputText(OutputQuery { ranks: vec![(0, 0)], ..all() }));
    let update = alone.updates.iter().rev().find(|update| matches!(update, Update::OutputText { .. }));
    assert!(matches!(update, Some(Update::OutputText { text, .. }) if text == "[0] 7\n"), "{update:?}");
}

#[test]
fn a_long_line_is_cut_and_a_list_has_a_limit() {
    let mut d = Driver::default();
    d.must(Command::SetMachine(MachineOptions { width: 1, height: 1, ..MachineOptions::default() }));
    d.assemble("long.s", "main: li $v0, 11\n li $a0, 65\nloop: syscall\n b loop\n");
    watch(&mut d, all());
    d.run();
    let row = &view(&d).rows[0];
    assert_eq!((view(&d).lines, row.text.chars().count(), row.text.ends_with('…')), (1, 1001, true));
    d.must(Command::OutputText(all()));
    let update = d.updates.iter().rev().find(|update| matches!(update, Update::OutputText { .. }));
    assert!(matches!(update, Some(Update::OutputText { text, cut: false }) if text.len() == 256 * 1024 + 1));
}

#[test]
fn ranks_are_those_of_the_rank_map() {
    let map = SourceFile { name: "ranks.map".into(), text: "0 1,1\n1 0,1\n2 1,0\n3 0,0\n".into() };
    let program = SourceFile { name: "main.c".into(), text: PROGRAM.into() };
    let mut d = Driver::with_c();
    d.must(Command::SetMachine(MachineOptions { width: 2, height: 2, ..MachineOptions::default() }));
    d.must(Command::Assemble { files: vec![program, map] });
    watch(&mut d, OutputQuery { text: "first of".into(), ..all() });
    assert_eq!(d.frame.mesh.as_ref().expect("a mesh").ranks, [3, 2, 1, 0], "before the run too");
    d.run();
    for row in &view(&d).rows {
        assert_eq!(row.text, format!("first of {}", row.rank));
        let [x, y] = [[2, 2], [1, 2], [2, 1], [1, 1]][row.rank as usize];
        assert_eq!(row.node, NodeId::new(x, y));
    }
    assert_eq!(view(&d).rows.len(), 4);
    // The watched node is (1,1).
    assert_eq!(d.frame.node.as_ref().and_then(|node| node.rank), Some(3));
    watch(&mut d, OutputQuery { ranks: vec![(3, 3)], ..all() });
    assert!(view(&d).rows.iter().all(|row| row.node == NodeId::new(1, 1)) && view(&d).selected == 3);
}
