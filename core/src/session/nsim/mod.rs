//! The interconnect simulator for a page: commands in, updates out, simulation in slices that their owner sizes by its clock.

mod fields;
mod log;
mod plan;
mod protocol;

pub use fields::{MAPPING as NSIM_MAPPING, PARAMS as NSIM_PARAMS, PROGRAM as NSIM_PROGRAM, TARGET as NSIM_TARGET};
pub use plan::{MOST_MEMORY, NsimPlan, scenario, sizes};
pub use protocol::{NsimCommand, NsimStep, NsimUpdate};

use crate::base::Simulation as _;
use crate::mode::Problem;
use crate::nsim::machine::{Recording, memory};
use crate::nsim::{Machine, Progress, Time, forecast};
use crate::timeline::{Limits, Stepped, Timeline};
use crate::view::{NsimFrame, NsimOutcome, NsimResult, NsimShape, NsimState};
use alloc::{boxed::Box, collections::VecDeque, format, vec, vec::Vec};
use log::Log;
use plan::{Built, ns};

/// Intervals of the use of links over time, for machines up to [`LARGE`] switches; larger ones have fewer.
const INTERVALS: usize = 64;
const FEW_INTERVALS: usize = 16;
const LARGE: u32 = 16_384;
/// Bytes that kept states may cost.
const KEPT: usize = 384 << 20;
/// Events that may pass before a step is done: wake-ups in vain are not counted.
const PATIENCE: u32 = 1_000_000;

/// An opened run.
struct Open {
    built: Built,
    timeline: Timeline<Machine>,
    log: Log,
    outcome_told: bool,
    switch: Option<u32>,
    /// How the run ended, once that is known.
    ending: Option<Progress>,
}

/// What is under way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Job {
    /// Goes on up to a time.
    Run(Time),
    /// Goes to a time; then, if asked, to behind the last event or message before it.
    Seek(Time, Option<NsimStep>),
    /// Runs on until so many messages have arrived.
    Until(u64),
}

/// A list of runs.
struct Batch {
    plans: VecDeque<Built>,
    number: u32,
    machine: Option<Machine>,
}

/// The session.
#[derive(Default)]
pub struct NsimSession {
    open: Option<Open>,
    job: Option<Job>,
    batch: Option<Batch>,
    /// A frame is under way to the page; another one is wanted.
    unacked: bool,
    wanted: bool,
}

impl NsimSession {
    /// Whether [`NsimSession::run_slice`] has something to do.
    pub fn is_busy(&self) -> bool {
        self.job.is_some() || self.batch.is_some()
    }

    /// Carries out a command.
    pub fn handle(&mut self, command: NsimCommand) -> Vec<NsimUpdate> {
        match command {
            NsimCommand::Open(plan) => self.begin(&plan),
            NsimCommand::Check(plan) => {
                vec![NsimUpdate::Checked(plan.build().map(|built| memory(&built.topology, &built.params)))]
            }
            NsimCommand::Run(until) => {
                self.start(Job::Run(until.unwrap_or(Time::MAX)));
                self.frame()
            }
            NsimCommand::Pause => {
                self.job = None;
                let mut updates = self.frame();
                if self.batch.take().is_some() {
                    updates.push(NsimUpdate::BatchDone);
                }
                updates
            }
            NsimCommand::Seek(time) => {
                if let Some(open) = &mut self.open {
                    let time = time.min(open.timeline.end());
                    open.timeline.jump(time);
                    self.job = Some(Job::Seek(time, None));
                }
                Vec::new()
            }
            NsimCommand::Step(step, back) => self.step(step, back),
            NsimCommand::Look(switch) => {
                if let Some(open) = &mut self.open {
                    open.switch = switch;
                }
                self.frame()
            }
            NsimCommand::Diagram { first, ranks, from, until } => {
                let diagram = self.open.as_ref().map(|open| open.log.diagram(first, ranks.min(4096), from, until));
                diagram.map(|d| NsimUpdate::Diagram(Box::new(d))).into_iter().collect()
            }
            NsimCommand::Batch(plans) => {
                let built: Result<VecDeque<Built>, _> = plans.iter().map(NsimPlan::build).collect();
                match built {
                    Ok(plans) => {
                        self.batch = Some(Batch { plans, number: 0, machine: None });
                        Vec::new()
                    }
                    Err(problems) => vec![NsimUpdate::Problems(problems), NsimUpdate::BatchDone],
                }
            }
            NsimCommand::MapFile(plan) => match plan.map_file() {
                Ok(text) => vec![NsimUpdate::MapFile(text)],
                Err(problems) => vec![NsimUpdate::Problems(problems)],
            },
            NsimCommand::Ack => {
                self.unacked = false;
                if core::mem::take(&mut self.wanted) { self.frame() } else { Vec::new() }
            }
        }
    }

    /// Simulates about so many windows of the machine's time.
    pub fn run_slice(&mut self, windows: u64) -> Vec<NsimUpdate> {
        if self.batch.is_some() {
            return self.batch_slice(windows);
        }
        let (Some(job), Some(open)) = (self.job, &mut self.open) else {
            self.job = None;
            return Vec::new();
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
                    // The state right behind the message that was waited for.
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
                    return Vec::new();
                }
                reached
            }
        };
        if done {
            self.job = None;
        }
        let mut updates = self.frame();
        updates.extend(self.outcome());
        updates
    }

    fn begin(&mut self, plan: &NsimPlan) -> Vec<NsimUpdate> {
        let built = match plan.build() {
            Ok(built) => built,
            Err(problems) => return vec![NsimUpdate::Problems(problems)],
        };
        let links = if built.topology.switches() > LARGE { FEW_INTERVALS } else { INTERVALS };
        let recording = Recording { links, ranks: true, switches: built.watch.clone() };
        // What was there goes first: both would not fit.
        (self.open, self.job, self.batch) = (None, None, None);
        match built.machine(&recording) {
            Ok(machine) => {
                let mut shape = NsimShape::new(&machine);
                shape.packets = forecast::packets(&built.program, shape.ranks, built.params.mtu);
                let limits = Limits { work: 0, least: ns(1000), keyframes: 256, bytes: KEPT };
                let ranks = shape.ranks;
                self.open = Some(Open {
                    built,
                    timeline: Timeline::new(machine, limits),
                    log: Log::new(ranks),
                    outcome_told: false,
                    switch: None,
                    ending: None,
                });
                let mut updates = vec![NsimUpdate::Problems(Vec::new()), NsimUpdate::Opened(Box::new(shape))];
                updates.extend(self.frame());
                updates
            }
            Err(error) => vec![NsimUpdate::Problems(vec![Problem::new("dims", error.text())])],
        }
    }

    fn start(&mut self, job: Job) {
        self.job = self.open.is_some().then_some(job);
    }

    fn step(&mut self, step: NsimStep, back: bool) -> Vec<NsimUpdate> {
        let Some(open) = &mut self.open else { return Vec::new() };
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
                return Vec::new();
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
                return Vec::new();
            }
            (_, true) => {
                // The state before the last one happened, then behind the one before that.
                let last = if step == NsimStep::Message { now.last_message() } else { now.last_event() };
                let Some(last) = last else {
                    open.timeline.jump(0);
                    self.job = Some(Job::Seek(0, None));
                    return Vec::new();
                };
                open.timeline.jump(last);
                self.job = Some(Job::Seek(last, Some(step)));
                return Vec::new();
            }
        }
        let mut updates = self.frame();
        updates.extend(self.outcome());
        updates
    }

    /// A picture now, or when the last one has been shown.
    fn frame(&mut self) -> Vec<NsimUpdate> {
        if self.unacked {
            self.wanted = true;
            return Vec::new();
        }
        let Some(open) = &self.open else { return Vec::new() };
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
        self.unacked = true;
        vec![NsimUpdate::Frame(Box::new(frame))]
    }

    /// What the run came to, once it has come to its end.
    fn outcome(&mut self) -> Option<NsimUpdate> {
        let open = self.open.as_mut()?;
        let progress = open.ending.filter(|_| !open.outcome_told)?;
        open.outcome_told = true;
        let (machine, built) = (open.timeline.now(), &open.built);
        let result = NsimResult::new(machine, &built.topology, &built.params, &built.recipe, progress);
        Some(NsimUpdate::Outcome(Box::new(NsimOutcome::new(machine, result))))
    }

    fn batch_slice(&mut self, windows: u64) -> Vec<NsimUpdate> {
        let Some(batch) = &mut self.batch else { return Vec::new() };
        let Some(built) = batch.plans.front() else {
            self.batch = None;
            return vec![NsimUpdate::BatchDone];
        };
        let mut machine = match batch.machine.take() {
            Some(machine) => machine,
            None => match built.machine(&Recording::default()) {
                Ok(machine) => machine,
                Err(error) => {
                    self.batch = None;
                    let problem = Problem::new("dims", error.text());
                    return vec![NsimUpdate::Problems(vec![problem]), NsimUpdate::BatchDone];
                }
            },
        };
        match machine.run(windows) {
            Progress::Running => {
                let update = NsimUpdate::Under(batch.number, machine.packets());
                batch.machine = Some(machine);
                vec![update]
            }
            progress => {
                let result = NsimResult::new(&machine, &built.topology, &built.params, &built.recipe, progress);
                let row = NsimUpdate::Row(batch.number, Box::new(result));
                batch.plans.pop_front();
                batch.number += 1;
                vec![row]
            }
        }
    }
}

impl Open {
    /// Goes forwards up to a time, keeping what is new; false if the run has ended there or before.
    fn forward(&mut self, to: Time) -> bool {
        while self.timeline.now().now() < to {
            let (known, now) = (self.timeline.end(), self.timeline.now().now());
            let mut news = None;
            let mut progress = Progress::Running;
            // Up to what is known already it is gone through once more; what is new is told. Pieces, so that states are kept.
            let piece = if now < known { known } else { now.saturating_add(ns(1000)) };
            let stepped = self.timeline.step_by(|machine| {
                machine.record_ranks(now >= known);
                progress = machine.advance(to.min(piece));
                let told = machine.take_rank_history();
                if now >= known {
                    news = Some(told);
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
