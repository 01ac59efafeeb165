//! Mouse, pen and fingers on the mesh: click selects, drag shifts, two fingers zoom, hovering explains.

use super::stage::StageRef;
use crate::intent::Intent;
use crate::paint::hover::Hover;
use crate::paint::pinch::pinch;
use gloo_timers::callback::Timeout;
use web_sys::PointerEvent;
use yew::{Callback, UseStateSetter};

/// Pixels that a finger may tremble while it clicks.
const TREMBLE: f64 = 5.0;
/// Milliseconds after which a finger that stays where it is opens the menu.
const LONG_PRESS_MS: u32 = 500;

/// What a pointer does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Comes down.
    Down,
    /// Moves.
    Move,
    /// Goes up.
    Up,
    /// Is taken over by the browser.
    Cancel,
    /// Leaves the canvas.
    Leave,
}

/// What is under the pointer, and where that is.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// What.
    pub hover: Hover,
    /// Pixel.
    pub x: f64,
    /// Pixel.
    pub y: f64,
    /// Size of the canvas.
    pub room: (f64, f64),
}

/// A pointer that is down.
#[derive(Clone, Copy, Debug)]
struct Down {
    id: i32,
    x: f64,
    y: f64,
}

/// All pointers that are down.
#[derive(Debug, Default)]
pub struct Pointers {
    down: Vec<Down>,
    /// It is a drag or a pinch, so letting go does not select.
    moved: bool,
    travelled: f64,
    /// Fires when a finger has stayed.
    long: Option<Timeout>,
}

impl Pointers {
    /// Does what an event says.
    pub fn handle(
        &mut self,
        kind: Kind,
        event: &PointerEvent,
        stage: &StageRef,
        act: &Callback<Intent>,
        hover: &UseStateSetter<Option<Shown>>,
        menu: &Callback<(f64, f64)>,
    ) {
        let (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        match kind {
            Kind::Down if event.button() == 0 => {
                // Keeps the drag when the pointer leaves the canvas; fails only if the pointer is gone already.
                let _ = stage.canvas().set_pointer_capture(event.pointer_id());
                if self.down.is_empty() {
                    self.moved = false;
                    self.travelled = 0.0;
                } else {
                    self.moved = true;
                }
                self.down.push(Down { id: event.pointer_id(), x, y });
                self.long = None;
                if event.pointer_type() != "mouse" && !self.moved {
                    let menu = menu.clone();
                    self.long = Some(Timeout::new(LONG_PRESS_MS, move || menu.emit((x, y))));
                }
            }
            Kind::Down => {}
            Kind::Move if self.down.is_empty() => {
                let found = stage.hover_at(x, y);
                stage.set_hovered(found.map(|h| h.node()));
                let room = stage.size();
                hover.set(found.map(|hover| Shown { hover, x, y, room }));
            }
            Kind::Move => self.drag(event.pointer_id(), x, y, stage, hover),
            Kind::Up => {
                self.long = None;
                let was_down = self.lift(event.pointer_id());
                if was_down
                    && !self.moved
                    && let Some(found) = stage.hover_at(x, y)
                {
                    let marks = event.ctrl_key() || event.meta_key();
                    act.emit(if marks { Intent::MarkLine(found.node()) } else { Intent::Select(found.node()) });
                }
            }
            Kind::Cancel => {
                self.long = None;
                self.lift(event.pointer_id());
            }
            Kind::Leave => {
                stage.set_hovered(None);
                hover.set(None);
            }
        }
    }

    /// The menu is open: what the pointers that are down do from now on is no click and no drag.
    pub fn forget(&mut self) {
        self.down.clear();
        // It may be this very timer that is firing, so it is let go rather than dropped.
        if let Some(timer) = self.long.take() {
            timer.forget();
        }
        self.moved = true;
    }

    fn lift(&mut self, id: i32) -> bool {
        let before = self.down.len();
        self.down.retain(|d| d.id != id);
        self.down.len() < before
    }

    fn drag(&mut self, id: i32, x: f64, y: f64, stage: &StageRef, hover: &UseStateSetter<Option<Shown>>) {
        let Some(index) = self.down.iter().position(|d| d.id == id) else { return };
        let (dx, dy) = (x - self.down[index].x, y - self.down[index].y);
        self.travelled += dx.hypot(dy);
        if !self.moved && self.travelled < TREMBLE {
            return;
        }
        if !self.moved {
            hover.set(None);
        }
        self.long = None;
        self.moved = true;
        if let [a, b] = self.down[..] {
            let other = if index == 0 { b } else { a };
            let rest = (other.x, other.y);
            let fingers = pinch([(self.down[index].x, self.down[index].y), rest], [(x, y), rest]);
            stage.pan(fingers.shift.0, fingers.shift.1);
            stage.zoom_at(fingers.factor, fingers.at.0, fingers.at.1);
        } else {
            stage.pan(dx, dy);
        }
        self.down[index] = Down { id, x, y };
    }
}
