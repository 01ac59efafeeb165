//! The statement of the exercise, its hints, and the button that resets the files.

use super::wants;
use crate::i18n::use_i18n;
use crate::modes::chip::store::{Dialog, Intent, Workspace};
use crate::shell::markdown;
use yew::prelude::*;

/// Properties of [`Task`].
#[derive(Properties, PartialEq)]
pub struct TaskProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// The open work.
    pub work: Workspace,
    /// The same exercise in the other language, and whether that is C.
    pub twin: Option<(String, bool)>,
}

/// The statement.
#[component]
pub fn Task(props: &TaskProps) -> Html {
    let i18n = use_i18n();
    let Some(exercise) = &props.work.exercise else { return html! { <div></div> } };
    let hints = exercise.hints.iter().take(props.work.hints_open).enumerate().map(|(index, hint)| {
        let title = i18n.tf("hint-title", &[("n", &(index + 1).to_string())]);
        html! { <div key={index} class="hint"><h3>{ title }</h3>{ markdown::render(i18n.text(hint), &props.work.pictures) }</div> }
    });
    let left = exercise.hints.len() - props.work.hints_open.min(exercise.hints.len());
    let next_hint = (left > 0).then(|| {
        let label = i18n.tf("hint-next", &[("n", &left.to_string())]);
        html! {
            <button type="button" class="btn outlined" onclick={wants(&props.act, Intent::OpenHint)} data-testid="hint">{ label }</button>
        }
    });
    let twin = props.twin.as_ref().map(|(id, is_c)| {
        let label = i18n.t(if *is_c { "task-twin-c" } else { "task-twin-asm" });
        html! {
            <>
                { " · " }
                <button
                    type="button" class="link" onclick={wants(&props.act, Intent::OpenExercise(id.clone()))} data-testid="task-twin"
                >{ label }</button>
            </>
        }
    });
    html! {
        <article class="task" data-testid="task">
            <p class="pack">{ i18n.text(&exercise.pack_title).to_owned() }{ for twin }</p>
            { markdown::render(i18n.text(&exercise.statement), &props.work.pictures) }
            <div class="hints">{ for hints }</div>
            <div class="task-actions">
                <div>{ for next_hint }</div>
                <button
                    type="button" class="btn" disabled={props.work.is_untouched()}
                    onclick={wants(&props.act, Intent::Open(Dialog::Reset))} data-testid="reset"
                >{ i18n.t("reset-files") }</button>
            </div>
        </article>
    }
}
