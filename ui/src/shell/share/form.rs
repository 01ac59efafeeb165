//! A link as a form: the address to copy, its length, its QR code.

use super::{Code, LONG, Link, VERY_LONG};
use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::widgets::{Icon, IconName};
use js_sys::Reflect;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Clipboard, HtmlInputElement};
use yew::prelude::*;

/// Properties of [`ShareForm`].
#[derive(Properties, PartialEq)]
pub struct ShareFormProps {
    /// The link; `None` while it is being made.
    pub link: Option<Link>,
    /// A sentence with the content of the link.
    pub carries: AttrValue,
    /// A warning about the content.
    #[prop_or_default]
    pub warning: Option<AttrValue>,
}

/// The result of the button.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Copied {
    NotYet,
    Yes,
    /// The browser forbids it; the address is selected instead.
    ByHand,
}

/// The address and its code.
#[component]
pub fn ShareForm(props: &ShareFormProps) -> Html {
    let i18n = use_i18n();
    let copied = use_state(|| Copied::NotYet);
    let field = use_node_ref();
    let Some(link) = &props.link else {
        return html! { <p class="quiet">{ i18n.t("loading") }</p> };
    };
    let onclick = {
        let (url, copied, field) = (link.url.clone(), copied.clone(), field.clone());
        move |_: MouseEvent| {
            let (url, copied, field) = (url.clone(), copied.clone(), field.clone());
            spawn_local(async move {
                if copy(&url).await {
                    return copied.set(Copied::Yes);
                }
                if let Some(field) = field.cast::<HtmlInputElement>() {
                    field.select();
                }
                copied.set(Copied::ByHand);
            });
        }
    };
    let select = |event: FocusEvent| {
        if let Some(input) = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok()) {
            input.select();
        }
    };
    let said = match *copied {
        Copied::NotYet => AttrValue::default(),
        Copied::Yes => i18n.t("share-copied"),
        Copied::ByHand => i18n.t("share-by-hand"),
    };
    let length = link.url.len();
    let warning = match length {
        n if n > VERY_LONG => Some("share-very-long"),
        n if n > LONG => Some("share-long"),
        _ => None,
    };
    let warning = warning.map(|id| html! { <p class="warning" data-testid="share-warning">{ i18n.t(id) }</p> });
    let size = i18n.tf("share-size", &[("n", &grouped(length as u64))]);
    let content = props.warning.iter().map(|warning| html! { <p class="warning">{ warning }</p> });
    html! {
        <div class="keep share">
            <p>{ &props.carries }</p>
            { for content }
            <div class="share-row">
                <input
                    ref={field} type="text" class="mono" readonly={true} value={link.url.clone()} onfocus={select}
                    aria-label={i18n.t("share-title")} data-testid="share-url"
                />
                <button type="button" class="btn primary" {onclick} data-testid="share-copy">
                    <Icon name={IconName::Copy} />{ i18n.t("share-copy") }
                </button>
            </div>
            <p class="quiet small"><span data-testid="share-size">{ size }</span>{ " " }<span role="status" data-testid="share-said">{ said }</span></p>
            { for warning }
            { code(link.code.as_ref(), &i18n) }
            <p class="quiet small">{ i18n.t("share-private") }</p>
        </div>
    }
}

fn code(code: Option<&Code>, i18n: &I18n) -> Html {
    let Some(code) = code else {
        return html! { <p class="quiet small" data-testid="share-no-code">{ i18n.t("share-no-code") }</p> };
    };
    let view = format!("0 0 {0} {0}", code.side);
    html! {
        <svg class="qr" viewBox={view} role="img" aria-label={i18n.t("share-code")} shape-rendering="crispEdges" data-testid="share-code">
            <rect class="qr-light" width="100%" height="100%" /><path class="qr-dark" d={code.path.clone()} />
        </svg>
    }
}

/// Puts a text on the clipboard. False if the browser refuses.
pub async fn copy(text: &str) -> bool {
    let navigator = gloo_utils::window().navigator();
    // It exists only in secure contexts; the binding assumes it always does.
    let clipboard = Reflect::get(&navigator, &"clipboard".into()).ok().and_then(|c| c.dyn_into::<Clipboard>().ok());
    match clipboard {
        Some(clipboard) => JsFuture::from(clipboard.write_text(text)).await.is_ok(),
        None => false,
    }
}
