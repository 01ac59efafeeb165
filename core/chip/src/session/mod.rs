//! The one facade: [`Command`] in, [`Update`] out, simulation in budgeted slices.
//!
//! A session never reads a clock and never runs longer than requested: its owner (the worker of the page, the command
//! line, a test) calls [`Session::run_slice`] as long as [`Session::is_busy`].

mod assemble;
mod checks;
mod counts;
mod difference;
mod executable;
mod grading;
mod judgement;
mod noc;
mod observe;
mod output;
mod overview;
mod profiling;
mod protocol;
mod recording;
mod replay;
mod slice_budget;
mod spacetime;
mod speedup;
mod stops;
mod task;
mod time;
mod waits;
mod writer;

pub use crate::view::{HelpKind, HelpRow, StopAt, WatchHow};
pub use crate::{Place, Register};
pub use assemble::{diagnostic_views, spec_error_text, spec_of};
pub use mcore_toolchain::{Compiled, Compiler, CompilerOptions, Compilers, FileKind, Language, Level, Rules, Sources};
pub use protocol::{
    AssembledView, Command, DiagnosticView, ExerciseView, Goal, MachineOptions, NocOptions, NocTraffic, Refused,
    Request, SymbolView, Update, Watch,
};
pub use replay::PastEdit;
pub use slice_budget::{SLICE_MS, SliceBudget};
pub use speedup::MAX_SIZES;
pub use stops::{StopReason, StopSpec, StopView};
pub use task::Task;

use crate::exercise::{Case, Exercise, PackFile, digest, read_exercise};
use crate::view::{
    FileRow, Frame, MeshView, Missed, NodeLine, NodeView, ObjectRow, OutcomeView, RunState, VariablesView, WatchRow,
    help_rows,
};
use crate::{Content, Difference, Edit, Machine, Reason, Run, Stops};
use alloc::{borrow::ToOwned, boxed::Box, format, sync::Arc, vec::Vec};
use checks::Checking;
use judgement::Reference;
use mcore_base::timeline::{Journal, Limits, Moment, Stepped, Timeline};
use mcore_base::{Cycle, Simulation, SourceFile};
use mcore_mode::Frames;
use mcore_toolchain::debug::Debug;
use overview::Overview;
use serde_bytes::ByteBuf;

/// Up to this number, steps are done at once; more become a run.
const STEPS_AT_ONCE: u32 = 10_000;

/// Cycles around a breakpoint that are checked one by one.
const FEW: Cycle = 8;
/// Cycles that are checked one by one where breakpoints are dense.
const MANY: Cycle = 4096;

/// A loaded program with its run.
struct Work {
    /// The machine at cycle 0, inputs in place.
    start: Machine,
    timeline: Timeline<Machine>,
    overview: Overview,
    output: output::Output,
    outcome: Option<OutcomeView>,
    judged: bool,
    checking: Option<Checking>,
    /// The variables of its C units.
    debug: Arc<Debug>,
    /// The texts of C, for messages.
    texts: Arc<[SourceFile]>,
}

impl Work {
    fn new(start: Machine, limits: Limits) -> Self {
        Self::with_journal(start, limits, Arc::default())
    }

    fn with_journal(start: Machine, limits: Limits, journal: Arc<Journal<Edit>>) -> Self {
        Self {
            timeline: Timeline::with_journal(start.clone(), limits, journal),
            overview: Overview::new(start.state.nodes.len()),
            output: output::Output::new(&start),
            start,
            outcome: None,
            judged: false,
            checking: None,
            debug: Arc::default(),
            texts: Arc::default(),
        }
    }

    /// Advances to a cycle; false if the run has ended there or before.
    fn advance(&mut self, until: Cycle) -> bool {
        let goes_on = self.simulate(until);
        self.output.follow(self.timeline.now());
        goes_on
    }

    /// As `advance`, without the list of the output, which looks at all nodes.
    fn simulate(&mut self, until: Cycle) -> bool {
        self.overview.follow(&mut self.timeline, until, |timeline, overview| {
            let mut goes_on = true;
            while goes_on && timeline.now().cycle() < until {
                let advance = |machine: &mut Machine, goal, anchor: &dyn Fn() -> Machine| {
                    machine.advance_metered(goal, anchor, overview)
                };
                goes_on = timeline.advance_by(until, advance) != Stepped::Ended && timeline.now().outcome().is_none();
                overview.record(timeline.now());
            }
        });
        !self.has_ended()
    }

    /// Advances to a cycle, but no further than `look` permits. `look` gets the moment before a cycle and advances it
    /// by one cycle. False if the run has ended.
    fn advance_to(
        &mut self,
        until: Cycle,
        look: impl FnMut(&mut Moment<Machine>, &Journal<Edit>) -> (bool, bool),
    ) -> bool {
        let goes_on = self.simulate_to(until, look);
        self.output.follow(self.timeline.now());
        goes_on
    }

    /// As `advance_to`, without the list of the output.
    fn simulate_to(
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
            self.overview.record_if_due(self.timeline.now());
        }
        self.overview.record(self.timeline.now());
        !self.has_ended() && goes_on
    }

    /// Advances to a cycle or to the first stop, adding its reasons. False if the run has ended.
    fn advance_to_stop(&mut self, until: Cycle, stops: &Stops, reasons: &mut Vec<Reason>) -> bool {
        let mut goes_on = true;
        let mut look = FEW;
        while goes_on && reasons.is_empty() && self.timeline.now().cycle() < until {
            let from = self.timeline.now().cycle();
            if until - from > look && stops.can_skip() {
                let inputs = self.timeline.journal().entries();
                let next = inputs.iter().map(|(cycle, _)| *cycle).find(|cycle| *cycle > from).unwrap_or(until);
                let quiet = stops.safe_until(self.timeline.now(), until.min(next));
                self.simulate(quiet);
                // Where a breakpoint is reached repeatedly without stopping the run, looking ahead only costs time.
                look = if quiet - from < MANY { MANY } else { FEW };
            }
            let to = until.min(self.timeline.now().cycle() + look);
            goes_on = self.simulate_to(to, |moment, journal| {
                let (goes_on, found) = stops.step(moment, journal);
                *reasons = found;
                (goes_on, !reasons.is_empty())
            });
        }
        self.output.follow(self.timeline.now());
        goes_on
    }

    /// True at the end of the run; its outcome is then recorded.
    fn has_ended(&mut self) -> bool {
        let ended = self.is_at_end();
        if ended && self.outcome.is_none() {
            let line = |file: &str, line: u32| {
                let text = &self.texts.iter().find(|text| text.name == file)?.text;
                text.lines().nth(line.checked_sub(1)? as usize).map(str::to_owned)
            };
            let machine = self.timeline.now();
            self.outcome = OutcomeView::of(machine).map(|view| view.in_c(machine, &self.debug, line));
        }
        ended
    }

    fn is_at_end(&self) -> bool {
        self.timeline.now().outcome().is_some()
    }
}

/// Time is running.
#[derive(Clone, Copy)]
struct Running {
    until: Option<Cycle>,
    pace: Option<u32>,
    /// Breakpoints and watchpoints are active.
    stops: bool,
    /// The cycle to show when `until` is reached.
    then: Option<Cycle>,
    /// For a step to the next stop: the cycle at which it began.
    sought: Option<Cycle>,
}

/// The owner of a machine, its history, and the exercise it is judged by.
#[derive(Default)]
pub struct Session {
    compilers: Compilers,
    options: MachineOptions,
    exercise: Option<Exercise>,
    work: Option<Work>,
    /// The case of the exercise whose inputs are loaded.
    case: usize,
    /// The level at which C is compiled instead of that of the exercise.
    own_level: Option<Level>,
    graded: grading::Graded,
    reference: Option<Reference>,
    checks: bool,
    observer: Option<observe::Observer>,
    log: Option<observe::LogJob>,
    recording: Option<recording::Recording>,
    space_time: Option<Box<spacetime::SpaceTimeJob>>,
    job: Option<time::Job>,
    writer: Option<writer::WriterJob>,
    waits: waits::Waits,
    profiling: Option<Box<profiling::Profiling>>,
    kept: Option<Box<Run>>,
    /// The last run of a case that passed, and the case.
    passed: Option<(usize, Box<Run>)>,
    difference: Option<Box<Difference>>,
    stop_specs: Vec<StopSpec>,
    stops: Arc<Stops>,
    limits: Limits,
    noc: Option<noc::NocJob>,
    speedup: Option<speedup::SpeedUpJob>,
    running: Option<Running>,
    watch: Watch,
    frames: Frames,
}

impl Session {
    /// A session that also builds programs with these compilers.
    pub fn with_compilers(compilers: Compilers) -> Self {
        Self { compilers, ..Self::default() }
    }

    /// The static data that a session offers; to be sent first.
    pub fn hello(&self) -> Update {
        Update::Ready { help: help_rows(), library: mcore_toolchain::mclib::library() }
    }

    /// True if [`Session::run_slice`] has work to do.
    pub fn is_busy(&self) -> bool {
        self.task().is_some()
    }

    /// Displayed cycles per second, if the pace is limited.
    pub fn pace(&self) -> Option<u32> {
        self.running.and_then(|r| r.pace)
    }

    /// True if time is running.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Carries out a command. The last update is [`Update::Done`] or [`Update::Refused`].
    pub fn handle(&mut self, request: Request) -> Vec<Update> {
        request.answer(Update::Done, Update::Refused, |command, updates| {
            let result = self.carry_out(command, updates);
            self.send_frame(updates);
            result
        })
    }

    /// Simulates at most `cycles` cycles of the current task, and reports.
    pub fn run_slice(&mut self, cycles: u64) -> Vec<Update> {
        let mut updates = Vec::new();
        match self.task() {
            Some(Task::Run) => self.run_on(cycles, &mut updates),
            Some(Task::Travel) => self.work_on_job(cycles, &mut updates),
            Some(Task::Writer) => self.search_writer(cycles, &mut updates),
            Some(Task::Waits) => self.explain(cycles, &mut updates),
            Some(Task::Difference) => self.go_on_comparing(cycles, &mut updates),
            Some(Task::Reference) => {
                let progress = self.reference.as_mut().map(|reference| reference.advance(cycles));
                updates.extend(progress.map(Update::ReferenceRunning));
            }
            Some(Task::Grading(_)) => self.go_on_grading(cycles, &mut updates),
            Some(Task::Recording) => self.go_on_recording(cycles, &mut updates),
            Some(Task::Observation) => self.observe(cycles, &mut updates),
            Some(Task::Profile) => self.count_profile(cycles, &mut updates),
            Some(Task::Check) => self.check_slice(cycles, &mut updates),
            Some(Task::SpeedUp(_)) => self.measure_speedup(cycles, &mut updates),
            Some(Task::Noc(_)) => self.measure(cycles, &mut updates),
            None => {}
        }
        self.judge(&mut updates);
        self.send_frame(&mut updates);
        updates
    }

    /// The program runs for at most `cycles` cycles.
    fn run_on(&mut self, cycles: u64, updates: &mut Vec<Update>) {
        let (Some(running), Some(work)) = (self.running, &mut self.work) else { return };
        let to = work.timeline.now().cycle().saturating_add(cycles);
        let until = running.until.map_or(to, |until| until.min(to));
        let mut reasons: Vec<Reason> = Vec::new();
        let goes_on = match running.stops && !self.stops.is_empty() {
            false => work.advance(until),
            true => work.advance_to_stop(until, &self.stops, &mut reasons),
        };
        if !goes_on || running.until.is_some_and(|until| until <= to) || !reasons.is_empty() {
            self.running = None;
        }
        if !reasons.is_empty() {
            let at = work.timeline.now().cycle();
            updates.push(Update::Stopped { at, reasons: self.reasons(&reasons), missed: None });
        } else if let Some(from) = running.sought.filter(|_| !goes_on) {
            let at = work.timeline.now().cycle();
            updates.push(Update::Stopped { at, reasons: Vec::new(), missed: Some(Missed::NextStop(from).text()) });
        }
        if let Some(cycle) = running.then.filter(|_| self.running.is_none()) {
            let end = self.work.as_ref().map_or(0, |w| w.timeline.end());
            // The cycle is known by now, or the run has ended before it.
            let _ = self.seek(cycle.min(end));
        }
        self.frames.request();
    }

    fn carry_out(&mut self, command: Command, updates: &mut Vec<Update>) -> Result<(), Refused> {
        let target = self.job_target();
        if time::ends_job(&command) {
            self.job = None;
        }
        match command {
            Command::OpenExercise { folder, files } => self.open(&folder, &files, updates)?,
            Command::CloseExercise => {
                (self.exercise, self.reference, self.case, self.passed) = (None, None, 0, None);
                self.own_level = None;
                self.graded = grading::Graded::default();
                self.replace_work(None);
                self.checks = false;
                self.frames.request();
            }
            Command::ChooseCase(case) => self.choose_case(case)?,
            Command::Grade { files, elf } => self.start_grading(&files, &elf)?,
            Command::StopGrading => self.stop_grading(),
            Command::HandIn { files, elf } => self.hand_in(&files, &elf, updates)?,
            Command::SetMachine(options) => {
                spec_of(&options).validate().map_err(|e| Refused::BadMachine(spec_error_text(&e, &options)))?;
                self.options = options;
            }
            Command::SetLevel(level) => self.own_level = level,
            Command::SetChecks(on) => {
                self.checks = on;
                if let Some(work) = self.work.as_mut().filter(|_| !on) {
                    work.checking = None;
                }
            }
            Command::Assemble { files } => {
                (self.running, self.speedup) = (None, None);
                self.assemble(&files, updates);
                if !self.stop_specs.is_empty() {
                    self.resolve_stops(updates);
                }
                self.frames.request();
            }
            Command::Inspect { files } => updates.push(self.inspect(&files)),
            Command::LoadElf { name, bytes, sources } => {
                (self.running, self.speedup) = (None, None);
                self.load_elf(&name, &bytes, &sources, updates);
                if !self.stop_specs.is_empty() {
                    self.resolve_stops(updates);
                }
                self.frames.request();
            }
            Command::Run { until, pace } => self.run(until, pace)?,
            Command::ToEnd => {
                let work = self.work.as_ref().ok_or(Refused::NoProgram)?;
                match work.outcome {
                    Some(_) => self.seek(work.timeline.end())?,
                    None => self.run(None, None)?,
                }
            }
            Command::SetPace(pace) => {
                if let Some(running) = &mut self.running {
                    running.pace = pace;
                }
            }
            Command::Pause => {
                self.running = None;
                self.frames.request();
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
            Command::LastWriter { node, place, at_end } => self.look_for_writer(node, place, at_end)?,
            Command::KeepRun => self.keep_run()?,
            Command::CompareWithKept => self.compare()?,
            Command::CompareWithRight => self.compare_with_right()?,
            Command::Replay { edits, end, cycle } => self.replay(&edits, end, cycle)?,
            Command::RunBack => self.run_back(updates)?,
            Command::Find { back, goal } => self.find(back, goal, updates)?,
            Command::SetMemoryLimit(bytes) => self.set_memory_limit(bytes)?,
            Command::Reset => {
                let work = self.work.take().ok_or(Refused::NoProgram)?;
                // The program is the same, so measurements of it continue, and so does a trace of the run as it was.
                let (speedup, recording) = (self.speedup.take(), self.recording.take());
                let (debug, texts) = (work.debug, work.texts);
                self.replace_work(Some(Work { debug, texts, ..Work::new(work.start, self.limits) }));
                (self.speedup, self.recording) = (speedup, recording);
                self.frames.request();
            }
            Command::Watch(watch) => {
                self.watch = watch;
                self.frames.request();
            }
            Command::OutputText(query) => {
                let work = self.work.as_mut().ok_or(Refused::NoProgram)?;
                let (text, cut) = work.output.text(&query);
                updates.push(Update::OutputText { text, cut });
            }
            Command::ReadFile(name) => {
                let machine = self.work.as_ref().ok_or(Refused::NoProgram)?.timeline.now();
                let bytes = machine.state.files.get(&name).map(Content::to_vec);
                updates.push(Update::File { name, cycle: machine.state.cycle, bytes: bytes.map(ByteBuf::from) });
            }
            Command::Log { from, until, filter } => {
                let work = self.work.as_ref().ok_or(Refused::NoProgram)?;
                let until = until.min(work.timeline.end());
                self.log = Some(observe::LogJob::new(work, from.min(until), until, filter));
            }
            Command::SpaceTime { from, until } => self.begin_space_time(from, until)?,
            Command::StopSpaceTime => self.space_time = None,
            Command::RecordAccesses => self.record_accesses()?,
            Command::RecordMessages => self.record_messages()?,
            Command::StopRecording => self.recording = None,
            Command::Noc(options) => self.noc = Some(noc::NocJob::new(&options)?),
            Command::StopNoc => self.noc = None,
            Command::SpeedUp { sizes } => self.begin_speedup(sizes)?,
            Command::StopSpeedUp => self.speedup = None,
            Command::Ack => self.frames.shown(),
        }
        Ok(())
    }

    /// Starts time, up to a cycle if one is named.
    fn run(&mut self, until: Option<Cycle>, pace: Option<u32>) -> Result<(), Refused> {
        let work = self.work.as_ref().ok_or(Refused::NoProgram)?;
        if work.is_at_end() {
            return Err(Refused::Ended);
        }
        self.running = Some(Running { until, pace, stops: true, then: None, sought: None });
        self.frames.request();
        Ok(())
    }

    /// Sets a new run, or none; results about the last one are dropped.
    fn replace_work(&mut self, work: Option<Work>) {
        self.work = work;
        self.waits = waits::Waits::default();
        self.profiling = None;
        (self.difference, self.speedup, self.space_time, self.recording) = (None, None, None, None);
        (self.running, self.observer, self.log, self.job, self.writer) = (None, None, None, None, None);
        self.frames.request();
    }

    fn open(&mut self, folder: &str, files: &[PackFile], updates: &mut Vec<Update>) -> Result<(), Refused> {
        let exercise = read_exercise(folder, files).map_err(|e| Refused::BadExercise(e.text()))?;
        // A case that this edition cannot run cannot be inspected either.
        let case = exercise.cases.iter().position(Case::can_run).unwrap_or(0);
        let reference = Reference::of(&exercise, case, &self.compilers)?;
        let machine = assemble::options_of(&exercise, case);
        self.case = case;
        self.graded = grading::Graded::new(&exercise, digest(folder, files), self.compilers.clone());
        updates.push(Update::Exercise(Box::new(ExerciseView {
            id: exercise.id.clone(),
            pack_title: exercise.pack_title.clone(),
            pack_version: exercise.pack_version.clone(),
            title: exercise.title.clone(),
            statement: exercise.statement.clone(),
            hints: exercise.hints.clone(),
            start: exercise.start.clone(),
            start_ja: exercise.start_ja.clone(),
            read_only: exercise.read_only.clone(),
            machine,
            rules: exercise.rules.clone(),
            points: exercise.max_points(),
        })));
        (self.reference, self.exercise, self.passed) = (reference, Some(exercise), None);
        self.own_level = None;
        self.replace_work(None);
        self.checks = true;
        self.frames.request();
        Ok(())
    }

    /// Chooses the case whose inputs the next program gets.
    fn choose_case(&mut self, case: u32) -> Result<(), Refused> {
        let exercise = self.exercise.as_ref().ok_or(Refused::NoProgram)?;
        let case = case as usize;
        if exercise.cases.get(case).is_some_and(Case::can_run) && case != self.case {
            self.reference = Reference::of(exercise, case, &self.compilers)?;
            self.case = case;
        }
        Ok(())
    }

    fn step(&mut self, cycles: u32, updates: &mut Vec<Update>) -> Result<(), Refused> {
        let work = self.work.as_mut().ok_or(Refused::NoProgram)?;
        if work.is_at_end() {
            return Err(Refused::Ended);
        }
        self.frames.request();
        if cycles > STEPS_AT_ONCE {
            let until = Some(work.timeline.now().cycle() + u64::from(cycles));
            self.running = Some(Running { until, pace: None, stops: false, then: None, sought: None });
            return Ok(());
        }
        self.running = None;
        work.advance(work.timeline.now().cycle() + u64::from(cycles));
        self.judge(updates);
        Ok(())
    }

    /// Sends a frame if one is due and the last one has been drawn.
    fn send_frame(&mut self, updates: &mut Vec<Update>) {
        if self.frames.is_due() {
            updates.push(Update::Frame(Box::new(self.frame())));
            self.frames.sent();
        }
    }

    fn frame(&mut self) -> Frame {
        let Some(work) = &mut self.work else { return Frame::default() };
        let machine = work.timeline.now();
        let state = match (&self.running, work.is_at_end()) {
            (_, true) => RunState::Ended,
            (Some(_), false) => RunState::Running,
            (None, false) => RunState::Paused,
        };
        let stands = state != RunState::Running;
        let watch = &self.watch;
        let node = watch.node.map(|id| {
            let code = watch.code.as_ref().filter(|_| stands);
            NodeView::of(machine, id, &watch.memory, watch.memory_rows).with_code(machine, code)
        });
        let objects = match (watch.node, node.as_ref().and_then(|node| node.memory.as_ref())) {
            (Some(id), Some(memory)) if watch.objects > 0 => {
                ObjectRow::all(&work.debug, machine, id, memory.base, watch.objects)
            }
            _ => Vec::new(),
        };
        Frame {
            cycle: machine.state.cycle,
            end: work.timeline.end(),
            state,
            outcome: work.outcome.clone(),
            digest: (watch.digest && stands).then(|| format!("{:016x}", machine.digest())),
            flits_in_flight: machine.state.in_flight,
            mesh: watch.mesh.then(|| MeshView::of(machine)),
            node,
            objects,
            lines: watch.marked.iter().filter_map(|id| NodeLine::of(machine, *id)).collect(),
            watched: WatchRow::all(machine, &work.debug, &watch.expressions),
            variables: watch
                .variables
                .as_ref()
                .zip(watch.node)
                .and_then(|(query, node)| VariablesView::of(&work.debug, machine, node, query)),
            output: watch.output.as_ref().map(|query| work.output.view(machine, query)),
            files: if watch.output.is_some() { FileRow::all(machine) } else { Vec::new() },
            kept_bytes: work.timeline.bytes() as u64,
            kept_states: work.timeline.density().0 as u32,
            series: watch.series.then(|| work.overview.view(machine.state.nodes.len())),
        }
    }
}
