//! The counts of each phase of a run, or of each window of a fixed number of accesses.

use super::machine::{Counts, Machine, Work};
use alloc::{string::String, vec::Vec};
use mcore_base::{Text, text};

/// Maximum number of phases or windows that are kept apart.
pub const MAX_PHASES: usize = 128;

/// A phase, or several of the same name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phase {
    /// Its name in the trace, or the accesses of a window.
    pub name: Text,
    /// Number of times that it was entered; of windows, the number joined.
    pub times: u64,
    /// Accesses of the trace.
    pub accesses: u64,
    /// Counters of each object.
    pub counts: Vec<Counts>,
    /// The computation of each core.
    pub work: Vec<Work>,
}

/// Divides a run into phases. A repeated phase is added to the first one with its name, so a loop over the same phases
/// needs no more memory than one iteration.
#[derive(Clone, Debug)]
pub(super) struct Phases {
    list: Vec<Phase>,
    name: Option<String>,
    counts: Vec<Counts>,
    work: Vec<Work>,
    accesses: u64,
    /// Accesses per window; 0 if the trace's phases are used.
    pub window: u64,
}

impl Phases {
    /// The counts of a machine at the start of its first phase.
    pub fn new(machine: &Machine, objects: usize, window: u64) -> Self {
        let mut phases =
            Self { list: Vec::new(), name: None, counts: Vec::new(), work: Vec::new(), accesses: 0, window };
        (phases.counts, phases.work) = snapshot(machine, objects);
        phases
    }

    /// Accesses until the next cut; `u64::MAX` without windows.
    pub fn until_cut(&self, accesses: u64) -> u64 {
        if self.window == 0 { u64::MAX } else { (self.accesses + self.window).saturating_sub(accesses).max(1) }
    }

    /// True if a window is full.
    pub fn due(&self, accesses: u64) -> bool {
        self.window > 0 && accesses >= self.accesses + self.window
    }

    /// A phase begins in the trace.
    pub fn enter(&mut self, name: String, machine: &Machine, accesses: u64) {
        if self.window == 0 {
            self.cut(machine, accesses);
            self.name = Some(name);
        }
    }

    /// Ends the current phase or window.
    pub fn cut(&mut self, machine: &Machine, accesses: u64) {
        let (counts, work) = snapshot(machine, self.counts.len());
        let first = self.accesses;
        let phase = Phase {
            name: match &self.name {
                Some(name) => Text::same(name.clone()),
                None if self.window > 0 => window_name(first, accesses),
                None => text!("(before the first phase)", "(最初のフェーズの前)"),
            },
            times: 1,
            accesses: accesses - first,
            counts: counts.iter().zip(&self.counts).map(|(now, then)| *now - *then).collect(),
            work: work.iter().zip(&self.work).map(|(now, then)| *now - *then).collect(),
        };
        (self.counts, self.work, self.accesses) = (counts, work, accesses);
        let idle = phase.accesses == 0 && phase.work.iter().all(|w| *w == Work::default());
        if idle && (self.name.is_none() || self.window > 0) {
            return;
        }
        let same = self.list.iter().position(|p| self.window == 0 && p.name == phase.name);
        match same {
            Some(same) => self.list[same].add(&phase),
            None if self.list.len() < MAX_PHASES => self.list.push(phase),
            None if self.window == 0 => {
                let last = &mut self.list[MAX_PHASES - 1];
                last.name = text!("(further phases)", "(そのほかのフェーズ)");
                last.add(&phase);
            }
            None => {
                self.list.push(phase);
                self.join_pairs();
            }
        }
    }

    /// Doubles the length of the windows.
    fn join_pairs(&mut self) {
        self.window *= 2;
        let mut first = 0;
        let mut joined: Vec<Phase> = Vec::with_capacity(MAX_PHASES);
        for (i, phase) in self.list.drain(..).enumerate() {
            let last = first + phase.accesses + joined.last().filter(|_| i % 2 == 1).map_or(0, |p| p.accesses);
            match joined.last_mut() {
                Some(pair) if i % 2 == 1 => {
                    pair.add(&phase);
                    pair.name = window_name(first, last);
                    first = last;
                }
                _ => joined.push(phase),
            }
        }
        self.list = joined;
    }

    /// All phases; none if the run was never divided.
    pub fn finish(mut self, machine: &Machine, accesses: u64) -> Vec<Phase> {
        if self.name.is_none() && self.list.is_empty() && self.window == 0 {
            return Vec::new();
        }
        self.cut(machine, accesses);
        self.list
    }
}

impl Phase {
    fn add(&mut self, other: &Self) {
        self.times += other.times;
        self.accesses += other.accesses;
        self.counts.iter_mut().zip(&other.counts).for_each(|(a, b)| *a += *b);
        self.work.iter_mut().zip(&other.work).for_each(|(a, b)| *a += *b);
    }
}

fn window_name(first: u64, behind: u64) -> Text {
    let (first, last) = (first + 1, behind);
    text!("accesses {first} to {last}", "{first} 番目から {last} 番目のアクセス")
}

fn snapshot(machine: &Machine, objects: usize) -> (Vec<Counts>, Vec<Work>) {
    ((0..objects).map(|o| machine.counts(o)).collect(), (0..machine.cores()).map(|c| machine.work(c)).collect())
}
