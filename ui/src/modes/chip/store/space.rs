//! The part of the run in the space-time picture, and the session's results for it.

use super::{PtrEq, State};
use mcore::base::Cycle;
use mcore::modes::chip::view::{RunState, SpaceTimeView};

/// The state of the space-time picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Space {
    /// The cycles to show, from the first up to the second; `None`: the whole run.
    pub part: Option<(Cycle, Cycle)>,
    /// The last picture of a part; it may be of an older request.
    pub found: Option<PtrEq<SpaceTimeView>>,
    /// Progress towards the next one: cycles simulated so far, and in all.
    pub progress: Option<(Cycle, Cycle)>,
    /// The last request to the session.
    asked: Option<(Cycle, Cycle)>,
}

impl Space {
    /// Shows other cycles.
    pub(super) fn show(&mut self, part: Option<(Cycle, Cycle)>) {
        // The same part again, after the request was cancelled.
        if part == self.part {
            self.asked = None;
        }
        self.part = part;
        self.progress = None;
    }

    /// Cancels the request; it is not repeated automatically.
    pub(super) fn stop(&mut self) {
        self.progress = None;
    }

    /// The run is another one: its results are invalid.
    pub(super) fn forget(&mut self) {
        *self = Self { part: self.part, ..Self::default() };
    }

    pub(super) fn asked(&mut self, part: (Cycle, Cycle)) {
        (self.asked, self.progress) = (Some(part), Some((0, part.1 - part.0)));
    }

    /// Progress of an older or cancelled request is ignored.
    pub(super) fn progress(&mut self, cycle: Cycle, (from, until): (Cycle, Cycle)) {
        if self.progress.is_some() && self.asked == Some((from, until)) {
            self.progress = Some((cycle.saturating_sub(from), until - from));
        }
    }

    pub(super) fn hear(&mut self, view: SpaceTimeView) {
        if self.asked == Some((view.from, view.from + view.cycles)) {
            self.progress = None;
            self.found = Some(PtrEq::new(view));
        }
    }
}

impl State {
    /// The part to request, if one is visible that has not been requested.
    pub fn wanted_space(&self) -> Option<(Cycle, Cycle)> {
        let stands = matches!(self.frame.state, RunState::Paused | RunState::Ended) && self.wanted.is_none();
        if !stands || !self.analysis.shows_statistics() {
            return None;
        }
        let (from, until) = self.analysis.space.part?;
        let part = (from.min(self.frame.end), until.min(self.frame.end));
        (part.0 < part.1 && self.analysis.space.asked != Some(part)).then_some(part)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Action, Analyse, AnalysisTab, Intent, Theme};
    use super::*;
    use mcore::base::Lang;
    use mcore::modes::chip::session::{MachineOptions, Update};
    use mcore::modes::chip::view::Frame;

    fn state(end: Cycle) -> State {
        let state = State::new(Lang::En, Theme::Auto, MachineOptions::default());
        let frame = Frame { cycle: end, end, state: RunState::Paused, ..Frame::default() };
        let state = state.reduce(Action::Heard(Update::Frame(Box::new(frame))));
        state.reduce(Intent::Analyse(Analyse::Show(AnalysisTab::Statistics)))
    }

    fn show(state: State, part: (Cycle, Cycle)) -> State {
        state.reduce(Intent::Analyse(Analyse::Space(Some(part))))
    }

    fn hear(state: State, update: Update) -> State {
        state.reduce(Action::Heard(update))
    }

    fn view(from: Cycle, cycles: Cycle) -> Update {
        Update::SpaceTime(Box::new(SpaceTimeView { from, cycles, ..SpaceTimeView::default() }))
    }

    #[test]
    fn a_part_is_asked_for_once_and_lies_within_the_run() {
        let state = state(1000);
        assert_eq!(state.wanted_space(), None, "the whole run comes with the statistics");
        let state = show(state, (900, 1100));
        assert_eq!(state.wanted_space(), Some((900, 1000)));
        let state = state.reduce(Action::SpaceAsked((900, 1000)));
        assert_eq!((state.wanted_space(), state.analysis.space.progress), (None, Some((0, 100))));
        let state = hear(state, Update::SpaceTimeProgress { cycle: 950, from: 900, until: 1000 });
        assert_eq!(state.analysis.space.progress, Some((50, 100)));
        let state = hear(state, view(900, 100));
        assert_eq!(state.analysis.space.progress, None);
        assert_eq!(state.analysis.space.found.as_ref().map(|v| v.from), Some(900));
        // The run continues: now more of the part is known.
        let frame = Frame { cycle: 2000, end: 2000, state: RunState::Paused, ..Frame::default() };
        assert_eq!(hear(state, Update::Frame(Box::new(frame))).wanted_space(), Some((900, 1100)));
    }

    #[test]
    fn what_was_given_up_is_not_asked_for_again_unless_somebody_wants_it() {
        let state = show(state(1000), (100, 200)).reduce(Action::SpaceAsked((100, 200)));
        let state = state.reduce(Intent::Analyse(Analyse::StopSpace));
        let state = hear(state, Update::SpaceTimeProgress { cycle: 150, from: 100, until: 200 });
        assert_eq!((state.wanted_space(), state.analysis.space.progress), (None, None));
        assert_eq!(show(state, (100, 200)).wanted_space(), Some((100, 200)));
    }

    #[test]
    fn news_of_another_part_are_no_news() {
        let state = show(state(1000), (100, 200)).reduce(Action::SpaceAsked((100, 200)));
        let state = show(state, (300, 400)).reduce(Action::SpaceAsked((300, 400)));
        let state = hear(state, Update::SpaceTimeProgress { cycle: 150, from: 100, until: 200 });
        let state = hear(state, view(100, 100));
        assert_eq!((state.analysis.space.progress, state.analysis.space.found.is_none()), (Some((0, 100)), true));
    }

    #[test]
    fn an_edit_makes_everything_untrue_that_was_found() {
        let state = show(state(1000), (100, 200)).reduce(Action::SpaceAsked((100, 200)));
        let state = hear(state, view(100, 100));
        let state = hear(state, Update::Rewritten { at: 150, end: 1000, edits: 0 });
        assert!(state.analysis.space.found.is_none());
        assert_eq!(state.wanted_space(), Some((100, 200)));
    }
}
