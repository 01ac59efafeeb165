//! The one facade: [`Command`] in, [`Update`] out, simulation in budgeted slices.
//!
//! A session never looks at a clock and never runs longer than it is told: its owner (the worker of the page, the command
//! line, a test) calls [`Session::run_slice`] as long as [`Session::is_busy`].

mod assemble;
mod checks;
mod difference;
mod executable;
mod help;
mod judgement;
mod noc;
mod observe;
mod protocol;
mod stops;
mod time;
mod writer;

pub use crate::chip::{Place, Register};
pub use assemble::{spec_error_text, spec_of};
pub use protocol::{
    AssembledView, Command, DiagnosticView, ExerciseView, Goal, HelpRow, MachineOptions, NocOptions, NocTraffic,
    Refused, Request, SymbolView, Update, Watch,
};
pub use stops::{StopAt, StopReason, StopSpec, StopView, WatchHow};

use crate::base::{Cycle, Simulation};
use crate::chip::{Activity, Difference, Edit, Machine, Reason, Run, Spec, Stops};
use crate::exercise::{Exercise, read_exercise};
use crate::stats::Series;
use crate::timeline::{Journal, Limits, Moment, Stepped, Timeline};
use crate::view::{Frame, MeshView, NodeView, OutcomeView, RunState, SeriesView};
use alloc::{boxed::Box, format, sync::Arc, vec::Vec};
use checks::Checking;
use judgement::Reference;

/// Buckets of the overview.
const SERIES_BUCKETS: usize = 512;
/// Steps up to this number are done at once; more become a run.
const STEPS_AT_ONCE: u32 = 10_000;

/// A loaded program with its run.
struct Work {
    /// The machine at cycle 0, inputs in place.
    start: Machine,
    timeline: Timeline<Machine>,
    series: Series<4>,
    /// What the cycles in the series were used for.
    recorded: Activity,
    outcome: Option<OutcomeView>,
    judged: bool,
    checking: Option<Checking>,
}

impl Work {
    fn new(start: Machine, limits: Limits) -> Self {
        let nodes = start.state.nodes.len() as Cycle;
        Self {
            timeline: Timeline::new(start.clone(), limits),
            start,
            // Counting what all cores did costs something: less than the cycles of a bucket by far.
            series: Series::new(SERIES_BUCKETS, (nodes / 16).max(1)),
            recorded: Activity::default(),
            outcome: None,
            judged: false,
            checking: None,
        }
    }

    /// Forwards to a cycle; false if the run has ended there or before.
    fn advance(&mut self, until: Cycle) -> bool {
        while self.timeline.now().cycle() < until {
            let from = self.timeline.now().cycle();
            if self.timeline.advance(until.min(self.timeline.end().max(from) + self.series.room())) == Stepped::Ended {
                return false;
            }
            self.record();
            if self.has_ended() {
                return false;
            }
        }
        true
    }

    /// Forwards to a cycle, but no further than where `look` says so. It gets the moment before a cycle and takes it one
    /// cycle further. False if the run has ended.
    fn advance_to(
        &mut self,
        until: Cycle,
        mut look: impl FnMut(&mut Moment<Machine>, &Journal<Edit>) -> (bool, bool),
    ) -> bool {
        let mut found = false;
        let mut goes_on = true;
        while goes_on && !found && self.timeline.now().cycle() < until {
            let stepped = self.timeline.step_moment(|moment, journal| {
                let (stepped, stops) = look(moment, journal);
                found = stops;
                stepped
            });
            goes_on = stepped != Stepped::Ended && self.timeline.now().outcome().is_none();
            if self.timeline.end() - self.series.cycles() == self.series.room() {
                self.record();
            }
        }
        self.record();
        !self.has_ended() && goes_on
    }

    /// The overview learns of the cycles that are new.
    fn record(&mut self) {
        let cycles = self.timeline.end() - self.series.cycles();
        if cycles > 0 {
            let (now, before) = (self.timeline.now().activity(), self.recorded);
            let (now_sums, before_sums) = (sums(now), sums(before));
            self.series.push(cycles, core::array::from_fn(|i| now_sums[i] - before_sums[i]));
            self.recorded = now;
        }
    }

    /// True at the end of the run; tells then how it ended.
    fn has_ended(&mut self) -> bool {
        let ended = self.is_at_end();
        if ended && self.outcome.is_none() {
            self.outcome = OutcomeView::of(self.timeline.now());
        }
        ended
    }

    fn is_at_end(&self) -> bool {
        self.timeline.now().outcome().is_some()
    }
}

/// What the overview adds up.
fn sums(activity: Activity) -> [u64; 4] {
    [activity.computing, activity.polling, activity.halted, activity.flits]
}

/// Time moves.
#[derive(Clone, Copy)]
struct Running {
    until: Option<Cycle>,
    pace: Option<u32>,
    /// Breakpoints and watchpoints count.
    stops: bool,
}

/// The owner of a machine, its past, and the exercise it is judged by.
#[derive(Default)]
pub struct Session {
    options: MachineOptions,
    exercise: Option<Exercise>,
    work: Option<Work>,
    reference: Option<Reference>,
    checks: bool,
    observer: Option<observe::Observer>,
    log: Option<observe::LogJob>,
    job: Option<time::Job>,
    writer: Option<writer::WriterJob>,
    kept: Option<Box<Run>>,
    difference: Option<Box<Difference>>,
    stop_specs: Vec<StopSpec>,
    stops: Arc<Stops>,
    limits: Limits,
    noc: Option<noc::NocJob>,
    running: Option<Running>,
    watch: Watch,
    frame_sent: bool,
    frame_due: bool,
}

impl Session {
    /// What a session offers; to be sent before anything else.
    pub fn hello(&self) -> Update {
        Update::Ready { help: help::rows(), library: crate::mclib::library() }
    }

    /// True if [`Session::run_slice`] has something to do.
    pub fn is_busy(&self) -> bool {
        self.running.is_some()
            || self.job.is_some()
            || self.writer.is_some()
            || self.difference.is_some()
            || self.reference.as_ref().is_some_and(Reference::is_running)
            || self.has_to_observe()
            || self.check_is_due()
            || self.noc.is_some()
    }

    /// Cycles a second as shown, if time moves at a limited pace.
    pub fn pace(&self) -> Option<u32> {
        self.running.and_then(|r| r.pace)
    }

    /// True if time moves.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Carries out a command. The last update is [`Update::Done`] or [`Update::Refused`].
    pub fn handle(&mut self, request: Request) -> Vec<Update> {
        let mut updates = Vec::new();
        let answer = match self.carry_out(request.command, &mut updates) {
            Ok(()) => Update::Done(request.id),
            Err(refused) => Update::Refused(request.id, refused),
        };
        self.send_frame(&mut updates);
        updates.push(answer);
        updates
    }

    /// Simulates at most `cycles` cycles of what is to be done, and reports.
    pub fn run_slice(&mut self, cycles: u64) -> Vec<Update> {
        let mut updates = Vec::new();
        if let (Some(running), Some(work)) = (self.running, &mut self.work) {
            let to = work.timeline.now().cycle().saturating_add(cycles);
            let until = running.until.map_or(to, |until| until.min(to));
            let mut reasons: Vec<Reason> = Vec::new();
            let goes_on = match running.stops && !self.stops.is_empty() {
                false => work.advance(until),
                true => work.advance_to(until, |moment, journal| {
                    let (goes_on, found) = self.stops.step(moment, journal);
                    reasons = found;
                    (goes_on, !reasons.is_empty())
                }),
            };
            if !goes_on || running.until.is_some_and(|until| until <= to) || !reasons.is_empty() {
                self.running = None;
            }
            if !reasons.is_empty() {
                let at = work.timeline.now().cycle();
                updates.push(Update::Stopped { at, reasons: self.reasons(&reasons) });
            }
            self.frame_due = true;
        } else if self.job.is_some() {
            self.work_on_job(cycles, &mut updates);
        } else if self.writer.is_some() {
            self.search_writer(cycles, &mut updates);
        } else if self.difference.is_some() {
            self.go_on_comparing(cycles, &mut updates);
        } else if let Some(reference) = &mut self.reference
            && reference.is_running()
        {
            updates.push(Update::ReferenceRunning(reference.advance(cycles)));
        } else if self.has_to_observe() {
            self.observe(cycles, &mut updates);
        } else if self.check_is_due() {
            self.check_slice(cycles, &mut updates);
        } else {
            self.measure(cycles, &mut updates);
        }
        self.judge(&mut updates);
        self.send_frame(&mut updates);
        updates
    }

    fn carry_out(&mut self, command: Command, updates: &mut Vec<Update>) -> Result<(), Refused> {
        let target = self.job_target();
        if time::ends_job(&command) {
            self.job = None;
        }
        match command {
            Command::OpenExercise { folder, files } => self.open(&folder, &files, updates)?,
            Command::CloseExercise => {
                (self.exercise, self.reference) = (None, None);
                self.replace_work(None);
                self.checks = false;
                self.frame_due = true;
            }
            Command::SetMachine(options) => {
                spec_of(&options).validate().map_err(|e| Refused::BadMachine(spec_error_text(&e, &options)))?;
                self.options = options;
            }
            Command::SetChecks(on) => {
                self.checks = on;
                if let Some(work) = self.work.as_mut().filter(|_| !on) {
                    work.checking = None;
                }
            }
            Command::Assemble { files } => {
                self.running = None;
                self.assemble(&files, updates);
                if !self.stop_specs.is_empty() {
                    self.resolve_stops(updates);
                }
                self.frame_due = true;
            }
            Command::LoadElf { name, bytes, sources } => {
                self.running = None;
                self.load_elf(&name, &bytes, &sources, updates);
                if !self.stop_specs.is_empty() {
                    self.resolve_stops(updates);
                }
                self.frame_due = true;
            }
            Command::Run { until, pace } => {
                let work = self.work.as_ref().ok_or(Refused::NoProgram)?;
                if work.is_at_end() {
                    return Err(Refused::Ended);
                }
                self.running = Some(Running { until, pace, stops: true });
                self.frame_due = true;
            }
            Command::SetPace(pace) => {
                if let Some(running) = &mut self.running {
                    running.pace = pace;
                }
            }
            Command::Pause => {
                self.running = None;
                self.frame_due = true;
            }
            Command::Step(cycles) => self.step(cycles, updates)?,
            Command::Back(cycles) => {
                let now = self.work.as_ref().ok_or(Refused::NoProgram)?.timeline.now().cycle();
                self.seek(target.unwrap_or(now).saturating_sub(u64::from(cycles)))?;
            }
            Command::Seek(cycle) => self.seek(cycle)?,
            Command::Poke { node, addr, words } => self.edit(Edit::Memory { node, addr, words }, updates)?,
            Command::SetRegister { node, register, value } => {
                self.edit(Edit::Register { node, register, value }, updates)?;
            }
            Command::SetStops(specs) => self.set_stops(specs, updates)?,
            Command::LastWriter { node, place } => self.look_for_writer(node, place)?,
            Command::KeepRun => self.keep_run()?,
            Command::CompareWithKept => self.compare()?,
            Command::RunBack => self.run_back(updates)?,
            Command::Find { back, goal } => self.find(back, goal, updates)?,
            Command::SetMemoryLimit(bytes) => self.set_memory_limit(bytes)?,
            Command::Reset => {
                let work = self.work.take().ok_or(Refused::NoProgram)?;
                self.replace_work(Some(Work::new(work.start, self.limits)));
                self.frame_due = true;
            }
            Command::Watch(watch) => {
                self.watch = watch;
                self.frame_due = true;
            }
            Command::Log { from, until, filter } => {
                let work = self.work.as_ref().ok_or(Refused::NoProgram)?;
                let until = until.min(work.timeline.end());
                self.log = Some(observe::LogJob::new(&work.timeline, from.min(until), until, filter));
            }
            Command::Noc(options) => self.noc = Some(noc::NocJob::new(&options)?),
            Command::StopNoc => self.noc = None,
            Command::Ack => self.frame_sent = false,
        }
        Ok(())
    }

    /// Another run, or none; what was found out about the last one goes with it.
    fn replace_work(&mut self, work: Option<Work>) {
        self.work = work;
        self.difference = None;
        (self.running, self.observer, self.log, self.job, self.writer) = (None, None, None, None, None);
        self.frame_due = true;
    }

    fn open(
        &mut self,
        folder: &str,
        files: &[crate::base::SourceFile],
        updates: &mut Vec<Update>,
    ) -> Result<(), Refused> {
        let exercise = read_exercise(folder, files).map_err(|e| Refused::BadExercise(e.text()))?;
        let reference = Reference::of(&exercise)?;
        let machine = assemble::options_of(&exercise);
        updates.push(Update::Exercise(Box::new(ExerciseView {
            id: exercise.id.clone(),
            pack_title: exercise.pack_title.clone(),
            pack_version: exercise.pack_version.clone(),
            title: exercise.title.clone(),
            statement: exercise.statement.clone(),
            hints: exercise.hints.clone(),
            start: exercise.start.clone(),
            read_only: exercise.read_only.clone(),
            machine,
        })));
        (self.reference, self.exercise) = (reference, Some(exercise));
        self.replace_work(None);
        self.checks = true;
        self.frame_due = true;
        Ok(())
    }

    fn step(&mut self, cycles: u32, updates: &mut Vec<Update>) -> Result<(), Refused> {
        let work = self.work.as_mut().ok_or(Refused::NoProgram)?;
        if work.is_at_end() {
            return Err(Refused::Ended);
        }
        self.frame_due = true;
        if cycles > STEPS_AT_ONCE {
            let until = Some(work.timeline.now().cycle() + u64::from(cycles));
            self.running = Some(Running { until, pace: None, stops: false });
            return Ok(());
        }
        self.running = None;
        work.advance(work.timeline.now().cycle() + u64::from(cycles));
        self.judge(updates);
        Ok(())
    }

    /// Sends a frame if one is due and the last one has been drawn.
    fn send_frame(&mut self, updates: &mut Vec<Update>) {
        if self.frame_due && !self.frame_sent {
            updates.push(Update::Frame(Box::new(self.frame())));
            (self.frame_due, self.frame_sent) = (false, true);
        }
    }

    fn frame(&self) -> Frame {
        let Some(work) = &self.work else { return Frame::default() };
        let machine = work.timeline.now();
        let state = match (&self.running, work.is_at_end()) {
            (_, true) => RunState::Ended,
            (Some(_), false) => RunState::Running,
            (None, false) => RunState::Paused,
        };
        let stands = state != RunState::Running;
        let watch = &self.watch;
        Frame {
            cycle: machine.state.cycle,
            end: work.timeline.end(),
            state,
            outcome: work.outcome.clone(),
            digest: (watch.digest && stands).then(|| format!("{:016x}", machine.digest())),
            flits_in_flight: machine.state.in_flight,
            mesh: watch.mesh.then(|| MeshView::of(machine)),
            node: watch.node.map(|id| NodeView::of(machine, id, &watch.memory, watch.memory_rows)),
            series: watch.series.then(|| series_view(&work.series, machine.spec())),
        }
    }
}

fn series_view(series: &Series<4>, spec: &Spec) -> SeriesView {
    let [computing, polling, halted, flits] = [0, 1, 2, 3].map(|which| series.means(which).collect::<Vec<_>>());
    let ipc = computing.iter().zip(&polling).map(|(c, p)| c + p).collect();
    SeriesView {
        per_bucket: series.per_bucket(),
        nodes: spec.array.nodes() as u32,
        computing,
        polling,
        halted,
        flits,
        ipc,
    }
}
