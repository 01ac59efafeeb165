//! Running other programs: quietly with a spinner, or with their output shown; one after the other, or side by side in
//! lanes.

use anyhow::{Context, Result, anyhow, bail};
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use std::cell::RefCell;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, IsTerminal, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Interval of the lines that a quiet run prints outside a terminal.
const HEARTBEAT: Duration = Duration::from_secs(30);

/// Interval at which a waiting lane checks whether to stop.
const LOOK: Duration = Duration::from_millis(500);

/// The spinners of all lanes, one line each.
static BARS: LazyLock<MultiProgress> = LazyLock::new(MultiProgress::new);

/// The steps that [`quiet`] has finished since the last call of [`take_steps`].
static STEPS: Mutex<Vec<Step>> = Mutex::new(Vec::new());

/// Set while other output would mix with the spinners.
static NO_SPINNERS: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// Set when another lane has failed; `None` outside of lanes.
    static STOP: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// A finished step and its time.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its name.
    pub name: String,
    /// From its start to its end; steps of two lanes overlap.
    pub time: Duration,
}

/// Takes the finished steps, in the order in which they ended.
pub fn take_steps() -> Vec<Step> {
    std::mem::take(&mut STEPS.lock().unwrap_or_else(PoisonError::into_inner))
}

/// The steps as a table, with the seconds `in_all` below it.
pub fn table_of_steps(steps: &[Step], in_all: Duration) -> String {
    let line = |time: Duration, name: &str| format!("{:>8.1} s  {name}\n", time.as_secs_f64());
    let steps: String = steps.iter().map(|step| line(step.time, &step.name)).collect();
    format!("Steps (two run side by side):\n{steps}{}", line(in_all, "in all"))
}

/// Runs `work`, in which [`quiet`] writes lines instead of drawing spinners.
pub fn without_spinners<T>(work: impl FnOnce() -> T) -> T {
    NO_SPINNERS.store(true, Ordering::Relaxed);
    let result = work();
    NO_SPINNERS.store(false, Ordering::Relaxed);
    result
}

/// Writes lines to standard error, above the spinners; lines of two lanes do not mix.
pub fn say(text: &str) {
    BARS.suspend(|| eprintln!("{text}"));
}

/// This lane stops because another one has failed.
#[derive(Debug)]
struct Stopped;

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("stopped, because another step failed")
    }
}

impl std::error::Error for Stopped {}

/// Whether another lane has failed.
pub fn stopped() -> bool {
    STOP.with_borrow(|stop| stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)))
}

/// Runs two lanes side by side. If one fails, the other one's program is ended, and the first error is returned.
///
/// Ctrl-C ends everything, because the programs belong to the same foreground group of the terminal.
pub fn side_by_side<A: Send, B>(a: impl FnOnce() -> Result<A> + Send, b: impl FnOnce() -> Result<B>) -> Result<(A, B)> {
    /// Makes the other lane stop if this one fails, by an error or by a panic.
    struct Guard(Arc<AtomicBool>, bool);
    impl Drop for Guard {
        fn drop(&mut self) {
            STOP.set(None);
            if !self.1 {
                self.0.store(true, Ordering::Relaxed);
            }
        }
    }
    fn lane<T>(stop: Arc<AtomicBool>, work: impl FnOnce() -> Result<T>) -> Result<T> {
        STOP.set(Some(stop.clone()));
        let mut guard = Guard(stop, false);
        let outcome = work();
        guard.1 = outcome.is_ok();
        outcome
    }
    let stop = Arc::new(AtomicBool::new(false));
    let (a, b) = thread::scope(|scope| {
        let other = stop.clone();
        let a = scope.spawn(move || lane(other, a));
        let b = lane(stop, b);
        (a.join(), b)
    });
    let a = a.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    match (a, b) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        // The lane that was only stopped does not know the cause.
        (Err(a), Err(b)) if a.is::<Stopped>() => Err(b),
        (Err(error), _) | (_, Err(error)) => Err(error),
    }
}

/// Runs `work` for each of `list`, as many at once as there are cores; the first error in the order of the list.
pub fn each_on_a_core<T: Sync>(list: &[T], work: impl Fn(&T) -> Result<()> + Sync) -> Result<()> {
    let pending = Mutex::new(list.iter().enumerate());
    let outcomes = Mutex::new(Vec::new());
    let lanes = thread::available_parallelism().map_or(1, usize::from).min(list.len());
    thread::scope(|scope| {
        for _ in 0..lanes {
            scope.spawn(|| {
                loop {
                    let next = pending.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some((index, item)) = next else { return };
                    let outcome = work(item);
                    outcomes.lock().unwrap_or_else(PoisonError::into_inner).push((index, outcome));
                }
            });
        }
    });
    let mut outcomes = outcomes.into_inner().unwrap_or_else(PoisonError::into_inner);
    outcomes.sort_by_key(|(index, _)| *index);
    outcomes.into_iter().try_for_each(|(_, outcome)| outcome)
}

/// Waits for a value from another lane; an error if that lane ends without sending it.
pub fn wait_for<T>(receiver: &Receiver<T>) -> Result<T> {
    loop {
        match receiver.recv_timeout(LOOK) {
            Ok(sent) => return Ok(sent),
            Err(RecvTimeoutError::Timeout) if !stopped() => {}
            Err(_) => return Err(Stopped.into()),
        }
    }
}

/// A command in the top folder of the checkout, without the variables that Cargo has set for us: build scripts watch
/// some of them and would be built again and again.
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

/// The command line of `command`, as a person would type it.
fn shown(command: &Command) -> String {
    let mut text = command.get_program().to_string_lossy().into_owned();
    for argument in command.get_args() {
        text.push(' ');
        text.push_str(&argument.to_string_lossy());
    }
    text
}

/// Runs with its output shown.
pub fn open(command: &mut Command) -> Result<()> {
    let line = shown(command);
    println!("$ {line}");
    let status = command.status().with_context(|| format!("cannot start `{line}`"))?;
    if status.success() { Ok(()) } else { bail!("`{line}` failed ({})", reason(status)) }
}

/// The standard output of a command that succeeds, else `None`.
pub fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs with a spinner (in a terminal) or a line each half minute (elsewhere); prints the output only on failure.
pub fn quiet(what: &str, command: &mut Command) -> Result<()> {
    if stopped() {
        return Err(Stopped.into());
    }
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

    let terminal = std::io::stderr().is_terminal() && !NO_SPINNERS.load(Ordering::Relaxed);
    let bar = if terminal { BARS.add(ProgressBar::new_spinner()) } else { ProgressBar::hidden() };
    if terminal {
        bar.set_style(
            ProgressStyle::with_template("  {spinner} {prefix} {elapsed} {wide_msg}").expect("a valid template"),
        );
        bar.set_prefix(what.to_owned());
        bar.enable_steady_tick(Duration::from_millis(120));
    } else {
        say(&format!("  {what} …"));
    }
    let mut lines = Vec::new();
    let mut compiled = 0;
    let mut spoken = Instant::now();
    loop {
        match receiver.recv_timeout(LOOK) {
            Ok(text) => {
                compiled += usize::from(text.trim_start().starts_with("Compiling "));
                bar.set_message(text.trim().to_owned());
                lines.push(text);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if stopped() {
            bar.finish_and_clear();
            return end(&mut child).and(Err(Stopped.into()));
        }
        if !terminal && spoken.elapsed() >= HEARTBEAT {
            spoken = Instant::now();
            let crates = if compiled > 0 { format!(", {compiled} crates compiled") } else { String::new() };
            say(&format!("  {what} … {} s{crates}", started.elapsed().as_secs()));
        }
    }
    for reader in readers {
        reader.join().map_err(|_| anyhow!("{what}: reading the output of `{line}` failed"))?;
    }
    let status = child.wait().with_context(|| format!("{what}: waiting for `{line}`"))?;
    bar.finish_and_clear();
    if status.success() {
        let time = started.elapsed();
        say(&format!("  {what}: done in {:.1} s", time.as_secs_f64()));
        let step = Step { name: what.to_owned(), time };
        STEPS.lock().unwrap_or_else(PoisonError::into_inner).push(step);
        return Ok(());
    }
    say(&lines.join("\n"));
    bail!("{what}: `{line}` failed ({}){}", reason(status), hint(&lines))
}

/// Ends a program whose result is no longer needed. Compilers that it has started end by themselves when they next
/// report to it.
fn end(child: &mut Child) -> Result<()> {
    child.kill().context("cannot end a program")?;
    child.wait().context("cannot wait for a program that was ended")?;
    Ok(())
}

/// Sends each line of `from` until its end.
fn read_lines(from: impl Read + Send + 'static, to: Sender<String>) -> thread::JoinHandle<()> {
    thread::spawn(move || {
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

/// A remedy, if the output of a failed program shows the cause.
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
    const MEMORY: [&str; 5] =
        ["signal: 9, sigkill", "out of memory", "cannot allocate memory", "memory allocation of", "javascript heap"];
    if any(&MEMORY) {
        ": the memory is too small; end other programs or set CARGO_BUILD_JOBS=1, then run the same command again"
    } else if any(&["no space left on device"]) {
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
        let killed = "process didn't exit successfully: `rustc --crate-name page` (signal: 9, SIGKILL: kill)";
        assert!(of(killed).contains("CARGO_BUILD_JOBS=1"));
        assert!(of("rust-lld: error: memory allocation of 2097152 bytes failed").contains("memory"));
        assert_eq!(of("error[E0425]: cannot find value"), "");
    }

    #[test]
    #[cfg(unix)]
    fn a_lane_that_fails_ends_the_other_and_is_named() {
        let started = Instant::now();
        for swap in [false, true] {
            let long = || quiet("long", command("sleep").arg("60"));
            let broken = || quiet("broken", command("sh").args(["-c", "exit 3"]));
            let (a, b): (Lane<'_>, Lane<'_>) = if swap { (&long, &broken) } else { (&broken, &long) };
            let error = side_by_side(a, b).expect_err("one lane fails");
            assert!(format!("{error:#}").starts_with("broken: "), "{error:#}");
        }
        assert!(started.elapsed() < Duration::from_secs(30));
    }

    #[cfg(unix)]
    type Lane<'a> = &'a (dyn Fn() -> Result<()> + Sync);

    #[test]
    #[cfg(unix)]
    fn a_lane_does_not_wait_for_what_never_comes() {
        let (sender, receiver) = channel::<u32>();
        let error = side_by_side(
            move || wait_for(&receiver),
            move || {
                quiet("broken", command("sh").args(["-c", "exit 3"]))?;
                sender.send(1).context("the other lane waits")
            },
        );
        let error = error.expect_err("one lane fails");
        assert!(format!("{error:#}").starts_with("broken: "), "{error:#}");
        // The error is handled: the next program is not stopped.
        quiet("next", &mut command("true")).expect("runs");
    }

    #[test]
    fn all_items_are_worked_on_and_the_first_error_is_returned() {
        let done = Mutex::new(Vec::new());
        let outcome = each_on_a_core(&[1, 2, 3, 4, 5], |number| {
            done.lock().expect("no panic").push(*number);
            if number % 2 == 0 { Err(anyhow!("{number} is even")) } else { Ok(()) }
        });
        assert_eq!(outcome.expect_err("two fail").to_string(), "2 is even");
        let mut done = done.into_inner().expect("no panic");
        done.sort_unstable();
        assert_eq!(done, [1, 2, 3, 4, 5]);
        each_on_a_core(&[], |_: &u8| bail!("never called")).expect("nothing to do");
    }

    #[test]
    fn lanes_give_both_results() {
        let (sender, receiver) = channel();
        let both = side_by_side(
            move || wait_for(&receiver),
            move || {
                sender.send(2).context("the other lane waits")?;
                Ok("b")
            },
        );
        assert_eq!(both.expect("both are done"), (2, "b"));
    }

    #[test]
    fn steps_are_listed_with_their_sum() {
        let step = |name: &str, time| Step { name: name.to_owned(), time: Duration::from_millis(time) };
        let table = table_of_steps(&[step("one", 1250), step("two", 100_000)], Duration::from_secs(101));
        assert_eq!(table, "Steps (two run side by side):\n     1.2 s  one\n   100.0 s  two\n   101.0 s  in all\n");
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
