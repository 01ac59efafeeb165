//! How often the view changes while time moves.

use crate::modes::chip::store::{PtrEq, State};
use mcore::modes::chip::view::{Frame, RunState};
use std::rc::Rc;
use yew::prelude::*;

/// Milliseconds between two frames in panels of text and figures during a run: readers cannot follow faster changes. On
/// a large chip the time of the page goes into the chip itself, which shows every frame.
fn every_ms(frame: &Frame) -> f64 {
    let nodes = frame.mesh.as_ref().map_or(0, |mesh| usize::from(mesh.width) * usize::from(mesh.height));
    if nodes > MANY_NODES { 250.0 } else { 100.0 }
}

/// Number of nodes from which a chip is large.
const MANY_NODES: usize = 256;

/// The state that the page shows, and the frame for its panels of text and figures. The state is the newest, unless it
/// differs only by a frame that may be skipped. The frame is the newest, or during a run one at most [`every_ms`]
/// older.
#[hook]
pub fn use_throttled(newest: &Rc<State>) -> (PtrEq<State>, Rc<Frame>) {
    let shown = use_mut_ref(|| Shown { state: newest.clone(), frame: newest.frame.clone(), since: f64::NEG_INFINITY });
    let mut shown = shown.borrow_mut();
    shown.update(newest, js_sys::Date::now());
    (shown.state.clone().into(), shown.frame.clone())
}

struct Shown {
    state: Rc<State>,
    frame: Rc<Frame>,
    /// When the frame was taken over, in milliseconds.
    since: f64,
}

impl Shown {
    fn update(&mut self, newest: &Rc<State>, now: f64) {
        let due = due(&self.frame, &newest.frame, now - self.since);
        if due {
            (self.frame, self.since) = (newest.frame.clone(), now);
        }
        if due || self.state.changes != newest.changes {
            self.state = newest.clone();
        }
    }
}

/// Whether the newest frame replaces the shown one, which is `age_ms` milliseconds old.
fn due(shown: &Frame, newest: &Frame, age_ms: f64) -> bool {
    let goes_on = shown.state == RunState::Running && newest.state == RunState::Running;
    // A clock that was set back must not delay frames by as long.
    !goes_on || !(0.0..every_ms(newest)).contains(&age_ms)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modes::chip::store::Theme;
    use mcore::base::Lang;
    use mcore::modes::chip::session::MachineOptions;
    use mcore::modes::chip::view::MeshView;

    #[test]
    fn only_pictures_of_a_run_that_goes_on_are_passed_over() {
        let [running, paused] = [RunState::Running, RunState::Paused].map(|state| Frame { state, ..Frame::default() });
        assert!(!due(&running, &running, 20.0));
        assert!(due(&running, &running, 100.0));
        assert!(due(&running, &running, -1.0), "the clock was set back");
        assert!(due(&running, &paused, 20.0), "where it stops is seen at once");
        assert!(due(&paused, &running, 20.0), "and that it goes on");
        assert!(due(&paused, &paused, 0.0), "a step");
        let large = Frame { mesh: Some(MeshView::new(32, 32)), ..running.clone() };
        assert!(
            !due(&large, &large, 200.0) && due(&large, &large, 250.0),
            "a large chip takes more of the page's time"
        );
    }

    fn state(frame: Frame, changes: u64) -> Rc<State> {
        let state = State::new(Lang::En, Theme::Light, MachineOptions::default());
        Rc::new(State { frame: Rc::new(frame), changes, ..state })
    }

    #[test]
    fn what_the_user_does_is_seen_at_once_with_the_picture_that_is_shown() {
        let at = |cycle| Frame { state: RunState::Running, cycle, ..Frame::default() };
        let first = state(at(1), 0);
        let mut shown = Shown { state: first.clone(), frame: first.frame.clone(), since: 0.0 };
        shown.update(&state(at(2), 0), 20.0);
        assert_eq!((shown.state.frame.cycle, shown.frame.cycle), (1, 1), "only a picture");
        shown.update(&state(at(3), 1), 40.0);
        assert_eq!((shown.state.changes, shown.frame.cycle), (1, 1));
        shown.update(&state(at(4), 1), 100.0);
        assert_eq!((shown.state.frame.cycle, shown.frame.cycle), (4, 4));
        shown.update(&state(Frame { state: RunState::Paused, ..at(5) }, 1), 101.0);
        assert_eq!((shown.state.frame.cycle, shown.frame.cycle), (5, 5));
    }
}
