//! Taps on a picture that has no other pointer gestures.

use crate::paint::pinch::Pixel;
use crate::paint::tap::{Contact, Lift, Taps, by_pointer, follow_scroll};
use gloo_events::EventListener;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::{HtmlElement, MouseEvent, PointerEvent};
use yew::prelude::*;

/// Calls `act` with the pixel of each tap on the picture, and of each click that an assistive tool makes on it.
#[hook]
pub fn use_taps(host: &NodeRef, act: Callback<Pixel>) {
    let latest = use_mut_ref(|| act.clone());
    *latest.borrow_mut() = act;
    let host = host.clone();
    use_effect_with((), move |()| {
        let listeners = host.cast::<HtmlElement>().map(|element| listen(&element, &latest));
        move || drop(listeners)
    });
}

fn pixel(event: &MouseEvent) -> Pixel {
    (f64::from(event.offset_x()), f64::from(event.offset_y()))
}

fn listen(element: &HtmlElement, act: &Rc<RefCell<Callback<Pixel>>>) -> Vec<EventListener> {
    let taps = Rc::new(RefCell::new(Taps::default()));
    let on = |kind: &'static str, then: fn(&mut Taps, &PointerEvent, Contact) -> Lift| {
        let (taps, act) = (taps.clone(), act.clone());
        EventListener::new(element, kind, move |event| {
            let Some(event) = event.dyn_ref::<PointerEvent>() else { return };
            let at = pixel(event);
            if then(&mut taps.borrow_mut(), event, Contact::new(event, at)) == Lift::Tap {
                act.borrow().emit(at);
            }
        })
    };
    let down = on("pointerdown", |taps, event, contact| {
        if event.button() == 0 {
            taps.press(contact);
        }
        Lift::Other
    });
    let moved = on("pointermove", |taps, _, contact| {
        taps.trembles(&contact);
        Lift::Other
    });
    let up = on("pointerup", |taps, _, contact| taps.lift(&contact));
    let cancel = on("pointercancel", |taps, _, _| {
        taps.spoil();
        Lift::Other
    });
    let click = {
        let (taps, act, element) = (taps.clone(), act.clone(), element.clone());
        EventListener::new(&element.clone(), "click", move |event| {
            let Some(event) = event.dyn_ref::<MouseEvent>() else { return };
            let (x, y) = pixel(event);
            let (w, h) = (f64::from(element.client_width()), f64::from(element.client_height()));
            // An assistive tool need not give a position.
            let inside = (0.0..=w).contains(&x) && (0.0..=h).contains(&y);
            if taps.borrow_mut().click(by_pointer(event), event.time_stamp()) && inside {
                act.borrow().emit((x, y));
            }
        })
    };
    let scroll = follow_scroll(element, move |time| taps.borrow_mut().scroll(time));
    vec![down, moved, up, cancel, click, scroll]
}
