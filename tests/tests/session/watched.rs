//! Watched expressions in frames, and findings without loading.

use mcore::base::SourceFile;
use mcore::modes::chip::session::{Command, MachineOptions, Update, Watch};
use mcore_tests::{Driver, RING};

#[test]
fn a_row_for_each_expression_and_a_value_for_each_rank() {
    let mut d = Driver::default();
    d.must(Command::SetMachine(MachineOptions { width: 2, height: 2, ..MachineOptions::default() }));
    d.assemble("ring.s", RING);
    let texts = ["$s0", "$s0 * 10 + 1", "inbox[1]", "$s0 +", "line", "1 / $s0"];
    d.must(Command::Watch(Watch { expressions: texts.map(str::to_owned).to_vec(), ..Watch::default() }));
    d.must(Command::Run { until: Some(60), pace: None });
    d.finish();
    let rows = &d.frame.watched;
    assert_eq!(rows.iter().map(|r| r.text.as_str()).collect::<Vec<_>>(), texts);
    assert_eq!(rows[0].values, [0, 1, 2, 3]);
    assert_eq!(rows[1].values, [1, 11, 21, 31]);
    assert_eq!(rows[2].known, [1; 4]);
    let (at, text) = rows[3].error.as_ref().expect("an error");
    assert!(*at == 5 && text.en.contains("expected here") && !text.ja.is_empty());
    // Lines are those of the user's file, also in the library.
    assert_eq!(rows[4].file.as_deref(), Some("ring.s"));
    assert!(rows[4].values.iter().all(|line| (7..=20).contains(line)), "{:?}", rows[4]);
    assert_eq!(rows[4].place(0).map(|p| p.file), Some("ring.s".into()));
    assert_eq!((rows[5].known.as_slice(), rows[5].values[1]), (&[0, 1, 1, 1][..], 1));
    assert_eq!(rows[5].why.as_ref().map(|t| t.en.as_str()), Some("Division by zero."));
    // Backwards they follow as well.
    d.must(Command::Seek(0));
    d.finish();
    assert_eq!(d.frame.watched[0].values, [0; 4]);
}

#[test]
fn findings_come_without_touching_the_run() {
    let mut d = Driver::default();
    d.assemble("ring.s", RING);
    d.must(Command::Run { until: Some(50), pace: None });
    d.finish();
    let before = (d.frame.cycle, d.frame.digest.clone());
    d.updates.clear();
    let text = RING.replace("move  $s0", "movee $s0");
    d.must(Command::Inspect { files: vec![SourceFile { name: "ring.s".into(), text }] });
    let Some(Update::Findings { diagnostics, counts }) = d.updates.first() else { panic!("{:?}", d.updates) };
    assert_eq!(*counts, (1, 0));
    assert_eq!((diagnostics[0].line, diagnostics[0].file.as_str()), (8, "ring.s"));
    d.must(Command::Step(1));
    assert_eq!(d.frame.cycle, before.0 + 1, "the run goes on where it was");
    d.must(Command::Back(1));
    assert_eq!(d.frame.digest, before.1);
}
