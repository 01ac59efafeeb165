//! The files of the open project: add, rename, remove, reorder.

use super::keeps;
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::store::project::{BadName, LONGEST_NAME, MAX_FILES, free_name};
use crate::modes::chip::store::{Intent, Keep, Workspace};
use crate::shell::fields::{select_of, value_of};
use crate::widgets::{Icon, IconName};
use wasm_bindgen::JsCast as _;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The kinds of a new file: the ending of its name, and the words for it.
const KINDS: [(&str, &str); 3] = [(".s", "file-kind-s"), (".c", "file-kind-c"), (".h", "file-kind-h")];

/// Properties of [`Files`].
#[derive(Properties, PartialEq)]
pub struct FilesProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// The open work.
    pub work: Option<Workspace>,
    /// Whether this tab may change the project.
    pub may_edit: bool,
}

/// The list of the files.
#[component]
pub fn Files(props: &FilesProps) -> Html {
    let i18n = use_i18n();
    let act = &props.act;
    let wrong = use_state(|| None::<BadName>);
    let new_name = use_node_ref();
    let Some(work) = &props.work else { return Html::default() };
    let names: Vec<_> = work.files.iter().map(|f| f.name.as_str()).collect();
    let onsubmit = {
        let (act, work, new_name, wrong) = (act.clone(), work.clone(), new_name.clone(), wrong.clone());
        move |event: SubmitEvent| {
            event.prevent_default();
            let Some(input) = new_name.cast::<HtmlInputElement>() else { return };
            let name = input.value().trim().to_owned();
            match work.check_name(&name, None) {
                Ok(()) => {
                    wrong.set(None);
                    act.emit(Intent::CloseDialog);
                    act.emit(Intent::Keep(Keep::AddFile(name)));
                }
                Err(bad) => wrong.set(Some(bad)),
            }
        }
    };
    let rows = names.iter().enumerate().map(|(index, name)| {
        let fixed = !props.may_edit || work.is_fixed(name);
        let movable = |to: Option<usize>| !fixed && to.and_then(|i| names.get(i)).is_some_and(|n| !work.is_fixed(n));
        let rename = {
            let (act, work, wrong, old) = (act.clone(), work.clone(), wrong.clone(), (*name).to_owned());
            move |event: Event| {
                let Some(new) = value_of(&event).map(|v| v.trim().to_owned()) else { return };
                match work.check_name(&new, Some(&old)) {
                    Ok(()) => {
                        wrong.set(None);
                        act.emit(Intent::Keep(Keep::RenameFile(old.clone(), new)));
                    }
                    Err(bad) => {
                        wrong.set(Some(bad));
                        // The field shows the present name of the file.
                        if let Some(input) = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok()) {
                            input.set_value(&old);
                        }
                    }
                }
            }
        };
        let label = |id: &str| i18n.tf(id, &[("name", name)]);
        let tool = |request: Keep, icon: IconName, id: &str, testid: &'static str, enabled: bool| {
            html! {
                <button
                    type="button" class="btn icon-btn" disabled={!enabled} onclick={keeps(act, request)}
                    aria-label={label(id)} title={label(id)} data-testid={testid}
                ><Icon name={icon} /></button>
            }
        };
        html! {
            <li key={(*name).to_owned()} class="project" data-testid="file-row" data-file={(*name).to_owned()}>
                <input
                    type="text" class="project-input mono" value={(*name).to_owned()} onchange={rename} disabled={fixed}
                    maxlength={LONGEST_NAME.to_string()} spellcheck="false" autocomplete="off" aria-label={label("file-name-of")}
                    data-testid="file-name"
                />
                { tool(Keep::MoveFile((*name).to_owned(), true), IconName::Up, "file-up", "file-up", movable(index.checked_sub(1))) }
                { tool(Keep::MoveFile((*name).to_owned(), false), IconName::Down, "file-down", "file-down", movable(Some(index + 1))) }
                { tool(Keep::RemoveFile((*name).to_owned()), IconName::Bin, "file-remove", "file-remove", !fixed && names.len() > 1) }
            </li>
        }
    });
    let free = free_name(if work.has_c() { "part.c" } else { "part.s" }, names.iter().copied());
    let choose_kind = {
        let (new_name, free) = (new_name.clone(), free.clone());
        move |event: Event| {
            let chosen = select_of(&event);
            let (Some(select), Some(input)) = (chosen, new_name.cast::<HtmlInputElement>()) else { return };
            let name = input.value();
            let name = if name.trim().is_empty() { &free } else { &name };
            let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
            input.set_value(&format!("{stem}{}", select.value()));
        }
    };
    let kinds = KINDS.iter().map(|(ending, label)| {
        html! { <option key={*ending} value={*ending} selected={free.ends_with(ending)}>{ i18n.t(label) }</option> }
    });
    let can_add = props.may_edit && work.executable.is_none() && names.len() < MAX_FILES;
    html! {
        <div class="keep">
            <p class="quiet small">{ i18n.t("files-hint") }</p>
            <ul class="projects" aria-label={i18n.t("files")}>{ for rows }</ul>
            <p class="problem" role="alert" data-testid="file-problem">{ wrong.as_ref().map(|bad| bad_name(*bad, &i18n)).unwrap_or_default() }</p>
            <form class="add-file" {onsubmit}>
                <label class="field">
                    <span>{ i18n.t("file-new-name") }</span>
                    <input
                        ref={new_name} type="text" class="mono" value={free.clone()} maxlength={LONGEST_NAME.to_string()} spellcheck="false"
                        autocomplete="off" disabled={!can_add} data-testid="file-new-name"
                    />
                </label>
                <label class="field">
                    <span>{ i18n.t("file-kind") }</span>
                    <select onchange={choose_kind} disabled={!can_add} data-testid="file-kind">{ for kinds }</select>
                </label>
                <button type="submit" class="btn primary" disabled={!can_add} data-testid="file-add">
                    <Icon name={IconName::Plus} />{ i18n.t("file-add") }
                </button>
            </form>
        </div>
    }
}

fn bad_name(bad: BadName, i18n: &I18n) -> AttrValue {
    match bad {
        BadName::Empty => i18n.t("file-name-empty"),
        BadName::Long => i18n.tf("file-name-long", &[("n", &LONGEST_NAME.to_string())]),
        BadName::Characters => i18n.t("file-name-characters"),
        BadName::Taken => i18n.t("file-name-taken"),
    }
}
