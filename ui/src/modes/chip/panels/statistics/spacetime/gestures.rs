//! Mouse, fingers and wheel on the space-time picture: a drag shifts, two fingers and the wheel with Ctrl zoom, a tap
//! goes to a cycle and node.

use crate::modes::chip::paint::span::Span;
use crate::paint::pinch::Pixel;
use crate::paint::tap::{Contact, Lift, Taps};
use gloo_events::{EventListener, EventListenerOptions};
use mcore::base::Cycle;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, PointerEvent, WheelEvent};
use yew::prelude::*;

/// Logarithm of the zoom factor per wheel pixel: about 290 pixels double or halve the shown part.
const WHEEL: f64 = 0.0024;

/// The present values that the listeners need.
#[derive(Clone)]
pub struct Now {
    /// The shown part.
    pub span: Span,
    /// Length of the run.
    pub end: Cycle,
    /// Shows another part.
    pub show: Callback<Span>,
    /// A tap, in pixels of the picture.
    pub visit: Callback<Pixel>,
}

/// Pressed pointers, and the part that was shown when the last of them was pressed or released.
#[derive(Default)]
struct Fingers {
    down: Vec<(i32, f64)>,
    taps: Taps,
    grabbed: Option<(Span, Vec<f64>)>,
}

/// The part to show when pointers that were at `before` are at `after`. It is computed from where they were pressed, so
/// that rounding errors do not accumulate.
fn dragged(grabbed: Span, before: &[f64], after: &[f64], width: f64, end: Cycle) -> Span {
    match (before, after) {
        ([a], [b]) => grabbed.shifted((a - b) / width, end),
        ([a0, a1], [b0, b1]) => {
            let (middle, now) = ((a0 + a1) / 2.0, (b0 + b1) / 2.0);
            let apart = |x: f64, y: f64| (x - y).abs().max(8.0);
            grabbed.zoomed(middle / width, apart(*a0, *a1) / apart(*b0, *b1), end).shifted((middle - now) / width, end)
        }
        _ => grabbed,
    }
}

impl Fingers {
    fn grab(&mut self, span: Span) {
        self.grabbed = Some((span, self.down.iter().map(|d| d.1).collect()));
    }

    fn down(&mut self, contact: Contact, span: Span) {
        if contact.primary {
            // A pointer whose release was missed must not stay half of a pinch for ever.
            self.down.clear();
        }
        self.taps.press(contact);
        if self.down.len() < 2 {
            self.down.push((contact.id, contact.at.0));
            self.grab(span);
        }
    }

    /// The part to show, if it changes.
    fn moved(&mut self, now: &Contact, width: f64, end: Cycle) -> Option<Span> {
        self.down.iter_mut().find(|d| d.0 == now.id)?.1 = now.at.0;
        if self.taps.trembles(now) {
            return None;
        }
        let (grabbed, before) = self.grabbed.as_ref()?;
        let after: Vec<f64> = self.down.iter().map(|d| d.1).collect();
        Some(dragged(*grabbed, before, &after, width, end))
    }

    /// True if it was a tap.
    fn up(&mut self, now: &Contact, span: Span) -> bool {
        self.down.retain(|d| d.0 != now.id);
        self.grab(span);
        self.taps.lift(now) == Lift::Tap
    }
}

/// Listens on the picture while it exists.
#[hook]
pub fn use_gestures(host: &NodeRef, now: &Rc<RefCell<Now>>) {
    let (host, now) = (host.clone(), now.clone());
    use_effect_with((), move |()| {
        let listeners = host.cast::<Element>().map(|element| listen(&element, &now));
        move || drop(listeners)
    });
}

fn listen(element: &Element, now: &Rc<RefCell<Now>>) -> Vec<EventListener> {
    let fingers = Rc::new(RefCell::new(Fingers::default()));
    let on = |kind: &'static str, act: fn(&mut Fingers, &PointerEvent, Contact, &Element, &Now)| {
        let (element, now, fingers) = (element.clone(), now.clone(), fingers.clone());
        EventListener::new(&element.clone(), kind, move |event| {
            if let Some(event) = event.dyn_ref::<PointerEvent>() {
                let now = now.borrow().clone();
                let contact = Contact::new(event, (f64::from(event.offset_x()), f64::from(event.offset_y())));
                act(&mut fingers.borrow_mut(), event, contact, &element, &now);
            }
        })
    };
    vec![
        wheel(element, now),
        on("pointerdown", |fingers, event, contact, element, now| {
            if event.button() == 0 {
                // Keeps the drag when the pointer leaves the picture; fails only if the pointer no longer exists.
                let _ = element.set_pointer_capture(contact.id);
                fingers.down(contact, now.span);
            }
        }),
        on("pointermove", |fingers, _, contact, element, now| {
            let width = f64::from(element.client_width().max(1));
            if let Some(span) = fingers.moved(&contact, width, now.end) {
                now.show.emit(span);
            }
        }),
        on("pointerup", |fingers, _, contact, _, now| {
            if fingers.up(&contact, now.span) {
                now.visit.emit(contact.at);
            }
        }),
        on("pointercancel", |fingers, _, contact, _, now| {
            fingers.taps.spoil();
            fingers.up(&contact, now.span);
        }),
    ]
}

/// The wheel scrolls the page by default. With Ctrl (also the event of a pinch on a touchpad) it zooms; sideways or
/// with Shift it shifts.
fn wheel(element: &Element, now: &Rc<RefCell<Now>>) -> EventListener {
    let (target, element, now) = (element.clone(), element.clone(), now.clone());
    let options = EventListenerOptions::enable_prevent_default();
    EventListener::new_with_options(&target, "wheel", options, move |event| {
        let Some(event) = event.dyn_ref::<WheelEvent>() else { return };
        let now = now.borrow().clone();
        let unit = if event.delta_mode() == WheelEvent::DOM_DELTA_LINE { 16.0 } else { 1.0 };
        let (dx, dy) = (event.delta_x() * unit, event.delta_y() * unit);
        let width = f64::from(element.client_width().max(1));
        let span = if event.ctrl_key() || event.meta_key() {
            now.span.zoomed(f64::from(event.offset_x()) / width, (dy * WHEEL).exp(), now.end)
        } else if event.shift_key() || dx.abs() > dy.abs() {
            let by = if dx == 0.0 { dy } else { dx } / 600.0;
            let one = 1.0 / now.span.cycles().max(1) as f64;
            now.span.shifted(if by.abs() < one { one.copysign(by) } else { by }, now.end)
        } else {
            return;
        };
        event.prevent_default();
        now.show.emit(span);
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPAN: Span = Span { from: 1000, until: 2000 };

    #[test]
    fn what_is_under_the_pointer_goes_with_it() {
        assert_eq!(dragged(SPAN, &[100.0], &[300.0], 1000.0, 9000), Span { from: 800, until: 1800 });
        assert_eq!(dragged(SPAN, &[100.0], &[-9e9], 1000.0, 9000), Span { from: 8000, until: 9000 });
        // Slowly or at once: the same result.
        let deep = Span { from: 100, until: 116 };
        assert_eq!(dragged(deep, &[500.0], &[499.0], 1000.0, 9000), deep);
        assert_eq!(dragged(deep, &[500.0], &[437.0], 1000.0, 9000), Span { from: 101, until: 117 });
    }

    #[test]
    fn two_fingers_zoom_around_their_middle() {
        let near = dragged(SPAN, &[400.0, 600.0], &[300.0, 700.0], 1000.0, 9000);
        assert_eq!(near, Span { from: 1250, until: 1750 });
        let far = dragged(SPAN, &[600.0, 400.0], &[550.0, 450.0], 1000.0, 9000);
        assert_eq!(far, Span { from: 500, until: 2500 });
        let shifted = dragged(SPAN, &[400.0, 600.0], &[500.0, 700.0], 1000.0, 9000);
        assert_eq!(shifted, Span { from: 900, until: 1900 });
    }
}
