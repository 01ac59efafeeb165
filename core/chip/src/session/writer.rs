//! "Who wrote this?", in the background.

use super::{Refused, Session, Update};
use crate::view::{TravelFault, WriterView, place_text};
use crate::{Place, Register, WriterSearch};
use alloc::{boxed::Box, vec::Vec};
use mcore_base::{Cycle, NodeId, Text};

/// A search in progress.
pub(super) struct WriterJob {
    search: WriterSearch,
    node: NodeId,
    place: Text,
    before: Cycle,
}

impl Session {
    /// Starts to search for the last writer of a place before the shown cycle, or before the end of the run.
    pub(super) fn look_for_writer(&mut self, node: NodeId, place: Place, at_end: bool) -> Result<(), Refused> {
        let work = self.work.as_ref().ok_or(Refused::NoProgram)?;
        let machine = work.timeline.now();
        let name = place_text(place, &machine.image(0).program);
        let Some(rank) = machine.spec().array.rank(node) else {
            return Err(TravelFault::Node(node).into());
        };
        let searchable = !matches!(place, Place::Register(Register::Pc | Register::General(0)));
        let before = if at_end { work.timeline.end() } else { machine.state.cycle };
        let Some(search) = WriterSearch::new(&work.timeline, rank, place, before).filter(|_| searchable) else {
            return Err(TravelFault::Writer(name).into());
        };
        self.writer = Some(WriterJob { search, node, place: name, before });
        Ok(())
    }

    /// Continues the search for at most `cycles` cycles.
    pub(super) fn search_writer(&mut self, cycles: u64, updates: &mut Vec<Update>) {
        let (Some(job), Some(work)) = (&mut self.writer, &self.work) else { return };
        if let Some(writer) = job.search.advance(&work.timeline, cycles) {
            let view = WriterView::of(
                work.timeline.now(),
                job.node,
                job.place.clone(),
                job.before,
                writer,
                job.search.own_line(),
            );
            self.writer = None;
            updates.push(Update::LastWriter(Box::new(view)));
        }
    }
}
