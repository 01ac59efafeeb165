//! Decides whether a press of a pointer was a tap, from the pointer events alone, for all pictures.
//!
//! A browser does not send `click` after every tap. Chromium 156 treats the first tap after a quick drag or pinch as
//! the end of a fling: it sends `pointerdown` and `pointerup`, but neither `mousedown` nor `click`. So pictures listen
//! to pointers, and a click counts only if no pointer made it ([`Taps::click`]): keyboards and assistive tools send
//! such clicks.

use super::pinch::Pixel;
use gloo_events::{EventListener, EventListenerOptions, EventListenerPhase};
use wasm_bindgen::JsCast as _;
use web_sys::{Element, MouseEvent, Node, PointerEvent};

/// Pixels within which a pointer may move during a tap: a hand is never quite still.
const TREMBLE: f64 = 5.0;
/// Milliseconds after which the press of an unmoved finger or pen is a long press instead of a tap.
pub const LONG_MS: u32 = 500;
/// Milliseconds after a tap in which a click without a pointer belongs to the tap.
const ECHO_MS: f64 = 300.0;
/// Milliseconds after a scroll in which a finger stops it: a page that scrolls by inertia does so in every frame.
const SCROLL_MS: f64 = 100.0;

/// A pointer at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Number of the pointer.
    pub id: i32,
    /// Its position, in pixels of the picture.
    pub at: Pixel,
    /// Milliseconds, on the clock of the page's events.
    pub time: f64,
    /// The first pointer of its kind that is down.
    pub primary: bool,
    /// A mouse: it has no long press.
    pub mouse: bool,
}

impl Contact {
    /// The pointer of an event at a position of the picture.
    pub fn new(event: &PointerEvent, at: Pixel) -> Self {
        Self {
            id: event.pointer_id(),
            at,
            time: event.time_stamp(),
            primary: event.is_primary(),
            mouse: event.pointer_type() == "mouse",
        }
    }
}

/// True if a pointer made the click, false if a keyboard or an assistive tool sent it.
pub fn by_pointer(click: &MouseEvent) -> bool {
    // Older browsers send clicks that do not name their pointer.
    click.detail() > 0 && click.dyn_ref::<PointerEvent>().is_none_or(|event| !event.pointer_type().is_empty())
}

/// Calls `scrolled` with the time of each scroll of an element around the picture, until the listener is dropped.
pub fn follow_scroll(picture: &Element, mut scrolled: impl FnMut(f64) + 'static) -> EventListener {
    let picture = picture.clone();
    let options = EventListenerOptions { phase: EventListenerPhase::Capture, passive: true };
    // Scroll events of an element do not bubble, so listen in the capture phase.
    EventListener::new_with_options(&gloo_utils::window(), "scroll", options, move |event| {
        let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
        if target.is_some_and(|target| target.contains(Some(&picture))) {
            scrolled(event.time_stamp());
        }
    })
}

/// The meaning of the end of a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lift {
    Tap,
    /// A finger or pen was pressed for long and did not move.
    Long,
    /// The end of something else, such as a drag or a pinch.
    Other,
}

/// The press that may become a tap, and the tap before it.
#[derive(Debug, Default)]
pub struct Taps {
    pressed: Option<Contact>,
    tapped: Option<f64>,
    scrolled: Option<f64>,
}

impl Taps {
    /// A pointer is pressed. A second finger is no tap, and cancels the tap of the first.
    pub fn press(&mut self, contact: Contact) {
        let stops = !contact.mouse && self.scrolled.is_some_and(|time| contact.time - time < SCROLL_MS);
        self.pressed = Some(contact).filter(|contact| contact.primary && !stops);
    }

    /// True while the pointer has not left the place where it was pressed. Once it has, its press is no tap.
    pub fn trembles(&mut self, now: &Contact) -> bool {
        let Some(pressed) = self.pressed.filter(|pressed| pressed.id == now.id) else { return false };
        let near = (now.at.0 - pressed.at.0).hypot(now.at.1 - pressed.at.1) < TREMBLE;
        if !near {
            self.pressed = None;
        }
        near
    }

    /// A pointer is released.
    pub fn lift(&mut self, now: &Contact) -> Lift {
        if !self.trembles(now) {
            return Lift::Other;
        }
        let since = self.pressed.take().map_or(now.time, |pressed| pressed.time);
        if !now.mouse && now.time - since >= f64::from(LONG_MS) {
            return Lift::Long;
        }
        self.tapped = Some(now.time);
        Lift::Tap
    }

    /// The press is no tap: the browser has taken the pointer, or the picture has used it for another gesture.
    pub fn spoil(&mut self) {
        self.pressed = None;
    }

    /// An element around the picture scrolls: a finger pressed now stops the scroll, and one already pressed belongs to
    /// it.
    pub fn scroll(&mut self, time: f64) {
        self.scrolled = Some(time);
        self.pressed = self.pressed.filter(|pressed| pressed.mouse);
    }

    /// True if a click is a separate action: no pointer made it (`detail` is 0, or the event names no pointer), and
    /// it is not the echo of a tap. An assistive tool may send pointer events and a click for the same action.
    pub fn click(&mut self, pointer: bool, time: f64) -> bool {
        !pointer && !self.tapped.take().is_some_and(|tapped| time - tapped < ECHO_MS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Finger 1 at a position and a time.
    fn finger(x: f64, time: f64) -> Contact {
        Contact { id: 1, at: (x, 0.0), time, primary: true, mouse: false }
    }

    #[test]
    fn a_short_press_that_stays_is_a_tap_however_soon_after_a_drag() {
        let mut taps = Taps::default();
        taps.press(finger(0.0, 0.0));
        for x in [3.0, 30.0, 60.0] {
            assert_eq!(taps.trembles(&finger(x, x)), x < TREMBLE);
        }
        assert_eq!(taps.lift(&finger(60.0, 61.0)), Lift::Other);
        // A new finger has a new number.
        let next = Contact { id: 2, ..finger(60.0, 62.0) };
        taps.press(next);
        assert!(taps.trembles(&Contact { at: (62.0, 3.0), ..next }));
        assert_eq!(taps.lift(&Contact { time: 63.0, ..next }), Lift::Tap);
        assert_eq!(taps.lift(&Contact { time: 64.0, ..next }), Lift::Other, "it is up already");
    }

    #[test]
    fn a_press_that_goes_away_and_back_is_no_tap() {
        let mut taps = Taps::default();
        taps.press(finger(0.0, 0.0));
        assert!(!taps.trembles(&finger(9.0, 10.0)) && !taps.trembles(&finger(0.0, 20.0)));
        assert_eq!(taps.lift(&finger(0.0, 30.0)), Lift::Other);
        // A movement without an event counts too.
        taps.press(finger(0.0, 40.0));
        assert_eq!(taps.lift(&finger(5.0, 50.0)), Lift::Other);
    }

    #[test]
    fn two_fingers_make_no_tap_whichever_goes_up_first() {
        for order in [[1, 2], [2, 1]] {
            let mut taps = Taps::default();
            taps.press(finger(0.0, 0.0));
            taps.press(Contact { id: 2, primary: false, ..finger(50.0, 10.0) });
            for id in order {
                assert_eq!(taps.lift(&Contact { id, ..finger(50.0 * f64::from(id - 1), 20.0) }), Lift::Other);
            }
            // The next tap counts.
            taps.press(finger(0.0, 30.0));
            assert_eq!(taps.lift(&finger(0.0, 40.0)), Lift::Tap);
        }
    }

    #[test]
    fn a_finger_that_stays_for_long_makes_no_tap_and_a_mouse_does() {
        let mut taps = Taps::default();
        taps.press(finger(0.0, 0.0));
        assert_eq!(taps.lift(&finger(0.0, 499.0)), Lift::Tap);
        taps.press(finger(0.0, 1000.0));
        assert_eq!(taps.lift(&finger(0.0, 1500.0)), Lift::Long);
        let mouse = Contact { mouse: true, ..finger(0.0, 2000.0) };
        taps.press(mouse);
        assert_eq!(taps.lift(&Contact { time: 9000.0, ..mouse }), Lift::Tap);
    }

    #[test]
    fn what_the_browser_takes_over_or_the_picture_uses_is_no_tap() {
        let mut taps = Taps::default();
        taps.press(finger(0.0, 0.0));
        taps.spoil();
        assert_eq!(taps.lift(&finger(0.0, 10.0)), Lift::Other);
    }

    #[test]
    fn a_finger_that_stops_a_scroll_makes_no_tap() {
        let mut taps = Taps::default();
        taps.scroll(1000.0);
        taps.press(finger(0.0, 1016.0));
        assert_eq!(taps.lift(&finger(0.0, 1050.0)), Lift::Other);
        taps.press(finger(0.0, 1200.0));
        assert_eq!(taps.lift(&finger(0.0, 1250.0)), Lift::Tap);
        taps.press(finger(0.0, 1300.0));
        taps.scroll(1310.0);
        assert_eq!(taps.lift(&finger(0.0, 1320.0)), Lift::Other);
        // A mouse does not stop it.
        let mouse = Contact { mouse: true, ..finger(0.0, 1330.0) };
        taps.press(mouse);
        taps.scroll(1340.0);
        assert_eq!(taps.lift(&Contact { time: 1350.0, ..mouse }), Lift::Tap);
    }

    #[test]
    fn a_click_counts_without_a_pointer_and_not_twice() {
        let mut taps = Taps::default();
        assert!(!taps.click(true, 0.0), "the pointer's own events have decided");
        assert!(taps.click(false, 0.0), "a keyboard");
        taps.press(finger(0.0, 10.0));
        assert_eq!(taps.lift(&finger(0.0, 20.0)), Lift::Tap);
        assert!(!taps.click(false, 21.0), "the tap's echo");
        assert!(taps.click(false, 22.0), "one echo a tap");
        taps.press(finger(0.0, 100.0));
        assert_eq!(taps.lift(&finger(0.0, 110.0)), Lift::Tap);
        assert!(taps.click(false, 410.0), "too late for an echo");
    }
}
