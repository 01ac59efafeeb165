//! The stage of a mode: its size, the visible part of its picture, and the pointers on it.

mod gestures;
mod pointers;
mod sight;
mod taps;
mod viewport;

pub use gestures::{Gestures, Things, use_gestures};
pub use sight::{Sight, use_sight};
pub use taps::use_taps;

use gloo_events::EventListener;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, EventTarget, HtmlElement};
use yew::prelude::*;

/// The number in an attribute of the element under an event, or of one around it.
pub fn number_at(target: Option<EventTarget>, attribute: &str) -> Option<u32> {
    let element = target?.dyn_into::<Element>().ok()?;
    element.closest(&format!("[{attribute}]")).ok()??.get_attribute(attribute)?.parse().ok()
}

/// The position of a pointer on the stage.
fn place(host: &Element, event: &MouseEvent) -> (f64, f64) {
    let rect = host.get_bounding_client_rect();
    (f64::from(event.client_x()) - rect.left(), f64::from(event.client_y()) - rect.top())
}

/// Width of the page, so that pictures follow it.
#[hook]
pub fn use_width() -> u32 {
    let width = use_state(|| 0u32);
    {
        let width = width.setter();
        use_effect_with((), move |()| {
            let now = || gloo_utils::window().inner_width().ok().and_then(|w| w.as_f64()).unwrap_or(0.0) as u32;
            let listener = EventListener::new(&gloo_utils::window(), "resize", move |_| width.set(now()));
            move || drop(listener)
        });
    }
    *width
}

/// The size of an element, measured again when the window or `again` changes; `usual` before.
#[hook]
pub fn use_size(element: &NodeRef, usual: (f64, f64), again: impl PartialEq + Clone + 'static) -> (f64, f64) {
    let size = use_state(|| usual);
    let measure = {
        let (size, element) = (size.clone(), element.clone());
        move || {
            let Some(own) = element.cast::<HtmlElement>() else { return };
            let now = (f64::from(own.client_width()), f64::from(own.client_height()));
            if now.0 > 0.0 && now != *size {
                size.set(now);
            }
        }
    };
    {
        let measure = measure.clone();
        use_effect_with(again, move |_| measure());
    }
    use_effect_with(*size, move |_| {
        let listener = EventListener::new(&gloo_utils::window(), "resize", move |_| measure());
        move || drop(listener)
    });
    *size
}
