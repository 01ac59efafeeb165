//! Packs and submissions made to do harm: each is answered, soon, and none of it escapes.

use mcore_tests::hostile::{archives, exercises, submissions};
use mcore_tests::invariants::{exercise_file, pack_archive, submission};
use mcore_tests::root;
use std::fs;
use std::time::{Duration, Instant};

/// No reader may take longer than this for any input, even where tests are slow.
const PATIENCE: Duration = Duration::from_secs(20);

fn each<T: AsRef<[u8]>>(target: &str, inputs: Vec<(&'static str, T)>, read: impl Fn(&T)) {
    assert!(inputs.len() > 10);
    for (name, input) in &inputs {
        let started = Instant::now();
        read(input);
        assert!(started.elapsed() < PATIENCE, "{target}/{name}: {:?}", started.elapsed());
    }
    if std::env::var_os("MCORE_CORPUS").is_some() {
        let folder = root().join("fuzz/corpus").join(target);
        fs::create_dir_all(&folder).expect("a folder");
        for (name, input) in inputs {
            fs::write(folder.join(name), input).expect("a file");
        }
    }
}

#[test]
fn hostile_exercise_files_are_answered() {
    each("exercise", exercises(), |text| exercise_file(text));
}

#[test]
fn hostile_submissions_are_answered() {
    each("submission", submissions(), |bytes| submission(bytes));
}

#[test]
fn hostile_archives_are_answered() {
    each("pack", archives(), |bytes| pack_archive(bytes));
}
