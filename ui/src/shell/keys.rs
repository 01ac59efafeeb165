//! Keys that work anywhere on a page.

use gloo_events::{EventListener, EventListenerOptions, EventListenerPhase};
use gloo_utils::window;
use std::rc::Rc;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{Element, HtmlElement, KeyboardEvent};
use yew::prelude::*;

/// A key press, without the browser's types so that it can be tested.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pressed<'a> {
    /// The browser's name of the key.
    pub key: &'a str,
    /// Control, or Command on a Mac.
    pub ctrl: bool,
    pub shift: bool,
    pub alt: bool,
    /// True while letters are typed into the focused element, or if the user has switched off single-letter keys.
    pub typing: bool,
}

impl Pressed<'_> {
    /// Whether these keys are pressed, written as in a list of keys: modifiers first.
    pub fn is(self, keys: &[&str]) -> bool {
        let Some((key, modifiers)) = keys.split_last() else { return false };
        let wants = |name: &str| modifiers.contains(&name);
        // While typing, a single character is text; whether it needs Shift depends on the keyboard.
        let letter = key.chars().count() == 1;
        // With Ctrl or Alt, lists of keys show a capital letter where the browser reports the small one.
        let same =
            *key == self.key || (modifiers.len() > usize::from(wants("Shift")) && key.eq_ignore_ascii_case(self.key));
        same && wants("Ctrl") == self.ctrl
            && wants("Alt") == self.alt
            && (letter || wants("Shift") == self.shift)
            && !(letter && self.typing)
    }
}

/// Calls `handle` with each key that is pressed anywhere on the page, before any element hears of it. If it returns true,
/// no element does. With `letters_off`, keys that type a character are reported as typed.
#[hook]
pub fn use_page_keys(letters_off: bool, handle: Rc<dyn Fn(Pressed<'_>) -> bool>) {
    let latest = use_mut_ref(|| handle.clone());
    *latest.borrow_mut() = handle;
    use_effect_with(letters_off, move |&letters_off| {
        // In the capture phase, before an editor that binds the same keys.
        let options = EventListenerOptions { phase: EventListenerPhase::Capture, passive: false };
        let listener = EventListener::new_with_options(&window(), "keydown", options, move |event| {
            let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
            if event.is_composing() {
                return;
            }
            let key = event.key();
            let pressed = Pressed {
                key: &key,
                ctrl: event.ctrl_key() || event.meta_key(),
                shift: event.shift_key(),
                alt: event.alt_key(),
                typing: letters_off || is_typing(event),
            };
            let handle = latest.borrow().clone();
            if handle(pressed) {
                event.prevent_default();
                event.stop_propagation();
            }
        });
        move || drop(listener)
    });
}

/// True if the event's target accepts typed letters, also inside the editor's shadow root.
fn is_typing(event: &KeyboardEvent) -> bool {
    let innermost: JsValue = event.composed_path().get(0);
    let Some(element) = innermost.dyn_ref::<Element>() else { return false };
    matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT")
        || element.dyn_ref::<HtmlElement>().is_some_and(HtmlElement::is_content_editable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_pressed_with_their_modifiers_and_no_others() {
        let at = |key, ctrl, shift| Pressed { key, ctrl, shift, ..Pressed::default() };
        assert!(at("F8", false, false).is(&["F8"]) && !at("F8", false, true).is(&["F8"]));
        assert!(at("F10", true, true).is(&["Ctrl", "Shift", "F10"]) && !at("F10", true, false).is(&["F10"]));
        assert!(at("?", false, true).is(&["?"]), "some keyboards need Shift for it");
        assert!(!Pressed { typing: true, ..at("?", false, true) }.is(&["?"]), "it can still be typed");
        assert!(Pressed { alt: true, ..at("Home", false, false) }.is(&["Alt", "Home"]));
        assert!(Pressed { alt: true, ..at("z", false, false) }.is(&["Alt", "Z"]));
        assert!(!at("z", false, false).is(&["Z"]) && !at("f8", true, false).is(&["F8"]));
        assert!(!at("", false, false).is(&[]));
    }
}
