//! The page's effects on the document around it, as hooks of the root component.

use super::controller::Controller;
use crate::i18n::I18n;
use crate::modes::chip::keys;
use crate::modes::chip::panels::{dropped, has_files};
use crate::modes::chip::store::{Intent, Keep, State};
use crate::shell::document::{set_root, use_dark};
use crate::shell::keys::{Pressed, use_page_keys};
use gloo_events::{EventListener, EventListenerOptions, EventListenerPhase};
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::Window;
use yew::prelude::*;

/// The condition for it; the same as in `www/style/layout.css`.
const NARROW: &str = "(max-width: 999px)";

fn window() -> Window {
    gloo_utils::window()
}

/// Sets language, title and theme of the document. Returns true if the resulting theme is dark.
#[hook]
pub fn use_document(state: &State, i18n: &Rc<I18n>) -> bool {
    let dark = use_dark(state.theme);
    let title = state.work.as_ref().map(|w| match &w.exercise {
        Some(exercise) if w.name.is_empty() => i18n.text(&exercise.title).to_owned(),
        _ => w.name.clone(),
    });
    let title = title.filter(|t| !t.is_empty());
    use_effect_with((i18n.clone(), title), |(i18n, title)| {
        set_root("lang", i18n.tag());
        let name = i18n.t("app-name");
        let text = title.as_ref().map_or_else(|| name.to_string(), |t| format!("{t} · {name}"));
        gloo_utils::document().set_title(&text);
    });
    dark
}

/// Reports whether the page is so narrow that its panels share one place.
#[hook]
pub fn use_narrow(act: &Callback<Intent>) {
    let act = act.clone();
    use_effect_with((), move |()| {
        let query = window().match_media(NARROW).ok().flatten();
        let listener = query.map(|query| {
            act.emit(Intent::Narrow(query.matches()));
            let target = query.clone();
            EventListener::new(&target, "change", move |_| act.emit(Intent::Narrow(query.matches())))
        });
        move || drop(listener)
    });
}

/// Handles the keys of the page; with `letters_off` it ignores keys that type a character.
#[hook]
pub fn use_keys(act: &Callback<Intent>, letters_off: bool) {
    let act = act.clone();
    let handle = move |pressed: Pressed<'_>| {
        let intent = keys::intent_of(pressed);
        let found = intent.is_some();
        intent.into_iter().for_each(|intent| act.emit(intent));
        found
    };
    use_page_keys(letters_off, Rc::new(handle));
}

/// Opens files and folders that are dropped anywhere on the page.
#[hook]
pub fn use_dropping(act: &Callback<Intent>) {
    let act = act.clone();
    use_effect_with((), move |()| {
        let listen = |name: &'static str, act: Option<Callback<Intent>>| {
            // In the capture phase, before the editor, which would insert the text of a file into the open one.
            let options = EventListenerOptions { phase: EventListenerPhase::Capture, passive: false };
            EventListener::new_with_options(&window(), name, options, move |event| {
                let data = event.dyn_ref::<DragEvent>().and_then(DragEvent::data_transfer);
                let Some(data) = data.filter(has_files) else { return };
                // Otherwise the browser leaves the page and shows the file.
                event.prevent_default();
                event.stop_propagation();
                if let Some(act) = &act {
                    dropped(act, &data);
                }
            })
        };
        let listeners = (listen("dragover", None), listen("drop", Some(act)));
        move || drop(listeners)
    });
}

/// Stores the work when the user leaves the page, without waiting for the timer, and opens links pasted into the
/// address bar.
#[hook]
pub fn use_saving(controller: &Rc<Controller>) {
    let controller = controller.clone();
    use_effect_with((), move |()| {
        let on_hide = {
            let controller = controller.clone();
            EventListener::new(&window(), "pagehide", move |_| controller.leave())
        };
        let on_address = {
            let controller = controller.clone();
            EventListener::new(&window(), "hashchange", move |_| controller.perform(Intent::Keep(Keep::AddressChanged)))
        };
        let on_switch = EventListener::new(&gloo_utils::document(), "visibilitychange", move |_| controller.save_now());
        move || drop((on_hide, on_address, on_switch))
    });
}
