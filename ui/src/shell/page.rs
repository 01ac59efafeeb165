//! The state of a mode's page, and how it changes.

use super::line::Heard;
use super::link::Wired;
use mcore::mode::UpdateOf;
use std::rc::Rc;
use yew::Reducible;

/// The part that a narrow page shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    #[default]
    Form,
    /// The picture, with the panel below it.
    Stage,
    Results,
}

/// The state of a mode's page: a pure reducer.
pub trait State: Clone + PartialEq + 'static {
    /// The mode.
    type Mode: Wired;
    /// The actions of the user.
    type Act: 'static;

    /// The state at the start, with the stored form.
    fn restored() -> Self;

    /// Handles an action of the user.
    fn act(&mut self, act: Self::Act);

    /// Handles an update of the session.
    fn update(&mut self, update: UpdateOf<Self::Mode>);

    /// The worker has died, for this reason. The next action, a restart, sets up the session anew.
    fn died(&mut self, why: Rc<str>);
}

/// An action on a state.
pub enum Action<S: State> {
    /// A message from the worker.
    Worker(Heard<UpdateOf<S::Mode>>),
    /// An action of the user.
    Act(S::Act),
}

/// A state that is shared without a copy. Two are equal if they are the same one.
pub struct Held<S>(pub Rc<S>);

impl<S> PartialEq for Held<S> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<S: State> Reducible for Held<S> {
    type Action = Action<S>;

    fn reduce(self: Rc<Self>, action: Action<S>) -> Rc<Self> {
        let mut next = S::clone(&self.0);
        match action {
            Action::Act(act) => next.act(act),
            Action::Worker(Heard::Dead(why)) => next.died(why.into()),
            Action::Worker(Heard::Updates(updates)) => updates.into_iter().for_each(|update| next.update(update)),
        }
        // An action without effect on the state does not draw the page again.
        if next == *self.0 { self } else { Rc::new(Self(Rc::new(next))) }
    }
}

/// The name of a part, for tests and styles.
pub fn part_name(part: Part) -> &'static str {
    match part {
        Part::Form => "form",
        Part::Stage => "network",
        Part::Results => "results",
    }
}
