//! The visible part of the picture: its size on the page, zoom and scroll.

use super::viewport::{Extent, Viewport};
use super::{place, use_size};
use gloo_events::{EventListener, EventListenerOptions};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::Element;
use yew::prelude::*;

/// Size of a stage before it is measured.
const USUAL: (f64, f64) = (760.0, 420.0);

/// The visible part of the picture, with the handles that change it.
#[derive(Clone)]
pub struct Sight {
    /// The element of the stage.
    pub host: NodeRef,
    /// Its size, in pixels.
    pub size: (f64, f64),
    /// The size of the picture.
    pub extent: Extent,
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

/// Follows the size of the stage and the wheel. Another picture, which has another `shape`, is shown as a whole again; the size is
/// measured when `again` changes.
#[hook]
pub fn use_sight(extent: Extent, shape: impl PartialEq + 'static, again: impl PartialEq + Clone + 'static) -> Sight {
    let host = use_node_ref();
    let size = use_size(&host, USUAL, again);
    let view = use_state(|| None::<Viewport>);
    {
        let view = view.setter();
        use_effect_with(shape, move |_| view.set(None));
    }
    let now = view.unwrap_or_else(|| Viewport::fit(extent, size)).within(extent, size);
    let seen = use_mut_ref(|| now);
    *seen.borrow_mut() = now;
    use_wheel(&host, &seen, view.setter());
    Sight { host, size, extent, now, seen, view }
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
