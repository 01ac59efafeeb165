//! Messages over the page: refused commands, failed fetches, a worker that has died.

use super::keep::{self, EditLockNotice};
use super::update::UpdateNotice;
use super::{Props, wants};
use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::store::{Intent, Notice, WorkerState};
use crate::widgets::{Icon, IconName};
use gloo_timers::callback::Timeout;
use mcore::modes::chip::session::Refused;
use yew::prelude::*;

/// The messages.
#[component]
pub fn Notices(props: &Props) -> Html {
    let i18n = use_i18n();
    let act = &props.act;
    let again = props.state.travel.lost.as_ref().map(|recipe| {
        html! {
            <button type="button" class="btn primary" onclick={wants(act, Intent::Restart(true))} data-testid="restart-again">
                { i18n.tf("restart-again", &[("n", &grouped(recipe.cycle))]) }
            </button>
        }
    });
    let dead = match &props.state.worker {
        WorkerState::Dead(message) => html! {
            <div class="notice notice-bad" role="alert" data-testid="worker-dead">
                <div class="notice-text">
                    <strong>{ i18n.t("dead-title") }</strong>
                    if is_out_of_memory(message) {
                        <p data-testid="dead-memory">{ i18n.t("dead-memory") }</p>
                    } else {
                        <p>{ i18n.t("dead-body") }</p>
                    }
                    <details><summary>{ i18n.t("details") }</summary><pre tabindex="0">{ message }</pre></details>
                </div>
                <div class="notice-actions">
                    { for again }
                    <button type="button" class="btn" onclick={wants(act, Intent::Restart(false))} data-testid="restart">
                        { i18n.t("restart") }
                    </button>
                </div>
            </div>
        },
        _ => Html::default(),
    };
    let notice = props.state.notice.as_ref().map(|notice| {
        let undo = match notice {
            Notice::ResetDone | Notice::FilesOpened(_) | Notice::Decoded(..) => Some((Intent::UndoReset, "undo")),
            Notice::Kept(notice) => keep::undo(notice),
            _ => None,
        };
        let undo = undo.map(|(intent, label)| {
            html! {
                <button type="button" class="btn" onclick={wants(act, intent)} data-testid="undo-reset">
                    { i18n.t(label) }
                </button>
            }
        });
        let text = words(notice, &i18n);
        let key = text.clone();
        html! {
            <Toast {key} act={act.clone()} leaves={!notice.is_fault()}>
                <div class="notice-text">{ text }</div>
                { for undo }
            </Toast>
        }
    });
    let edit_lock = html! { <EditLockNotice act={act.clone()} edit_lock={props.state.stored_work.edit_lock} /> };
    html! { <div class="notices">{ dead }{ edit_lock }<UpdateNotice /><div>{ for notice }</div></div> }
}

/// Seconds after which a message leaves that needs no answer.
const LEAVES_AFTER: u32 = 8;

/// Properties of [`Toast`].
#[derive(Properties, PartialEq)]
struct ToastProps {
    act: Callback<Intent>,
    /// It leaves by itself, unless the pointer or the focus is in it.
    leaves: bool,
    children: Html,
}

/// A message with a button that closes it.
#[component]
fn Toast(props: &ToastProps) -> Html {
    let i18n = use_i18n();
    let held = use_state(|| false);
    {
        let act = props.act.clone();
        use_effect_with((props.leaves, *held), move |&(leaves, held)| {
            let timer =
                (leaves && !held).then(|| Timeout::new(LEAVES_AFTER * 1000, move || act.emit(Intent::DismissNotice)));
            move || drop(timer)
        });
    }
    let hold = |hold: bool| {
        let held = held.setter();
        move || held.set(hold)
    };
    let (enter, leave, focus, blur) = (hold(true), hold(false), hold(true), hold(false));
    html! {
        <div
            class="notice" role="status" data-testid="notice" onpointerenter={move |_| enter()} onpointerleave={move |_| leave()}
            onfocusin={move |_| focus()} onfocusout={move |_| blur()}
        >
            { props.children.clone() }
            <button
                type="button" class="btn icon-btn" onclick={wants(&props.act, Intent::DismissNotice)}
                aria-label={i18n.t("close")} data-testid="notice-close"
            ><Icon name={IconName::Close} /></button>
        </div>
    }
}

/// True for the last message of a simulator that ran out of memory. A program compiled from Rust then executes
/// `unreachable` without a message; a panic posts its own message first (`worker.rs`), and only the first message
/// counts.
fn is_out_of_memory(message: &str) -> bool {
    let message = message.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| message.contains(word));
    says(&["unreachable", "out of memory", "allocation"]) && !says(&["panicked", "internal error: entered"])
}

fn words(notice: &Notice, i18n: &I18n) -> String {
    match notice {
        Notice::Refused(Refused::NoProgram) => i18n.t("refused-no-program").to_string(),
        Notice::Refused(Refused::Ended) => i18n.t("refused-ended").to_string(),
        Notice::Refused(Refused::BeyondEnd { end }) => {
            i18n.tf("refused-beyond", &[("end", &grouped(*end))]).to_string()
        }
        Notice::Refused(
            Refused::BadMachine(text)
            | Refused::BadExercise(text)
            | Refused::BadNoc(text)
            | Refused::BadSpeedUp(text)
            | Refused::Impossible(text),
        ) => i18n.text(text).to_owned(),
        Notice::Fetch(message) => i18n.tf("fetch-failed", &[("message", message)]).to_string(),
        Notice::ResetDone => i18n.t("reset-done").to_string(),
        Notice::FilesOpened(count) => i18n.tf("files-opened", &[("n", &count.to_string())]).to_string(),
        Notice::BadPack(why) => i18n.tf("bad-pack", &[("why", i18n.text(why))]).to_string(),
        Notice::Decoded(name, encoding) => i18n.tf("decoded", &[("name", name), ("encoding", encoding)]).to_string(),
        Notice::NotText(name) => i18n.tf("not-text", &[("name", name)]).to_string(),
        Notice::UnknownPage(name) => i18n.tf("unknown-page", &[("name", name)]).to_string(),
        Notice::TooLarge(name) => i18n.tf("too-large", &[("name", name)]).to_string(),
        Notice::OutputCopied => i18n.t("output-copied").to_string(),
        Notice::NotCopied => i18n.t("output-not-copied").to_string(),
        Notice::OutputCut => i18n.t("output-cut").to_string(),
        Notice::Kept(notice) => keep::words(notice, i18n),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_told_from_a_lack_of_memory() {
        let memory =
            ["RuntimeError: unreachable", "Uncaught RuntimeError: unreachable executed", "RangeError: Out of memory"];
        assert!(memory.iter().all(|text| is_out_of_memory(text)));
        let panics = [
            "panicked at core/src/x.rs:1:2: internal error: entered unreachable code",
            "panicked at 'no'",
            "null is no object",
        ];
        assert!(!panics.iter().any(|text| is_out_of_memory(text)));
    }
}
