//! Recreates a run from its recipe: after a restart of the simulator, or without an edit that is undone.

use super::{Refused, Running, Session, Work};
use crate::view::TravelFault;
use crate::{Edit, Place};
use alloc::{sync::Arc, vec};
use mcore_base::timeline::Journal;
use mcore_base::{Cycle, NodeId};
use serde::{Deserialize, Serialize};

/// An edit of a run, with its cycle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastEdit {
    pub cycle: Cycle,
    pub node: NodeId,
    /// The register or word.
    pub place: Place,
    /// The new value.
    pub value: u32,
}

impl PastEdit {
    fn edit(&self) -> Edit {
        let node = self.node;
        match self.place {
            Place::Register(register) => Edit::Register { node, register, value: self.value },
            Place::Word(addr) => Edit::Memory { node, addr, words: vec![self.value] },
        }
    }
}

impl Session {
    /// Restarts the run with these edits, goes up to `end`, and then shows `cycle`.
    pub(super) fn replay(&mut self, edits: &[PastEdit], end: Cycle, cycle: Cycle) -> Result<(), Refused> {
        let work = self.work.as_ref().ok_or(Refused::NoProgram)?;
        let mut journal = Journal::default();
        for edit in edits {
            // An edit that the machine rejects changes nothing, as when it was made.
            if !journal.push(edit.cycle, edit.edit()) {
                return Err(TravelFault::EditOrder.into());
            }
        }
        let (start, debug) = (work.start.clone(), work.debug.clone());
        // A trace of the run as it was continues.
        let recording = self.recording.take();
        self.replace_work(Some(Work { debug, ..Work::with_journal(start, self.limits, Arc::new(journal)) }));
        self.recording = recording;
        self.running =
            Some(Running { until: Some(end), pace: None, stops: false, then: Some(cycle.min(end)), sought: None });
        Ok(())
    }
}
