//! The profile of the run: counted by simulating the run once more in the background, with one counter per instruction.

use super::counts::follow;
use super::{Session, Update};
use crate::view::ProfileView;
use crate::{Edit, Machine, Profile};
use alloc::{boxed::Box, sync::Arc, vec::Vec};
use mcore_base::timeline::{Journal, Moment};
use mcore_base::{Cycle, NodeId};

/// A profile in progress.
pub(super) struct Profiling {
    moment: Moment<Machine>,
    journal: Arc<Journal<Edit>>,
    profile: Profile,
    /// The end of the run and the node of the last report.
    reported: Option<(Cycle, Option<NodeId>)>,
}

impl Session {
    /// True if the profile has not reached the end of the known run, or has not been reported.
    pub(super) fn has_to_profile(&self) -> bool {
        let Some(work) = self.work.as_ref().filter(|_| self.watch.profile && self.running.is_none()) else {
            return false;
        };
        let wanted = (work.timeline.end(), self.watch.profile_node);
        self.profiling.as_ref().is_none_or(|p| p.reported != Some(wanted))
    }

    /// Counts at most `cycles` cycles; reports progress or the profile.
    pub(super) fn count_profile(&mut self, cycles: u64, updates: &mut Vec<Update>) {
        let Some(work) = &self.work else { return };
        let (end, node) = (work.timeline.end(), self.watch.profile_node);
        let profiling = self.profiling.get_or_insert_with(|| {
            Box::new(Profiling {
                moment: work.timeline.before(work.timeline.start()),
                journal: work.timeline.journal().clone(),
                profile: Profile::new(&work.start),
                reported: None,
            })
        });
        let Profiling { moment, journal, profile, reported } = &mut **profiling;
        let until = end.min(moment.cycle().saturating_add(cycles));
        let goes_on = follow(moment, journal, until, &mut [profile]);
        if goes_on && moment.cycle() < end {
            updates.push(Update::Profiling { cycle: moment.cycle(), until: end });
            return;
        }
        *reported = Some((end, node));
        updates.push(Update::Profile(Box::new(ProfileView::of(&moment.state, profile, node))));
    }
}
