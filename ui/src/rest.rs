//! Waiting for the second part of the page's program.
//!
//! A build of the site splits the page's module in two (`www/dist/split.mjs`): the first part shows and edits statement
//! and source; the rest is loaded right after it. A call from the first part to the rest always works, because a stub
//! fetches the missing part, but that fetch has to block the page. So code that needs the rest at the start waits for
//! it here: panels with [`use_rest`], everything else with [`when_here`] or [`here`]. `www/dist/rest.mjs` assigns the
//! functions to the parts.

use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use yew::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["mcoreBoot", "rest"], js_name = isHere)]
    fn is_here_js() -> bool;

    #[wasm_bindgen(js_namespace = ["mcoreBoot", "rest"], js_name = whenHere)]
    fn when_here_js(callback: &JsValue);
}

/// True once the whole program is loaded.
pub fn is_here() -> bool {
    is_here_js()
}

/// Calls `callback` when the whole program is loaded: at once, if it already is.
pub fn when_here(callback: impl FnOnce() + 'static) {
    when_here_js(&Closure::once_into_js(callback));
}

/// Waits until the whole program is loaded.
pub async fn here() {
    let come = Promise::new(&mut |resolve: Function, _: Function| when_here_js(&resolve));
    // It is never rejected.
    let _ = JsFuture::from(come).await;
}

/// True once the whole program is loaded; the component is rendered again at that moment.
#[hook]
pub fn use_rest() -> bool {
    let here = use_state(is_here);
    {
        let here = here.clone();
        use_effect_with((), move |()| {
            if !*here {
                when_here(move || here.set(true));
            }
        });
    }
    *here
}
