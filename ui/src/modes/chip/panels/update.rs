//! The message that a newer version of the site is ready. The new version waits until the student accepts it.

use crate::i18n::use_i18n;
use crate::widgets::{Icon, IconName};
use wasm_bindgen::prelude::*;
use yew::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Calls back once a newer version is ready, now or later: `www/boot/updates.js`.
    #[wasm_bindgen(js_namespace = mcoreBoot, js_name = onUpdate)]
    fn on_update(callback: &Closure<dyn FnMut()>);

    /// Changes to the newer version; the page is reloaded.
    #[wasm_bindgen(js_namespace = mcoreBoot, js_name = update)]
    fn update();
}

/// The message.
#[component]
pub fn UpdateNotice() -> Html {
    let i18n = use_i18n();
    let ready = use_state(|| false);
    {
        let ready = ready.clone();
        use_effect_with((), move |()| {
            let callback = Closure::new(move || ready.set(true));
            on_update(&callback);
            // The page listens for updates as long as it lives.
            callback.forget();
        });
    }
    if !*ready {
        return Html::default();
    }
    let now = Callback::from(|_: MouseEvent| update());
    let later = Callback::from(move |_: MouseEvent| ready.set(false));
    html! {
        <div class="notice" role="status" data-testid="update">
            <div class="notice-text">
                <strong>{ i18n.t("update-title") }</strong>
                <p>{ i18n.t("update-body") }</p>
            </div>
            <button type="button" class="btn primary" onclick={now} data-testid="update-now">{ i18n.t("update-now") }</button>
            <button
                type="button" class="btn icon-btn" onclick={later} aria-label={i18n.t("update-later")}
                title={i18n.t("update-later")} data-testid="update-later"
            ><Icon name={IconName::Close} /></button>
        </div>
    }
}
