//! The loads and stores of a run as a trace for a memory system, and its messages of MPI as a communication record: found
//! by simulating the run once more in the background.

use super::counts::follow;
use super::{Refused, Session, Update, Work};
use crate::view::{AccessTrace, TravelFault};
use crate::{CommRecord, Edit, Events, Machine};
use alloc::{boxed::Box, string::String, sync::Arc, vec::Vec};
use mcore_base::Cycle;
use mcore_base::timeline::{Journal, Moment};

/// Bytes per chunk of the trace: large enough that few messages are needed, small enough that no slice waits for one.
const CHUNK: usize = 1 << 18;
/// Maximum size of a trace, in bytes. A page keeps it until it is saved.
const MAX_BYTES: u64 = 512 << 20;
/// Maximum number of messages and intervals in a record. They are in memory until it is written.
const MAX_ITEMS: usize = 1 << 19;
/// Cycles after which progress is reported, if no chunk is ready before.
const REPORT_CYCLES: Cycle = 1 << 16;

/// The events that are recorded.
enum Trace {
    Accesses(Box<AccessTrace<String>>),
    Messages(Box<CommRecord>, String),
}

impl Trace {
    /// The text that was not sent yet.
    fn text(&mut self) -> &mut String {
        match self {
            Self::Accesses(trace) => &mut trace.out,
            Self::Messages(_, out) => out,
        }
    }

    fn finish(&mut self) {
        match self {
            Self::Accesses(trace) => trace.finish(),
            // A text takes everything.
            Self::Messages(record, out) => record.write(out).unwrap_or_default(),
        }
    }
}

/// A trace in progress.
pub(super) struct Recording {
    moment: Moment<Machine>,
    journal: Arc<Journal<Edit>>,
    trace: Trace,
    /// The cycle after the last one.
    until: Cycle,
    reported: Cycle,
    sent: u64,
}

impl Recording {
    /// Continues for at most `cycles` cycles; true if nothing is left to do.
    fn advance(&mut self, cycles: u64) -> bool {
        let until = self.until.min(self.moment.cycle().saturating_add(cycles));
        while self.moment.cycle() < until && !self.is_full() {
            let goes_on = match &mut self.trace {
                Trace::Accesses(trace) => self.moment.step_by(&self.journal, |machine| machine.step_with(&mut **trace)),
                Trace::Messages(record, _) => {
                    let to = until.min(self.moment.cycle().saturating_add(REPORT_CYCLES));
                    follow(&mut self.moment, &self.journal, to, &mut [&mut Events(&mut **record)])
                }
            };
            if !goes_on {
                return true;
            }
            if self.trace.text().len() >= CHUNK {
                return false;
            }
        }
        self.moment.cycle() >= self.until || self.is_full()
    }

    fn is_full(&self) -> bool {
        match &self.trace {
            Trace::Accesses(trace) => self.sent + trace.out.len() as u64 >= MAX_BYTES,
            Trace::Messages(record, _) => record.items() >= MAX_ITEMS,
        }
    }
}

impl Session {
    /// Starts a trace of the loads and stores in all cycles so far.
    pub(super) fn record_accesses(&mut self) -> Result<(), Refused> {
        self.record(|work| Some(Trace::Accesses(Box::new(AccessTrace::new(&work.start, String::new())))))
    }

    /// Starts a record of the messages in all cycles so far.
    pub(super) fn record_messages(&mut self) -> Result<(), Refused> {
        self.record(|work| {
            let record = || Box::new(CommRecord::new(&work.start));
            work.start.has_mpi().then(|| Trace::Messages(record(), String::new()))
        })
    }

    fn record(&mut self, trace: impl FnOnce(&Work) -> Option<Trace>) -> Result<(), Refused> {
        let work = self.work.as_ref().ok_or(Refused::NoProgram)?;
        self.recording = Some(Recording {
            moment: work.timeline.before(work.timeline.start()),
            journal: work.timeline.journal().clone(),
            trace: trace(work).ok_or(TravelFault::NoMpi)?,
            until: work.timeline.end(),
            reported: 0,
            sent: 0,
        });
        Ok(())
    }

    /// Works on the trace for at most `cycles` cycles and sends the finished chunks.
    pub(super) fn go_on_recording(&mut self, cycles: u64, updates: &mut Vec<Update>) {
        let Some(recording) = &mut self.recording else { return };
        let done = recording.advance(cycles);
        let cycle = recording.moment.cycle();
        let cut = done && recording.is_full() && cycle < recording.until;
        if done {
            recording.trace.finish();
        }
        if done || recording.trace.text().len() >= CHUNK || cycle >= recording.reported + REPORT_CYCLES {
            let text = core::mem::take(recording.trace.text()).into_bytes();
            recording.reported = cycle;
            recording.sent += text.len() as u64;
            updates.push(Update::Accesses { text, cycle, until: recording.until, done, cut });
        }
        if done {
            self.recording = None;
        }
    }
}
