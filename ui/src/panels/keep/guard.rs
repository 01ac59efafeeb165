//! Says that another tab has the open project, and what can be done.

use super::keeps;
use crate::i18n::use_i18n;
use crate::intent::Intent;
use crate::store::{Guard, Keep};
use yew::prelude::*;

/// Properties of [`GuardNotice`].
#[derive(Properties, PartialEq)]
pub struct GuardNoticeProps {
    /// Told what the user wants.
    pub act: Callback<Intent>,
    /// Who may change the project.
    pub guard: Guard,
}

/// The message; nothing while the project is this tab's.
#[component]
pub fn GuardNotice(props: &GuardNoticeProps) -> Html {
    let i18n = use_i18n();
    let (title, body) = match props.guard {
        Guard::Ours => return Html::default(),
        Guard::Taken => ("guard-taken", "guard-taken-text"),
        Guard::Elsewhere | Guard::Asked => ("guard-elsewhere", "guard-elsewhere-text"),
    };
    let asked = props.guard == Guard::Asked;
    html! {
        <div class="notice notice-bad" role="alert" data-testid="guard">
            <div class="notice-text"><strong>{ i18n.t(title) }</strong><p>{ i18n.t(body) }</p></div>
            <button type="button" class="btn" onclick={keeps(&props.act, Keep::WorkOnCopy)} data-testid="guard-copy">
                { i18n.t("guard-copy") }
            </button>
            <button
                type="button" class="btn primary" disabled={asked} onclick={keeps(&props.act, Keep::TakeOver)}
                data-testid="guard-take"
            >{ i18n.t("guard-take") }</button>
        </div>
    }
}
