//! `.ci/unchanged` gives old times to those files alone that Cargo may take as unchanged.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

/// A checkout and a target folder, removed at the end.
struct Place(PathBuf);

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Place {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("unchanged-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let place = Self(folder);
        for part in ["checkout/a", "checkout/b", "target/debug/.fingerprint/unit"] {
            fs::create_dir_all(place.0.join(part)).expect("a folder");
        }
        place.git(&["init", "--quiet"]);
        place
    }

    fn git(&self, arguments: &[&str]) {
        let who = ["-c", "user.name=a", "-c", "user.email=a@b.c"];
        let done = Command::new("git").current_dir(self.0.join("checkout")).args(who).args(arguments).status();
        assert!(done.expect("git").success(), "git {arguments:?}");
    }

    /// Writes files and commits them; all files of the checkout are new then, as in a clone.
    fn commit(&self, files: &[(&str, &str)]) {
        for (name, text) in files {
            fs::write(self.0.join("checkout").join(name), text).expect("a file");
        }
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "--message", "a"]);
        let touched =
            Command::new("touch").current_dir(self.0.join("checkout")).args(["a", "b", "a/1", "a/2", "b/1"]).status();
        assert!(touched.expect("touch").success());
    }

    /// Cargo makes something.
    fn compile(&self) {
        // Times are compared, and a system may have few of them in a second.
        std::thread::sleep(Duration::from_millis(20));
        fs::write(self.0.join("target/debug/.fingerprint/unit/dep"), "").expect("a file");
        std::thread::sleep(Duration::from_millis(20));
    }

    /// A run of CI: `begin`, the names that it takes as unchanged, then `end` or `fail`.
    fn run(&self, outcome: Option<&str>) -> Vec<&'static str> {
        self.step("begin");
        let old =
            ["a", "a/1", "a/2", "b", "b/1"].into_iter().filter(|name| is_old(&self.0.join("checkout").join(name)));
        let old = old.collect();
        self.compile();
        if let Some(outcome) = outcome {
            self.step(outcome);
        }
        old
    }

    fn step(&self, step: &str) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.ci/unchanged");
        let mut command = Command::new(script);
        let done = command.current_dir(self.0.join("checkout")).arg(step).arg(self.0.join("target")).output();
        let done = done.expect("bash");
        assert!(done.status.success(), "{step}: {}", String::from_utf8_lossy(&done.stderr));
    }
}

fn is_old(path: &Path) -> bool {
    let time = fs::metadata(path).and_then(|facts| facts.modified()).expect("a time");
    time < SystemTime::now() - Duration::from_secs(24 * 3600)
}

const FIRST: [(&str, &str); 3] = [("a/1", "1"), ("a/2", "2"), ("b/1", "3")];
const ALL: [&str; 5] = ["a", "a/1", "a/2", "b", "b/1"];

#[test]
fn files_of_the_last_run_are_old_and_changed_ones_and_their_folders_new() {
    let place = Place::new("changed");
    place.commit(&FIRST);
    assert_eq!(place.run(Some("end")), [""; 0], "there was no run before");
    place.commit(&[]);
    assert_eq!(place.run(Some("end")), ALL);
    place.commit(&[("a/1", "other")]);
    assert_eq!(place.run(Some("end")), ["a/2", "b", "b/1"]);
    place.commit(&[("a/1", "1")]);
    assert_eq!(place.run(Some("end")), ["a/2", "b", "b/1"], "the target folder holds the other text");
    place.commit(&[]);
    assert_eq!(place.run(Some("end")), ALL);
}

#[test]
fn a_run_that_failed_may_have_compiled_its_changes() {
    let place = Place::new("failed");
    place.commit(&FIRST);
    place.run(Some("end"));
    place.commit(&[("a/1", "other")]);
    assert_eq!(place.run(Some("fail")), ["a/2", "b", "b/1"]);
    place.commit(&[("a/1", "1")]);
    assert_eq!(place.run(Some("end")), ["a/2", "b", "b/1"]);
}

#[test]
fn the_list_counts_only_if_nothing_else_has_compiled() {
    let place = Place::new("others");
    place.commit(&FIRST);
    place.run(Some("end"));
    place.compile();
    place.commit(&[]);
    assert_eq!(place.run(None), [""; 0], "another program has compiled");
    place.commit(&[]);
    assert_eq!(place.run(Some("end")), [""; 0], "the run before was killed");
    place.commit(&[]);
    fs::write(place.0.join("checkout/b/2"), "not committed").expect("a file");
    assert_eq!(place.run(Some("end")), [""; 0], "the checkout has other files");
    fs::remove_file(place.0.join("checkout/b/2")).expect("is there");
    place.commit(&[]);
    assert_eq!(place.run(Some("end")), [""; 0], "that run left no list");
    place.commit(&[]);
    assert_eq!(place.run(Some("end")), ALL);
}
