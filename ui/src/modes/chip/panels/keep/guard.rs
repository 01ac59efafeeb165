//! The notice that another tab has the open project, with the possible actions.

use super::keeps;
use crate::i18n::use_i18n;
use crate::modes::chip::intent::Intent;
use crate::modes::chip::store::{Guard, Keep};
use yew::prelude::*;

/// Properties of [`GuardNotice`].
#[derive(Properties, PartialEq)]
pub struct GuardNoticeProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// Who may change the project.
    pub guard: Guard,
}

/// The message; empty while this tab has the project.
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
