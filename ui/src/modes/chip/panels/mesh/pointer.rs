//! Mouse, pen and fingers on the mesh: tap to select, drag to shift, two fingers to zoom, hover for a description.

use super::stage::StageRef;
use crate::modes::chip::paint::hover::Hover;
use crate::modes::chip::store::Intent;
use crate::paint::pinch::{Pixel, pinch};
use crate::paint::tap::{Contact, LONG_MS, Lift, Taps};
use gloo_timers::callback::Timeout;
use web_sys::PointerEvent;
use yew::{Callback, UseStateSetter};

/// A kind of pointer event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The pointer is pressed.
    Down,
    Move,
    /// It is released.
    Up,
    /// The browser takes it over.
    Cancel,
    /// It leaves the canvas.
    Leave,
}

/// The object under the pointer, and its position.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// The object.
    pub hover: Hover,
    /// Pixel.
    pub x: f64,
    /// Pixel.
    pub y: f64,
    /// Size of the canvas.
    pub room: (f64, f64),
}

/// All pressed pointers.
#[derive(Debug, Default)]
pub struct Pointers {
    down: Vec<(i32, Pixel)>,
    taps: Taps,
    /// The gesture is already a drag or a pinch.
    moved: bool,
    /// Fires for a long press of a finger.
    long: Option<Timeout>,
}

impl Pointers {
    /// Handles an event.
    pub fn handle(
        &mut self,
        kind: Kind,
        event: &PointerEvent,
        stage: &StageRef,
        act: &Callback<Intent>,
        hover: &UseStateSetter<Option<Shown>>,
        menu: &Callback<Pixel>,
    ) {
        let at @ (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        let contact = Contact::new(event, at);
        match kind {
            Kind::Down if event.button() == 0 => {
                // Keeps the drag when the pointer leaves the canvas; fails only if the pointer no longer exists.
                let _ = stage.canvas().set_pointer_capture(contact.id);
                if contact.primary {
                    // A pointer whose release was missed must not stay half of a pinch for ever.
                    self.down.clear();
                }
                self.down.push((contact.id, at));
                self.taps.press(contact);
                self.moved = false;
                self.long = (contact.primary && !contact.mouse).then(|| {
                    let menu = menu.clone();
                    Timeout::new(LONG_MS, move || menu.emit(at))
                });
            }
            Kind::Down => {}
            Kind::Move if self.down.is_empty() => {
                let found = stage.hover_at(x, y);
                stage.set_hovered(found.map(|h| h.node()));
                let room = stage.size();
                hover.set(found.map(|hover| Shown { hover, x, y, room }));
            }
            Kind::Move => self.drag(&contact, stage, hover),
            Kind::Up => {
                self.leave(contact.id);
                match self.taps.lift(&contact) {
                    Lift::Tap => {
                        if let Some(found) = stage.hover_at(x, y) {
                            let marks = event.ctrl_key() || event.meta_key();
                            act.emit(if marks { Intent::MarkLine(found.node()) } else { Intent::Select(found.node()) });
                        }
                    }
                    // The page was too busy for the timer.
                    Lift::Long => menu.emit(at),
                    Lift::Other => {}
                }
            }
            Kind::Cancel => {
                self.leave(contact.id);
                self.taps.spoil();
            }
            Kind::Leave => {
                stage.set_hovered(None);
                hover.set(None);
            }
        }
    }

    /// The menu is open: further events of the pressed pointers are no tap and no drag.
    pub fn forget(&mut self) {
        self.down.clear();
        // This very timer may be firing, so it is forgotten instead of dropped.
        if let Some(timer) = self.long.take() {
            timer.forget();
        }
        self.taps.spoil();
    }

    fn leave(&mut self, id: i32) {
        self.long = None;
        self.down.retain(|finger| finger.0 != id);
    }

    fn drag(&mut self, now: &Contact, stage: &StageRef, hover: &UseStateSetter<Option<Shown>>) {
        let Some(index) = self.down.iter().position(|finger| finger.0 == now.id) else { return };
        if self.taps.trembles(now) {
            return;
        }
        if !std::mem::replace(&mut self.moved, true) {
            hover.set(None);
        }
        self.long = None;
        let before = self.down[index].1;
        if let [a, b] = self.down[..] {
            let rest = if index == 0 { b.1 } else { a.1 };
            let fingers = pinch([before, rest], [now.at, rest]);
            stage.pan(fingers.shift.0, fingers.shift.1);
            stage.zoom_at(fingers.factor, fingers.at.0, fingers.at.1);
        } else {
            stage.pan(now.at.0 - before.0, now.at.1 - before.1);
        }
        self.down[index].1 = now.at;
    }
}
