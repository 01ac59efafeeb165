//! The rest of the page's program.
//!
//! A build of the site splits the page's module in two (`www/dist/split.mjs`): the first part shows statement and source and lets
//! them be edited; the rest comes right behind it. A call from the first part to the rest always works, because a stub
//! fetches what is missing, but it would have to block the page. So whatever needs the rest at the start waits for it here:
//! panels with [`use_rest`], everything else with [`when_here`] or [`here`]. Which functions are which is said in `www/dist/rest.mjs`.

use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use yew::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["mcoreBoot", "rest"], js_name = isHere)]
    fn is_here_js() -> bool;

    #[wasm_bindgen(js_namespace = ["mcoreBoot", "rest"], js_name = whenHere)]
    fn when_here_js(tell: &JsValue);
}

/// True once the whole program is there.
pub fn is_here() -> bool {
    is_here_js()
}

/// Calls `tell` when the whole program is there: at once, if it is.
pub fn when_here(tell: impl FnOnce() + 'static) {
    when_here_js(&Closure::once_into_js(tell));
}

/// Waits until the whole program is there.
pub async fn here() {
    let come = Promise::new(&mut |resolve: Function, _: Function| when_here_js(&resolve));
    // It is only ever resolved.
    let _ = JsFuture::from(come).await;
}

/// True once the whole program is there; the component is drawn again when it comes.
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
