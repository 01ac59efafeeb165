//! Messages over the page: refused commands, failed fetches, a worker that has died.

use super::wants;
use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::intent::Intent;
use crate::store::{Notice, WorkerState};
use crate::widgets::{Icon, IconName};
use mcore::session::Refused;
use yew::prelude::*;

/// Properties of [`Notices`].
#[derive(Properties, PartialEq)]
pub struct NoticesProps {
    /// Told what the user wants.
    pub act: Callback<Intent>,
    /// The message.
    pub notice: Option<Notice>,
    /// State of the worker.
    pub worker: WorkerState,
}

/// The messages.
#[component]
pub fn Notices(props: &NoticesProps) -> Html {
    let i18n = use_i18n();
    let act = &props.act;
    let dead = match &props.worker {
        WorkerState::Dead(message) => html! {
            <div class="notice notice-bad" role="alert" data-testid="worker-dead">
                <div class="notice-text">
                    <strong>{ i18n.t("dead-title") }</strong>
                    <p>{ i18n.t("dead-body") }</p>
                    <details><summary>{ i18n.t("details") }</summary><pre tabindex="0">{ message }</pre></details>
                </div>
                <button type="button" class="btn primary" onclick={wants(act, Intent::Restart)} data-testid="restart">
                    { i18n.t("restart") }
                </button>
            </div>
        },
        _ => Html::default(),
    };
    let notice = props.notice.as_ref().map(|notice| {
        let undo = matches!(notice, Notice::ResetDone | Notice::FilesOpened(_)).then(|| {
            html! {
                <button type="button" class="btn" onclick={wants(act, Intent::UndoReset)} data-testid="undo-reset">
                    { i18n.t("undo") }
                </button>
            }
        });
        html! {
            <div class="notice" role="status" data-testid="notice">
                <div class="notice-text">{ words(notice, &i18n) }</div>
                { for undo }
                <button
                    type="button" class="btn icon-btn" onclick={wants(act, Intent::DismissNotice)}
                    aria-label={i18n.t("close")} data-testid="notice-close"
                ><Icon name={IconName::Close} /></button>
            </div>
        }
    });
    html! { <div class="notices">{ dead }<div>{ for notice }</div></div> }
}

fn words(notice: &Notice, i18n: &I18n) -> String {
    match notice {
        Notice::Refused(Refused::NoProgram) => i18n.t("refused-no-program").to_string(),
        Notice::Refused(Refused::Ended) => i18n.t("refused-ended").to_string(),
        Notice::Refused(Refused::BeyondEnd { end }) => {
            i18n.tf("refused-beyond", &[("end", &grouped(*end))]).to_string()
        }
        Notice::Refused(
            Refused::BadMachine(text) | Refused::BadExercise(text) | Refused::BadNoc(text) | Refused::Impossible(text),
        ) => i18n.text(text).to_owned(),
        Notice::Fetch(message) => i18n.tf("fetch-failed", &[("message", message)]).to_string(),
        Notice::ResetDone => i18n.t("reset-done").to_string(),
        Notice::FilesOpened(count) => i18n.tf("files-opened", &[("n", &count.to_string())]).to_string(),
        Notice::NotText(name) => i18n.tf("not-text", &[("name", name)]).to_string(),
        Notice::TooLarge(name) => i18n.tf("too-large", &[("name", name)]).to_string(),
    }
}
