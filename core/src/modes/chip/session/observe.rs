//! Statistics and logs: computed by simulating the run once more in the background, at no cost to the run itself.

use super::{Session, Update};
use crate::base::{Cycle, Simulation, Tee};
use crate::modes::chip::view::{Log, LogFilter, LogView, SpaceTimeView, StatsView};
use crate::modes::chip::{Edit, Machine, PackedMachine, SpaceTime, Tally};
use crate::timeline::{Journal, Limits, Moment, Timeline};
use alloc::{boxed::Box, sync::Arc, vec::Vec};

/// Limits of the kept statistics of earlier cycles; those that are not kept are recomputed by simulating some cycles
/// again.
const LIMITS: Limits = Limits { work: 1 << 16, least: 64, keyframes: 64, bytes: 64 << 20 };

/// A machine with everything counted from cycle 0.
#[derive(Clone)]
struct Counted {
    machine: Machine,
    tally: Tally,
}

impl Simulation for Counted {
    type Input = Edit;
    type Packed = (PackedMachine, Tally);

    fn cycle(&self) -> Cycle {
        self.machine.cycle()
    }

    fn step(&mut self) -> bool {
        self.machine.step_with(&mut self.tally)
    }

    fn apply(&mut self, edit: &Edit) {
        self.machine.apply(edit);
    }

    fn work_per_cycle(&self) -> u64 {
        self.machine.work_per_cycle()
    }

    fn digest(&self) -> u64 {
        self.machine.digest()
    }

    fn pack(&mut self, before: Option<&Self::Packed>) -> Self::Packed {
        (self.machine.pack(before.map(|b| &b.0)), self.tally.clone())
    }

    fn unpack((machine, tally): &Self::Packed) -> Self {
        Self { machine: Machine::unpack(machine), tally: tally.clone() }
    }

    fn packed_cost((machine, tally): &Self::Packed, before: Option<&Self::Packed>) -> usize {
        Machine::packed_cost(machine, before.map(|b| &b.0)) + tally.bytes()
    }
}

/// Follows a run in the background and counts.
pub(super) struct Observer {
    timeline: Timeline<Counted>,
    space: SpaceTime,
    /// The cycle of the last report, and the cycle counted up to then.
    reported: Option<(Cycle, Cycle)>,
}

impl Observer {
    pub(super) fn new(start: Machine, journal: Arc<Journal<Edit>>) -> Self {
        let array = start.spec().array;
        let (tally, space) = (Tally::new(array), SpaceTime::new(array));
        let start = Counted { machine: start, tally };
        Self { timeline: Timeline::with_journal(start, LIMITS, journal), space, reported: None }
    }

    /// Cycles counted so far.
    fn counted(&self) -> Cycle {
        self.timeline.end()
    }

    /// Counts at most `cycles` further cycles, and not beyond `until`.
    fn advance(&mut self, cycles: u64, until: Cycle) {
        self.timeline.seek(self.timeline.end());
        let space = &mut self.space;
        for _ in 0..cycles.min(until.saturating_sub(self.timeline.end())) {
            self.timeline.step_by(|c| c.machine.step_with(&mut Tee(&mut c.tally, &mut *space)));
        }
    }

    /// All counts up to a cycle that has been reached.
    fn stats(&mut self, cycle: Cycle) -> StatsView {
        self.timeline.seek(cycle);
        let counted = self.timeline.now();
        StatsView::of(&counted.machine, &counted.tally)
    }
}

/// A log that is being recomputed.
pub(super) struct LogJob {
    moment: Moment<Machine>,
    journal: Arc<Journal<Edit>>,
    log: Log,
    from: Cycle,
    until: Cycle,
}

impl LogJob {
    /// The log of the cycles `from..until` of a run.
    pub(super) fn new(run: &Timeline<Machine>, from: Cycle, until: Cycle, filter: LogFilter) -> Self {
        Self { moment: run.before(from), journal: run.journal().clone(), log: Log::new(filter), from, until }
    }

    /// Continues for at most `cycles` cycles; returns the log when it is finished.
    fn advance(&mut self, cycles: u64) -> Option<LogView> {
        let begin = self.moment.cycle();
        if begin < self.from {
            self.moment.run_to(self.from.min(begin.saturating_add(cycles)), &self.journal);
        }
        for _ in 0..cycles.saturating_sub(self.moment.cycle() - begin) {
            let cycle = self.moment.cycle();
            let goes_on = if cycle >= self.until || self.log.full {
                false
            } else {
                self.moment.step_by(&self.journal, |machine| machine.step_with(&mut self.log))
            };
            if !goes_on {
                let rows = core::mem::take(&mut self.log.rows);
                return Some(LogView { from: self.from, until: cycle, rows, more: self.log.full });
            }
        }
        None
    }
}

impl Session {
    /// True if statistics, a picture or a log are pending.
    pub(super) fn has_to_observe(&self) -> bool {
        self.log.is_some() || self.space_time.is_some() || self.has_to_count()
    }

    fn has_to_count(&self) -> bool {
        let Some(work) = self.work.as_ref().filter(|_| self.watch.stats) else { return false };
        let wanted = (work.timeline.now().cycle(), work.timeline.end());
        self.observer.as_ref().is_none_or(|o| o.reported != Some(wanted))
    }

    /// Works on logs, pictures of a part of the run, and statistics, in that order, for at most `cycles` cycles.
    pub(super) fn observe(&mut self, cycles: u64, updates: &mut Vec<Update>) {
        if let Some(job) = &mut self.log {
            if let Some(view) = job.advance(cycles) {
                self.log = None;
                updates.push(Update::Log(Box::new(view)));
            }
            return;
        }
        if self.space_time.is_some() {
            return self.go_on_with_space_time(cycles, updates);
        }
        if !self.has_to_count() {
            return;
        }
        let Some(work) = &self.work else { return };
        let (shown, end) = (work.timeline.now().cycle(), work.timeline.end());
        let observer =
            self.observer.get_or_insert_with(|| Observer::new(work.start.clone(), work.timeline.journal().clone()));
        // The shown cycle comes first; the rest of the run follows, for the pictures over time.
        let until = if observer.counted() < shown { shown } else { end };
        if observer.reported.is_some_and(|(reported, _)| reported == shown) || observer.counted() < shown {
            observer.advance(cycles, until);
            if observer.counted() < until {
                updates.push(Update::Counting { cycle: observer.counted(), until });
                return;
            }
        }
        observer.reported = Some((shown, observer.counted()));
        let stats = Box::new(observer.stats(shown));
        let space = Box::new(SpaceTimeView::of(&work.start, &observer.space));
        updates.push(Update::Stats { cycle: shown, stats, space });
    }
}
