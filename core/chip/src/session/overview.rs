//! The overview at the scrubber: the activity of the cores over the whole run.

use crate::view::SeriesView;
use crate::{Activity, Edit, Machine, Meter};
use alloc::vec::Vec;
use mcore_base::Cycle;
use mcore_base::stats::Series;
use mcore_base::timeline::{Journal, Moment, Timeline};

/// Number of buckets of the overview.
const BUCKETS: usize = 512;
/// Buckets of fewer cycles than this would slow a run too much.
const COARSE: Cycle = 64;
/// A run of fewer cycles than this gets smaller buckets, as these would show too little.
const SHORT: Cycle = 64 * COARSE;

/// Core-cycles computing, polling and halted, flits in flight, and DMAs that cores have started.
type Sums = [u64; 5];

fn sums(activity: &Activity) -> Sums {
    [activity.computing, activity.polling, activity.halted, activity.flits, activity.dmas]
}

/// Time series of a run's totals, from its start to the last known cycle.
#[derive(Clone)]
pub(super) struct Overview {
    series: Series<5>,
    /// The sums of the cycles in the series.
    recorded: Sums,
}

impl Meter for Overview {
    fn due(&self, after: Cycle) -> Cycle {
        self.series.ends().find(|end| *end > after).unwrap_or(Cycle::MAX)
    }

    fn read(&mut self, cycle: Cycle, activity: &Activity) {
        let now = sums(activity);
        let cycles = cycle - self.series.cycles();
        self.series.push(cycles, core::array::from_fn(|i| now[i] - self.recorded[i]));
        self.recorded = now;
    }
}

impl Overview {
    /// For a run with `nodes` nodes that has not started.
    pub(super) fn new(nodes: usize) -> Self {
        // Adding up the activity of all cores costs time, but far less than simulating a bucket.
        Self { series: Series::new(BUCKETS, (nodes as Cycle / 8).max(1)), recorded: [0; 5] }
    }

    /// Lets a timeline advance by `forwards`, most likely to cycle `until`.
    ///
    /// A short run has small buckets. If it is to go far, they are skipped; if it then ends early, they are filled
    /// afterwards, which takes as long as the run itself.
    pub(super) fn follow<T>(
        &mut self,
        timeline: &mut Timeline<Machine>,
        until: Cycle,
        forwards: impl FnOnce(&mut Timeline<Machine>, &mut Self) -> T,
    ) -> T {
        let small_until = SHORT.min(self.series.length_of(COARSE));
        if self.series.per_bucket() >= COARSE || until <= small_until {
            return forwards(timeline, self);
        }
        let small = self.clone();
        self.series.coarsen(COARSE);
        let result = forwards(timeline, self);
        if timeline.end() <= small_until {
            *self = small;
            self.make_up(timeline);
        }
        result
    }

    /// Records the cycles up to the current one, if they are new.
    pub(super) fn record(&mut self, machine: &Machine) {
        if machine.state.cycle > self.series.cycles() {
            self.read(machine.state.cycle, &machine.activity());
        }
    }

    /// As `record`, but only if a bucket is full.
    pub(super) fn record_if_due(&mut self, machine: &Machine) {
        if machine.state.cycle == self.due(self.series.cycles()) {
            self.record(machine);
        }
    }

    /// Records all known cycles that are missing.
    fn make_up(&mut self, timeline: &Timeline<Machine>) {
        let (from, end) = (self.series.cycles(), timeline.end());
        let anchor = timeline.before(from);
        let mut moment = anchor.clone();
        self.go(&mut moment, &anchor, end, timeline.journal());
        self.record(&moment.state);
    }

    fn go(&mut self, moment: &mut Moment<Machine>, anchor: &Moment<Machine>, end: Cycle, journal: &Journal<Edit>) {
        moment.run_from_by(anchor, end, journal, |machine, goal, anchor| machine.advance_metered(goal, anchor, self));
    }

    /// Drops the cycles after a machine's current one.
    pub(super) fn truncate(&mut self, machine: &Machine) {
        self.recorded = sums(&machine.activity());
        self.series.truncate(machine.state.cycle, self.recorded);
    }

    /// The series as displayed, for `nodes` nodes.
    pub(super) fn view(&self, nodes: usize) -> SeriesView {
        let series = &self.series;
        let [computing, polling, halted, flits] = [0, 1, 2, 3].map(|which| series.means(which).collect::<Vec<_>>());
        let dmas = series.sums(4).map(|n| u32::try_from(n).unwrap_or(u32::MAX)).collect();
        let ipc = computing.iter().zip(&polling).map(|(c, p)| c + p).collect();
        SeriesView {
            per_bucket: series.per_bucket(),
            nodes: nodes as u32,
            computing,
            polling,
            halted,
            flits,
            ipc,
            dmas,
        }
    }
}
