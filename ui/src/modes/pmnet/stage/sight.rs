//! The visible part of the picture: its size on the page, zoom and scroll.

use super::super::Props;
use super::super::viewport::Viewport;
use super::gestures::place;
use gloo_events::{EventListener, EventListenerOptions};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// The visible part of the picture, with the handles that change it.
#[derive(Clone)]
pub(super) struct Sight {
    /// The element of the stage.
    pub host: NodeRef,
    /// Its size, in pixels.
    pub size: (f64, f64),
    /// The visible part as it is drawn.
    pub now: Viewport,
    /// The visible part that events see: several of them can arrive before the next drawing.
    pub seen: Rc<RefCell<Viewport>>,
    view: UseStateHandle<Option<Viewport>>,
}

impl Sight {
    /// Shows a part of the picture.
    pub fn show(&self, viewport: Viewport) {
        self.view.set(Some(viewport));
    }

    /// Shows the whole picture.
    pub fn fit(&self) {
        self.view.set(None);
    }

    /// Zooms around the centre of the stage.
    pub fn zoom(&self, factor: f64) {
        self.show(self.now.zoomed(factor, (self.size.0 / 2.0, self.size.1 / 2.0)));
    }

    /// Shows a box of the picture, if it is not visible as a whole.
    pub fn show_box(&self, x: f64, y: f64, width: f64, height: f64) {
        let now = self.now;
        let (w, h) = (self.size.0 / now.scale, self.size.1 / now.scale);
        let inside = x >= now.x && y >= now.y && x + width <= now.x + w && y + height <= now.y + h;
        if !inside {
            self.show(Viewport { x: x + width / 2.0 - w / 2.0, y: y + height / 2.0 - h / 2.0, ..now });
        }
    }
}

/// A value that changes when another picture is shown.
pub(super) fn shape(props: &Props) -> (usize, u32, u32, bool) {
    let map = &props.state.map;
    (map.boxes.len(), map.width.to_bits(), map.height.to_bits(), props.state.free)
}

/// Follows the size of the stage and the wheel. Another picture is shown as a whole again.
#[hook]
pub(super) fn use_sight(props: &Props) -> Sight {
    let host = use_node_ref();
    let size = use_state(|| (760.0, 420.0));
    let view = use_state(|| None::<Viewport>);
    {
        let view = view.setter();
        use_effect_with(shape(props), move |_| view.set(None));
    }
    use_size(&host, &size);
    let map = &props.state.map;
    let now = view.unwrap_or_else(|| Viewport::fit(map, *size)).within(map, *size);
    let seen = use_mut_ref(|| now);
    *seen.borrow_mut() = now;
    use_wheel(&host, &seen, view.setter());
    Sight { host, size: *size, now, seen, view }
}

/// Measures the stage after each drawing, and whenever the window changes.
#[hook]
fn use_size(host: &NodeRef, size: &UseStateHandle<(f64, f64)>) {
    let (host, size) = (host.clone(), size.clone());
    let measure = move || {
        if let Some(host) = host.cast::<HtmlElement>() {
            let now = (f64::from(host.client_width()), f64::from(host.client_height()));
            if now != *size && now.0 > 0.0 && now.1 > 0.0 {
                size.set(now);
            }
        }
    };
    use_effect(move || {
        measure();
        let listener = EventListener::new(&gloo_utils::window(), "resize", move |_| measure());
        move || drop(listener)
    });
}

/// Zooms by the wheel. The listener is not passive, so that it can keep the page from scrolling.
#[hook]
fn use_wheel(host: &NodeRef, seen: &Rc<RefCell<Viewport>>, view: UseStateSetter<Option<Viewport>>) {
    let (host, seen) = (host.clone(), seen.clone());
    use_effect_with((), move |()| {
        let listener = host.cast::<Element>().map(|host| {
            let (target, options) = (host.clone(), EventListenerOptions::enable_prevent_default());
            EventListener::new_with_options(&target, "wheel", options, move |event| {
                let Some(event) = event.dyn_ref::<WheelEvent>() else { return };
                event.prevent_default();
                let point = place(&host, event);
                let factor = (-event.delta_y() / 400.0).clamp(-0.7, 0.7).exp();
                let now = *seen.borrow();
                view.set(Some(now.zoomed(factor, point)));
            })
        });
        move || drop(listener)
    });
}
