//! Statistics and logs: computed by simulating the run once more in the background, at no cost to the run itself.

use super::counts::{Counts, Pictures};
use super::{Session, Update, Work};
use crate::view::{Log, LogFilter, LogView, MpiArrows, MpiPanelView, MpiProfileView, SpaceTimeView, StatsView};
use crate::{Edit, Machine, Mpi, MpiMessages, MpiProfile, PackedMachine, SpaceTime, Tally};
use alloc::{boxed::Box, sync::Arc, vec::Vec};
use mcore_base::timeline::{Journal, Limits, Moment, Stepped, Timeline};
use mcore_base::{Cycle, Goal, Simulation};

/// Limits of the kept statistics of earlier cycles; those that are not kept are recomputed by simulating some cycles
/// again.
const LIMITS: Limits = Limits { work: 1 << 16, least: 64, keyframes: 64, bytes: 64 << 20 };

/// A machine with everything counted from cycle 0.
#[derive(Clone)]
struct Counted {
    machine: Machine,
    counts: Counts,
}

impl Simulation for Counted {
    type Input = Edit;
    type Packed = (PackedMachine, Counts);

    fn cycle(&self) -> Cycle {
        self.machine.cycle()
    }

    fn step(&mut self) -> bool {
        let Self { machine, counts } = self;
        let here = machine.clone();
        counts.advance(machine, Goal::cycle(here.cycle() + 1), &|| here.clone(), None)
    }

    fn advance(&mut self, goal: Goal, anchor: &dyn Fn() -> Self) -> bool {
        self.count(goal, anchor, None)
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
        (self.machine.pack(before.map(|b| &b.0)), self.counts.clone())
    }

    fn unpack((machine, counts): &Self::Packed) -> Self {
        Self { machine: Machine::unpack(machine), counts: counts.clone() }
    }

    fn packed_cost((machine, counts): &Self::Packed, before: Option<&Self::Packed>) -> usize {
        let mpi = counts.mpi.as_ref().map_or(0, |mpi| mpi.bytes());
        Machine::packed_cost(machine, before.map(|b| &b.0)) + counts.tally.bytes() + mpi
    }
}

impl Counted {
    /// As [`Simulation::advance`]; draws the pictures where the run is new.
    fn count(&mut self, goal: Goal, anchor: &dyn Fn() -> Self, pictures: Option<&mut Pictures>) -> bool {
        let until = goal.reached(self.cycle(), self.work_per_cycle());
        self.counts.advance(&mut self.machine, Goal::cycle(until), &|| anchor().machine, pictures)
    }
}

/// Follows a run in the background and counts.
pub(super) struct Observer {
    timeline: Timeline<Counted>,
    pictures: Pictures,
    /// The messages of MPI up to a cycle, for the pictures.
    arrows: Option<(Cycle, Option<MpiArrows>)>,
    /// The cycle of the last report, and the cycle counted up to then.
    reported: Option<(Cycle, Cycle)>,
}

impl Observer {
    pub(super) fn new(work: &Work) -> Self {
        let start = work.start.clone();
        let array = start.spec().array;
        let pictures = Pictures { space: SpaceTime::new(array), messages: MpiMessages::default() };
        let mpi = start.has_mpi().then(|| Box::new(MpiProfile::new(&start)));
        let start = Counted { machine: start, counts: Counts { tally: Tally::new(array), mpi } };
        let timeline = Timeline::with_journal(start, LIMITS, work.timeline.journal().clone());
        Self { timeline, pictures, arrows: None, reported: None }
    }

    /// Cycles counted so far.
    fn counted(&self) -> Cycle {
        self.timeline.end()
    }

    /// Counts at most `cycles` further cycles, and not beyond `until`.
    fn advance(&mut self, cycles: u64, until: Cycle) {
        self.timeline.seek(self.timeline.end());
        let until = until.min(self.timeline.end().saturating_add(cycles));
        let pictures = &mut self.pictures;
        while self.timeline.end() < until
            && self.timeline.advance_by(until, |c, goal, anchor| c.count(goal, anchor, Some(&mut *pictures)))
                != Stepped::Ended
        {}
    }

    /// All counts up to a cycle that has been reached, and the profile of MPI.
    fn stats(&mut self, cycle: Cycle) -> (StatsView, Option<MpiPanelView>) {
        self.timeline.seek(cycle);
        let Counted { machine, counts } = self.timeline.now();
        let mpi = counts.mpi.as_ref().map(|mpi| MpiPanelView::of(&MpiProfileView::of(machine, mpi)));
        (StatsView::of(machine, &counts.tally), mpi)
    }

    /// The pictures of the run so far.
    fn space(&mut self) -> SpaceTimeView {
        let counted = self.counted();
        if self.arrows.as_ref().is_none_or(|(cycle, _)| *cycle != counted) {
            // The names of functions are those of all calls so far.
            self.timeline.seek(counted);
            let Counted { machine, counts } = self.timeline.now();
            let of = |mpi: &MpiProfile| MpiArrows::of(machine.spec().array, mpi.mpi(), &self.pictures.messages);
            self.arrows = Some((counted, counts.mpi.as_deref().map(of)));
        }
        let mpi = self.arrows.as_ref().and_then(|(_, arrows)| arrows.clone());
        SpaceTimeView { mpi, ..SpaceTimeView::of(&self.timeline.now().machine, &self.pictures.space) }
    }

    /// The moment at a cycle, with the calls and messages that are in progress, after at most `cycles` further cycles; none if
    /// that is not enough.
    pub(super) fn moment(&mut self, cycle: Cycle, cycles: u64) -> Option<(Moment<Machine>, Mpi)> {
        if self.counted() < cycle {
            self.advance(cycles, cycle);
        }
        if self.counted() < cycle {
            return None;
        }
        self.timeline.seek(cycle);
        let mpi = self.timeline.now().counts.mpi.as_ref()?.mpi().clone();
        Some((self.timeline.before(cycle).map(|counted| counted.machine), mpi))
    }
}

/// A log that is being recomputed.
pub(super) struct LogJob {
    moment: Moment<Machine>,
    journal: Arc<Journal<Edit>>,
    log: Log,
    /// The log has calls and messages of MPI, and those that are in progress at its start are not known yet.
    waits: bool,
    from: Cycle,
    until: Cycle,
}

impl LogJob {
    /// The log of the cycles `from..until` of a run.
    pub(super) fn new(work: &Work, from: Cycle, until: Cycle, filter: LogFilter) -> Self {
        // Calls and messages belong to no packet.
        let mpi = (filter.packet.is_none() && work.start.has_mpi()).then(|| Mpi::new(&work.start));
        let waits = mpi.is_some() && from > work.timeline.start();
        let run = &work.timeline;
        let log = Log::new(filter, mpi);
        Self { moment: run.before(from), journal: run.journal().clone(), log, waits, from, until }
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
        let wanted = (self.counted_cycle(work), work.timeline.end());
        self.observer.as_ref().is_none_or(|o| o.reported != Some(wanted))
    }

    /// The cycle up to which statistics are counted.
    fn counted_cycle(&self, work: &Work) -> Cycle {
        if self.watch.whole { work.timeline.end() } else { work.timeline.now().cycle() }
    }

    /// Works on logs, pictures of a part of the run, and statistics, in that order, for at most `cycles` cycles.
    pub(super) fn observe(&mut self, cycles: u64, updates: &mut Vec<Update>) {
        if let Some(job) = &mut self.log {
            if let Some(work) = self.work.as_ref().filter(|_| job.waits) {
                let observer = self.observer.get_or_insert_with(|| Observer::new(work));
                if let Some((moment, mpi)) = observer.moment(job.from, cycles) {
                    (job.moment, job.waits) = (moment, false);
                    job.log.set_mpi(mpi);
                }
                return;
            }
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
        let (shown, end) = (self.counted_cycle(work), work.timeline.end());
        let observer = self.observer.get_or_insert_with(|| Observer::new(work));
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
        let space = Box::new(observer.space());
        let (stats, mpi) = observer.stats(shown);
        updates.push(Update::Stats { cycle: shown, stats: Box::new(stats), space, mpi: mpi.map(Box::new) });
    }
}
