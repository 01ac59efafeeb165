//! How often what is shown changes while time moves.

use mcore::view::{Frame, RunState};
use std::rc::Rc;
use yew::prelude::*;

/// Milliseconds between two pictures in panels of text and figures while the run goes on: nobody can read faster, and on a
/// large chip the time of the page goes into the chip itself, which shows every picture.
const EVERY_MS: f64 = 150.0;

/// The picture for panels of text and figures: the newest one, while the run goes on one that is at most [`EVERY_MS`] older.
#[hook]
pub fn use_calm(newest: &Rc<Frame>) -> Rc<Frame> {
    let shown = use_mut_ref(|| (newest.clone(), f64::NEG_INFINITY));
    let mut shown = shown.borrow_mut();
    let now = js_sys::Date::now();
    if due(&shown.0, newest, now - shown.1) {
        *shown = (newest.clone(), now);
    }
    shown.0.clone()
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
