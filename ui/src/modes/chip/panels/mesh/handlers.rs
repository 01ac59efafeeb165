//! The handlers of the canvas, and of the buttons above it.

use super::menu::Opened;
use super::pointer::{Kind, Pointers, Shown};
use super::stage::StageRef;
use crate::modes::chip::store::Intent;
use mcore::base::NodeId;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::PointerEvent;
use yew::prelude::*;

/// The handles that the handlers share.
#[derive(Clone)]
pub struct Handlers {
    /// The stage; none before the canvas exists.
    pub stage: Rc<RefCell<Option<StageRef>>>,
    /// All pressed pointers.
    pub pointers: Rc<RefCell<Pointers>>,
    /// The object under the pointer.
    pub hover: UseStateSetter<Option<Shown>>,
    pub menu: UseStateHandle<Option<Opened>>,
    pub selected: Option<NodeId>,
    /// Receives the user's intents.
    pub act: Callback<Intent>,
}

impl Handlers {
    /// A button that does this with the stage.
    pub fn button(&self, act: fn(&StageRef)) -> Callback<MouseEvent> {
        let stage = self.stage.clone();
        Callback::from(move |_| {
            if let Some(stage) = stage.borrow().as_ref() {
                act(stage);
            }
        })
    }

    /// Opens the menu at a pixel; without one at the selected node, as a key does.
    fn open_menu(&self, at: Option<(f64, f64)>) {
        if let Some(stage) = self.stage.borrow().as_ref() {
            let opened = match at {
                Some(at) => Opened::at(stage, at, self.selected),
                None => Opened::by_key(stage, self.selected),
            };
            self.hover.set(None);
            self.menu.set(Some(opened));
        }
        // The finger that opened it is still pressed; its own event may hold the borrow of the pointers.
        if let Ok(mut pointers) = self.pointers.try_borrow_mut() {
            pointers.forget();
        }
    }

    /// Opens the menu by mouse or key.
    pub fn on_context_menu(&self) -> Callback<MouseEvent> {
        let own = self.clone();
        Callback::from(move |event: MouseEvent| {
            event.prevent_default();
            // The menu key gives the same event without a pointer.
            let pointer = event.dyn_ref::<PointerEvent>().map(PointerEvent::pointer_type).unwrap_or_default();
            let by_key = event.button() != 2 && pointer.is_empty();
            let at = (f64::from(event.offset_x()), f64::from(event.offset_y()));
            own.open_menu((!by_key).then_some(at));
        })
    }

    /// Releasing the finger that opened the menu must not click: that would take the focus from the menu.
    pub fn on_touch_end(&self) -> Callback<TouchEvent> {
        let open = self.menu.is_some();
        Callback::from(move |event: TouchEvent| {
            if open {
                event.prevent_default();
            }
        })
    }

    /// Taps, drags, two fingers, hovering; a long press opens the menu.
    pub fn on_pointer(&self, kind: Kind) -> Callback<PointerEvent> {
        let own = self.clone();
        let on_long_press = {
            let own = self.clone();
            Callback::from(move |at: (f64, f64)| own.open_menu(Some(at)))
        };
        Callback::from(move |event: PointerEvent| {
            if let Some(stage) = own.stage.borrow().as_ref() {
                own.pointers.borrow_mut().handle(kind, &event, stage, &own.act, &own.hover, &on_long_press);
            }
        })
    }
}
