//! Groups of elements that are one stop for Tab: the arrow keys go from one element to the next.

use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement};

/// The elements of a group, in their order.
pub fn elements(group: &Element, selector: &str) -> Vec<HtmlElement> {
    let Ok(found) = group.query_selector_all(selector) else { return Vec::new() };
    (0..found.length()).filter_map(|i| found.item(i)?.dyn_into().ok()).collect()
}

/// Whether an element has the focus.
pub fn is_focused(element: &HtmlElement) -> bool {
    element.is_same_node(gloo_utils::document().active_element().as_deref())
}

/// Moves the focus backwards or forwards by two keys, and by Home and End. If no element has it, it goes to the one with the index
/// `first`. True if the key was used.
pub fn roam(all: &[HtmlElement], keys: [&str; 2], first: usize, key: &str) -> bool {
    let Some(next) = next(all.iter().position(is_focused), all.len(), keys, first, key) else { return false };
    if let Some(element) = all.get(next) {
        // Fails only in documents that are not shown.
        let _ = element.focus();
    }
    true
}

/// The index that a key leads to; `None` if the key has no effect in groups.
fn next(here: Option<usize>, count: usize, [back, forward]: [&str; 2], first: usize, key: &str) -> Option<usize> {
    let last = count.saturating_sub(1);
    match (key, here) {
        ("Home", _) => Some(0),
        ("End", _) => Some(last),
        (key, None) if key == back || key == forward => Some(first.min(last)),
        (key, Some(here)) if key == back => Some(here.saturating_sub(1)),
        (key, Some(here)) if key == forward => Some((here + 1).min(last)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_lead_from_element_to_element_and_stay_within_the_group() {
        let to = |here, key| next(here, 4, ["ArrowUp", "ArrowDown"], 2, key);
        assert_eq!((to(None, "ArrowDown"), to(None, "ArrowUp")), (Some(2), Some(2)));
        assert_eq!((to(Some(1), "ArrowDown"), to(Some(3), "ArrowDown")), (Some(2), Some(3)));
        assert_eq!((to(Some(1), "ArrowUp"), to(Some(0), "ArrowUp")), (Some(0), Some(0)));
        assert_eq!((to(Some(2), "Home"), to(None, "End")), (Some(0), Some(3)));
        assert_eq!((to(Some(2), "ArrowLeft"), to(None, "Enter")), (None, None));
    }
}
