//! The space-time picture of a part of the run, made by simulating that part once more.

use super::counts::follow;
use super::observe::Observer;
use super::{Refused, Session, Update, Work};
use crate::view::{MpiArrows, SpaceTimeView};
use crate::{Edit, Event, Events, Machine, Mpi, MpiMessages, SpaceTime};
use alloc::{boxed::Box, sync::Arc, vec::Vec};
use mcore_base::timeline::{Journal, Moment};
use mcore_base::{Cycle, Sink};

/// A picture in progress.
pub(super) struct SpaceTimeJob {
    moment: Moment<Machine>,
    journal: Arc<Journal<Edit>>,
    space: SpaceTime,
    /// The messages of MPI, if the program uses it.
    mpi: Option<(Mpi, MpiMessages)>,
    /// True while the messages in flight at the start are not known.
    waits: bool,
    from: Cycle,
    until: Cycle,
}

impl SpaceTimeJob {
    fn new(work: &Work, from: Cycle, until: Cycle) -> Self {
        let run = &work.timeline;
        let space = SpaceTime::of_interval(run.now().spec().array, until - from);
        let mpi = work.start.has_mpi().then(|| (Mpi::new(&work.start), MpiMessages::default()));
        let waits = mpi.is_some() && from > run.start();
        Self { moment: run.before(from), journal: run.journal().clone(), space, mpi, waits, from, until }
    }

    /// Continues for at most `cycles` cycles; true if nothing is left to do.
    fn advance(&mut self, cycles: u64) -> bool {
        let begin = self.moment.cycle();
        if begin < self.from {
            self.moment.run_to(self.from.min(begin.saturating_add(cycles)), &self.journal);
            return false;
        }
        let to = self.until.min(begin.saturating_add(cycles));
        let Self { moment, journal, space, mpi, .. } = self;
        let goes_on = follow(moment, journal, to, &mut [space, &mut Events(Calls(mpi.as_mut()))]);
        !goes_on || self.moment.cycle() >= self.until
    }
}

/// The messages of MPI, if the program uses it.
struct Calls<'a>(Option<&'a mut (Mpi, MpiMessages)>);

impl Sink<Event> for Calls<'_> {
    const WANTS: u32 = Mpi::WANTS;

    fn emit(&mut self, event: Event) {
        if let Some((mpi, messages)) = &mut self.0 {
            mpi.take(&event, &mut |_, _, news| messages.take(&news));
        }
    }
}

impl Session {
    /// Starts a picture of the cycles `from..until`, as far as they are known.
    pub(super) fn begin_space_time(&mut self, from: Cycle, until: Cycle) -> Result<(), Refused> {
        let work = self.work.as_ref().ok_or(Refused::NoProgram)?;
        let until = until.min(work.timeline.end());
        self.space_time = Some(Box::new(SpaceTimeJob::new(work, from.min(until), until)));
        Ok(())
    }

    /// Continues the picture.
    pub(super) fn go_on_with_space_time(&mut self, cycles: u64, updates: &mut Vec<Update>) {
        let Some(job) = &mut self.space_time else { return };
        if let Some(work) = self.work.as_ref().filter(|_| job.waits) {
            let observer = self.observer.get_or_insert_with(|| Observer::new(work));
            if let Some((moment, mpi)) = observer.moment(job.from, cycles) {
                let messages = MpiMessages::from(&mpi);
                (job.moment, job.mpi, job.waits) = (moment, Some((mpi, messages)), false);
            }
            return;
        }
        if job.advance(cycles) {
            let machine = &job.moment.state;
            let array = machine.spec().array;
            let mpi = job.mpi.as_ref().map(|(mpi, messages)| MpiArrows::of(array, mpi, messages));
            let view = SpaceTimeView { mpi, ..SpaceTimeView::of_cores(machine, job.from, &job.space.cores) };
            self.space_time = None;
            updates.push(Update::SpaceTime(Box::new(view)));
        } else {
            updates.push(Update::SpaceTimeProgress { cycle: job.moment.cycle(), from: job.from, until: job.until });
        }
    }
}
