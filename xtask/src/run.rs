//! Running other programs: quietly with a sign of life, or in the open.

use anyhow::{Context, Result, anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, IsTerminal, Read};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// How often a run without a terminal says that it is still alive.
const HEARTBEAT: Duration = Duration::from_secs(30);

/// A command in the top folder of the checkout, without what Cargo has put into our own environment: build scripts
/// watch some of those variables and would be built again and again.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(crate::place::root()).stdin(Stdio::null());
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text == "CARGO" || text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&name);
        }
    }
    command
}

/// Cargo, in the top folder of the checkout.
pub fn cargo() -> Command {
    command("cargo")
}

/// What a person would type for `command`.
fn shown(command: &Command) -> String {
    let mut text = command.get_program().to_string_lossy().into_owned();
    for argument in command.get_args() {
        text.push(' ');
        text.push_str(&argument.to_string_lossy());
    }
    text
}

/// Runs with its output in the open.
pub fn open(command: &mut Command) -> Result<()> {
    let line = shown(command);
    println!("$ {line}");
    let status = command.status().with_context(|| format!("cannot start `{line}`"))?;
    if status.success() { Ok(()) } else { bail!("`{line}` failed ({})", reason(status)) }
}

/// The standard output of a command that succeeds, else nothing.
pub fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs with a spinner (in a terminal) or a line each half minute (elsewhere); prints the output only on failure.
pub fn quiet(what: &str, command: &mut Command) -> Result<()> {
    let started = Instant::now();
    let line = shown(command);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("{what}: cannot start `{line}`"))?;

    let (sender, receiver) = channel();
    let readers = [
        read_lines(child.stdout.take().expect("was asked for"), sender.clone()),
        read_lines(child.stderr.take().expect("was asked for"), sender),
    ];

    let terminal = std::io::stderr().is_terminal();
    let bar = ProgressBar::new_spinner();
    if terminal {
        bar.set_style(
            ProgressStyle::with_template("  {spinner} {prefix} {elapsed} {wide_msg}").expect("a valid template"),
        );
        bar.set_prefix(what.to_owned());
        bar.enable_steady_tick(Duration::from_millis(120));
    } else {
        eprintln!("  {what} …");
    }
    let mut lines = Vec::new();
    let mut compiled = 0;
    let mut spoken = Instant::now();
    loop {
        match receiver.recv_timeout(Duration::from_secs(1)) {
            Ok(text) => {
                compiled += usize::from(text.trim_start().starts_with("Compiling "));
                bar.set_message(text.trim().to_owned());
                lines.push(text);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if !terminal && spoken.elapsed() >= HEARTBEAT {
            spoken = Instant::now();
            let crates = if compiled > 0 { format!(", {compiled} crates compiled") } else { String::new() };
            eprintln!("  {what} … {} s{crates}", started.elapsed().as_secs());
        }
    }
    for reader in readers {
        reader.join().map_err(|_| anyhow!("{what}: reading the output of `{line}` failed"))?;
    }
    let status = child.wait().with_context(|| format!("{what}: waiting for `{line}`"))?;
    bar.finish_and_clear();
    if status.success() {
        eprintln!("  {what}: done in {:.1} s", started.elapsed().as_secs_f64());
        return Ok(());
    }
    for text in &lines {
        eprintln!("{text}");
    }
    bail!("{what}: `{line}` failed ({}){}", reason(status), hint(&lines))
}

/// Sends each line of `from` until its end.
fn read_lines(from: impl Read + Send + 'static, to: Sender<String>) -> std::thread::JoinHandle<()> {
    std::thread::spawn(move || {
        for bytes in BufReader::new(from).split(b'\n').map_while(Result::ok) {
            let text = String::from_utf8_lossy(&bytes).trim_end_matches('\r').to_owned();
            if to.send(text).is_err() {
                return;
            }
        }
    })
}

/// Why a program ended.
fn reason(status: ExitStatus) -> String {
    status.code().map_or_else(|| "ended by a signal".to_owned(), |code| format!("exit code {code}"))
}

/// A remedy, where the output of a failed program shows what the matter was.
fn hint(lines: &[String]) -> &'static str {
    const NETWORK: [&str; 12] = [
        "could not resolve host",
        "couldn't resolve host",
        "failed to download",
        "spurious network error",
        "network failure",
        "could not connect",
        "connection refused",
        "enotfound",
        "eai_again",
        "etimedout",
        "temporary failure resolving",
        "failed to fetch",
    ];
    let any = |words: &[&str]| {
        lines.iter().any(|line| {
            let line = line.to_lowercase();
            words.iter().any(|word| line.contains(word))
        })
    };
    if any(&["no space left on device"]) {
        ": the disk is full; make room, then run the same command again"
    } else if any(&["linker `cc` not found", "linker `link.exe` not found"]) {
        ": a C linker is missing; install one (Debian, Ubuntu: apt-get install build-essential), then run the same command again"
    } else if any(&NETWORK) {
        ": the network or a package registry cannot be reached; check the connection, then run the same command again"
    } else {
        ""
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_by_the_output_of_the_failed_program() {
        let of = |line: &str| hint(&["other".to_owned(), line.to_owned()]);
        assert!(of("npm error code ENOTFOUND").contains("network"));
        assert!(of("error: linker `cc` not found").contains("build-essential"));
        assert!(of("write: No space left on device (os error 28)").contains("disk"));
        assert_eq!(of("error[E0425]: cannot find value"), "");
    }

    #[test]
    #[cfg(unix)]
    fn failures_name_the_program_and_its_code() {
        let error = quiet("a test", command("sh").args(["-c", "echo seen; exit 3"])).expect_err("exits with 3");
        assert!(format!("{error:#}").contains("exit code 3"), "{error:#}");
        let error = quiet("a test", &mut command("no-such-program-here")).expect_err("there is none");
        assert!(format!("{error:#}").contains("cannot start `no-such-program-here`"), "{error:#}");
    }
}
