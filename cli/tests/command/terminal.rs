//! Output on a terminal, which the program `script` of util-linux provides.

use crate::common::file;
use std::process::Command;

/// The output of the command on a terminal; none on a machine without `script` of util-linux.
fn on_a_terminal(arguments: &str) -> Option<String> {
    let is_there = Command::new("script").arg("--version").output().is_ok_and(|out| out.status.success());
    if !is_there {
        assert!(std::env::var_os("CI").is_none(), "script of util-linux is missing");
        return None;
    }
    let command = format!("{} {arguments}", env!("CARGO_BIN_EXE_mcore"));
    let out = Command::new("script").args(["-qec", &command, "/dev/null"]).output().expect("script runs");
    Some(String::from_utf8_lossy(&out.stdout).into_owned())
}

#[test]
fn escape_bytes_of_a_program_are_pictures_on_a_terminal() {
    let source = file(
        "escape.c",
        "#include <stdio.h>\nint main(void) { printf(\"\\033]0;title\\007\\033[2Jhi\\n\"); return 0; }\n",
    );
    let run = |more: &str| on_a_terminal(&format!("run --nodes 1x1 {more} {source}"));
    let (Some(shown), Some(raw)) = (run(""), run("--raw")) else { return };
    assert!(shown.contains("␛]0;title␇␛[2Jhi") && !shown.contains("\u{1b}]0;"), "{shown:?}");
    assert!(raw.contains("\u{1b}]0;title\u{7}\u{1b}[2Jhi"), "{raw:?}");
}
