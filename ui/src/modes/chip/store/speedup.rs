//! The state of the speed-up over the number of nodes.

use super::PtrEq;
use mcore::base::{Cycle, Text};
use mcore::modes::chip::session::{Refused, Update};
use mcore::modes::chip::view::SpeedUpView;

/// The measurement of a speed-up; loading another program discards it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpeedUp {
    /// Whether it measures.
    pub running: bool,
    /// Sizes measured, sizes in all, and cycles of the run in progress.
    pub progress: Option<(u32, u32, Cycle)>,
    /// The results so far.
    pub found: Option<PtrEq<SpeedUpView>>,
    /// The reason why it cannot measure.
    pub problem: Option<Text>,
}

impl SpeedUp {
    /// A new measurement.
    pub fn begun() -> Self {
        Self { running: true, ..Self::default() }
    }

    /// Cancels the measurement; its results stay.
    pub fn stop(&mut self) {
        (self.running, self.progress) = (false, None);
    }

    /// Handles an update of the session; updates that arrive after a cancellation are ignored.
    pub(super) fn hear(&mut self, update: Update) {
        match update {
            Update::SpeedUpProgress { point, points, cycle } if self.running => {
                self.progress = Some((point, points, cycle));
            }
            Update::SpeedUp { view, done } if self.running => {
                self.found = Some(PtrEq::new(*view));
                if done {
                    self.stop();
                }
            }
            Update::Refused(_, Refused::BadSpeedUp(text)) => *self = Self { problem: Some(text), ..Self::default() },
            _ => {}
        }
    }
}

/// The default sizes: powers of two up to an array, as square as possible, and the array itself.
pub fn sizes_up_to(width: u8, height: u8) -> Vec<(u8, u8)> {
    let (mut w, mut h) = (1u8, 1u8);
    let mut sizes = Vec::new();
    loop {
        sizes.push((w, h));
        // The shorter side grows first; once a side has reached its maximum, the other grows.
        let (wider, higher) = (w.checked_mul(2).filter(|w| *w <= width), h.checked_mul(2).filter(|h| *h <= height));
        match (wider, higher) {
            (Some(wider), None) => w = wider,
            (None, Some(higher)) => h = higher,
            (Some(wider), Some(_)) if w <= h => w = wider,
            (Some(_), Some(higher)) => h = higher,
            (None, None) => break,
        }
    }
    if sizes.last() != Some(&(width, height)) {
        sizes.push((width, height));
    }
    sizes
}

#[cfg(test)]
mod tests {
    use super::super::{Action, Analyse, Intent, State, Theme};
    use super::*;
    use mcore::base::Lang;
    use mcore::modes::chip::session::{AssembledView, MachineOptions};

    #[test]
    fn sizes_double_as_squarely_as_they_can() {
        assert_eq!(sizes_up_to(4, 4), [(1, 1), (2, 1), (2, 2), (4, 2), (4, 4)]);
        assert_eq!(sizes_up_to(8, 2), [(1, 1), (2, 1), (2, 2), (4, 2), (8, 2)]);
        assert_eq!(sizes_up_to(1, 3), [(1, 1), (1, 2), (1, 3)]);
        assert_eq!(sizes_up_to(1, 1), [(1, 1)]);
        let largest = sizes_up_to(255, 255);
        assert_eq!((largest.len(), largest.last()), (16, Some(&(255, 255))));
    }

    fn view() -> Box<SpeedUpView> {
        Box::default()
    }

    #[test]
    fn a_measurement_runs_until_its_last_size_and_another_program_makes_it_forgotten() {
        let state = State::new(Lang::En, Theme::Auto, MachineOptions::default());
        let state = state.reduce(Intent::Analyse(Analyse::SpeedUp(vec![(1, 1), (2, 1)])));
        assert!(state.analysis.speedup.running);
        let hear = |state: State, update| state.reduce(Action::Heard(update));
        let state = hear(state, Update::SpeedUpProgress { point: 0, points: 2, cycle: 5 });
        assert_eq!(state.analysis.speedup.progress, Some((0, 2, 5)));
        let state = hear(state, Update::SpeedUp { view: view(), done: false });
        assert!(state.analysis.speedup.running && state.analysis.speedup.found.is_some());
        let state = hear(state, Update::SpeedUp { view: view(), done: true });
        assert!(!state.analysis.speedup.running && state.analysis.speedup.progress.is_none());
        let state = hear(state, Update::Assembled(AssembledView::default()));
        assert_eq!(state.analysis.speedup, SpeedUp::default());
    }

    #[test]
    fn a_measurement_that_was_stopped_or_refused_says_so_and_nothing_more() {
        let state = State::new(Lang::En, Theme::Auto, MachineOptions::default());
        let begin = |state: State| state.reduce(Intent::Analyse(Analyse::SpeedUp(vec![(1, 1)])));
        let state = begin(state).reduce(Intent::Analyse(Analyse::StopSpeedUp));
        let state = state.reduce(Action::Heard(Update::SpeedUp { view: view(), done: false }));
        assert_eq!(state.analysis.speedup, SpeedUp::default());
        let refused = Update::Refused(3, Refused::BadSpeedUp(Text::same("no")));
        let state = begin(state).reduce(Action::Heard(refused));
        assert!(!state.analysis.speedup.running && state.analysis.speedup.problem.is_some());
        assert!(state.notice.is_none());
    }
}
