//! Seeks, searches in time, and edits. Seeks and searches of many cycles are jobs, which are done in slices.

use super::{Command, Goal, Refused, Running, Session, StopReason, Update};
use crate::view::{Missed, TravelFault, communication_text};
use crate::{
    Edit, EditError, Inlined, Leave, LineBack, LineStep, Lines, Machine, Reason, Stop, Stops, Trigger, WayOut,
    enters_line, executes, executes_at,
};
use alloc::{boxed::Box, sync::Arc, vec, vec::Vec};
use mcore_base::timeline::{Hit, Journal, Moment, Search, Searched};
use mcore_base::{Cycle, NodeId, Simulation};

/// Seeks that need at most this number of core-cycles are done at once; longer ones in slices.
const AT_ONCE: u64 = 1 << 20;
/// Minimum of the limit on the bytes of kept states.
const LEAST_MEMORY: u64 = 16 << 20;
/// Maximum number of edits of one run.
const MAX_EDITS: usize = 10_000;

/// Core-cycles of a new job that are done at once, before the first slice.
const FIRST_SLICE: u64 = 1 << 16;

/// A seek or search that needs many slices. A command that moves time ends it.
pub(super) enum Job {
    Seek(Cycle),
    /// Searches backwards for a target, then seeks it.
    Back(Box<Search<Machine, Vec<Reason>>>, Target),
    /// Searches backwards for the start of the previous line, then seeks it.
    LineBack(Box<LineBack>),
    /// Runs forwards to the end of a step, or to a stop before it.
    Forward(Box<Ahead>, Arc<Stops>),
    /// Runs forwards to the next event.
    Event(Stops),
    /// Runs forwards to a line, or to a stop before it; with the cycle at which it began.
    At(Stops, Cycle),
}

/// A step forwards that ends where the core itself shows it.
pub(super) enum Ahead {
    /// The next line.
    Line(LineStep),
    /// The return of a function.
    Out(WayOut),
    /// The end of an inlined call.
    Leave(Leave),
}

impl Ahead {
    /// Examines the state before a cycle.
    fn look(&mut self, machine: &Machine) {
        if let Self::Line(step) = self {
            step.look(machine);
        }
    }

    /// True if the step ends in the state after a cycle.
    fn is_done(&mut self, machine: &Machine) -> bool {
        match self {
            Self::Line(step) => step.is_done(machine),
            Self::Out(way) => way.is_done(machine),
            Self::Leave(leave) => leave.is_done(machine),
        }
    }

    /// The report on a step that ends where its core has stopped, or with the run.
    fn missed(&self, machine: &Machine, arrived: bool) -> Option<Missed> {
        match self {
            Self::Line(_) => (!arrived).then_some(Missed::Line),
            Self::Out(way) => (!arrived || way.failed(machine)).then_some(Missed::Return),
            Self::Leave(leave) => (!arrived || leave.failed(machine)).then_some(Missed::Return),
        }
    }
}

/// The target of a search backwards.
#[derive(Clone)]
pub(super) enum Target {
    Stops(Arc<Stops>),
    Event(Stops),
    At(Arc<Stops>),
    Instruction(usize),
    Line(usize, Lines),
    /// The call that a function came from.
    Call(usize, WayOut),
    /// The instruction before an inlined call.
    Before(Box<Inlined>),
}

impl Target {
    /// Advances by one cycle. Returns whether the run continues, and the hit in this cycle.
    fn look(&self, moment: &mut Moment<Machine>, journal: &Journal<Edit>) -> (bool, Option<Hit<Vec<Reason>>>) {
        let from = moment.cycle();
        let plain = |(goes_on, found): (bool, bool), at| (goes_on, found.then(|| Hit { at, what: Vec::new() }));
        match self {
            Self::Stops(stops) | Self::At(stops) => events(stops, moment, journal),
            Self::Event(stops) => events(stops, moment, journal),
            Self::Instruction(rank) => plain(executes(moment, journal, *rank), from),
            Self::Line(rank, lines) => plain(enters_line(moment, journal, *rank, *lines), from + 1),
            Self::Before(inlined) => plain(inlined.executes_outside(moment, journal), from),
            Self::Call(rank, way) => plain(executes_at(moment, journal, *rank, way.call, way.stack), from),
        }
    }

    /// The report on a search back from cycle `now` that finds nothing. `None` for a step: it ends at the start of the run,
    /// and that is no failure.
    fn missed(&self, now: Cycle) -> Option<Missed> {
        match self {
            Self::Stops(_) => Some(Missed::Stop(now)),
            Self::At(_) => Some(Missed::At(now)),
            Self::Event(_) => Some(Missed::Communication(now)),
            Self::Call(..) | Self::Before(_) => Some(Missed::Call),
            Self::Instruction(_) | Self::Line(..) => None,
        }
    }
}

fn events(stops: &Stops, moment: &mut Moment<Machine>, journal: &Journal<Edit>) -> (bool, Option<Hit<Vec<Reason>>>) {
    let (goes_on, what) = stops.step(moment, journal);
    (goes_on, (!what.is_empty()).then(|| Hit { at: moment.cycle(), what }))
}

/// True if a command moves time or replaces the run; it then ends the current job.
pub(super) fn ends_job(command: &Command) -> bool {
    !matches!(
        command,
        Command::Ack
            | Command::Watch(_)
            | Command::Log { .. }
            | Command::OutputText(_)
            | Command::ReadFile(_)
            | Command::SpaceTime { .. }
            | Command::StopSpaceTime
            | Command::SetPace(_)
            | Command::Inspect { .. }
            | Command::SetMachine(_)
            | Command::SetChecks(_)
            | Command::SetLevel(_)
            | Command::Noc(_)
            | Command::StopNoc
            | Command::SetMemoryLimit(_)
            | Command::SetStops(_)
            | Command::LastWriter { .. }
            | Command::KeepRun
            | Command::CompareWithKept
            | Command::CompareWithRight
    )
}

impl Session {
    /// The target of the current seek.
    pub(super) fn job_target(&self) -> Option<Cycle> {
        match self.job {
            Some(Job::Seek(target)) => Some(target),
            _ => None,
        }
    }

    /// Continues the job for at most `cycles` cycles.
    pub(super) fn work_on_job(&mut self, cycles: u64, updates: &mut Vec<Update>) {
        let (Some(job), Some(work)) = (self.job.take(), &mut self.work) else { return };
        match job {
            Job::Seek(target) => {
                self.frames.request();
                if !work.timeline.approach(target, cycles) {
                    updates.push(Update::Seeking { cycle: work.timeline.now().cycle(), target });
                    self.job = Some(Job::Seek(target));
                }
            }
            Job::Back(mut search, target) => {
                let timeline = &work.timeline;
                match search.advance(timeline, cycles, |moment, journal| target.look(moment, journal)) {
                    Searched::Goes(cycle) => {
                        updates.push(Update::Searching(cycle));
                        self.job = Some(Job::Back(search, target));
                    }
                    Searched::Found(hit) => self.found(hit.at, &hit.what, &target, updates),
                    Searched::Nowhere => {
                        let reasons = match &target {
                            Target::Stops(stops) | Target::At(stops) => {
                                stops.at_start(&timeline.before(timeline.start()).state)
                            }
                            _ => Vec::new(),
                        };
                        let (at, now) = (timeline.start(), timeline.now().cycle());
                        match reasons.is_empty() {
                            false => self.found(at, &reasons, &target, updates),
                            true => {
                                updates.push(Update::Stopped {
                                    at,
                                    reasons: Vec::new(),
                                    missed: target.missed(now).map(Missed::text),
                                });
                                let _ = self.seek(at);
                            }
                        }
                    }
                }
            }
            Job::LineBack(mut search) => match search.advance(&work.timeline, cycles) {
                Searched::Goes(cycle) => {
                    updates.push(Update::Searching(cycle));
                    self.job = Some(Job::LineBack(search));
                }
                Searched::Found(hit) => self.here_it_is(hit.at, updates),
                // The run starts within the line, so the step ends at the start of the run.
                Searched::Nowhere => {
                    let start = work.timeline.start();
                    self.here_it_is(start, updates);
                }
            },
            Job::Forward(mut line, stops) => {
                let mut reasons = Vec::new();
                let mut arrived = false;
                let until = work.timeline.now().cycle().saturating_add(cycles);
                let goes_on = work.advance_to(until, |moment, journal| {
                    line.look(&moment.state);
                    let (goes_on, found) = stops.step(moment, journal);
                    reasons = found;
                    arrived = line.is_done(&moment.state);
                    (goes_on, arrived || !reasons.is_empty())
                });
                self.frames.request();
                if arrived || !goes_on || !reasons.is_empty() {
                    let at = work.timeline.now().cycle();
                    let missed = line.missed(work.timeline.now(), arrived).filter(|_| reasons.is_empty());
                    let missed = missed.map(Missed::text);
                    updates.push(Update::Stopped { at, reasons: self.reasons(&reasons), missed });
                } else {
                    updates.push(Update::Searching(work.timeline.now().cycle()));
                    self.job = Some(Job::Forward(line, stops));
                }
            }
            Job::At(stops, from) => {
                let mut reasons = Vec::new();
                let until = work.timeline.now().cycle().saturating_add(cycles);
                let goes_on = work.advance_to_stop(until, &stops, &mut reasons);
                let at = work.timeline.now().cycle();
                self.frames.request();
                if goes_on && reasons.is_empty() {
                    updates.push(Update::Searching(at));
                    self.job = Some(Job::At(stops, from));
                } else {
                    let missed = reasons.is_empty().then(|| Missed::NextAt(from).text());
                    updates.push(Update::Stopped { at, reasons: self.reasons(&reasons), missed });
                }
            }
            Job::Event(stops) => {
                let mut reasons = Vec::new();
                let until = work.timeline.now().cycle().saturating_add(cycles);
                let goes_on = work.advance_to(until, |moment, journal| {
                    let (goes_on, found) = stops.step(moment, journal);
                    reasons = found;
                    (goes_on, !reasons.is_empty())
                });
                self.frames.request();
                if goes_on && reasons.is_empty() {
                    updates.push(Update::Searching(work.timeline.now().cycle()));
                    self.job = Some(Job::Event(stops));
                } else {
                    let at = work.timeline.now().cycle();
                    let missed = reasons.is_empty().then(|| Missed::NextCommunication.text());
                    updates.push(Update::Stopped { at, reasons: communications(&reasons), missed });
                }
            }
        }
    }

    /// Reports a hit and seeks it.
    fn found(&mut self, at: Cycle, reasons: &[Reason], target: &Target, updates: &mut Vec<Update>) {
        let reasons = match target {
            Target::Stops(_) => self.reasons(reasons),
            Target::Event(_) => communications(reasons),
            Target::At(_) | Target::Instruction(_) | Target::Line(..) | Target::Call(..) | Target::Before(_) => {
                return self.here_it_is(at, updates);
            }
        };
        updates.push(Update::Stopped { at, reasons, missed: None });
        // A hit is within the known cycles, so this cannot fail.
        let _ = self.seek(at);
    }

    /// Ends a step at an instruction or a line, without a reason in words.
    fn here_it_is(&mut self, at: Cycle, updates: &mut Vec<Update>) {
        updates.push(Update::Stopped { at, reasons: Vec::new(), missed: None });
        let _ = self.seek(at);
    }

    /// Goes back to the last stop.
    pub(super) fn run_back(&mut self, updates: &mut Vec<Update>) -> Result<(), Refused> {
        let target = Target::Stops(self.stops.clone());
        self.search_back(target, updates)
    }

    fn search_back(&mut self, target: Target, updates: &mut Vec<Update>) -> Result<(), Refused> {
        let work = self.work.as_mut().ok_or(Refused::NoProgram)?;
        let (start, now) = (work.timeline.start(), work.timeline.now().cycle());
        if now == start {
            return Err(TravelFault::Start.into());
        }
        self.running = None;
        // An instruction or a call is found in the state before its cycle, the other targets in the state after theirs. That state
        // must be earlier than `now`.
        let until =
            if matches!(target, Target::Instruction(_) | Target::Call(..) | Target::Before(_)) { now } else { now - 1 };
        let search = Search::new(&work.timeline, start, until, now);
        self.begin(Job::Back(Box::new(search), target), updates);
        Ok(())
    }

    fn begin(&mut self, job: Job, updates: &mut Vec<Update>) {
        let Some(work) = &self.work else { return };
        let cycles = (FIRST_SLICE / work.start.work_per_cycle()).max(64);
        self.job = Some(job);
        self.work_on_job(cycles, updates);
        self.judge(updates);
    }

    /// Goes to the nearest hit of a goal.
    pub(super) fn find(&mut self, back: bool, goal: Goal, updates: &mut Vec<Update>) -> Result<(), Refused> {
        let work = self.work.as_mut().ok_or(Refused::NoProgram)?;
        let machine = work.timeline.now();
        if !back && machine.outcome().is_some() {
            return Err(Refused::Ended);
        }
        let rank_of = |node: NodeId| machine.spec().array.rank(node).ok_or(Refused::from(TravelFault::Node(node)));
        let communication = |nodes: Vec<NodeId>| {
            Stops::new(vec![Stop { id: 0, trigger: Trigger::Communication, nodes, condition: None }])
        };
        match (back, goal) {
            (true, Goal::Instruction(node)) => {
                let rank = rank_of(node)?;
                self.search_back(Target::Instruction(rank), updates)
            }
            (true, Goal::Line { node, over: false, own }) => {
                let rank = rank_of(node)?;
                self.search_back(Target::Line(rank, lines_of(own)), updates)
            }
            (true, Goal::Out { node, own }) => {
                let rank = rank_of(node)?;
                if let Some(leave) = Leave::new(&work.debug, machine, rank, lines_of(own)) {
                    return self.search_back(Target::Before(Box::new(leave.inlined)), updates);
                }
                match WayOut::new(machine, rank, lines_of(own)) {
                    Some(way) => self.search_back(Target::Call(rank, way), updates),
                    None => {
                        self.stays(Missed::NoCaller, updates);
                        Ok(())
                    }
                }
            }
            (true, Goal::At { node, file, line }) => {
                rank_of(node)?;
                let stops = self.stops_at(node, file, line, true)?;
                self.search_back(Target::At(Arc::new(stops)), updates)
            }
            (true, Goal::Stop) => self.run_back(updates),
            (true, Goal::Line { node, over: true, own }) => {
                let rank = rank_of(node)?;
                if machine.state.cycle == work.timeline.start() {
                    return Err(TravelFault::Start.into());
                }
                let inlined = Inlined::of(&work.debug, machine, rank);
                let search = LineBack::new(&work.timeline, rank, lines_of(own), inlined);
                self.running = None;
                self.begin(Job::LineBack(Box::new(search)), updates);
                Ok(())
            }
            (true, Goal::Communication(nodes)) => self.search_back(Target::Event(communication(nodes)), updates),
            (false, goal) => {
                let live = |rank: usize, node: NodeId| match machine.state.nodes[rank].core.processor.is_live() {
                    true => Ok(()),
                    false => Err(Refused::from(TravelFault::Stopped(node))),
                };
                let job = match goal {
                    Goal::Instruction(node) => {
                        // Every live core executes one instruction in each cycle.
                        live(rank_of(node)?, node)?;
                        return self.step(1, updates);
                    }
                    Goal::Line { node, over, own } => {
                        let rank = rank_of(node)?;
                        live(rank, node)?;
                        let inlined = if over { Inlined::of(&work.debug, machine, rank) } else { None };
                        let step = LineStep::new(machine, rank, over, lines_of(own)).past(inlined);
                        Job::Forward(Box::new(Ahead::Line(step)), self.stops.clone())
                    }
                    Goal::Out { node, own } => {
                        let rank = rank_of(node)?;
                        live(rank, node)?;
                        let lines = lines_of(own);
                        let leave = Leave::new(&work.debug, machine, rank, lines).map(Ahead::Leave);
                        // The instructions that call `main` end the run: nothing after them is worth a stop.
                        let out = || WayOut::new(machine, rank, lines).filter(|way| way.has_line).map(Ahead::Out);
                        let Some(way) = leave.or_else(out) else {
                            self.stays(Missed::NoCaller, updates);
                            return Ok(());
                        };
                        Job::Forward(Box::new(way), self.stops.clone())
                    }
                    Goal::At { node, file, line } => {
                        live(rank_of(node)?, node)?;
                        let from = machine.state.cycle;
                        Job::At(self.stops_at(node, file, line, false)?, from)
                    }
                    Goal::Stop if self.stops.is_empty() => {
                        self.stays(Missed::NoStops, updates);
                        return Ok(());
                    }
                    Goal::Stop => {
                        let from = machine.state.cycle;
                        self.running =
                            Some(Running { until: None, pace: None, stops: true, then: None, sought: Some(from) });
                        self.frames.request();
                        return Ok(());
                    }
                    Goal::Communication(nodes) => Job::Event(communication(nodes)),
                };
                self.running = None;
                self.begin(job, updates);
                Ok(())
            }
        }
    }

    /// Reports a step that cannot be made; time does not move.
    fn stays(&mut self, why: Missed, updates: &mut Vec<Update>) {
        let Some(work) = &self.work else { return };
        let at = work.timeline.now().cycle();
        updates.push(Update::Stopped { at, reasons: Vec::new(), missed: Some(why.text()) });
    }

    /// Seeks a known cycle, at once or in slices.
    pub(super) fn seek(&mut self, cycle: Cycle) -> Result<(), Refused> {
        let work = self.work.as_mut().ok_or(Refused::NoProgram)?;
        let missing = work.timeline.jump(cycle).ok_or(Refused::BeyondEnd { end: work.timeline.end() })?;
        self.running = None;
        self.frames.request();
        let most = AT_ONCE / work.start.work_per_cycle();
        if missing > most || !work.timeline.approach(cycle, most) {
            self.job = Some(Job::Seek(cycle));
        }
        Ok(())
    }

    /// Edits the displayed state.
    pub(super) fn edit(&mut self, edit: Edit, updates: &mut Vec<Update>) -> Result<(), Refused> {
        let work = self.work.as_mut().ok_or(Refused::NoProgram)?;
        work.timeline.now().check_edit(&edit).map_err(|error| match error {
            EditError::Ended => Refused::Ended,
            other => TravelFault::Edit(other).into(),
        })?;
        if work.timeline.journal().len() >= MAX_EDITS {
            return Err(TravelFault::Edits(MAX_EDITS).into());
        }
        let rewritten = work.timeline.input(edit);
        work.overview.truncate(work.timeline.now());
        work.output.truncate(work.timeline.now());
        (work.outcome, work.judged, work.checking) = (None, false, None);
        (self.running, self.observer, self.log, self.writer) = (None, None, None, None);
        self.space_time = None;
        self.waits = super::waits::Waits::default();
        self.profiling = None;
        self.frames.request();
        let (at, end) = (rewritten.at, rewritten.end);
        updates.push(Update::Rewritten { at, end, edits: rewritten.inputs as u32 });
        Ok(())
    }

    pub(super) fn set_memory_limit(&mut self, bytes: u64) -> Result<(), Refused> {
        if bytes < LEAST_MEMORY {
            return Err(TravelFault::Memory(LEAST_MEMORY).into());
        }
        self.limits.bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        if let Some(work) = &mut self.work {
            work.timeline.set_bytes(self.limits.bytes);
        }
        Ok(())
    }
}

fn lines_of(own: bool) -> Lines {
    if own { Lines::Own } else { Lines::All }
}

/// The reasons of stops at communications: one per node.
fn communications(reasons: &[Reason]) -> Vec<StopReason> {
    let words = |reason: &Reason| {
        let node = reason.node.unwrap_or_default();
        StopReason { id: None, node: reason.node, text: communication_text(node) }
    };
    reasons.iter().map(words).collect()
}
