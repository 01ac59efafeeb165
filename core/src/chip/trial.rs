//! Bursts on trial: cores run further ahead than is known to be right, and what they change is remembered.
//!
//! While the network is quiet, nothing is written to any node until some core starts a DMA, and which core does so next is
//! known only when it has come there. So all are tried for a long window. If one of them starts a DMA (or does anything
//! else that cannot be taken back) in its middle, the window ends [`QUIET_WINDOW`] cycles later, and the cores that have
//! gone beyond that are set back and execute the window anew, up to its end.

use super::ahead::{Ahead, At, QUIET_WINDOW};
use super::burst::{Meanwhile, Stop};
use super::processor::Surroundings;
use super::{Machine, Processor};
use crate::base::Cycle;
use crate::mem::NodeMemory;
use alloc::vec::Vec;

/// The longest window on trial. (Where a run ends in the middle of a window, the window is stepped through.)
const LONGEST: Cycle = 1024;
/// Most windows to wait after a trial that has failed.
const LONGEST_PAUSE: u32 = 64;

/// A word of node memory before it was stored to.
pub(super) struct Was {
    offset: u32,
    word: u32,
    /// The page had never been written.
    untouched: bool,
}

impl Was {
    /// The word at an offset as it is.
    #[inline]
    pub(super) fn of(memory: &NodeMemory, offset: u32) -> Self {
        Self { offset, word: memory.word(offset), untouched: memory.is_untouched(offset) }
    }

    fn restore(&self, memory: &mut NodeMemory) {
        match self.untouched {
            true => memory.forget(self.offset),
            false => memory.set_word(self.offset, self.word),
        }
    }
}

/// One core on trial.
struct Tried {
    at: At,
    stop: Stop,
    before: Processor,
    /// Where what it has stored begins in the log.
    log: usize,
}

/// How far the next window on trial goes, and memory for what may have to be taken back.
pub(super) struct Trial {
    length: Cycle,
    pause: u32,
    next_pause: u32,
    tried: Vec<Tried>,
    log: Vec<Was>,
}

impl Trial {
    pub(super) fn new() -> Self {
        Self { length: 2 * QUIET_WINDOW, pause: 0, next_pause: 1, tried: Vec::new(), log: Vec::new() }
    }

    /// How long the next window may be, given that the network is quiet and some cores are awake.
    pub(super) fn window(&mut self) -> Cycle {
        if self.pause > 0 {
            self.pause -= 1;
            return QUIET_WINDOW;
        }
        self.length
    }

    fn learn(&mut self, succeeded: bool) {
        if succeeded {
            self.length = (2 * self.length).min(LONGEST);
            self.next_pause = 1;
        } else {
            self.length = 2 * QUIET_WINDOW;
            self.pause = self.next_pause;
            self.next_pause = (2 * self.next_pause).min(LONGEST_PAUSE);
        }
    }
}

impl Ahead {
    /// All cores that are awake run ahead on trial, in a quiet window. Gives the end of the window, or nothing, and nothing
    /// has changed, if the window has to be shorter.
    pub(super) fn try_far(&mut self, machine: &mut Machine, to: Cycle) -> Option<Cycle> {
        let Machine { spec, images, state, .. } = machine;
        let Trial { tried, log, .. } = &mut self.trial;
        let from = state.cycle;
        let mut end = to;
        let meanwhile = Meanwhile::default();
        tried.clear();
        log.clear();
        for &rank in &self.awake {
            let node = &mut state.nodes[rank as usize];
            let around = Surroundings { spec, image: &images[node.image as usize], cycle: from };
            let (before, begin) = (node.processor.clone(), log.len());
            let (cycle, stop) = node.burst(&around, end, &meanwhile, Some(log));
            tried.push(Tried { at: At { rank, cycle }, stop, before, log: begin });
            match stop {
                // Perhaps it would not have trapped, had a word arrived.
                Stop::Trap => {
                    end = from;
                    break;
                }
                Stop::Concern => end = end.min(cycle + QUIET_WINDOW),
                Stop::Done | Stop::Asleep(_) => {}
            }
        }
        let mut log_end = log.len();
        for core in tried.iter_mut().rev() {
            let own = core.log..log_end;
            log_end = core.log;
            if core.at.cycle <= end && end > from {
                continue;
            }
            let node = &mut state.nodes[core.at.rank as usize];
            log[own].iter().rev().for_each(|was| was.restore(&mut node.memory));
            node.processor = core.before.clone();
            if end > from {
                let around = Surroundings { spec, image: &images[node.image as usize], cycle: from };
                (core.at.cycle, core.stop) = node.burst(&around, end, &meanwhile, None);
            }
        }
        self.trial.learn(end == to);
        if end == from {
            return None;
        }
        self.behind.clear();
        self.awake.clear();
        for index in 0..self.trial.tried.len() {
            let Tried { at, stop, .. } = self.trial.tried[index];
            match stop {
                Stop::Asleep(watched) => {
                    self.fall_asleep(at, watched);
                    continue;
                }
                Stop::Concern => self.behind.push(at),
                Stop::Done | Stop::Trap => {}
            }
            self.awake.push(at.rank);
        }
        Some(end)
    }
}
