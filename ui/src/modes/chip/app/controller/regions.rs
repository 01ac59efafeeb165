//! The regions of the page in their order: a key moves the focus from one to the next, past everything between.

use wasm_bindgen::JsCast as _;
use web_sys::{HtmlElement, Node};

/// The element of each region that gets the focus.
const REGIONS: &str = ".exercise, .source .tab[aria-selected=true], .mcore-editor, #chip, .cards, .run, \
                       .lower .tab[aria-selected=true], .result";

/// Moves the focus to the next region or the previous one; the first one follows the last.
pub fn go(back: bool) {
    let document = gloo_utils::document();
    let Ok(found) = document.query_selector_all(REGIONS) else { return };
    let all = (0..found.length()).filter_map(|at| found.item(at)?.dyn_into::<HtmlElement>().ok());
    let shown: Vec<HtmlElement> = all.filter(|element| element.offset_width() > 0).collect();
    let Some(active) = document.active_element() else { return };
    let focus: &Node = &active;
    // The first region that follows the focus; the focus is in the one before it, or between the two.
    let follows =
        |element: &HtmlElement| focus.compare_document_position(element) & Node::DOCUMENT_POSITION_FOLLOWING != 0;
    let here = shown.iter().position(follows).unwrap_or(shown.len());
    let in_it = here > 0 && shown[here - 1].contains(Some(focus));
    let next = if !back { here } else { (here + shown.len()).saturating_sub(if in_it { 2 } else { 1 }) };
    if let Some(element) = shown.get(next % shown.len().max(1)) {
        // Fails only in documents that are not shown.
        let _ = element.focus();
    }
}
