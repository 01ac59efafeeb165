//! Gestures: taps choose boxes, drags move the picture or the selected objects, two fingers zoom.

use super::super::Props;
use super::super::hand::{End, Hand, Move};
use super::super::state::Act;
use super::sight::Sight;
use super::{names_of, placed};
use crate::paint::tap::{Contact, by_pointer, follow_scroll};
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
    let (state, act) = (&props.state, &props.act);
    let hand = use_mut_ref(Hand::default);
    let drag = use_state_eq(|| (0.0_f32, 0.0_f32));
    let down = {
        let (hand, state, drag, sight) = (hand.clone(), state.clone(), drag.clone(), sight.clone());
        Callback::from(move |event: PointerEvent| {
            let Some(host) = sight.host.cast::<Element>().filter(|_| event.button() == 0) else { return };
            let on = box_of(&event);
            let names = on.map(|index| names_of(&state, index)).unwrap_or_default();
            let carries = state.free && !names.is_empty() && names.iter().all(|name| state.selected.contains(name));
            let contact = Contact::new(&event, place(&host, &event));
            let second = hand.borrow_mut().press(contact, on, carries, *sight.seen.borrow());
            // A press ends a drag.
            drag.set((0.0, 0.0));
            if second {
                hold(&host, &event);
            }
        })
    };
    let moved = {
        let (hand, map, drag, sight) = (hand.clone(), state.map.clone(), drag.clone(), sight.clone());
        Callback::from(move |event: PointerEvent| {
            let Some(host) = sight.host.cast::<Element>() else { return };
            let contact = Contact::new(&event, place(&host, &event));
            let Some(movement) = hand.borrow_mut().drag(&contact) else { return };
            hold(&host, &event);
            match movement {
                Move::Look(look) => {
                    let look = look.within(&map, sight.size);
                    // The next event may arrive before the next drawing.
                    *sight.seen.borrow_mut() = look;
                    sight.show(look);
                }
                Move::Carry(dx, dy) => {
                    let scale = sight.now.scale;
                    drag.set(((dx / scale) as f32, (dy / scale) as f32));
                }
            }
        })
    };
    let pick = {
        let (act, on_pick) = (act.clone(), on_pick.clone());
        move |on: Option<usize>, event: &MouseEvent| match on {
            Some(index) => on_pick.emit((index, event.shift_key() || event.ctrl_key() || event.meta_key())),
            None => act.emit(Act::Select(Vec::new())),
        }
    };
    let release = {
        let (hand, drag, state, act) = (hand.clone(), drag.clone(), state.clone(), act.clone());
        let (sight, pick) = (sight.clone(), pick.clone());
        Callback::from(move |event: PointerEvent| {
            let Some(host) = sight.host.cast::<Element>() else { return };
            let mut hand = hand.borrow_mut();
            // A gesture that the browser takes over is neither a tap nor a completed drag.
            let cancelled = event.type_() == "pointercancel";
            if cancelled {
                hand.taps.spoil();
            }
            let end = hand.lift(&Contact::new(&event, place(&host, &event)), *sight.seen.borrow());
            drop(hand);
            match end {
                End::Tap(on) => pick(on, &event),
                End::Carried => {
                    if !cancelled && *drag != (0.0, 0.0) {
                        let selected = (*state.selected).clone();
                        act.emit(Act::Edit(placed(&state, drag.0, drag.1)));
                        act.emit(Act::Select(selected));
                    }
                    drag.set((0.0, 0.0));
                }
                End::Nothing => {}
            }
        })
    };
    let click = {
        let hand = hand.clone();
        Callback::from(move |event: MouseEvent| {
            if hand.borrow_mut().taps.click(by_pointer(&event), event.time_stamp()) {
                pick(box_of(&event), &event);
            }
        })
    };
    {
        let host = sight.host.clone();
        use_effect_with((), move |()| {
            let listener = host
                .cast::<Element>()
                .map(|picture| follow_scroll(&picture, move |time| hand.borrow_mut().taps.scroll(time)));
            move || drop(listener)
        });
    }
    Gestures { down, moved, release, click, drag: *drag }
}
