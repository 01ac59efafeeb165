//! What the page does to the document around it, as hooks of the root component.

use super::controller::Controller;
use crate::i18n::I18n;
use crate::intent::Intent;
use crate::keys::{self, Pressed};
use crate::store::{State, Theme};
use gloo_events::{EventListener, EventListenerOptions, EventListenerPhase};
use std::rc::Rc;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{Element, HtmlElement, KeyboardEvent, MediaQueryList, Window};
use yew::prelude::*;

fn window() -> Window {
    gloo_utils::window()
}

fn system_query() -> Option<MediaQueryList> {
    window().match_media("(prefers-color-scheme: dark)").ok().flatten()
}

/// Sets language, title and theme of the document. Returns true if the theme that results is dark.
#[hook]
pub fn use_document(state: &State, i18n: &Rc<I18n>) -> bool {
    let system_dark = use_state(|| system_query().is_some_and(|q| q.matches()));
    {
        let system_dark = system_dark.setter();
        use_effect_with((), move |()| {
            let listener = system_query().map(|query| {
                let target = query.clone();
                EventListener::new(&target, "change", move |_| system_dark.set(query.matches()))
            });
            move || drop(listener)
        });
    }
    let dark = match state.theme {
        Theme::Auto => *system_dark,
        Theme::Light => false,
        Theme::Dark => true,
    };
    // Before anything is drawn, because the painters read the colours from the document.
    use_memo(dark, |dark| set_root("data-theme", if *dark { "dark" } else { "light" }));
    let title = state.work.as_ref().and_then(|w| w.exercise.as_ref()).map(|e| i18n.text(&e.title).to_owned());
    use_effect_with((i18n.clone(), title), |(i18n, title)| {
        set_root("lang", i18n.tag());
        let name = i18n.t("app-name");
        let text = title.as_ref().map_or_else(|| name.to_string(), |t| format!("{t} · {name}"));
        gloo_utils::document().set_title(&text);
    });
    dark
}

fn set_root(attribute: &str, value: &str) {
    if let Some(root) = gloo_utils::document().document_element() {
        // Fails only for names that are no attribute names.
        let _ = root.set_attribute(attribute, value);
    }
}

/// Obeys the keys of the page.
#[hook]
pub fn use_keys(act: &Callback<Intent>) {
    let act = act.clone();
    use_effect_with((), move |()| {
        // Before the editor hears it: CodeMirror has a use of its own for Ctrl+Enter.
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
                typing: is_typing(event),
            };
            if let Some(intent) = keys::intent_of(pressed) {
                event.prevent_default();
                event.stop_propagation();
                act.emit(intent);
            }
        });
        move || drop(listener)
    });
}

/// True if the event comes from where letters are typed, also inside the editor's shadow root.
fn is_typing(event: &KeyboardEvent) -> bool {
    let innermost: JsValue = event.composed_path().get(0);
    let Some(element) = innermost.dyn_ref::<Element>() else { return false };
    matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT")
        || element.dyn_ref::<HtmlElement>().is_some_and(HtmlElement::is_content_editable)
}

/// Stores the work when the page is being left, whatever the timer says.
#[hook]
pub fn use_saving(controller: &Rc<Controller>) {
    let controller = controller.clone();
    use_effect_with((), move |()| {
        let on_hide = {
            let controller = controller.clone();
            EventListener::new(&window(), "pagehide", move |_| controller.save_now())
        };
        let on_switch = EventListener::new(&gloo_utils::document(), "visibilitychange", move |_| controller.save_now());
        move || drop((on_hide, on_switch))
    });
}
