//! The keyboard: the box with the focus, and the keys of the stage.

use super::super::Props;
use super::super::state::{Act, State};
use super::tools::Tools;
use super::{names_of, placed, shape};
use crate::shell::stage::Sight;
use mcore::modes::pmnet::{PmnetMap, PmnetWhat};
use wasm_bindgen::JsCast as _;
use yew::prelude::*;

/// A step of an arrow key in free form, in the picture's pixels.
const STEP: f32 = 10.0;

/// Whether a box can have the focus: objects, and boxes that are drawn once for several identical ones.
fn can_be_chosen(map: &PmnetMap, index: usize) -> bool {
    map.boxes.get(index).is_some_and(|b| matches!(b.what, PmnetWhat::Object(_) | PmnetWhat::Identical { .. }))
}

/// The neighbour of a box in the direction of an arrow key, among the boxes that can be chosen.
fn neighbour(map: &PmnetMap, from: usize, key: &str) -> Option<usize> {
    let middle = |i: usize| map.boxes.get(i).map(|b| (b.x + b.w / 2.0, b.y + b.h / 2.0));
    let (x, y) = middle(from)?;
    let ahead = |i: usize| -> Option<(f32, usize)> {
        let (ox, oy) = middle(i)?;
        let (dx, dy) = (ox - x, oy - y);
        let (along, across) = match key {
            "ArrowRight" => (dx, dy),
            "ArrowLeft" => (-dx, dy),
            "ArrowDown" => (dy, dx),
            _ => (-dy, dx),
        };
        // A distance to the side counts three times.
        (along > 1.0).then(|| (along + 3.0 * across.abs(), i))
    };
    let near = (0..map.boxes.len()).filter(|i| *i != from).filter(|i| can_be_chosen(map, *i)).filter_map(ahead);
    near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, i)| i)
}

/// The focus among the boxes, with its handlers.
pub(super) struct Keys {
    /// The box with the focus.
    pub focused: usize,
    /// Chooses a box; true extends the selection.
    pub on_pick: Callback<(usize, bool)>,
    pub onkeydown: Callback<KeyboardEvent>,
}

/// Keeps the focus and handles the keys. Another picture gives the focus to its first box.
#[hook]
pub(super) fn use_keys(props: &Props, sight: &Sight) -> Keys {
    let (state, act) = (&props.state, &props.act);
    let focus = use_state(|| 0_usize);
    {
        let focus = focus.setter();
        use_effect_with(shape(props), move |_| focus.set(0));
    }
    let map = &state.map;
    let first = || (0..map.boxes.len()).find(|i| can_be_chosen(map, *i)).unwrap_or(0);
    let focused = if can_be_chosen(map, *focus) { *focus } else { first() };
    let on_pick = {
        let (state, act, focus) = (state.clone(), act.clone(), focus.setter());
        Callback::from(move |(index, more): (usize, bool)| {
            focus.set(index);
            pick(&state, &act, index, more);
        })
    };
    let onkeydown = {
        let (sight, on_pick, focus) = (sight.clone(), on_pick.clone(), focus.setter());
        let tools = Tools { state: state.clone(), act: act.clone() };
        Callback::from(move |event: KeyboardEvent| {
            let handled = time_keys(&event, &tools.act)
                .or_else(|| arrow_keys(&event, &tools, &sight, focused, &focus))
                .unwrap_or_else(|| other_keys(&event, &tools, &sight, &on_pick, focused));
            if handled {
                event.prevent_default();
                event.stop_propagation();
            }
        })
    };
    Keys { focused, on_pick, onkeydown }
}

/// Selects the objects of a box, or opens a box of identical ones. `more` extends the selection, or reduces it if all of them
/// are selected.
fn pick(state: &State, act: &Callback<Act>, index: usize, more: bool) {
    if let Some(PmnetWhat::Identical { key, .. }) = state.map.boxes.get(index).map(|b| &b.what) {
        act.emit(Act::Fold(key.clone()));
        return;
    }
    let names = names_of(state, index);
    let mut selected = if more { (*state.selected).clone() } else { Vec::new() };
    if more && names.iter().all(|name| selected.contains(name)) {
        selected.retain(|name| !names.contains(name));
    } else {
        selected.extend(names.into_iter().filter(|name| !selected.contains(name)).collect::<Vec<_>>());
    }
    act.emit(Act::Select(selected));
}

/// Undo and redo. True if the key was handled; none if another function handles it.
fn time_keys(event: &KeyboardEvent, act: &Callback<Act>) -> Option<bool> {
    if !(event.ctrl_key() || event.meta_key()) {
        return None;
    }
    match event.key().as_str() {
        "z" | "Z" if event.shift_key() => act.emit(Act::Redo),
        "z" => act.emit(Act::Undo),
        "y" => act.emit(Act::Redo),
        _ => return Some(false),
    }
    Some(true)
}

/// Arrow keys move the focus; with Alt they move the selected objects in free form.
fn arrow_keys(
    event: &KeyboardEvent,
    tools: &Tools,
    sight: &Sight,
    focused: usize,
    focus: &UseStateSetter<usize>,
) -> Option<bool> {
    let (state, key) = (&tools.state, event.key());
    let (dx, dy) = match key.as_str() {
        "ArrowRight" => (STEP, 0.0),
        "ArrowLeft" => (-STEP, 0.0),
        "ArrowUp" => (0.0, -STEP),
        "ArrowDown" => (0.0, STEP),
        _ => return None,
    };
    if event.alt_key() {
        if !state.free || state.selected.is_empty() {
            return Some(false);
        }
        let selected = (*state.selected).clone();
        tools.act.emit(Act::Edit(placed(state, dx, dy)));
        tools.act.emit(Act::Select(selected));
    } else if let Some(next) = neighbour(&state.map, focused, &key) {
        focus.set(next);
        if let Some(b) = state.map.boxes.get(next) {
            sight.show_box(b.x.into(), b.y.into(), b.w.into(), b.h.into());
        }
        let element = gloo_utils::document().get_element_by_id(&format!("pm-{next}"));
        if let Some(element) = element.and_then(|e| e.dyn_into::<web_sys::SvgElement>().ok()) {
            // Fails only for an element that is not in the document.
            let _ = element.focus();
        }
    }
    Some(true)
}

/// The keys that choose, zoom and run tools. True if the key was handled.
fn other_keys(
    event: &KeyboardEvent,
    tools: &Tools,
    sight: &Sight,
    on_pick: &Callback<(usize, bool)>,
    focused: usize,
) -> bool {
    match event.key().as_str() {
        "Enter" | " " => on_pick.emit((focused, event.shift_key())),
        "+" | "=" => sight.zoom(1.25),
        "-" => sight.zoom(0.8),
        "0" => sight.fit(),
        "Escape" => tools.act.emit(Act::Select(Vec::new())),
        "Delete" | "Backspace" => tools.remove(),
        "c" => tools.connect(),
        "d" => tools.copy(),
        "g" => tools.group(),
        _ => return false,
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcore::modes::pmnet::pmnet_nested;
    use mcore::modes::pmnet::pmnet_preset;

    #[test]
    fn arrow_keys_go_to_every_box_and_back() {
        let map = pmnet_nested(&pmnet_preset("epyc-7702-nps4").expect("a preset"), &Default::default());
        let choosable: Vec<usize> = (0..map.boxes.len())
            .filter(|i| matches!(map.boxes[*i].what, PmnetWhat::Object(_) | PmnetWhat::Identical { .. }))
            .collect();
        let mut reached = std::collections::BTreeSet::from([choosable[0]]);
        let mut open = vec![choosable[0]];
        while let Some(at) = open.pop() {
            for key in ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"] {
                if let Some(next) = neighbour(&map, at, key)
                    && reached.insert(next)
                {
                    open.push(next);
                }
            }
        }
        assert_eq!(reached.len(), choosable.len());
    }
}
