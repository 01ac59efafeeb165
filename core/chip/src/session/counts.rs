//! The counts of a run and its pictures, taken together.

use crate::{Event, Events, Machine, Mpi, MpiMessages, MpiProfile, Observer, SpaceTime, Tally};
use alloc::{boxed::Box, vec::Vec};
use mcore_base::{Goal, Sink};

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
