//! The checks of the run: a second machine repeats it from cycle 0 in the background, when no other task is pending.

use super::{Session, Update, Work};
use crate::check::Check;
use crate::exercise::{Case, Target};
use crate::view::ReportsView;
use alloc::{boxed::Box, vec::Vec};
use mcore_base::Cycle;

/// The checks of one loaded program.
pub struct Checking {
    check: Check,
    /// The last reports sent.
    sent: Option<ReportsView>,
    /// The cycle in the last progress report.
    reached: Option<Cycle>,
}

impl Checking {
    fn new(work: &Work, case: Option<&Case>) -> Self {
        let mut check = Check::with_journal(work.start.clone(), work.timeline.journal().clone());
        let array = work.start.spec().array;
        let program = &work.start.image(0).program;
        for write in case.and_then(|c| c.writes(program).ok()).unwrap_or_default() {
            let ranks = match write.target {
                Target::Node(id) => array.rank(id).map_or(0..0, |rank| rank..rank + 1),
                Target::All => 0..array.nodes(),
                // The checks follow node memory only.
                Target::Main => 0..0,
            };
            let (first, end) = (write.addr as u32 & !3, write.addr as u32 + write.bytes.len() as u32);
            ranks.for_each(|rank| check.placed(rank, first, (end - first).div_ceil(4)));
        }
        Self { check, sent: None, reached: None }
    }
}

impl Session {
    /// True if the check has not reached the end of the known run, or its last progress has not been reported.
    pub(super) fn check_is_due(&self) -> bool {
        let Some(work) = self.work.as_ref().filter(|_| self.checks) else { return false };
        let end = work.timeline.end();
        match &work.checking {
            None => end > 0,
            Some(c) => c.check.cycle() < end && !c.check.has_ended() || c.reached != Some(c.check.cycle()),
        }
    }

    /// Checks at most `cycles` cycles; reports progress and new findings.
    pub(super) fn check_slice(&mut self, cycles: u64, updates: &mut Vec<Update>) {
        let case = self.exercise.as_ref().and_then(|e| e.cases.get(self.case));
        let Some(work) = &mut self.work else { return };
        if work.checking.is_none() {
            work.checking = Some(Checking::new(work, case));
        }
        let end = work.timeline.end();
        let Some(checking) = &mut work.checking else { return };
        checking.check.advance(cycles, end);
        let cycle = checking.check.cycle();
        let reports = ReportsView::of(checking.check.machine(), checking.check.checker());
        if checking.sent.as_ref() != Some(&reports) {
            updates.push(Update::CheckReports(Box::new(reports.clone())));
            checking.sent = Some(reports);
        }
        checking.reached = Some(cycle);
        let done = cycle >= end || checking.check.has_ended();
        updates.push(Update::CheckProgress { cycle, end, done });
    }
}
