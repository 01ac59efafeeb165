//! Runs in a session of another mode. A mode gives a list of plans and reads of each result what it needs. It knows plans and results
//! only by the names of their members, so that modes do not depend on each other.

use crate::shell::line::{Heard, Line};
use crate::shell::live::Program;
use crate::shell::wire::Objects;
use mcore::mode::{Command, Never, Problem, Request, Update};
use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};

/// News of a list of runs.
#[derive(Clone, Debug, PartialEq)]
pub enum Ran<R> {
    /// The share of a run that is done: the run, from 0, and 0 to 1.
    Share(u32, f64),
    /// The result of a run.
    Row(u32, R),
    /// All runs have ended.
    Done,
    /// A run has no result, for these reasons.
    Refused(Vec<Problem>),
    /// The worker has died, for this reason.
    Dead(String),
}

/// A list of runs in a separate worker. Dropping it ends the worker.
pub struct Other {
    _line: Line,
}

impl Other {
    /// Starts a worker of a mode and runs these plans in it, one after the other.
    pub fn run<P: Serialize, R: DeserializeOwned + 'static>(
        mode: &'static str,
        plans: Vec<P>,
        hear: impl Fn(Ran<R>) + Clone + 'static,
    ) -> Self {
        let line = Line::default();
        let listen = hear.clone();
        line.start_program::<Objects, _>(
            Program::Mode(mode),
            move |heard: Heard<Update<IgnoredAny, IgnoredAny, R>>| match heard {
                Heard::Updates(updates) => updates.into_iter().filter_map(news).for_each(&listen),
                Heard::Dead(why) => listen(Ran::Dead(why)),
            },
        );
        let request = Request { id: line.next_id(), command: Command::<P, Never>::Batch(plans) };
        if let Err(why) = line.post::<Objects>(&request) {
            hear(Ran::Dead(why));
        }
        Self { _line: line }
    }
}

fn news<U, F, R>(update: Update<U, F, R>) -> Option<Ran<R>> {
    match update {
        Update::Progress(progress) => Some(Ran::Share(progress.number, progress.share)),
        Update::Row(number, row) => Some(Ran::Row(number, *row)),
        Update::Failed(_, problems) => Some(Ran::Refused(problems)),
        Update::BatchDone => Some(Ran::Done),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_news_about_the_runs_are_passed_on() {
        type Updates = Update<(), (), u8>;
        assert_eq!(news(Updates::Row(1, Box::new(7))), Some(Ran::Row(1, 7)));
        assert_eq!(news(Updates::Failed(0, Vec::new())), Some(Ran::Refused(Vec::new())));
        assert_eq!(news(Updates::BatchDone), Some(Ran::Done));
        for other in [Updates::Done(3), Updates::Own(()), Updates::Checked(Ok(0))] {
            assert_eq!(news(other), None);
        }
    }
}
