//! Receivers of events for the background work of a session.
//!
//! Each type of receiver makes another copy of the machine's cycle in the program, so those that run one at a time share
//! one type.

use crate::view::Log;
use crate::{CommRecord, Event, Messages, Mpi, MpiMessages, MpiProfile, SpaceTime, Tally};
use alloc::boxed::Box;
use mcore_base::{Kinded, Sink};

/// Writes a log, collects the messages of an interval, or records the messages of a run.
pub(super) enum Follower<'a> {
    Log(&'a mut Log),
    Messages(&'a mut Messages, Option<&'a mut (Mpi, MpiMessages)>),
    Record(&'a mut CommRecord),
}

impl Sink<Event> for Follower<'_> {
    const WANTS: u32 = <Log as Sink<Event>>::WANTS | <Messages as Sink<Event>>::WANTS | Mpi::WANTS;

    fn emit(&mut self, event: Event) {
        match self {
            Self::Log(log) => log.emit(event),
            Self::Messages(messages, mpi) => {
                if let Some((mpi, arrows)) = mpi {
                    mpi.take(&event, &mut |_, _, news| arrows.take(&news));
                }
                messages.emit(event);
            }
            Self::Record(record) => record.emit(event),
        }
    }
}

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

/// Counts, and draws the pictures where the run is new.
pub(super) struct Counter<'a>(pub(super) &'a mut Counts, pub(super) Option<&'a mut Pictures>);

impl Sink<Event> for Counter<'_> {
    const WANTS: u32 = <Tally as Sink<Event>>::WANTS | <SpaceTime as Sink<Event>>::WANTS | Mpi::WANTS;

    #[inline]
    fn emit(&mut self, event: Event) {
        let Self(Counts { tally, mpi }, pictures) = self;
        let kind = event.kind();
        if let Some(profile) = mpi.as_mut().filter(|_| Mpi::WANTS >> kind & 1 != 0) {
            profile.take(&event, &mut |news| {
                if let Some(pictures) = pictures {
                    pictures.messages.take(news);
                }
            });
        }
        if let Some(pictures) = pictures.as_mut().filter(|_| <SpaceTime as Sink<Event>>::WANTS >> kind & 1 != 0) {
            pictures.space.emit(event);
        }
        if <Tally as Sink<Event>>::WANTS >> kind & 1 != 0 {
            tally.emit(event);
        }
    }
}
