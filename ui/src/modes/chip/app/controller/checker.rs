//! Findings while the user types: in C from the compiler in a worker of its own, in assembly from the session.

use super::Controller;
use crate::modes::chip::compiler::{Check, Found};
use crate::modes::chip::store::{Action, Checked, WorkerState};
use crate::shell::line::{Heard, Line};
use crate::shell::live::Program;
use crate::shell::packs::ask;
use crate::shell::wire::Bytes;
use gloo_timers::callback::Timeout;
use mcore::modes::chip::session::{Command, CompilerOptions, DiagnosticView};
use serde::de::DeserializeOwned;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// The help for functions of the C library and of MPI, below the page.
const HELP: [&str; 2] = ["help/c.json", "help/mpi.json"];

/// The C library, for students who read it: headers and units.
const LIBRARY: &str = "help/library.json";

/// The compiler's worker, and the checks to do: at most one is in flight, and only the newest text waits.
#[derive(Default)]
pub(super) struct Checker {
    line: Line,
    /// The pause after an edit.
    pub(super) timer: RefCell<Option<Timeout>>,
    /// The number of the newest text.
    pub(super) newest: Cell<u32>,
    /// The check in flight.
    in_flight: Cell<Option<u32>>,
    /// The text has changed since the check in flight was sent.
    again: Cell<bool>,
    /// The help for functions of C was requested.
    helped: Cell<bool>,
}

/// The list in a file that was requested.
async fn list<T: DeserializeOwned>(asked: impl Future<Output = Result<Vec<u8>, String>>) -> Option<Vec<T>> {
    serde_json::from_slice(&asked.await.ok()?).ok()
}

impl Controller {
    /// Sends the present texts to the compiler or to the session, or waits until it has answered.
    pub(super) fn check_now(&self) {
        let checker = &self.checker;
        let state = self.state();
        let Some(work) = state.work.as_ref().filter(|work| work.executable.is_none()) else { return };
        if checker.in_flight.get().is_some() {
            return checker.again.set(true);
        }
        if !work.has_c() {
            if state.worker == WorkerState::Ready {
                checker.in_flight.set(Some(checker.newest.get()));
                self.link.send(Command::Inspect { files: work.files.to_vec() });
            }
            return;
        }
        self.fetch_help();
        if !checker.line.is_live() {
            let this = self.this.clone();
            checker.line.start_program::<Bytes, _>(Program::Compiler, move |heard| {
                if let Some(this) = this.upgrade() {
                    this.heard_of_compiler(heard);
                }
            });
        }
        let machine = state.machine();
        let memory_size = machine.node_memory_kib.saturating_mul(1024);
        let options = CompilerOptions { level: machine.level, memory_size, debug: false };
        let rules = work.exercise.as_ref().map(|exercise| exercise.rules.clone());
        let number = checker.newest.get();
        let check = Check { number, files: work.files.to_vec(), options, rules };
        // Without a worker there are no findings while typing; those of *Compile* say why.
        if checker.line.is_live() && checker.line.post::<Bytes>(&check).is_ok() {
            checker.in_flight.set(Some(number));
        }
    }

    /// Fetches the C library with the help for its functions and those of MPI, which only texts of C need. If it cannot be fetched, the
    /// next edit tries again.
    pub(super) fn fetch_help(&self) {
        if self.checker.helped.replace(true) {
            return;
        }
        let this = self.this.clone();
        let [c, mpi, library] = [HELP[0], HELP[1], LIBRARY].map(|file| ask(file.to_owned()));
        spawn_local(async move {
            let fetched = async {
                let rows = [list(c).await?, list(mpi).await?].concat();
                Some(Action::LibraryOfC(rows, list(library).await?))
            };
            let fetched = fetched.await;
            let Some(this) = this.upgrade() else { return };
            match fetched {
                Some(library) => this.dispatch(library),
                None => this.checker.helped.set(false),
            }
        });
    }

    /// The session has looked for errors in assembly.
    pub(super) fn heard_of_assembler(&self, findings: Vec<DiagnosticView>) {
        let checker = &self.checker;
        if checker.in_flight.take() == Some(checker.newest.get()) {
            self.dispatch(Action::Checked(Checked { findings: Rc::new(findings), c_only: false }));
        }
        self.check_again();
    }

    /// The worker of the session has died, and with it the check that it had to do.
    pub(super) fn forget_check(&self) {
        self.checker.in_flight.set(None);
        self.checker.again.set(false);
    }

    fn check_again(&self) {
        if self.checker.again.take() {
            self.check_now();
        }
    }

    fn heard_of_compiler(&self, heard: Heard<Found>) {
        let checker = &self.checker;
        checker.in_flight.set(None);
        // A dead worker is started again by the next edit.
        let found = match heard {
            Heard::Updates(found) => found,
            Heard::Dead(_) => return checker.again.set(false),
        };
        // Nothing is in flight, and the next text starts another worker.
        if found.iter().any(|found| found.spent) {
            checker.line.end();
        }
        for found in found.into_iter().filter(|found| found.number == checker.newest.get()) {
            self.dispatch(Action::Checked(Checked { findings: Rc::new(found.findings), c_only: true }));
        }
        self.check_again();
    }
}
