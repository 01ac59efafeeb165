//! The slider of the bar: over a small chart of the whole run, with the bookmarks as notches.

use super::super::overview::Overview;
use super::scrub::{marks, request_of};
use crate::fmt::grouped;
use crate::i18n::use_i18n;
use crate::modes::chip::paint::overview::View;
use crate::modes::chip::panels::Props;
use crate::modes::chip::store::Intent;
use mcore::base::Cycle;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The slider.
#[component]
pub fn Slider(props: &Props) -> Html {
    let i18n = use_i18n();
    let (act, frame, travel) = (&props.act, &props.frame, &props.state.travel);
    let (shown, end) = (props.cycle(), frame.end);
    let view = Rc::new(View { span: (0, end), marks: marks(frame, travel) });
    let oninput = {
        let act = act.clone();
        move |event: InputEvent| {
            if let Some(input) = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok()) {
                // A range input returns numbers within its bounds.
                act.emit(Intent::Seek(input.value_as_number().max(0.0) as Cycle));
            }
        }
    };
    let onkeydown = {
        let (act, span) = (act.clone(), travel.window.unwrap_or((0, end)));
        move |event: KeyboardEvent| {
            if event.ctrl_key() || event.alt_key() || event.meta_key() {
                return;
            }
            if let Some(request) = request_of(&event.key(), span, shown, end) {
                act.emit(Intent::Travel(request));
                event.prevent_default();
            }
        }
    };
    let spoken = i18n.tf("cycle-of", &[("cycle", &grouped(shown)), ("end", &grouped(end))]);
    html! {
        <div class="whole-run">
            <Overview frame={frame.clone()} {view} dark={props.dark} small={true} />
            <input
                type="range" class="slider" min="0" max={end.to_string()} step="1" value={shown.to_string()}
                disabled={end == 0} {oninput} {onkeydown} aria-label={i18n.t("slider")} aria-valuetext={spoken} data-testid="slider"
            />
        </div>
    }
}
