//! The loads and stores of a run as a trace for a memory system: found by simulating the run once more in the
//! background.

use super::{Refused, Session, Update};
use crate::base::Cycle;
use crate::modes::chip::view::AccessTrace;
use crate::modes::chip::{Edit, Machine};
use crate::timeline::{Journal, Moment};
use alloc::{string::String, sync::Arc, vec::Vec};

/// Bytes per chunk of the trace: large enough that few messages are needed, small enough that no slice waits for one.
const CHUNK: usize = 1 << 18;
/// Maximum size of a trace, in bytes. A page keeps it until it is saved.
const MAX_BYTES: u64 = 512 << 20;
/// Cycles after which progress is reported, if no chunk is ready before.
const REPORT_CYCLES: Cycle = 1 << 16;

/// A trace in progress.
pub(super) struct Recording {
    moment: Moment<Machine>,
    journal: Arc<Journal<Edit>>,
    trace: AccessTrace<String>,
    /// The cycle after the last one.
    until: Cycle,
    reported: Cycle,
    sent: u64,
}

impl Recording {
    /// Continues for at most `cycles` cycles; true if nothing is left to do.
    fn advance(&mut self, cycles: u64) -> bool {
        for _ in 0..cycles {
            if self.moment.cycle() >= self.until || self.is_full() {
                return true;
            }
            let trace = &mut self.trace;
            if !self.moment.step_by(&self.journal, |machine| machine.step_with(trace)) {
                return true;
            }
            if self.trace.out.len() >= CHUNK {
                return false;
            }
        }
        false
    }

    fn is_full(&self) -> bool {
        self.sent + self.trace.out.len() as u64 >= MAX_BYTES
    }
}

impl Session {
    /// Starts a trace of all cycles so far.
    pub(super) fn record_accesses(&mut self) -> Result<(), Refused> {
        let work = self.work.as_ref().ok_or(Refused::NoProgram)?;
        self.recording = Some(Recording {
            moment: work.timeline.before(0),
            journal: work.timeline.journal().clone(),
            trace: AccessTrace::new(&work.start, String::new()),
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
        if done || recording.trace.out.len() >= CHUNK || cycle >= recording.reported + REPORT_CYCLES {
            let text = core::mem::take(&mut recording.trace.out).into_bytes();
            recording.reported = cycle;
            recording.sent += text.len() as u64;
            updates.push(Update::Accesses { text, cycle, until: recording.until, done, cut });
        }
        if done {
            self.recording = None;
        }
    }
}
