//! Speculative windows: cores run further ahead than is known to be safe, and their changes are logged for
//! rollback.
//!
//! While the network is quiet, nothing is written to any node until some core starts a DMA, and which core does so next
//! is known only when it gets there. So all cores run through a long window speculatively. If one of them starts a DMA
//! (or does anything else that cannot be rolled back) in its middle, the window ends [`QUIET_WINDOW`] cycles later, and
//! the cores that are past that point are rolled back and re-execute the window up to its end.

use super::Meter;
use super::burst::{Meanwhile, Polls, Stop, Taken};
use super::lookahead::{At, Lookahead, QUIET_WINDOW};
use super::record::Recorder;
use crate::parts::Surroundings;
use crate::parts::{Chip, Processor};
use alloc::vec::Vec;
use core::ops::Range;
use mcore_base::Cycle;
use mcore_cpu::processor::Was;

/// The longest speculative window. (If a run ends in the middle of a window, the window is stepped through.)
const LONGEST: Cycle = 1024;
/// Maximum number of windows to wait after a failed speculation.
const LONGEST_PAUSE: u32 = 64;

/// One core in a speculative window.
#[derive(Debug)]
struct Tried {
    at: At,
    stop: Stop,
    before: Processor,
    /// The start of its entries in the log.
    log: usize,
    /// The start of its polled cycles among those of all cores.
    polls: usize,
    /// Its section in the record, if there is one.
    section: usize,
}

/// The length of the next speculative window, and buffers for rollback.
#[derive(Debug)]
pub(super) struct Speculation {
    length: Cycle,
    pause: u32,
    next_pause: u32,
    tried: Vec<Tried>,
    log: Vec<Was>,
    polls: Polls,
}

impl Default for Speculation {
    fn default() -> Self {
        Self {
            length: 2 * QUIET_WINDOW,
            pause: 0,
            next_pause: 1,
            tried: Vec::new(),
            log: Vec::new(),
            polls: Polls::new(),
        }
    }
}

impl Speculation {
    /// How long the next window may be, given that the network is quiet and some cores are awake.
    pub(super) fn window(&mut self) -> Cycle {
        if self.pause > 0 {
            self.pause -= 1;
            return QUIET_WINDOW;
        }
        self.length
    }

    /// Starts a new speculative window: clears the logs.
    pub(super) fn begin(&mut self) -> &mut Polls {
        self.tried.clear();
        self.log.clear();
        self.polls.clear();
        &mut self.polls
    }

    /// The cycles in which some core polled in the last window.
    pub(super) fn polls(&self) -> &[Range<Cycle>] {
        &self.polls
    }

    /// The cores of the last window, each with the cycle it has reached and the cycles in which it polled; after a
    /// rollback these may include some past that cycle.
    pub(super) fn tried(&self) -> impl Iterator<Item = (At, &[Range<Cycle>])> {
        let ends = self.tried.iter().skip(1).map(|next| next.polls).chain([self.polls.len()]);
        self.tried.iter().zip(ends).map(|(core, end)| (core.at, &self.polls[core.polls..end]))
    }

    fn learn(&mut self, succeeded: bool) {
        if succeeded {
            self.length = (4 * self.length).min(LONGEST);
            self.next_pause = 1;
        } else {
            self.length = 2 * QUIET_WINDOW;
            self.pause = self.next_pause;
            self.next_pause = (2 * self.next_pause).min(LONGEST_PAUSE);
        }
    }
}

impl Lookahead {
    /// All cores that are awake run ahead speculatively in a quiet window. Returns the end of the window; or `None`,
    /// with nothing changed, if the window has to be shorter.
    ///
    /// The window may pass cycles whose totals the meter needs, as long as only cores change the totals.
    pub(super) fn try_far<R: Recorder>(
        &mut self,
        machine: &mut Chip,
        to: Cycle,
        meter: &dyn Meter,
        recorder: &mut R,
    ) -> Option<Cycle> {
        let Chip { spec, images, state, .. } = machine;
        self.speculation.begin();
        let Speculation { tried, log, polls, .. } = &mut self.speculation;
        let from = state.cycle;
        let mut end = to;
        // Up to here no instruction affects others, so only cores change the totals.
        let mut only_cores = Cycle::MAX;
        let meanwhile = Meanwhile::of(recorder);
        for &rank in &self.awake {
            let node = &mut state.nodes[rank as usize];
            let around = Surroundings { spec, image: &images[node.image as usize], cycle: from };
            let (before, own) = (node.core.processor.clone(), (log.len(), polls.len()));
            let mut record = recorder.record();
            let section = record.as_deref_mut().map_or(0, |record| record.begin(rank));
            let (cycle, stop) =
                R::burst(node, &around, end, &meanwhile, Taken { log: Some(log), polls: Some(polls), record });
            tried.push(Tried { at: At { rank, cycle }, stop, before, log: own.0, polls: own.1, section });
            match stop {
                // It might not have trapped if a word had arrived.
                Stop::Trap => {
                    end = from;
                    break;
                }
                Stop::NeedsSystem => {
                    end = end.min(cycle + QUIET_WINDOW);
                    only_cores = only_cores.min(cycle);
                }
                Stop::Done | Stop::Parked(_) => {}
            }
        }
        let failed = end < to;
        let mut due = self.due;
        while due <= only_cores && due < end {
            due = meter.due(due);
        }
        end = end.min(due);
        let mut log_end = log.len();
        for core in tried.iter_mut().rev() {
            let own = core.log..log_end;
            log_end = core.log;
            if core.at.cycle <= end && end > from {
                continue;
            }
            let node = &mut state.nodes[core.at.rank as usize];
            log[own].iter().rev().for_each(|was| was.restore(&mut node.core.memory));
            node.core.processor = core.before.clone();
            let mut record = recorder.record();
            if let Some(record) = record.as_deref_mut() {
                record.cancel(core.section);
            }
            if end > from {
                let around = Surroundings { spec, image: &images[node.image as usize], cycle: from };
                if let Some(record) = record.as_deref_mut() {
                    record.begin(core.at.rank);
                }
                (core.at.cycle, core.stop) =
                    R::burst(node, &around, end, &meanwhile, Taken { record, ..Taken::default() });
            }
        }
        self.speculation.learn(!failed);
        if end == from {
            return None;
        }
        self.take_readings(machine, end, None, meter);
        self.behind.clear();
        self.awake.clear();
        for index in 0..self.speculation.tried.len() {
            let Tried { at, stop, .. } = self.speculation.tried[index];
            match stop {
                Stop::Parked(watched) => {
                    self.park(at, watched);
                    continue;
                }
                Stop::NeedsSystem => self.behind.push(at),
                Stop::Done | Stop::Trap => {}
            }
            self.awake.push(at.rank);
        }
        Some(end)
    }
}
