//! Runs the built command.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The result of a run of the command.
#[derive(Debug)]
pub struct Run {
    pub status: i32,
    pub out: String,
    pub err: String,
}

/// The command in the folder of the golden files, in English whatever the environment says.
pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcore"));
    command.current_dir(golden_folder()).env("LC_ALL", "C").stdin(Stdio::null());
    command
}

/// Runs to the end.
pub fn finish(command: &mut Command) -> Run {
    let output = command.output().expect("the command starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Run { status: output.status.code().unwrap_or(-1), out: text(&output.stdout), err: text(&output.stderr) }
}

/// Runs to the end in a folder.
pub fn run_in(folder: &Path, arguments: &[&str]) -> Run {
    finish(command().current_dir(folder).args(arguments))
}

/// An empty folder for a test; `group` has all those of a file of tests.
pub fn folder(group: &str, name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(group).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Writes a file, and makes its folders.
pub fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}

/// The exit status of grading, and the rows that it writes.
pub fn graded(folder: &Path, pack: &str, arguments: &[&str]) -> (i32, Value) {
    let run = run_in(folder, &[&["grade", pack], arguments, &["--json", "rows.json"]].concat());
    assert!(run.status < 2, "{run:?}");
    let text = fs::read_to_string(folder.join("rows.json")).expect("rows");
    (run.status, serde_json::from_str(&text).expect("JSON"))
}

/// Runs with these arguments, separated by spaces.
pub fn mcore(arguments: &str) -> Run {
    finish(command().args(arguments.split_whitespace()))
}

/// Runs with a language.
pub fn japanese(arguments: &str) -> Run {
    finish(command().env("LC_ALL", "ja_JP.UTF-8").args(arguments.split_whitespace()))
}

pub fn golden_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// A file for a test; the name must be the test's own.
pub fn file(name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder for tests");
    fs::write(&path, bytes).expect("a file for tests");
    path.display().to_string()
}

/// Compares with a golden file, or writes it if MCORE_BLESS is set.
pub fn assert_golden(name: &str, found: &str) {
    let path = golden_folder().join(name);
    if std::env::var_os("MCORE_BLESS").is_some() {
        fs::write(&path, found).expect("golden file");
    }
    let wanted = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(found == wanted, "{name} differs (MCORE_BLESS=1 rewrites it):\n{found}");
}
