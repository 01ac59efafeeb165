//! The interconnect simulator for a page: commands in, updates out, simulation in slices that their owner sizes by its
//! clock.

mod fields;
mod lesson;
mod limits;
mod log;
mod plan;
mod protocol;

pub use fields::{MAPPING as NSIM_MAPPING, PARAMS as NSIM_PARAMS, PROGRAM as NSIM_PROGRAM, TARGET as NSIM_TARGET};
pub use lesson::{NsimLesson, nsim_lessons};
pub use limits::NsimLimits;
pub use plan::{NsimBuilt, NsimPlan, scenario, sizes};
pub use protocol::{NsimAct, NsimCommand, NsimNews, NsimStep, NsimUpdate};

use crate::model::machine::{Recording, memory};
use crate::model::{Machine, Progress, SpecError, Time, forecast};
use crate::view::{NsimFrame, NsimOutcome, NsimResult, NsimShape, NsimState};
use alloc::{boxed::Box, format, vec, vec::Vec};
use log::Log;
use mcore_base::Simulation as _;
use mcore_base::timeline::{Limits, Stepped, Timeline};
use mcore_mode::{Mode, Out, Problem, Refusal, Session, Turn};
use plan::ns;

/// Intervals of the link use over time, for machines up to [`LARGE`] switches; larger ones have fewer.
const INTERVALS: usize = 64;
const FEW_INTERVALS: usize = 16;
const LARGE: u32 = 16_384;
/// Maximum size of the kept states, in bytes.
const KEPT: usize = 384 << 20;
/// Maximum number of events that one step passes: wake-ups without effect do not complete a step.
const PATIENCE: u32 = 1_000_000;

/// An opened run.
struct Open {
    built: NsimBuilt,
    timeline: Timeline<Machine>,
    log: Log,
    outcome_reported: bool,
    switch: Option<u32>,
    /// The outcome of the run, once it is known.
    ending: Option<Progress>,
}

/// The current job.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Job {
    /// Runs up to a time.
    Run(Time),
    /// Seeks a time; then, if requested, the state after the last event or message before it.
    Seek(Time, Option<NsimStep>),
    /// Runs until that many messages have arrived.
    Until(u64),
}

/// A run of a list.
pub struct NsimJob {
    built: NsimBuilt,
    machine: Machine,
}

/// The state of the mode: the open machine and its current job.
#[derive(Default)]
pub struct Nsim {
    open: Option<Open>,
    job: Option<Job>,
}

/// The session.
pub type NsimSession = Session<Nsim>;

type News = Out<NsimNews>;

fn too_large(error: &SpecError) -> Vec<Problem> {
    vec![Problem::new("dims", error.text())]
}

impl Mode for Nsim {
    type Plan = NsimPlan;
    type Command = NsimAct;
    type News = NsimNews;
    type Frame = NsimFrame;
    type Row = NsimResult;
    type Job = NsimJob;

    fn check(&self, plan: &NsimPlan) -> Result<u64, Vec<Problem>> {
        plan.build(&NsimLimits::PAGE, None).map(|built| memory(&built.topology, &built.params))
    }

    fn begin(&mut self, plan: NsimPlan) -> Result<NsimJob, Vec<Problem>> {
        let built = plan.build(&NsimLimits::PAGE, None)?;
        let machine = built.machine(1, &Recording::default()).map_err(|error| too_large(&error))?;
        Ok(NsimJob { built, machine })
    }

    fn step(&mut self, job: &mut NsimJob, windows: u64) -> Result<Turn<NsimResult>, Vec<Problem>> {
        let NsimJob { built, machine } = job;
        Ok(match machine.run(windows) {
            Progress::Running => Turn::Continues(Some((machine.packets(), 0.0))),
            ended => Turn::Ended(NsimResult::new(machine, &built.topology, &built.params, &built.recipe, ended)),
        })
    }

    fn open(&mut self, plan: &NsimPlan, out: &mut News) -> Result<(), Refusal> {
        let built = plan.build(&NsimLimits::PAGE, None)?;
        let links = if built.topology.switches() > LARGE { FEW_INTERVALS } else { INTERVALS };
        let recording = Recording { links, ranks: true, switches: built.watch.clone() };
        // The machine that was open is dropped first: there is not enough memory for both.
        (self.open, self.job) = (None, None);
        let machine = built.machine(1, &recording).map_err(|error| too_large(&error))?;
        let mut shape = NsimShape::new(&machine);
        shape.packets = forecast::packets(&built.program, shape.ranks, built.params.mtu);
        let limits = Limits { work: 0, least: ns(1000), keyframes: 256, bytes: KEPT };
        let log = Log::new(shape.ranks);
        let timeline = Timeline::new(machine, limits);
        self.open = Some(Open { built, timeline, log, outcome_reported: false, switch: None, ending: None });
        out.emit(NsimNews::Opened(Box::new(shape)));
        out.show();
        Ok(())
    }

    fn command(&mut self, command: NsimAct, out: &mut News) -> Result<(), Refusal> {
        if let NsimAct::MapFile(plan) = command {
            out.emit(NsimNews::MapFile(plan.map_file()?));
            return Ok(());
        }
        let open = self.open.as_mut().ok_or(Refusal::NotOpen)?;
        match command {
            NsimAct::Run(until) => {
                self.job = Some(Job::Run(until.unwrap_or(Time::MAX)));
                out.show();
            }
            NsimAct::Seek(time) => {
                let time = time.min(open.timeline.end());
                open.timeline.jump(time);
                self.job = Some(Job::Seek(time, None));
            }
            NsimAct::Step(step, back) => self.step_by(step, back, out),
            NsimAct::Look(switch) => {
                open.switch = switch;
                out.show();
            }
            NsimAct::Diagram { first, ranks, from, until } => {
                let diagram = open.log.diagram(first, ranks.min(4096), from, until);
                out.emit(NsimNews::Diagram(Box::new(diagram)));
            }
            NsimAct::MapFile(_) => {}
        }
        Ok(())
    }

    fn pause(&mut self) {
        self.job = None;
    }

    fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    fn slice(&mut self, windows: u64, out: &mut News) {
        let (Some(job), Some(open)) = (self.job, &mut self.open) else {
            self.job = None;
            return;
        };
        let window = open.timeline.now().window();
        let slice = windows.saturating_mul(window);
        let done = match job {
            Job::Run(until) => {
                let to = until.min(open.timeline.now().now().saturating_add(slice));
                !open.forward(to) || open.timeline.now().now() >= until
            }
            Job::Until(messages) => {
                let mut goes_on = true;
                let to = open.timeline.now().now().saturating_add(slice);
                while goes_on && open.timeline.now().messages() < messages && open.timeline.now().now() < to {
                    // The state just after the message that was waited for.
                    let next = open.timeline.now().next_time().saturating_add(1);
                    goes_on = open.forward(next);
                }
                !goes_on || open.timeline.now().messages() >= messages
            }
            Job::Seek(time, before) => {
                let reached = open.timeline.approach(time, slice.max(1));
                if reached && let Some(step) = before {
                    let now = open.timeline.now();
                    let last = if step == NsimStep::Message { now.last_message() } else { now.last_event() };
                    let to = last.map_or(0, |last| last + 1).min(time);
                    open.timeline.jump(to);
                    self.job = Some(Job::Seek(to, None));
                    return;
                }
                reached
            }
        };
        if done {
            self.job = None;
        }
        out.show();
        self.outcome(out);
    }

    fn frame(&self) -> Option<NsimFrame> {
        let open = self.open.as_ref()?;
        let now = open.timeline.now();
        let ending = open.ending.filter(|_| now.now() == open.timeline.end());
        let state = match (self.job, ending) {
            (Some(_), _) => NsimState::Running,
            (None, Some(Progress::Ended)) => NsimState::Ended,
            (None, Some(_)) => NsimState::Deadlock,
            (None, None) => NsimState::Paused,
        };
        let mut frame = NsimFrame::new(now, state, open.timeline.end(), open.switch);
        if self.job.is_none() {
            frame.digest = Some(format!("{:016x}", now.digest()));
        }
        Some(frame)
    }
}

impl Nsim {
    fn step_by(&mut self, step: NsimStep, back: bool, out: &mut News) {
        let Some(open) = &mut self.open else { return };
        self.job = None;
        let now = open.timeline.now();
        let (time, window) = (now.now(), now.window());
        match (step, back) {
            (NsimStep::Window, false) => {
                open.forward((time / window + 1) * window);
            }
            (NsimStep::Window, true) => {
                let to = time.saturating_sub(1) / window * window;
                open.timeline.jump(to);
                self.job = Some(Job::Seek(to, None));
                return;
            }
            (NsimStep::Event, false) => {
                let before = now.events();
                for _ in 0..PATIENCE {
                    let next = open.timeline.now().next_time().saturating_add(1);
                    if !open.forward(next) || open.timeline.now().events() != before {
                        break;
                    }
                }
            }
            (NsimStep::Message, false) => {
                self.job = Some(Job::Until(now.messages() + 1));
                return;
            }
            (_, true) => {
                // The state before the last one happened, then the state after the one before it.
                let last = if step == NsimStep::Message { now.last_message() } else { now.last_event() };
                let Some(last) = last else {
                    open.timeline.jump(0);
                    self.job = Some(Job::Seek(0, None));
                    return;
                };
                open.timeline.jump(last);
                self.job = Some(Job::Seek(last, Some(step)));
                return;
            }
        }
        out.show();
        self.outcome(out);
    }

    /// Sends the result of the run, once, when it has ended.
    fn outcome(&mut self, out: &mut News) {
        let Some(open) = &mut self.open else { return };
        let Some(progress) = open.ending.filter(|_| !open.outcome_reported) else { return };
        open.outcome_reported = true;
        let (machine, built) = (open.timeline.now(), &open.built);
        let result = NsimResult::new(machine, &built.topology, &built.params, &built.recipe, progress);
        out.emit(NsimNews::Outcome(Box::new(NsimOutcome::new(machine, result))));
    }
}

impl Open {
    /// Advances to a time and keeps new data; false if the run has ended there or before.
    fn forward(&mut self, to: Time) -> bool {
        while self.timeline.now().now() < to {
            let (known, now) = (self.timeline.end(), self.timeline.now().now());
            let mut news = None;
            let mut progress = Progress::Running;
            // The known part is simulated again; only new data is recorded. In steps, so that states are kept.
            let piece = if now < known { known } else { now.saturating_add(ns(1000)) };
            let stepped = self.timeline.step_by(|machine| {
                machine.record_ranks(now >= known);
                progress = machine.advance(to.min(piece));
                let history = machine.take_rank_history();
                if now >= known {
                    news = Some(history);
                }
                machine.now() > now
            });
            if let Some(news) = news {
                self.log.add(news);
            }
            if progress != Progress::Running {
                self.ending = Some(progress);
            }
            if stepped == Stepped::Ended {
                return false;
            }
        }
        true
    }
}
