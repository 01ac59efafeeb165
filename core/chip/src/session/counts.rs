//! Observers of a run that is simulated once more in the background: its counts and pictures, and others.

use crate::{Edit, Event, Events, Machine, Mpi, MpiMessages, MpiProfile, Observer, SpaceTime, Tally};
use alloc::{boxed::Box, vec::Vec};
use mcore_base::timeline::{Journal, Moment};
use mcore_base::{Cycle, Goal, Sink};

/// All counts of a run up to a cycle.
#[derive(Clone)]
pub(super) struct Counts {
    pub(super) tally: Tally,
    /// None if the program uses no MPI.
    pub(super) mpi: Option<Box<MpiProfile>>,
}

/// Pictures of the run so far.
pub(super) struct Pictures {
    pub(super) space: SpaceTime,
    pub(super) messages: MpiMessages,
}

/// The profile of MPI, and the messages where the run is new.
struct Calls<'a>(&'a mut MpiProfile, Option<&'a mut MpiMessages>);

impl Sink<Event> for Calls<'_> {
    const WANTS: u32 = Mpi::WANTS;

    fn emit(&mut self, event: Event) {
        let Self(profile, messages) = self;
        profile.take(&event, &mut |news| {
            if let Some(messages) = messages {
                messages.take(news);
            }
        });
    }
}

impl Counts {
    /// Advances a machine as [`Machine::advance`] does and counts; draws the pictures where the run is new.
    pub(super) fn advance(
        &mut self,
        machine: &mut Machine,
        goal: Goal,
        anchor: &dyn Fn() -> Machine,
        pictures: Option<&mut Pictures>,
    ) -> bool {
        let Self { tally, mpi } = self;
        let (space, messages) = pictures.map(|Pictures { space, messages }| (space, messages)).unzip();
        let mut calls = mpi.as_mut().map(|profile| Events(Calls(profile, messages)));
        let observers: [Option<&mut dyn Observer>; 3] = [
            Some(tally),
            space.map(|space| space as &mut dyn Observer),
            calls.as_mut().map(|calls| calls as &mut dyn Observer),
        ];
        machine.advance_observed(goal, anchor, &mut observers.into_iter().flatten().collect::<Vec<_>>())
    }
}

/// Advances a moment up to cycle `until` for observers; false if the run has ended.
pub(super) fn follow(
    moment: &mut Moment<Machine>,
    journal: &Journal<Edit>,
    until: Cycle,
    observers: &mut [&mut dyn Observer],
) -> bool {
    // Without this the copy would copy every page that was written.
    moment.state.share();
    let here = moment.clone();
    moment.run_from_by(&here, until, journal, |machine, goal, anchor| {
        machine.advance_observed(goal, anchor, &mut *observers)
    })
}
