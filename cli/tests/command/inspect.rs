//! `mcore run` with places to stop and questions, and `mcore diff`.

use crate::common::{file, japanese, mcore};
use mcore_tests::COUNT;

/// The program with its delay slots written out: the loop begins at line 5.
fn count() -> String {
    format!("\t.set\tnoreorder\n{COUNT}")
}

#[test]
fn a_breakpoint_stops_before_its_line_and_a_line_without_code_means_the_next() {
    let path = file("inspect1.s", count());
    for place in ["5", "4", "loop", "inspect1.s:4"] {
        let ran = mcore(&format!("run --nodes 1x1 --break {place} {path}"));
        assert_eq!((ran.status, ran.out.starts_with("cycle 2: (1,1) --break ")), (0, true), "{ran:?}");
        assert!(ran.out.contains("inspect1.s:5)"), "{ran:?}");
    }
    let ran = mcore(&format!("run --nodes 1x1 --break 900 {path}"));
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("--break 900: no instruction stands there"), "{ran:?}");
}

#[test]
fn a_watchpoint_stops_where_a_value_is_written_and_the_writer_is_told() {
    let path = file("inspect2.s", count());
    let ran = crate::common::finish(
        crate::common::command()
            .args([
                "run",
                "--nodes",
                "1x1",
                "--watch",
                "total == 7",
                "--last-writer",
                "1,1:$s0",
                "--last-writer",
                "1,1:total",
            ])
            .arg(&path),
    );
    assert_eq!(ran.status, 0, "{ran:?}");
    let lines: Vec<&str> = ran.out.lines().collect();
    assert!(lines[0].contains("(1,1) --watch total == 7"), "{ran:?}");
    assert!(lines[1].starts_with("(1,1):$s0: ") && lines[1].contains(":5"), "{ran:?}");
    assert!(lines[2].starts_with("(1,1):total: ") && lines[2].contains(":6"), "{ran:?}");
}

#[test]
fn a_run_stops_at_a_cycle_or_tells_how_it_ended() {
    let path = file("inspect3.s", count());
    let ran = mcore(&format!("run --nodes 1x1 --until 12 {path}"));
    assert_eq!((ran.status, ran.out.as_str()), (0, "cycle 12\n"));
    let ran = mcore(&format!("run --nodes 1x1 --until 100000 {path}"));
    assert_eq!(ran.status, 0);
    assert!(ran.out.contains("Every core has halted"), "{ran:?}");
    let ran = japanese(&format!("run --nodes 1x1 --last-writer 9,9:$t0 {path}"));
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("計算ノード"), "{ran:?}");
}

#[test]
fn two_programs_are_compared_by_what_they_do() {
    let (good, bad) = (file("diff1.s", count()), file("diff2.s", count().replace("$s0, $s0, 1", "$s0, $s0, 2")));
    let same = mcore(&format!("diff --nodes 1x1 {good} {good}"));
    assert_eq!(same.status, 0, "{same:?}");
    let ran = mcore(&format!("diff --nodes 1x1 {good} {bad}"));
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.out.contains("(1,1) store\n  - cycle ") && ran.out.contains("\n  + cycle "), "{ran:?}");
}
