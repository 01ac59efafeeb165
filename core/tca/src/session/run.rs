//! A run with its past: it is simulated once with its list of events, and then shown at any time.

use crate::model::{Completion, Log, Machine, Stage};
use crate::view::{TcaDiagram, TcaMoment, TcaParts, TcaRun, tca_completions, tca_parts};
use alloc::vec::Vec;
use mcore_base::timeline::{Limits, Stepped, Timeline};

/// Events between two keyframes at first.
const INTERVAL: u64 = 512;
/// Bytes of keyframes.
const KEYFRAMES: usize = 32 << 20;

/// A run.
pub struct Recorded {
    timeline: Timeline<Machine>,
    log: Log,
    /// The time of each event, by its number from 1.
    times: Vec<u64>,
    /// Times at which something begins or ends, ascending.
    steps: Vec<u64>,
    recording: bool,
    stopped: bool,
    /// The completions with their nodes, in the order of time.
    completions: Vec<(u8, Completion)>,
    /// The shown time.
    at: u64,
    /// The two nodes of the pictures.
    nodes: (u8, u8),
}

impl Recorded {
    /// A run at its start.
    pub fn new(machine: Machine) -> Self {
        let limits = Limits { work: 0, least: INTERVAL, keyframes: 4096, bytes: KEYFRAMES };
        Self {
            timeline: Timeline::new(machine, limits),
            log: Log::default(),
            times: Vec::new(),
            steps: Vec::new(),
            recording: true,
            stopped: false,
            completions: Vec::new(),
            at: 0,
            nodes: (0, 1),
        }
    }

    /// Whether it is still being simulated for the first time.
    pub fn is_recording(&self) -> bool {
        self.recording
    }

    /// The run ends here.
    pub fn stop(&mut self) {
        self.stopped |= self.recording;
    }

    /// Events and time so far.
    pub fn known(&self) -> (u64, u64) {
        (self.times.len() as u64, self.times.last().copied().unwrap_or(0))
    }

    /// Simulates at most this number of further events; the figures of the run, if it has ended.
    pub fn record(&mut self, events: u64) -> Option<TcaRun> {
        for _ in 0..events {
            let log = &mut self.log;
            if self.stopped || self.timeline.step_by(|machine| machine.step_with(log)) == Stepped::Ended {
                return Some(self.finish());
            }
            self.times.push(self.timeline.now().now());
        }
        None
    }

    fn finish(&mut self) -> TcaRun {
        self.recording = false;
        self.log.sort();
        let mut steps: Vec<u64> = self.log.events.iter().flat_map(|event| [event.begin, event.end]).collect();
        // A transfer that is stopped on its way has no event of its arrival.
        steps.extend([0, self.timeline.now().now()]);
        steps.sort_unstable();
        steps.dedup();
        self.steps = steps;
        let run = TcaRun::new(self.timeline.now(), &self.log, self.steps.len() as u64, self.stopped);
        self.nodes = run.pairs.first().copied().unwrap_or((0, 1));
        let all = tca_completions(self.timeline.now());
        self.completions = all.into_iter().map(|(node, one)| (node, one.clone())).collect();
        self.go_to(0);
        run
    }

    /// The number of the shown step.
    pub fn step(&self) -> u64 {
        (self.steps.partition_point(|&time| time <= self.at) as u64).saturating_sub(1)
    }

    /// Shows a time.
    pub fn go_to(&mut self, time: u64) {
        let last = self.steps.last().copied().unwrap_or(0);
        self.at = time.min(last);
        let event = self.times.partition_point(|&at| at <= self.at) as u64;
        self.timeline.seek(event.min(self.timeline.end()));
    }

    /// Shows a step.
    pub fn go_to_step(&mut self, step: u64) {
        let last = self.steps.len().saturating_sub(1);
        let step = usize::try_from(step).unwrap_or(last).min(last);
        self.go_to(self.steps.get(step).copied().unwrap_or(0));
    }

    /// Shows the last step before the shown time.
    pub fn go_back(&mut self) {
        let before = self.steps.partition_point(|&time| time < self.at);
        self.go_to_step((before as u64).saturating_sub(1));
    }

    fn completion_times(&self) -> impl DoubleEndedIterator<Item = u64> {
        self.log.events.iter().filter(|event| event.stage == Stage::Completion).map(|event| event.begin)
    }

    /// Shows the next completion, or the end.
    pub fn next_completion(&mut self) {
        let at = self.at;
        let next = self.completion_times().find(|time| *time > at);
        self.go_to(next.unwrap_or(u64::MAX));
    }

    /// Shows the completion before, or the start.
    pub fn last_completion(&mut self) {
        let at = self.at;
        let last = self.completion_times().rfind(|time| *time < at);
        self.go_to(last.unwrap_or(0));
    }

    /// Shows other nodes in the pictures.
    pub fn look(&mut self, left: u8, right: u8) {
        let nodes = self.timeline.now().program().nodes.len() as u8;
        if left != right && left < nodes && right < nodes {
            self.nodes = (left, right);
        }
    }

    /// The diagram of an interval.
    pub fn diagram(&self, from: u64, until: u64) -> TcaDiagram {
        TcaDiagram::new(&self.log.events, self.nodes, (from, until.max(from.saturating_add(1))))
    }

    /// The divided time of a completion, by its number in the order of time.
    pub fn parts(&self, number: u32) -> Option<TcaParts> {
        let (node, completion) = self.completions.get(number as usize)?;
        tca_parts(&self.log.events, number, *node, completion)
    }

    /// The shown time.
    pub fn moment(&self) -> TcaMoment {
        let steps = (self.step(), self.steps.len() as u64);
        TcaMoment::new(self.timeline.now(), &self.log.events, self.nodes, self.at, steps)
    }
}
