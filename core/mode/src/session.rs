//! The session of a mode: it takes numbered commands, sends updates, and works in slices whose size its owner chooses
//! by the clock.
//!
//! Every command is answered with [`Update::Done`] or [`Update::Refused`] and its number, after the updates that it
//! causes immediately. At most one frame is in flight: the next one is sent only after [`Command::Ack`].

use super::{Frames, Plan, Problem, Request};
use alloc::{boxed::Box, collections::VecDeque, vec::Vec};
use serde::{Deserialize, Serialize};

/// The commands of all modes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Command<P, C> {
    /// Builds the machine of a plan and shows its first state.
    Open(Box<P>),
    /// Only checks a plan; the answer is [`Update::Checked`] with its problems.
    Check(Box<P>),
    /// Runs these plans one after the other, without frames, in place of the list that is running.
    Batch(Vec<P>),
    /// Stops whatever is running. A stopped run of a list may still give its result so far.
    Pause,
    /// The last frame has been shown.
    Ack,
    /// A command of the mode.
    Own(C),
}

/// No value: the commands, the news or the frames of a mode that has none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Never {}

/// The reason why a command was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refusal {
    /// The plan has these problems.
    Problems(Vec<Problem>),
    /// The command needs an open machine, and there is none.
    NotOpen,
}

impl From<Vec<Problem>> for Refusal {
    fn from(problems: Vec<Problem>) -> Self {
        Self::Problems(problems)
    }
}

/// The progress of a list of runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// The run, from 0.
    pub number: u32,
    /// Runs in the list.
    pub of: u32,
    /// The work done by the run: packets, accesses.
    pub count: u64,
    /// The share of its work that is done, 0 to 1; 0 if it is not known.
    pub share: f64,
}

/// The updates of a session: `U` are the mode's own, `F` its frames, `R` the results of the runs of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Update<U, F, R> {
    /// The command with this number is done, or the work that it requested has begun.
    Done(u32),
    /// The command with this number was refused and has changed nothing.
    Refused(u32, Refusal),
    /// The bytes of memory that a plan needs at its start, or its problems.
    Checked(Result<u64, Vec<Problem>>),
    Frame(Box<F>),
    /// Progress of a list of runs.
    Progress(Progress),
    /// The result of a run of the list: the run's number, from 0.
    Row(u32, Box<R>),
    /// This run of the list has no result, for these reasons; the list ends.
    Failed(u32, Vec<Problem>),
    /// The list has ended, or was stopped.
    BatchDone,
    /// An update of the mode.
    Own(U),
}

/// The state of a run of a list after a slice.
#[derive(Debug)]
pub enum Turn<R> {
    /// It continues. Its progress, count and share, is sent if given.
    Continues(Option<(u64, f64)>),
    Ended(R),
}

/// Collects the updates of a mode while it works.
#[derive(Debug)]
pub struct Out<U> {
    news: Vec<U>,
    frame: bool,
}

impl<U> Out<U> {
    fn new() -> Self {
        Self { news: Vec::new(), frame: false }
    }

    /// Emits an update of the mode.
    pub fn emit(&mut self, news: U) {
        self.news.push(news);
    }

    /// Requests a frame, now or as soon as the last one has been shown.
    pub fn show(&mut self) {
        self.frame = true;
    }
}

/// The part of a session that differs from mode to mode; [`Session`] is the rest.
pub trait Mode: Default {
    /// Its settings.
    type Plan: Plan;
    /// Its own commands.
    type Command;
    /// Its own updates.
    type News;
    /// Its frames.
    type Frame;
    /// The result of a run of a list.
    type Row;
    /// A run of a list in progress.
    type Job;

    /// The bytes of memory that the machine of a plan needs at its start; 0 if that does not matter.
    ///
    /// # Errors
    /// All problems of the plan.
    fn check(&self, plan: &Self::Plan) -> Result<u64, Vec<Problem>>;

    /// Begins a run of a list.
    ///
    /// # Errors
    /// All problems of the plan.
    fn begin(&mut self, plan: Self::Plan) -> Result<Self::Job, Vec<Problem>>;

    /// Continues a run of a list for about `part` units of the mode's work.
    ///
    /// # Errors
    /// The reasons why the run has no result.
    fn step(&mut self, job: &mut Self::Job, part: u64) -> Result<Turn<Self::Row>, Vec<Problem>>;

    /// The result of a stopped run, if it has one.
    fn stop(&mut self, _job: Self::Job) -> Option<Self::Row> {
        None
    }

    /// Opens the machine of a plan and closes the current one.
    ///
    /// # Errors
    /// The plan has problems. A mode that only runs lists always refuses.
    fn open(&mut self, _plan: &Self::Plan, _out: &mut Out<Self::News>) -> Result<(), Refusal> {
        Err(Refusal::NotOpen)
    }

    /// Carries out a command of the mode.
    ///
    /// # Errors
    /// The reason for a refusal.
    fn command(&mut self, command: Self::Command, out: &mut Out<Self::News>) -> Result<(), Refusal>;

    /// Stops what the open machine is doing.
    fn pause(&mut self) {}

    /// Whether [`Mode::slice`] has work to do.
    fn is_busy(&self) -> bool {
        false
    }

    /// Works with the open machine for about `part` units of the mode's work.
    fn slice(&mut self, _part: u64, _out: &mut Out<Self::News>) {}

    /// The current frame, if a machine is open.
    fn frame(&self) -> Option<Self::Frame> {
        None
    }
}

/// The updates of a mode.
pub type UpdateOf<M> = Update<<M as Mode>::News, <M as Mode>::Frame, <M as Mode>::Row>;
/// The commands of a mode.
pub type CommandOf<M> = Command<<M as Mode>::Plan, <M as Mode>::Command>;

/// A list of runs in progress.
struct Batch<M: Mode> {
    waiting: VecDeque<M::Plan>,
    job: Option<M::Job>,
    number: u32,
    of: u32,
}

/// A mode together with its list of runs and its frames.
pub struct Session<M: Mode> {
    mode: M,
    batch: Option<Batch<M>>,
    frames: Frames,
    /// Runs of lists that have ended.
    ended: u64,
}

impl<M: Mode> Default for Session<M> {
    fn default() -> Self {
        Self { mode: M::default(), batch: None, frames: Frames::default(), ended: 0 }
    }
}

impl<M: Mode> Session<M> {
    /// The mode.
    pub fn mode(&mut self) -> &mut M {
        &mut self.mode
    }

    /// Whether [`Session::run_slice`] has work to do.
    pub fn is_busy(&self) -> bool {
        self.batch.is_some() || self.mode.is_busy()
    }

    /// Runs of lists that have ended so far. The next run may be of another size.
    pub fn ended(&self) -> u64 {
        self.ended
    }

    /// Carries out a command. The last update is the answer.
    pub fn handle(&mut self, request: Request<CommandOf<M>>) -> Vec<UpdateOf<M>> {
        request.answer(Update::Done, Update::Refused, |command, updates| self.carry_out(command, updates))
    }

    /// Works for about `part` units of the mode's work, such as windows or accesses.
    pub fn run_slice(&mut self, part: u64) -> Vec<UpdateOf<M>> {
        let mut updates = Vec::new();
        if let Some(batch) = self.batch.take() {
            self.batch = self.batch_slice(batch, part, &mut updates);
        } else {
            let mut out = Out::new();
            self.mode.slice(part, &mut out);
            self.deliver(out, &mut updates);
        }
        updates
    }

    fn carry_out(&mut self, command: CommandOf<M>, updates: &mut Vec<UpdateOf<M>>) -> Result<(), Refusal> {
        let mut out = Out::new();
        match command {
            Command::Open(plan) => {
                self.mode.open(&plan, &mut out)?;
                // There is not enough memory for both.
                self.stop_batch(updates);
            }
            Command::Check(plan) => updates.push(Update::Checked(self.mode.check(&plan))),
            Command::Batch(plans) => {
                self.stop_batch(updates);
                let of = plans.len() as u32;
                self.batch = Some(Batch { waiting: plans.into(), job: None, number: 0, of });
                updates.push(Update::Progress(Progress { of, ..Progress::default() }));
            }
            Command::Pause => {
                self.mode.pause();
                self.stop_batch(updates);
                out.show();
            }
            Command::Ack => self.frames.shown(),
            Command::Own(command) => self.mode.command(command, &mut out)?,
        }
        self.deliver(out, updates);
        Ok(())
    }

    /// The updates precede the frame, because they announce the machine that it shows.
    fn deliver(&mut self, out: Out<M::News>, updates: &mut Vec<UpdateOf<M>>) {
        updates.extend(out.news.into_iter().map(Update::Own));
        if out.frame {
            self.frames.request();
        }
        if self.frames.is_due()
            && let Some(frame) = self.mode.frame()
        {
            self.frames.sent();
            updates.push(Update::Frame(Box::new(frame)));
        }
    }

    fn stop_batch(&mut self, updates: &mut Vec<UpdateOf<M>>) {
        let Some(batch) = self.batch.take() else { return };
        if let Some(row) = batch.job.and_then(|job| self.mode.stop(job)) {
            updates.push(Update::Row(batch.number, Box::new(row)));
        }
        updates.push(Update::BatchDone);
    }

    /// Runs one slice of the list; returns the list if it continues.
    fn batch_slice(&mut self, mut batch: Batch<M>, part: u64, updates: &mut Vec<UpdateOf<M>>) -> Option<Batch<M>> {
        let (number, of) = (batch.number, batch.of);
        let stepped = match &mut batch.job {
            Some(job) => self.mode.step(job, part),
            None => match batch.waiting.pop_front() {
                Some(plan) => self.mode.begin(plan).map(|job| {
                    batch.job = Some(job);
                    Turn::Continues(Some((0, 0.0)))
                }),
                None => {
                    updates.push(Update::BatchDone);
                    return None;
                }
            },
        };
        match stepped {
            Ok(Turn::Continues(progress)) => {
                updates.extend(progress.map(|(count, share)| Update::Progress(Progress { number, of, count, share })));
            }
            Ok(Turn::Ended(row)) => {
                updates.push(Update::Row(number, Box::new(row)));
                (batch.job, batch.number) = (None, number + 1);
                self.ended += 1;
                if batch.waiting.is_empty() {
                    updates.push(Update::BatchDone);
                    return None;
                }
            }
            Err(problems) => {
                updates.extend([Update::Failed(number, problems), Update::BatchDone]);
                return None;
            }
        }
        Some(batch)
    }
}
