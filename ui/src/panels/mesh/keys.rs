//! Keys of the mesh while it has the focus.

use super::stage::StageRef;
use crate::intent::Intent;
use mcore::base::NodeId;
use std::cell::RefCell;
use std::rc::Rc;
use yew::{Callback, KeyboardEvent};

/// Pixels by which a key shifts the picture.
const STEP: f64 = 48.0;

/// The node one step away in a direction, staying on a mesh with that many columns and rows of compute nodes.
pub fn neighbour(id: NodeId, key: &str, (width, height): (u8, u8)) -> Option<NodeId> {
    let id = NodeId::new(id.x.min(width), id.y.min(height));
    match key {
        "ArrowUp" => Some(NodeId::new(id.x, id.y.saturating_sub(1))),
        "ArrowDown" => Some(NodeId::new(id.x, id.y.saturating_add(1).min(height))),
        "ArrowLeft" => Some(NodeId::new(id.x.saturating_sub(1), id.y)),
        "ArrowRight" => Some(NodeId::new(id.x.saturating_add(1).min(width), id.y)),
        _ => None,
    }
}

/// The handler.
pub fn handler(
    stage: &Rc<RefCell<Option<StageRef>>>,
    act: &Callback<Intent>,
    selected: Option<NodeId>,
    size: (u8, u8),
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
            ("ArrowUp", true) => stage.pan(0.0, STEP),
            ("ArrowDown", true) => stage.pan(0.0, -STEP),
            ("ArrowLeft", true) => stage.pan(STEP, 0.0),
            ("ArrowRight", true) => stage.pan(-STEP, 0.0),
            _ => {
                let from = selected.unwrap_or(NodeId::new(1, 1));
                let Some(to) = neighbour(from, &key, size) else { return };
                act.emit(Intent::Select(to));
                stage.reveal(to);
            }
        }
        event.prevent_default();
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_stay_on_the_mesh() {
        let at = NodeId::new;
        assert_eq!(neighbour(at(1, 1), "ArrowUp", (4, 4)), Some(at(1, 0)));
        assert_eq!(neighbour(at(1, 0), "ArrowUp", (4, 4)), Some(at(1, 0)));
        assert_eq!(neighbour(at(4, 4), "ArrowRight", (4, 4)), Some(at(4, 4)));
        assert_eq!(neighbour(at(9, 9), "ArrowLeft", (4, 4)), Some(at(3, 4)));
        assert_eq!(neighbour(at(255, 1), "ArrowRight", (255, 255)), Some(at(255, 1)));
        assert_eq!(neighbour(at(1, 1), "Enter", (4, 4)), None);
    }
}
