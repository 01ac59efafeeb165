//! MPI's matching (MPI 4.1, section 3.5): a receive gets the earliest message that fits, a message the earliest receive that fits.

use crate::{COLLECTIVE, Status};
use alloc::collections::VecDeque;

/// The receives of a rank that wait for messages, and the messages that wait for receives. Messages from one rank must arrive in the
/// order in which they were sent. `M` is what the owner knows about a message.
#[derive(Clone, Debug, Hash)]
pub struct Matching<M> {
    posted: VecDeque<Posted>,
    arrived: VecDeque<(Status, M)>,
}

#[derive(Clone, Copy, Debug, Hash)]
struct Posted {
    from: Option<u32>,
    tag: Option<u32>,
    request: u32,
}

impl Posted {
    fn fits(&self, status: &Status) -> bool {
        self.from.is_none_or(|from| from == status.source)
            && self.tag.map_or(status.tag < COLLECTIVE, |tag| tag == status.tag)
    }
}

impl<M> Default for Matching<M> {
    fn default() -> Self {
        Self { posted: VecDeque::new(), arrived: VecDeque::new() }
    }
}

impl<M> Matching<M> {
    /// Posts a receive. Gives the message that it gets, if one is there; else it waits.
    pub fn post(&mut self, from: Option<u32>, tag: Option<u32>, request: u32) -> Option<(Status, M)> {
        let posted = Posted { from, tag, request };
        match self.arrived.iter().position(|(status, _)| posted.fits(status)) {
            Some(at) => self.arrived.remove(at),
            None => {
                self.posted.push_back(posted);
                None
            }
        }
    }

    /// Takes a message that arrives. Gives it back with the request of its receive, if one is there; else it waits.
    pub fn arrive(&mut self, status: Status, message: M) -> Option<(u32, M)> {
        match self.posted.iter().position(|posted| posted.fits(&status)) {
            Some(at) => self.posted.remove(at).map(|posted| (posted.request, message)),
            None => {
                self.arrived.push_back((status, message));
                None
            }
        }
    }

    /// Messages that have arrived and have not been received.
    pub fn unreceived(&self) -> usize {
        self.arrived.len()
    }
}
