//! Gestures: taps choose things, drags move the picture or the chosen things, two fingers zoom.

use super::pointers::{End, Move, Pointers};
use super::sight::Sight;
use super::{number_at, place};
use crate::paint::tap::{Contact, by_pointer, follow_scroll};
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

/// Captures a pointer. Only when it moves: a press gives the focus to the element that has captured the pointer.
fn hold(host: &Element, event: &PointerEvent) {
    if !host.has_pointer_capture(event.pointer_id()) {
        // Fails only for pointers that are gone.
        let _ = host.set_pointer_capture(event.pointer_id());
    }
}

/// The handlers of a picture's pointer events.
pub struct Gestures {
    /// A pointer is pressed.
    pub down: Callback<PointerEvent>,
    /// It moves.
    pub moved: Callback<PointerEvent>,
    /// It is released, or the browser takes it over.
    pub release: Callback<PointerEvent>,
    /// A click, which counts only if no pointer made it.
    pub click: Callback<MouseEvent>,
    /// How far the chosen things are dragged, in the picture's pixels.
    pub drag: (f32, f32),
}

/// The things on a picture that gestures concern.
#[derive(Clone)]
pub struct Things {
    /// The attribute with the number of a thing.
    pub attribute: &'static str,
    /// Whether a drag that begins on a thing carries the chosen ones.
    pub carries: Rc<dyn Fn(usize) -> bool>,
    /// Takes the thing that is tapped, none beside all of them, and whether the choice is extended.
    pub on_pick: Callback<(Option<usize>, bool)>,
    /// Takes the way of a completed drag.
    pub on_carry: Callback<(f32, f32)>,
}

/// Handles the pointers on a picture.
#[hook]
pub fn use_gestures(sight: &Sight, things: &Things) -> Gestures {
    let pointers = use_mut_ref(Pointers::default);
    let drag = use_state_eq(|| (0.0_f32, 0.0_f32));
    use_scroll(&sight.host, &pointers);
    let handlers = Handlers { pointers, drag: drag.clone(), sight: sight.clone(), things: things.clone() };
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
    /// How far the chosen things are dragged.
    drag: UseStateHandle<(f32, f32)>,
    sight: Sight,
    things: Things,
}

impl Handlers {
    fn press(&self, event: &PointerEvent) {
        let Some(host) = self.sight.host.cast::<Element>().filter(|_| event.button() == 0) else { return };
        let on = self.thing_at(event);
        let carries = on.is_some_and(|thing| (self.things.carries)(thing));
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
                let viewport = viewport.within(self.sight.extent, self.sight.size);
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
            self.pick(self.thing_at(event), event);
        }
    }

    /// The thing under an event.
    fn thing_at(&self, event: &Event) -> Option<usize> {
        number_at(event.target(), self.things.attribute).map(|number| number as usize)
    }

    fn pick(&self, on: Option<usize>, event: &MouseEvent) {
        self.things.on_pick.emit((on, event.shift_key() || event.ctrl_key() || event.meta_key()));
    }

    /// Moves the chosen things by the completed drag.
    fn carry(&self) {
        if *self.drag != (0.0, 0.0) {
            self.things.on_carry.emit(*self.drag);
        }
    }
}
