//! Gestures: taps choose boxes, drags move the picture or the selected objects, two fingers zoom.

use super::super::Props;
use super::super::pointers::{End, Move, Pointers};
use super::super::state::{Act, State};
use super::sight::Sight;
use super::{names_of, placed};
use crate::paint::tap::{Contact, by_pointer, follow_scroll};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::Element;
use yew::prelude::*;

/// The position of a pointer on the stage.
pub(super) fn place(host: &Element, event: &MouseEvent) -> (f64, f64) {
    let rect = host.get_bounding_client_rect();
    (f64::from(event.client_x()) - rect.left(), f64::from(event.client_y()) - rect.top())
}

/// The box under an event.
fn box_of(event: &Event) -> Option<usize> {
    let element = event.target()?.dyn_into::<Element>().ok()?.closest("[data-box]").ok()??;
    element.get_attribute("data-box")?.parse().ok()
}

/// Captures a pointer. Only when it moves: a press gives the focus to the element that has captured the pointer.
fn hold(host: &Element, event: &PointerEvent) {
    if !host.has_pointer_capture(event.pointer_id()) {
        // Fails only for pointers that are gone.
        let _ = host.set_pointer_capture(event.pointer_id());
    }
}

/// The handlers of a picture's pointer events.
pub(super) struct Gestures {
    pub down: Callback<PointerEvent>,
    pub moved: Callback<PointerEvent>,
    pub release: Callback<PointerEvent>,
    pub click: Callback<MouseEvent>,
    /// How far the selected objects are dragged, in the picture's pixels.
    pub drag: (f32, f32),
}

/// Handles the pointers on a picture. `on_pick` takes the box that is tapped, and whether the selection is extended.
#[hook]
pub(super) fn use_gestures(props: &Props, sight: &Sight, on_pick: &Callback<(usize, bool)>) -> Gestures {
    let pointers = use_mut_ref(Pointers::default);
    let drag = use_state_eq(|| (0.0_f32, 0.0_f32));
    use_scroll(&sight.host, &pointers);
    let handlers = Handlers {
        pointers,
        drag: drag.clone(),
        state: props.state.clone(),
        act: props.act.clone(),
        sight: sight.clone(),
        on_pick: on_pick.clone(),
    };
    let on = |handle: fn(&Handlers, &PointerEvent)| {
        let handlers = handlers.clone();
        Callback::from(move |event: PointerEvent| handle(&handlers, &event))
    };
    let (down, moved, release) = (on(Handlers::press), on(Handlers::drag), on(Handlers::release));
    let click = Callback::from(move |event: MouseEvent| handlers.click(&event));
    Gestures { down, moved, release, click, drag: *drag }
}

/// Scrolling around the picture ends a tap.
#[hook]
fn use_scroll(host: &NodeRef, pointers: &Rc<RefCell<Pointers>>) {
    let (host, pointers) = (host.clone(), pointers.clone());
    use_effect_with((), move |()| {
        let listener = host
            .cast::<Element>()
            .map(|picture| follow_scroll(&picture, move |time| pointers.borrow_mut().taps.scroll(time)));
        move || drop(listener)
    });
}

/// The handles that the handlers of one drawing share.
#[derive(Clone)]
struct Handlers {
    pointers: Rc<RefCell<Pointers>>,
    /// How far the selected objects are dragged.
    drag: UseStateHandle<(f32, f32)>,
    state: Rc<State>,
    act: Callback<Act>,
    sight: Sight,
    on_pick: Callback<(usize, bool)>,
}

impl Handlers {
    fn press(&self, event: &PointerEvent) {
        let Some(host) = self.sight.host.cast::<Element>().filter(|_| event.button() == 0) else { return };
        let state = &self.state;
        let on = box_of(event);
        let names = on.map(|index| names_of(state, index)).unwrap_or_default();
        let carries = state.free && !names.is_empty() && names.iter().all(|name| state.selected.contains(name));
        let contact = Contact::new(event, place(&host, event));
        let second = self.pointers.borrow_mut().press(contact, on, carries, *self.sight.seen.borrow());
        // A press ends a drag.
        self.drag.set((0.0, 0.0));
        if second {
            hold(&host, event);
        }
    }

    fn drag(&self, event: &PointerEvent) {
        let Some(host) = self.sight.host.cast::<Element>() else { return };
        let contact = Contact::new(event, place(&host, event));
        let Some(movement) = self.pointers.borrow_mut().drag(&contact) else { return };
        hold(&host, event);
        match movement {
            Move::Viewport(viewport) => {
                let viewport = viewport.within(&self.state.map, self.sight.size);
                // The next event may arrive before the next drawing.
                *self.sight.seen.borrow_mut() = viewport;
                self.sight.show(viewport);
            }
            Move::Drag(dx, dy) => {
                let scale = self.sight.now.scale;
                self.drag.set(((dx / scale) as f32, (dy / scale) as f32));
            }
        }
    }

    fn release(&self, event: &PointerEvent) {
        let Some(host) = self.sight.host.cast::<Element>() else { return };
        let mut pointers = self.pointers.borrow_mut();
        // A gesture that the browser takes over is neither a tap nor a completed drag.
        let cancelled = event.type_() == "pointercancel";
        if cancelled {
            pointers.taps.spoil();
        }
        let end = pointers.lift(&Contact::new(event, place(&host, event)), *self.sight.seen.borrow());
        drop(pointers);
        match end {
            End::Tap(on) => self.pick(on, event),
            End::Dragged => {
                if !cancelled {
                    self.carry();
                }
                self.drag.set((0.0, 0.0));
            }
            End::Nothing => {}
        }
    }

    fn click(&self, event: &MouseEvent) {
        if self.pointers.borrow_mut().taps.click(by_pointer(event), event.time_stamp()) {
            self.pick(box_of(event), event);
        }
    }

    /// Chooses the tapped box. A tap beside all boxes selects nothing.
    fn pick(&self, on: Option<usize>, event: &MouseEvent) {
        match on {
            Some(index) => self.on_pick.emit((index, event.shift_key() || event.ctrl_key() || event.meta_key())),
            None => self.act.emit(Act::Select(Vec::new())),
        }
    }

    /// Moves the selected objects by the completed drag.
    fn carry(&self) {
        let (dx, dy) = *self.drag;
        if (dx, dy) != (0.0, 0.0) {
            let selected = (*self.state.selected).clone();
            self.act.emit(Act::Edit(placed(&self.state, dx, dy)));
            self.act.emit(Act::Select(selected));
        }
    }
}
