//! The effects of every mode of the page on the document around it.

use gloo_events::EventListener;
use serde::{Deserialize, Serialize};
use web_sys::MediaQueryList;
use yew::prelude::*;

fn system_query() -> Option<MediaQueryList> {
    gloo_utils::window().match_media("(prefers-color-scheme: dark)").ok().flatten()
}

/// Colours of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// As the system prefers.
    #[default]
    Auto,
    Light,
    Dark,
}

impl Theme {
    /// The theme after this one, for a button that cycles through them.
    pub fn next(self) -> Self {
        match self {
            Self::Auto => Self::Light,
            Self::Light => Self::Dark,
            Self::Dark => Self::Auto,
        }
    }
}

/// Sets an attribute of the root element.
pub fn set_root(attribute: &str, value: &str) {
    if let Some(root) = gloo_utils::document().document_element() {
        // Fails only for invalid attribute names.
        let _ = root.set_attribute(attribute, value);
    }
}

/// Whether the resulting theme is dark; it is also set in the document, because painters read the colours there.
#[hook]
pub fn use_dark(theme: Theme) -> bool {
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
    let dark = match theme {
        Theme::Auto => *system_dark,
        Theme::Light => false,
        Theme::Dark => true,
    };
    // During rendering, so before anything is drawn.
    use_memo(dark, |dark| set_root("data-theme", if *dark { "dark" } else { "light" }));
    dark
}
