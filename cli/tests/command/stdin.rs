//! `-` is standard input; and names of files that are not UTF-8.

use crate::common::{Run, command, file, finish, mcore};
use mcore::modes::chip::exercise::PackFile;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// Prints a number, then halts.
fn prints(number: u32) -> String {
    format!("main: li $a0, {number}\n li $v0, 1\n syscall\n li $v0, 10\n syscall\n")
}

fn fed(command: &mut Command, input: &[u8]) -> Run {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    // A command that refuses its arguments reads nothing.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Run { status: output.status.code().unwrap_or(-1), out: text(&output.stdout), err: text(&output.stderr) }
}

fn with(input: &[u8], arguments: &str) -> Run {
    fed(command().args(arguments.split_whitespace()), input)
}

#[test]
fn programs_come_from_standard_input_as_from_files() {
    let text = fs::read(crate::common::golden_folder().join("tiny.s")).expect("there");
    let out = file("stdin/tiny.elf", "");
    assert_eq!(mcore(&format!("asm --format elf -o {out} tiny.s")).status, 0);
    let elf = fs::read(&out).expect("written");
    for (input, name) in [(&text, "tiny.s"), (&elf, out.as_str())] {
        let ran = with(input, "run -q --nodes 2x1 -");
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "9", ""), "{name}");
        let ran = with(input, &format!("diff --nodes 2x1 - {name}"));
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{ran:?}");
    }
    for format in ["listing", "hex", "elf"] {
        let from = |ran: Run| (ran.status, ran.out.replace("<stdin>", "tiny.s"), ran.err);
        let arguments = format!("asm --format {format}");
        assert_eq!(from(with(&text, &format!("{arguments} -"))), from(mcore(&format!("{arguments} tiny.s"))));
    }
    let hex = mcore("asm --format hex tiny.s").out;
    assert_eq!(with(hex.as_bytes(), "disasm -").out, mcore(&format!("disasm {}", file("stdin/t.hex", &hex))).out);
    assert_eq!(with(&elf, "disasm -").out, mcore(&format!("disasm {out}")).out);
    assert_eq!(with(&[0x0c, 0, 0, 0], "disasm -").out, "00001000  0000000c  syscall\n");
    // On one node beside another program, and on several with one text.
    let other = file("stdin/other.s", prints(5));
    let ran = with(prints(7).as_bytes(), &format!("run -q --nodes 2x1 {other} --place 2,1=-"));
    assert_eq!((ran.status, ran.out.as_str()), (0, "[1,1] 5\n[2,1] 7\n"), "{ran:?}");
}

#[test]
fn findings_in_standard_input_have_its_name() {
    for command in ["run -", "asm -", "diff - tiny.s", "diff tiny.s -"] {
        let ran = with(b"main: adiu $t0, $t0, 1\n", command);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{command}: {ran:?}");
        assert!(ran.err.starts_with("<stdin>:1:7: error: "), "{command}: {}", ran.err);
    }
    for (input, wanted) in [(&b""[..], "the file is empty"), (b"a\0b", "binary file"), (b"\xff\xfe\xfd", "")] {
        let ran = with(input, "run -");
        assert!(ran.status == 2 && ran.err.starts_with("error: <stdin>: "), "{ran:?}");
        assert!(ran.err.contains(wanted), "{ran:?}");
    }
    assert!(with(b"xyz", "disasm -").err.contains("<stdin>: line 1: `xyz`"));
}

#[test]
fn a_submission_comes_from_standard_input() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stdin/class");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let run =
        |input: &[u8], arguments: &str| fed(command().current_dir(&folder).args(arguments.split_whitespace()), input);
    assert_eq!(run(b"", "pack new demo").status, 0);
    let solution = fs::read(folder.join("demo/sum/solution/sum.s")).expect("there");
    let zip = mcore_archive::pack(&[PackFile { name: "work/sum.s".into(), bytes: solution.clone() }]).expect("packed");
    for input in [&solution, &zip] {
        let ran = run(input, "grade demo - --json out.json");
        assert_eq!(ran.status, 0, "{ran:?}");
        assert!(ran.out.contains("<stdin>") && ran.out.contains("40/40"), "{}", ran.out);
        let row = fs::read_to_string(folder.join("out.json")).expect("written");
        assert!(row.contains("\"submission\": \"<stdin>\""), "{row}");
    }
    let ran = run(b"main: adiu $t0, $t0, 1\n", "grade demo - demo/sum/solution/sum.s");
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.err.contains("2 submissions: 1 passed, 1 could not be run"), "{ran:?}");
    let ran = run(b"", "grade demo -");
    assert!(ran.status == 1 && !ran.err.contains("panicked"), "{ran:?}");
}

#[test]
fn standard_input_is_read_only_once() {
    let refused =
        ["run - -", "run - --place 1,1=-", "run --nodes 2x1 --place 1,1=- --place 2,1=-", "asm - -", "diff - -"];
    for arguments in refused.into_iter().chain(["grade demo - -"]) {
        let ran = with(prints(1).as_bytes(), arguments);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments}: {ran:?}");
        assert!(ran.err.contains("only once"), "{arguments}: {}", ran.err);
    }
}

/// A file whose name is not UTF-8, which most systems except Linux refuse.
#[cfg(target_os = "linux")]
fn strange(name: &[u8], text: &str) -> std::path::PathBuf {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stdin/names");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(std::ffi::OsStr::from_bytes(name));
    fs::write(&path, text).expect("written");
    path
}

#[test]
#[cfg(target_os = "linux")]
fn names_of_files_need_not_be_utf_8() {
    let other = file("stdin/utf8.s", prints(5));
    let path = strange(b"caf\xe9=\xff.s", &prints(7));
    let mut place = std::ffi::OsString::from("2,1=");
    place.push(&path);
    let ran = finish(command().args(["run", "-q", "--nodes", "2x1", &other, "--place"]).arg(&place));
    assert_eq!((ran.status, ran.out.as_str()), (0, "[1,1] 5\n[2,1] 7\n"), "{ran:?}");
    for arguments in [vec!["run", "-q", "--nodes", "1x1"], vec!["asm"], vec!["grade", "no-pack"]] {
        let ran = finish(command().args(arguments).arg(&path));
        assert!(ran.status == 0 || ran.err.contains("no-pack"), "{ran:?}");
    }
    let trace = strange(b"tr\xe9.trace", "0 send 1 8\n1 recv 0\n");
    let map = strange(b"m\xe9p", "0 1\n1 0\n");
    let params = strange(b"p\xe9.toml", "base = \"torus\"\nmtu_bytes = 512\n");
    for verb in ["run", "sweep"] {
        let ran = finish(
            command()
                .args(["nsim", verb, "--dims", "2", "--json", "--program"])
                .arg(&trace)
                .arg("--map")
                .arg(&map)
                .arg("--params")
                .arg(&params),
        );
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{ran:?}");
        assert!(ran.out.contains("\"messages\":1,"), "{}", ran.out);
    }
}

/// An empty file is reported as empty, whatever was expected.
#[test]
fn an_empty_file_is_no_program_to_be_written() {
    let empty = file("stdin/empty.xml", "");
    let nothing = file("stdin/nothing.xml", "<?xml version=\"1.0\"?>\n<topology version=\"2.0\"></topology>\n");
    for (path, wanted) in [(&empty, "the file is empty"), (&nothing, "nothing.xml: ")] {
        let ran = mcore(&format!("pmnet check --dat {path}"));
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{ran:?}");
        assert!(ran.err.contains(wanted) && !ran.err.contains("program"), "{}", ran.err);
    }
}
