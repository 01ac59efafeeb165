//! An exercise in C that is compiled at another level than its own, to look at its variables.

use mcore::modes::chip::session::{Command, Level, Update};
use mcore_tests::{Driver, pack_files};

/// Assembles the start files and runs; the number of verdicts, and the size of the text.
fn run(d: &mut Driver) -> (usize, u32) {
    let start =
        d.updates.iter().find_map(|u| if let Update::Exercise(view) = u { Some(view.start.clone()) } else { None });
    let start = start.expect("an exercise");
    let before = d.updates.len();
    d.must(Command::Assemble { files: start });
    d.run();
    let new = &d.updates[before..];
    let text = new.iter().find_map(|u| if let Update::Assembled(view) = u { Some(view.text_bytes) } else { None });
    (new.iter().filter(|update| matches!(update, Update::Verdict(_))).count(), text.expect("an assembly"))
}

#[test]
fn such_a_run_is_not_judged() {
    let mut d = Driver::with_c();
    d.must(Command::OpenExercise { folder: "matmul-c".into(), files: pack_files("class") });
    let (verdicts, own) = run(&mut d);
    assert_eq!(verdicts, 1);
    d.must(Command::SetLevel(Some(Level::O0)));
    let (verdicts, plain) = run(&mut d);
    assert_eq!(verdicts, 0);
    assert!(plain > own, "{plain} bytes at -O0, {own} at the exercise's level");
    d.must(Command::SetLevel(None));
    assert_eq!(run(&mut d), (1, own));
    // Another exercise has its own level.
    d.must(Command::SetLevel(Some(Level::O0)));
    d.must(Command::OpenExercise { folder: "matmul-c".into(), files: pack_files("class") });
    assert_eq!(run(&mut d), (1, own));
}
