//! Keys of the mesh while it has the focus.

use super::stage::StageRef;
use crate::modes::chip::store::Intent;
use mcore::base::NodeId;
use std::cell::RefCell;
use std::rc::Rc;
use yew::{Callback, KeyboardEvent};

/// Pixels by which a key shifts the picture.
const STEP: f64 = 48.0;

/// Columns east and rows south for an arrow key.
pub fn direction(key: &str) -> Option<(i8, i8)> {
    match key {
        "ArrowUp" => Some((0, -1)),
        "ArrowDown" => Some((0, 1)),
        "ArrowLeft" => Some((-1, 0)),
        "ArrowRight" => Some((1, 0)),
        _ => None,
    }
}

/// The handler.
pub fn handler(
    stage: &Rc<RefCell<Option<StageRef>>>,
    act: &Callback<Intent>,
    selected: Option<NodeId>,
) -> Callback<KeyboardEvent> {
    let (stage, act) = (stage.clone(), act.clone());
    Callback::from(move |event: KeyboardEvent| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let stage = stage.borrow();
        let Some(stage) = stage.as_ref() else { return };
        let key = event.key();
        match (key.as_str(), event.shift_key()) {
            ("+" | "=", _) => stage.zoom(1.25),
            ("-" | "_" | "−", _) => stage.zoom(0.8),
            ("0", _) => stage.fit(),
            (" ", _) => act.emit(Intent::MarkLine(selected.unwrap_or(NodeId::new(1, 1)))),
            ("Enter", _) => stage.look_inside(selected.unwrap_or(NodeId::new(1, 1))),
            ("ArrowUp", true) => stage.pan(0.0, STEP),
            ("ArrowDown", true) => stage.pan(0.0, -STEP),
            ("ArrowLeft", true) => stage.pan(STEP, 0.0),
            ("ArrowRight", true) => stage.pan(-STEP, 0.0),
            _ => {
                let Some((dx, dy)) = direction(&key) else { return };
                stage.reveal_next();
                act.emit(Intent::SelectBy(dx, dy));
            }
        }
        event.prevent_default();
    })
}
