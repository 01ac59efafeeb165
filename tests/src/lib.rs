//! Helpers that several integration tests share.

pub mod docs;
pub mod hostile;
pub mod invariants;
pub mod memory;
pub mod pmnet_bench;
mod random_program;
mod seeds;

use mcore::base::{Array, SourceFile};
use mcore::modes::chip::exercise::{Case, Expect, PackFile, Target};
use mcore::modes::chip::session::{Command, Compilers, Request, Session, Update};
use mcore::modes::chip::view::Frame;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub mod mopt_bench;
pub mod noc_bench;
pub mod nsim_bench;
pub mod step_bench;
pub mod stop_bench;
pub mod tca_bench;
pub mod time_bench;
pub use random_program::random_program;
pub use seeds::{cases, seeds};

/// Each node sends 30 words to the next one, three times, with a barrier of all nodes after each. The browser tests use
/// it too.
pub const RING: &str = include_str!("ring.s");

/// Counts to ten in a register and in a word of memory; the loop begins at line 4. The browser tests use it too.
pub const COUNT: &str = include_str!("count.s");

/// Top folder of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The compilers of the page and of the command.
pub fn compilers() -> Compilers {
    Compilers::new(vec![Arc::new(mcore_cc::compile::C::default())])
}

/// All files of a pack, named by their path within it, as the page fetches them (without solutions).
pub fn pack_files(pack: &str) -> Vec<PackFile> {
    let top = root().join("exercises").join(pack);
    let mut files = Vec::new();
    let mut folders = vec![top.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the pack is there").flatten() {
            let path = entry.path();
            if path.is_dir() {
                if path.file_name().is_some_and(|n| n != "solution") {
                    folders.push(path);
                }
            } else if let Ok(bytes) = std::fs::read(&path) {
                let name = path.strip_prefix(&top).expect("below the pack").to_string_lossy().replace('\\', "/");
                files.push(PackFile { name, bytes });
            }
        }
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files
}

/// A case on a machine of another size: expectations about the result stay, those about time are removed.
pub fn resized(case: &Case, (width, height): (u8, u8)) -> Case {
    let mut case = case.clone();
    (case.machine.width, case.machine.height) = (width, height);
    let array = Array::new(width, height);
    case.expects.retain(|expect| match expect {
        Expect::Halted | Expect::Exit { .. } | Expect::NoTrap => true,
        Expect::Memory(memory) => match memory.target {
            Target::Node(id) => array.rank(id).is_some(),
            Target::All | Target::Main => true,
        },
        _ => false,
    });
    case
}

/// The reference solution of an exercise; never part of what the site serves.
pub fn solution(pack: &str, exercise: &str, file: &str) -> SourceFile {
    let path = root().join("exercises").join(pack).join(exercise).join("solution").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    SourceFile { name: file.to_owned(), text }
}

/// A session driven as the page drives it: every command is answered, every frame is acknowledged.
#[derive(Default)]
pub struct Driver {
    pub session: Session,
    /// The last frame.
    pub frame: Frame,
    /// All other updates of the session, in order.
    pub updates: Vec<Update>,
    next: u32,
}

impl Driver {
    /// A driver whose session compiles C, with debug information.
    pub fn with_c() -> Self {
        let compiler = mcore_cc::compile::C::default().with_debug();
        Self { session: Session::with_compilers(Compilers::new(vec![Arc::new(compiler)])), ..Self::default() }
    }

    /// Sends a command and returns its answer, which must be the last update and the only answer.
    pub fn send(&mut self, command: Command) -> Update {
        self.next += 1;
        let id = self.next;
        let updates = self.session.handle(Request { id, command });
        let answers = |u: &&Update| matches!(u, Update::Done(n) | Update::Refused(n, _) if *n == id);
        assert_eq!(updates.iter().filter(answers).count(), 1, "one answer");
        let answer = updates.last().cloned().expect("an answer");
        assert!(answers(&&answer), "the answer comes last");
        self.take(updates);
        answer
    }

    /// Sends a command that must succeed.
    pub fn must(&mut self, command: Command) {
        let answer = self.send(command);
        assert!(matches!(answer, Update::Done(_)), "{answer:?}");
    }

    /// Lets the session work until it has nothing to do.
    pub fn finish(&mut self) {
        self.finish_in(5_000);
    }

    /// As `finish`, in slices of `cycles` cycles, each with a frame.
    pub fn finish_in(&mut self, cycles: u64) {
        while self.session.is_busy() {
            self.slice(cycles);
        }
    }

    /// The console of the watched node, which must be a compute node.
    pub fn console(&self) -> String {
        let node = self.frame.node.as_ref().expect("a watched node");
        node.console.iter().map(|part| part.text.as_str()).collect()
    }

    /// Lets the session simulate at most `cycles` cycles.
    pub fn slice(&mut self, cycles: u64) {
        let updates = self.session.run_slice(cycles);
        self.take(updates);
    }

    fn take(&mut self, updates: Vec<Update>) {
        let mut drawn = false;
        for update in updates {
            match update {
                Update::Frame(frame) => {
                    assert!(!drawn, "one frame at a time");
                    self.frame = *frame;
                    drawn = true;
                }
                other => self.updates.push(other),
            }
        }
        if drawn {
            self.next += 1;
            let updates = self.session.handle(Request { id: self.next, command: Command::Ack });
            self.take(updates);
        }
    }

    /// Assembles one file; panics with the findings if it cannot be.
    pub fn assemble(&mut self, name: &str, text: &str) {
        self.updates.clear();
        self.must(Command::Assemble { files: vec![SourceFile { name: name.to_owned(), text: text.to_owned() }] });
        let ok = self.updates.iter().any(|u| matches!(u, Update::Assembled(view) if view.ok));
        assert!(ok, "{:#?}", self.updates);
    }

    /// Runs to the end and returns the outcome that the frame reports, in English.
    pub fn run(&mut self) -> String {
        self.must(Command::Run { until: None, pace: None });
        self.finish();
        self.frame.outcome.as_ref().map(|o| o.message.en.clone()).expect("the run has ended")
    }
}

/// Each node asks main memory for 100 words, then puts them to its mirror image, and prints.
pub const BUSY: &str = "
        .include \"mclib.s\"
        .data
slot:   .word inbox, 0x5000, 0, 0, 0, flag, 1, 400
flag:   .word 0
inbox:  .space 400
other:  .space 400
        .text
main:   jal   mc_rank
        move  $s0, $v0
        la    $t0, slot
        sw    $zero, -256($zero)
        sw    $t0, -252($zero)
        sll   $t1, $s0, 5
        lui   $t2, 0xffc0
        addu  $t1, $t1, $t2
        sw    $t1, -248($zero)
        li    $t1, -1
        sw    $t1, -244($zero)
        li    $t1, 32
        sw    $t1, -232($zero)
wait:   lw    $t0, flag
        beqz  $t0, wait
        jal   mc_nodes
        addiu $v0, $v0, -1
        subu  $a0, $v0, $s0
        jal   mc_id
        move  $a0, $v0
        la    $a1, other
        la    $a2, inbox
        li    $a3, 400
        jal   mc_put
        li    $a0, 65
        li    $v0, 11
        syscall
        jal   mc_barrier
        li    $a0, 3
        jal   mc_exit
";
