//! The dialogs of the page.

use super::keep::{
    Examples, ExamplesProps, Files, FilesProps, History, HistoryProps, ProjectList, ProjectListProps, ShareForm,
    ShareFormProps,
};
use super::machine::MachineForm;
use super::overview::overview_data;
use super::{Props, wants};
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::keys::{Group, KEYS};
use crate::modes::chip::store::{Dialog, EditLock, Intent, Look};
use crate::shell::frame::docs;
use crate::widgets::{key_table, letters_switch, modal};
use yew::prelude::*;

/// The open dialog.
#[component]
pub fn Dialogs(props: &Props) -> Html {
    let i18n = use_i18n();
    let act = &props.act;
    let on_close: Callback<()> = wants(act, Intent::CloseDialog);
    let modal = |title: &str, testid, body| modal(title, testid, &on_close, body, &i18n);
    let (work, stored_work) = (props.state.work.clone(), &props.state.stored_work);
    let may_edit = stored_work.edit_lock == EditLock::Ours;
    let dialog = props.state.dialog.map(|open| match open {
        Dialog::Help => modal("help-title", "help-dialog", keys(act, props.state.looks.letters_off, &i18n)),
        Dialog::Machine => modal(
            "machine-title",
            "machine-dialog",
            html! { <MachineForm act={act.clone()} machine={props.state.scratch_machine.clone()} /> },
        ),
        Dialog::Reset => modal("reset-title", "reset-dialog", reset(act, &i18n)),
        Dialog::Data => modal("data-title", "data-dialog", overview_data(props.frame.series.as_ref(), &i18n)),
        Dialog::Projects => {
            let list = ProjectListProps { act: act.clone(), work, stored_work: stored_work.clone() };
            modal("projects-title", "projects-dialog", html! { <ProjectList ..list /> })
        }
        Dialog::Files => {
            let files = FilesProps { act: act.clone(), work, may_edit };
            modal("files", "files-dialog", html! { <Files ..files /> })
        }
        Dialog::History => {
            let history = HistoryProps { act: act.clone(), work, versions: stored_work.history.clone(), may_edit };
            modal("history-title", "history-dialog", html! { <History ..history /> })
        }
        Dialog::Share => {
            let share = ShareFormProps { made: stored_work.made.clone() };
            modal("share-title", "share-dialog", html! { <ShareForm ..share /> })
        }
        Dialog::Gallery => {
            let examples = ExamplesProps { act: act.clone(), gallery: stored_work.gallery.clone(), dark: props.dark };
            modal("gallery-title", "gallery-dialog", html! { <Examples ..examples /> })
        }
    });
    html! { <div class="dialogs">{ for dialog }</div> }
}

/// Every key of the table, under the headings of their groups.
fn keys(act: &Callback<Intent>, letters_off: bool, i18n: &I18n) -> Html {
    let groups = Group::ALL.map(|group| {
        let rows = KEYS.iter().filter(|row| row.group == group).map(|row| (row.keys, row.label));
        key_table(group.label(), &rows.collect::<Vec<_>>(), i18n)
    });
    html! {
        <div>
            <p class="help-ways">
                <button
                    type="button" class="btn outlined" onclick={wants(act, Intent::Look(Look::Tour(Some(0))))}
                    data-testid="tour-start"
                >{ i18n.t("tour-start") }</button>
                <a href={docs("index", i18n.lang)} target="_blank" data-testid="docs-all">{ i18n.t("docs-all") }</a>
            </p>
            { for groups }
            { letters_switch(letters_off, wants(act, Intent::Look(Look::ToggleLetters)), i18n) }
        </div>
    }
}

fn reset(act: &Callback<Intent>, i18n: &I18n) -> Html {
    html! {
        <div>
            <p>{ i18n.t("reset-text") }</p>
            <div class="form-actions">
                <button type="button" class="btn" onclick={wants(act, Intent::CloseDialog)} data-testid="reset-cancel">{ i18n.t("cancel") }</button>
                <button type="button" class="btn primary" onclick={wants(act, Intent::ResetFiles)} data-testid="reset-confirm">{ i18n.t("reset-confirm") }</button>
            </div>
        </div>
    }
}
