//! The editor's library: it is loaded after the simulator, or as soon as the user wants to see a file.

use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Resolves when the library is loaded; a further call after a failure tries again. `now` does not wait for the simulator.
    #[wasm_bindgen(js_namespace = mcoreBoot, js_name = editor)]
    fn load(now: bool) -> js_sys::Promise;
}

/// Whether the library can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Library {
    /// It is being loaded.
    Pending,
    Loaded,
    /// It could not be loaded.
    Failed,
}

/// Loads the library, at once if the editor is in view; the callback tries again after a failure.
#[hook]
pub(super) fn use_library(in_view: bool) -> (Library, Callback<()>) {
    let library = use_state(|| if is_loaded() { Library::Loaded } else { Library::Pending });
    let request = |now: bool| {
        let library = library.setter();
        move || {
            let library = library.clone();
            spawn_local(async move {
                let loaded = JsFuture::from(load(now)).await.is_ok() && is_loaded();
                library.set(if loaded { Library::Loaded } else { Library::Failed });
            });
        }
    };
    {
        let (pending, request) = (*library == Library::Pending, request(in_view));
        use_effect_with(in_view, move |_| {
            if pending {
                request();
            }
        });
    }
    let (setter, request) = (library.setter(), request(true));
    let again = Callback::from(move |()| {
        setter.set(Library::Pending);
        request();
    });
    (*library, again)
}

fn is_loaded() -> bool {
    js_sys::Reflect::has(&js_sys::global(), &"McoreEditor".into()).unwrap_or_default()
}
