//! The space-time picture of a part of the run, made by simulating that part once more.

use super::{Refused, Session, Update};
use crate::base::{Cycle, Simulation};
use crate::modes::chip::view::SpaceTimeView;
use crate::modes::chip::{CoreTimes, Edit, Machine};
use crate::timeline::{Journal, Moment, Timeline};
use alloc::{boxed::Box, sync::Arc, vec::Vec};

/// Maximum number of core-cycles per slice. Every cycle is examined here, which costs far more than plain simulation.
const SLICE: u64 = 1 << 17;

/// A picture in progress.
pub(super) struct SpaceTimeJob {
    moment: Moment<Machine>,
    journal: Arc<Journal<Edit>>,
    times: CoreTimes,
    from: Cycle,
    until: Cycle,
}

impl SpaceTimeJob {
    fn new(run: &Timeline<Machine>, from: Cycle, until: Cycle) -> Self {
        let times = CoreTimes::of_interval(run.now().spec().array, until - from);
        Self { moment: run.before(from), journal: run.journal().clone(), times, from, until }
    }

    /// Continues for at most `cycles` cycles; true if nothing is left to do.
    fn advance(&mut self, cycles: u64) -> bool {
        let begin = self.moment.cycle();
        if begin < self.from {
            self.moment.run_to(self.from.min(begin.saturating_add(cycles)), &self.journal);
            return false;
        }
        let most = (SLICE / self.moment.state.work_per_cycle()).max(16);
        for _ in 0..cycles.min(most) {
            if self.moment.cycle() >= self.until {
                return true;
            }
            let times = &mut self.times;
            let goes_on = self.moment.step_by(&self.journal, |machine| {
                let before = machine.state.cycle;
                let goes_on = machine.step_with(&mut times.messages);
                if machine.state.cycle > before {
                    times.look(machine);
                }
                goes_on
            });
            if !goes_on {
                return true;
            }
        }
        self.moment.cycle() >= self.until
    }
}

impl Session {
    /// Starts a picture of the cycles `from..until`, as far as they are known.
    pub(super) fn begin_space_time(&mut self, from: Cycle, until: Cycle) -> Result<(), Refused> {
        let work = self.work.as_ref().ok_or(Refused::NoProgram)?;
        let until = until.min(work.timeline.end());
        self.space_time = Some(Box::new(SpaceTimeJob::new(&work.timeline, from.min(until), until)));
        Ok(())
    }

    /// Continues the picture.
    pub(super) fn go_on_with_space_time(&mut self, cycles: u64, updates: &mut Vec<Update>) {
        let Some(job) = &mut self.space_time else { return };
        if job.advance(cycles) {
            let view = SpaceTimeView::of_cores(&job.moment.state, job.from, &job.times);
            self.space_time = None;
            updates.push(Update::SpaceTime(Box::new(view)));
        } else {
            updates.push(Update::SpaceTimeProgress { cycle: job.moment.cycle(), from: job.from, until: job.until });
        }
    }
}
