//! A dialog over the page: the browser keeps the focus inside and closes it on Escape.

use crate::i18n::{I18n, use_i18n};
use crate::widgets::{Icon, IconName};
use wasm_bindgen::JsCast as _;
use web_sys::{HtmlDialogElement, HtmlElement};
use yew::prelude::*;

/// Properties of [`Modal`].
#[derive(Properties, PartialEq)]
pub struct ModalProps {
    /// Headline.
    pub title: AttrValue,
    /// Name for tests.
    pub testid: AttrValue,
    /// Called when the user closes it.
    pub on_close: Callback<()>,
    /// Its content.
    pub children: Children,
}

/// A dialog with the message `title` as its headline. Dialogs that take turns in one place differ by their `testid`.
pub fn modal(title: &str, testid: &'static str, on_close: &Callback<()>, body: Html, i18n: &I18n) -> Html {
    let modal = ModalProps {
        title: i18n.t(title),
        testid: testid.into(),
        on_close: on_close.clone(),
        children: Children::new(vec![body]),
    };
    html! { <Modal key={testid} ..modal /> }
}

/// The dialog; it is open as long as it exists.
#[component]
pub fn Modal(props: &ModalProps) -> Html {
    let i18n = use_i18n();
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with((), move |()| {
            let dialog = node.cast::<HtmlDialogElement>();
            // When the dialog is removed it is no longer in the page, so the browser does not restore the focus by
            // itself.
            let before = gloo_utils::document().active_element().and_then(|e| e.dyn_into::<HtmlElement>().ok());
            if let Some(dialog) = &dialog {
                // Fails only if it is already open.
                let _ = dialog.show_modal();
            }
            move || {
                if let Some(dialog) = dialog {
                    dialog.close();
                }
                if let Some(before) = before {
                    let _ = before.focus();
                }
            }
        });
    }
    // Escape closes the element by itself; the page must be notified.
    let oncancel = {
        let on_close = props.on_close.clone();
        move |event: Event| {
            event.prevent_default();
            on_close.emit(());
        }
    };
    let close = {
        let on_close = props.on_close.clone();
        move |_: MouseEvent| on_close.emit(())
    };
    // A click on the backdrop is a click on the dialog itself, not on the sheet inside.
    let onclick = {
        let (node, on_close) = (node.clone(), props.on_close.clone());
        move |event: MouseEvent| {
            if event.target().is_some_and(|t| node.get().is_some_and(|n| *n == t)) {
                on_close.emit(());
            }
        }
    };
    html! {
        <dialog ref={node} class="modal" {oncancel} {onclick} aria-labelledby="modal-title" data-testid={&props.testid}>
            <div class="modal-sheet">
                <header>
                    <h2 id="modal-title">{ &props.title }</h2>
                    <button type="button" class="btn icon-btn" onclick={close} aria-label={i18n.t("close")} data-testid="dialog-close">
                        <Icon name={IconName::Close} />
                    </button>
                </header>
                <div class="modal-body">{ props.children.clone() }</div>
            </div>
        </dialog>
    }
}
