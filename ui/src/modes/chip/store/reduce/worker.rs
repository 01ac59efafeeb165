//! The worker: messages of the session, death and restart.

use super::super::{Notice, Recording, Spoken, State, Tab, WorkerState, travel};
use crate::modes::chip::link::is_harmless;
use mcore::base::SourceFile;
use mcore::modes::chip::session::{AssembledView, HelpRow, Refused, Update};
use mcore::modes::chip::view::{Frame, MemoryFocus, RunState};
use std::rc::Rc;

/// True for a file of the C library; other files of the library are those of MClib in assembly.
pub fn is_library_of_c(name: &str) -> bool {
    name.starts_with("lib/") || name.ends_with(".h")
}

/// True for a function of the C library, whose note is its header, or of MPI: their help is fetched when a text of C is opened.
pub fn is_help_of_c(row: &HelpRow) -> bool {
    row.word.starts_with("MPI_") || row.note.starts_with('<')
}

impl State {
    /// The worker has died: everything that it was computing has stopped.
    pub(super) fn died(&mut self, message: String) {
        // The text may be newer than the program: then it is another run.
        let same = !self.edited && self.program.as_ref().is_some_and(|p| p.ok) && self.frame.end > 0;
        let (edits, end, cycle) = (self.travel.edits.clone(), self.frame.end, self.frame.cycle);
        self.travel.lost = same.then_some(travel::Recipe { edits, end, cycle });
        self.worker = WorkerState::Dead(message);
        self.assembling = false;
        self.reference = None;
        self.wanted = None;
        self.analysis.noc.running = false;
        self.analysis.recording = Recording::None;
        self.travel_refused();
        (self.travel.discarded, self.travel.writer) = (None, None);
        self.grading.running = None;
        self.analysis.speedup.stop();
    }

    /// The lost run is repeated, with its edits.
    pub(super) fn replaying(&mut self) {
        self.analysis.space.forget();
        if let Some(recipe) = self.travel.lost.take() {
            self.travel.edits = recipe.edits.clone();
            (self.verdict, self.outcome_dismissed) = (None, false);
        }
    }

    /// A new worker starts. It knows no program; `again` keeps the recipe of the lost run.
    pub(super) fn restarted(&mut self, again: bool) {
        if !again {
            self.travel.lost = None;
        }
        // It knew the kept run and the stops.
        (self.travel.kept, self.travel.sent) = (None, Rc::new([]));
        self.worker = WorkerState::Starting;
        self.level = None;
        self.forget_program();
    }

    /// Adds the C library: help for its functions and those of MPI, and its files.
    pub(super) fn library_of_c(&mut self, rows: Vec<HelpRow>, files: Vec<SourceFile>) {
        let others = self.help.iter().filter(|row| !is_help_of_c(row)).cloned();
        self.help = Rc::new(others.chain(rows).collect());
        let others = self.library.iter().filter(|file| !is_library_of_c(&file.name)).cloned();
        self.library = Rc::new(others.chain(files).collect());
    }

    /// Handles a message of the session.
    pub(super) fn hear(&mut self, update: Update) {
        match update {
            Update::Ready { help, library } => {
                self.worker = WorkerState::Ready;
                // A new worker knows nothing of what was fetched for C.
                let rows = self.help.iter().filter(|row| is_help_of_c(row)).cloned().collect();
                let files = self.library.iter().filter(|file| is_library_of_c(&file.name)).cloned().collect();
                (self.help, self.library) = (Rc::new(help), Rc::new(library));
                self.library_of_c(rows, files);
            }
            Update::Done(_) => {}
            Update::Refused(_, Refused::BadNoc(_) | Refused::BadSpeedUp(_)) => self.analysis.hear(update),
            Update::Refused(_, reason) => {
                self.assembling = false;
                self.wanted = None;
                self.travel_refused();
                if !is_harmless(&reason) {
                    self.notice = Some(Notice::Refused(reason));
                }
            }
            // The page opens it together with the work stored before: see `Action::Opened`.
            Update::Exercise(_) => {}
            Update::Assembled(program) => self.assembled(program),
            Update::Frame(frame) => self.frame(*frame),
            Update::Counting { .. }
            | Update::Stats { .. }
            | Update::Log(_)
            | Update::Accesses { .. }
            | Update::SpaceTimeProgress { .. }
            | Update::SpaceTime(_)
            | Update::NocProgress { .. }
            | Update::SpeedUpProgress { .. }
            | Update::SpeedUp { .. }
            | Update::CheckProgress { .. }
            | Update::CheckReports(_)
            | Update::Profiling { .. }
            | Update::Profile(_)
            | Update::Wait(_)
            | Update::WaitChain(_)
            | Update::File { .. }
            | Update::NocCurve { .. } => self.analysis.hear(update),
            Update::Seeking { .. }
            | Update::Searching(_)
            | Update::Stopped { .. }
            | Update::Stops(_)
            | Update::Rewritten { .. }
            | Update::LastWriter(_)
            | Update::Comparing { .. }
            | Update::Difference(_) => self.hear_travel(update),
            Update::Grading { .. } | Update::Graded(_) => self.grading.hear(update),
            // Handled by the controller.
            Update::Findings { .. } | Update::HandIn { .. } | Update::OutputText { .. } => {}
            Update::ReferenceRunning(cycles) => self.reference = Some(cycles),
            Update::Verdict(verdict) => {
                let verdict = Rc::new(verdict);
                self.reference = None;
                self.say(Spoken::Verdict(verdict.clone()));
                self.verdict = Some(verdict);
            }
        }
    }

    /// Handles the result of an assembly.
    pub(super) fn assembled(&mut self, mut program: AssembledView) {
        if let (Some(work), Some(made)) = (&mut self.work, program.made.take()) {
            if matches!(self.tab, Tab::Task) || work.files.is_empty() {
                self.tab = Tab::File(made.name.clone());
            }
            work.show_made(made);
        }
        // A compiled program is read from `main` on, not from the first of its files.
        if let Some(work) = self.work.as_ref().filter(|w| w.executable.is_some())
            && let Some(main) = program.symbols.iter().find(|s| s.name == "main").and_then(|s| s.line.as_ref())
            && work.files.iter().any(|f| f.name == main.file)
        {
            self.tab = Tab::File(main.file.clone());
        }
        self.assembling = false;
        self.checked = None;
        // A text with errors leaves the program before it loaded.
        let sent = self.sent.take();
        if program.ok {
            let compiled = self.work.as_ref().filter(|w| w.executable.is_some());
            self.loaded = compiled.map(|w| w.files.clone()).or(sent);
        }
        self.verdict = None;
        self.map_effect = None;
        self.reference = None;
        self.wanted = None;
        self.outcome_dismissed = false;
        self.analysis.forget();
        self.travel.forget();
        if !self.memory_chosen
            && let Some(first) = program.symbols.iter().filter(|s| !s.code && s.line.is_some()).min_by_key(|s| s.value)
        {
            self.watch.memory = MemoryFocus::Address(first.value & !15);
        }
        let program = Rc::new(program);
        self.say(Spoken::Assembled(program.clone()));
        if program.ok {
            self.travel.language(super::super::is_compiled(&program));
        }
        self.program = Some(program);
    }

    /// Handles a frame.
    pub(super) fn frame(&mut self, frame: Frame) {
        if self.wanted.is_some_and(|wanted| wanted == frame.cycle || frame.state == RunState::Running) {
            self.wanted = None;
        }
        self.travelled(frame.cycle, frame.end);
        let has_output = |frame: &Frame| {
            frame.output.as_ref().is_some_and(|output| output.lines > 0) || frame.files.iter().any(|file| file.written)
        };
        if has_output(&frame) && !has_output(&self.frame) {
            self.analysis.drawer.printed();
            self.watch_analysis();
        }
        self.stepped(&frame);
        if frame.outcome != self.frame.outcome {
            self.outcome_dismissed = false;
            if let Some(outcome) = &frame.outcome {
                // The verdict may arrive before the frame; it says more than the end of the run.
                if !matches!(self.spoken.0, Some(Spoken::Verdict(_))) {
                    self.say(Spoken::Outcome(outcome.clone()));
                }
            } else {
                // The program has been loaded anew: the verdict was on the run before.
                self.verdict = None;
            }
        }
        // A series costs the worker time and changes little between two frames, so it may be missing.
        let series = frame.series.is_none().then(|| self.frame.series.clone()).flatten();
        let kept = series.filter(|_| frame.end >= self.frame.end && frame.end > 0);
        self.frame = Rc::new(Frame { series: frame.series.or(kept), ..frame });
    }

    /// Announces where a step has led; the end of a run and a stop have announcements of their own.
    fn stepped(&mut self, frame: &Frame) {
        if frame.state == RunState::Running || frame.cycle == self.frame.cycle || !self.travel.take_step() {
            return;
        }
        // Before the end of a run its outcome is known too, once it has been there.
        let over = frame.outcome.is_some() && frame.cycle == frame.end;
        if !over && self.travel.stopped.is_none() {
            self.say(Spoken::At(frame.cycle, frame.node.as_ref().and_then(|node| node.source.clone())));
        }
    }

    /// Forgets the program and its run.
    pub(super) fn forget_program(&mut self) {
        self.program = None;
        (self.sent, self.loaded) = (None, None);
        self.assembling = false;
        self.edited = false;
        self.frame = Rc::default();
        self.wanted = None;
        self.verdict = None;
        self.reference = None;
        self.outcome_dismissed = false;
        self.analysis.forget();
        self.analysis.drawer.other_work();
        self.travel.forget();
    }
}
