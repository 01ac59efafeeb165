//! The projects: open, rename, copy, delete and bring back; all work as one file.

use super::{keeps, project_name, work_name};
use crate::fmt::{grouped, moment};
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::gallery::PREFIX;
use crate::modes::chip::panels::open::{OpenButton, Opened, What, opens};
use crate::modes::chip::panels::wants;
use crate::modes::chip::store::imported::Imported;
use crate::modes::chip::store::project::{KEPT_DAYS, LONGEST_NAME, Project};
use crate::modes::chip::store::{Intent, Keep, Kept, StoredWork, Workspace};
use crate::shell::fields::value_of;
use crate::widgets::{Icon, IconName};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`ProjectList`].
#[derive(Properties, PartialEq)]
pub struct ProjectListProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// The open work.
    pub work: Option<Workspace>,
    pub stored_work: StoredWork,
}

/// The list with its buttons.
#[component]
pub fn ProjectList(props: &ProjectListProps) -> Html {
    let i18n = use_i18n();
    let act = &props.act;
    let renaming = use_state(|| None::<String>);
    if let Some(imported) = &props.stored_work.imported {
        return import_question(act, imported, &i18n);
    }
    let open_id = props.work.as_ref().map(|w| w.id.as_str());
    let own = props.stored_work.own();
    let listed = own.iter().any(|p| Some(p.id.as_str()) == open_id);
    // The open work is first even if nothing has been written in it yet.
    let open = props.work.as_ref().filter(|w| !listed && w.executable.is_none());
    let rows = own.iter().map(|project| row(act, project, open_id, &renaming, &i18n));
    let kept = match (&props.stored_work.kept, props.stored_work.durable) {
        (Kept::No(why), _) => i18n.tf("not-kept", &[("why", why)]),
        (_, Some(true)) => i18n.t("kept-durable"),
        _ => i18n.t("kept-here"),
    };
    html! {
        <div class="keep">
            { actions(props, &i18n) }
            <ul class="projects" aria-label={i18n.t("projects-title")}>{ for open.map(|work| open_row(act, work, &i18n)) }{ for rows }</ul>
            { for deleted(props, &i18n) }
            <p class="quiet small" data-testid="kept">{ kept }</p>
            { files(act, &i18n) }
            <p class="quiet small">{ i18n.t("export-hint") }</p>
        </div>
    }
}

/// The buttons above the list. A changed example can be reset to the original.
fn actions(props: &ProjectListProps, i18n: &I18n) -> Html {
    let act = &props.act;
    let changed_example = props.work.as_ref().is_some_and(|w| w.id.starts_with(PREFIX) && !w.is_untouched());
    let original = changed_example.then(|| {
        html! {
            <button type="button" class="btn" onclick={wants(act, Intent::ResetFiles)} data-testid="project-original">
                { i18n.t("project-original") }
            </button>
        }
    });
    html! {
        <div class="keep-actions">
            <button type="button" class="btn primary" onclick={keeps(act, Keep::NewProject)} data-testid="project-new">
                <Icon name={IconName::Plus} />{ i18n.t("project-new") }
            </button>
            <button type="button" class="btn" onclick={keeps(act, Keep::NewProjectInC)} data-testid="project-new-c">
                <Icon name={IconName::Plus} />{ i18n.t("project-new-c") }
            </button>
            <button type="button" class="btn" onclick={keeps(act, Keep::ShowGallery)} data-testid="projects-gallery">
                <Icon name={IconName::Gallery} />{ i18n.t("gallery-open") }
            </button>
            <button type="button" class="btn" onclick={keeps(act, Keep::ShowHistory)} data-testid="projects-history">
                <Icon name={IconName::History} />{ i18n.t("history-open") }
            </button>
            <button type="button" class="btn" onclick={keeps(act, Keep::Share)} data-testid="projects-share">
                <Icon name={IconName::Share} />{ i18n.t("share-short") }
            </button>
            { for original }
        </div>
    }
}

/// The row of the open work.
fn open_row(act: &Callback<Intent>, work: &Workspace, i18n: &I18n) -> Html {
    let name = work_name(work, i18n);
    let copy = i18n.tf("project-copy", &[("name", &name)]);
    html! {
        <li key="open" class="project current">
            <span class="project-name">{ name }<small>{ i18n.t("project-open") }</small></span>
            { tool(act, Keep::CopyProject(work.id.clone()), IconName::Copy, &copy, "project-copy") }
        </li>
    }
}

/// The deleted projects that can still be restored, if there are any.
fn deleted(props: &ProjectListProps, i18n: &I18n) -> Option<Html> {
    let deleted = props.stored_work.deleted();
    if deleted.is_empty() {
        return None;
    }
    let rows = deleted.iter().map(|p| {
        html! {
            <li key={p.id.clone()} class="project">
                <span class="project-name">{ project_name(p, i18n) }<small>{ moment(p.deleted.unwrap_or_default(), i18n) }</small></span>
                <button type="button" class="btn" onclick={keeps(&props.act, Keep::RestoreProject(p.id.clone()))} data-testid="project-restore">
                    { i18n.t("project-restore") }
                </button>
            </li>
        }
    });
    Some(html! {
        <details class="deleted">
            <summary data-testid="projects-deleted">{ i18n.tf("projects-deleted", &[("n", &deleted.len().to_string()), ("days", &KEPT_DAYS.to_string())]) }</summary>
            <ul class="projects">{ for rows }</ul>
        </details>
    })
}

/// Saves all work as a file, reads such a file, opens a pack.
fn files(act: &Callback<Intent>, i18n: &I18n) -> Html {
    let on_import = {
        let act = act.clone();
        Callback::from(move |opened: Opened| match opened {
            Opened::Files(files) => {
                for (_, bytes) in files {
                    act.emit(Intent::Keep(Keep::Import(bytes)));
                }
            }
            Opened::Refused(name) => act.emit(Intent::RefuseFile(name)),
            Opened::Folder(_) => {}
        })
    };
    let on_pack = {
        let act = act.clone();
        Callback::from(move |opened: Opened| {
            act.emit(Intent::CloseDialog);
            opens(&act).emit(opened);
        })
    };
    html! {
        <div class="keep-actions">
            <button type="button" class="btn" onclick={keeps(act, Keep::Export)} data-testid="export">
                <Icon name={IconName::Save} />{ i18n.t("export") }
            </button>
            <OpenButton
                label={i18n.t("import")} what={What::File} on_open={on_import} accept=".mcwork" testid="import"
                input_testid="import-input"
            />
            <OpenButton
                label={i18n.t("open-pack")} what={What::Folder} on_open={on_pack} testid="open-pack" input_testid="pack-input"
            />
        </div>
    }
}

fn row(
    act: &Callback<Intent>,
    project: &Rc<Project>,
    open_id: Option<&str>,
    renaming: &UseStateHandle<Option<String>>,
    i18n: &I18n,
) -> Html {
    let name = project_name(project, i18n);
    let id = project.id.clone();
    let current = open_id == Some(id.as_str());
    let being_renamed = renaming.as_deref() == Some(id.as_str());
    let rename = {
        let (renaming, id) = (renaming.clone(), id.clone());
        move |_: MouseEvent| renaming.set(Some(id.clone()))
    };
    let onchange = {
        let (act, renaming, id) = (act.clone(), renaming.clone(), id.clone());
        move |event: Event| {
            if let Some(name) = value_of(&event) {
                act.emit(Intent::Keep(Keep::RenameProject(id.clone(), name)));
            }
            renaming.set(None);
        }
    };
    let onkeydown = {
        let renaming = renaming.clone();
        move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                // Otherwise the dialog is closed as well.
                event.prevent_default();
                event.stop_propagation();
                renaming.set(None);
            }
        }
    };
    let title = if being_renamed {
        html! {
            <input
                type="text" class="project-input" value={name.clone()} {onchange} {onkeydown} maxlength={LONGEST_NAME.to_string()}
                autofocus={true} aria-label={i18n.t("project-rename-label")} data-testid="project-name"
            />
        }
    } else {
        let state = if current { i18n.t("project-open") } else { moment(project.changed, i18n).into() };
        html! {
            <button
                type="button" class="project-name" aria-current={current.then_some("true")}
                onclick={open(act, &id)} data-testid="project-open"
            >{ &name }<small>{ state }</small></button>
        }
    };
    let label = |id: &str| i18n.tf(id, &[("name", &name)]);
    let rename_label = label("project-rename");
    html! {
        <li key={id.clone()} class={classes!("project", current.then_some("current"))} data-testid="project" data-project={id.clone()}>
            { title }
            <button type="button" class="btn icon-btn" onclick={rename} aria-label={rename_label.clone()} title={rename_label} data-testid="project-rename">
                <Icon name={IconName::Pencil} />
            </button>
            { tool(act, Keep::CopyProject(id.clone()), IconName::Copy, &label("project-copy"), "project-copy") }
            { tool(act, Keep::DeleteProject(id), IconName::Bin, &label("project-delete"), "project-delete") }
        </li>
    }
}

/// Opens a project and closes the list.
fn open(act: &Callback<Intent>, id: &str) -> Callback<MouseEvent> {
    let (act, id) = (act.clone(), id.to_owned());
    Callback::from(move |_| {
        act.emit(Intent::CloseDialog);
        act.emit(Intent::Keep(Keep::OpenProject(id.clone())));
    })
}

fn tool(act: &Callback<Intent>, request: Keep, icon: IconName, label: &str, testid: &'static str) -> Html {
    html! {
        <button type="button" class="btn icon-btn" onclick={keeps(act, request)} aria-label={label.to_owned()} title={label.to_owned()} data-testid={testid}>
            <Icon name={icon} />
        </button>
    }
}

/// The contents of a file of work, shown before anything is imported.
fn import_question(act: &Callback<Intent>, imported: &Imported, i18n: &I18n) -> Html {
    let projects: Vec<_> = imported.projects.iter().filter(|p| p.deleted.is_none()).collect();
    let rows = projects.iter().enumerate().map(|(index, p)| {
        html! { <li key={index} class="project"><span class="project-name">{ project_name(p, i18n) }<small>{ moment(p.changed, i18n) }</small></span></li> }
    });
    let counts = i18n.tf(
        "import-holds",
        &[("n", &grouped(projects.len() as u64)), ("versions", &grouped(imported.versions.len() as u64))],
    );
    let lost = (imported.lost > 0).then(|| {
        let words = i18n.tf("import-lost", &[("n", &grouped(imported.lost as u64))]);
        html! { <p class="warning" role="alert" data-testid="import-lost">{ words }</p> }
    });
    html! {
        <div class="keep" data-testid="import-question">
            <p>{ counts }</p>
            { for lost }
            <ul class="projects">{ for rows }</ul>
            <p class="quiet small">{ i18n.t("import-hint") }</p>
            <div class="form-actions">
                <button type="button" class="btn" onclick={wants(act, Intent::CloseDialog)} data-testid="import-cancel">{ i18n.t("cancel") }</button>
                <button type="button" class="btn primary" onclick={keeps(act, Keep::AcceptImport)} data-testid="import-accept">{ i18n.t("import-accept") }</button>
            </div>
        </div>
    }
}
