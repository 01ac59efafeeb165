//! How often what is shown changes while time moves.

use crate::store::State;
use mcore::view::{Frame, RunState};
use std::cell::RefCell;
use std::rc::Rc;
use yew::prelude::*;

/// Milliseconds between two pictures in panels of text and figures while the run goes on: nobody can read faster, and on a
/// large chip the time of the page goes into the chip itself, which shows every picture.
const EVERY_MS: f64 = 150.0;

/// A state as a property: another one is a new one.
#[derive(Clone)]
pub struct Held(pub Rc<State>);

impl PartialEq for Held {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// The state for the page: the newest one, unless it only brings a picture that may be passed over.
#[hook]
pub fn use_held(newest: &Rc<State>) -> Held {
    let shown = use_mut_ref(|| Shown::new(newest));
    shown.borrow_mut().update(newest, |old, new| (old.changes == new.changes).then_some((&*old.frame, &*new.frame)));
    Held(shown.borrow().value.clone())
}

/// The picture for panels of text and figures: the newest one, while the run goes on one that is at most [`EVERY_MS`] older.
#[hook]
pub fn use_calm(newest: &Rc<Frame>) -> Rc<Frame> {
    let shown: Rc<RefCell<Shown<Frame>>> = use_mut_ref(|| Shown::new(newest));
    shown.borrow_mut().update(newest, |old, new| Some((old, new)));
    shown.borrow().value.clone()
}

/// What is shown, and since when.
struct Shown<T> {
    value: Rc<T>,
    since: f64,
}

impl<T> Shown<T> {
    fn new(value: &Rc<T>) -> Self {
        Self { value: value.clone(), since: f64::NEG_INFINITY }
    }

    /// Shows the newest value, unless `pictures` says that the two differ in no more than these and [`due`] passes them over.
    fn update(&mut self, newest: &Rc<T>, pictures: for<'a> fn(&'a T, &'a T) -> Option<(&'a Frame, &'a Frame)>) {
        let now = js_sys::Date::now();
        if pictures(&self.value, newest).is_none_or(|(old, new)| due(old, new, now - self.since)) {
            *self = Self { value: newest.clone(), since: now };
        }
    }
}

/// Whether the newest picture takes the place of the shown one, which has been there for so many milliseconds.
fn due(shown: &Frame, newest: &Frame, age_ms: f64) -> bool {
    let goes_on = shown.state == RunState::Running && newest.state == RunState::Running;
    // A clock that was set back must not hold pictures up for as long.
    !goes_on || !(0.0..EVERY_MS).contains(&age_ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pictures_of_a_run_that_goes_on_are_passed_over() {
        let [running, paused] = [RunState::Running, RunState::Paused].map(|state| Frame { state, ..Frame::default() });
        assert!(!due(&running, &running, 20.0));
        assert!(due(&running, &running, EVERY_MS));
        assert!(due(&running, &running, -1.0), "the clock was set back");
        assert!(due(&running, &paused, 20.0), "where it stops is seen at once");
        assert!(due(&paused, &running, 20.0), "and that it goes on");
        assert!(due(&paused, &paused, 0.0), "a step");
    }
}
