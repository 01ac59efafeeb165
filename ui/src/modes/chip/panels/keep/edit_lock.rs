//! The notice that another tab has the open project, with the possible actions.

use super::keeps;
use crate::i18n::use_i18n;
use crate::modes::chip::store::{EditLock, Intent, Keep};
use yew::prelude::*;

/// Properties of [`EditLockNotice`].
#[derive(Properties, PartialEq)]
pub struct EditLockNoticeProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// Who may change the project.
    pub edit_lock: EditLock,
}

/// The message; empty while this tab has the project.
#[component]
pub fn EditLockNotice(props: &EditLockNoticeProps) -> Html {
    let i18n = use_i18n();
    let (title, body) = match props.edit_lock {
        EditLock::Ours => return Html::default(),
        EditLock::Taken => ("guard-taken", "guard-taken-text"),
        EditLock::Elsewhere | EditLock::Asked => ("guard-elsewhere", "guard-elsewhere-text"),
    };
    let asked = props.edit_lock == EditLock::Asked;
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
