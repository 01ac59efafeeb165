//! The dialogs about stored work: projects, files, versions, links, examples.

mod edit_lock;
mod files;
mod gallery;
mod history;
mod notice;
mod projects;
mod share;

pub use edit_lock::EditLockNotice;
pub use files::{Files, FilesProps};
pub use gallery::{Examples, ExamplesProps};
pub use history::{History, HistoryProps};
pub use notice::{undo, words};
pub use projects::{ProjectList, ProjectListProps};
pub use share::{ShareForm, ShareFormProps};

use crate::i18n::I18n;
use crate::modes::chip::store::project::Project;
use crate::modes::chip::store::{Intent, Keep, SCRATCH, Workspace};
use yew::prelude::*;

/// Emits a request about stored work.
fn keeps<E>(act: &Callback<Intent>, request: Keep) -> Callback<E> {
    super::wants(act, Intent::Keep(request))
}

/// The name of a project for the user.
fn project_name(project: &Project, i18n: &I18n) -> String {
    match &project.exercise {
        _ if !project.name.is_empty() => project.name.clone(),
        Some(exercise) => exercise.clone(),
        None if project.id == SCRATCH => i18n.t("scratch").to_string(),
        None => project.id.clone(),
    }
}

/// The name of the open work.
pub fn work_name(work: &Workspace, i18n: &I18n) -> String {
    match (&work.exercise, &work.executable) {
        _ if !work.name.is_empty() => work.name.clone(),
        (Some(exercise), _) => i18n.text(&exercise.title).to_owned(),
        (None, Some(program)) => i18n.tf("elf-program", &[("name", &program.name)]).to_string(),
        (None, None) => i18n.t("scratch").to_string(),
    }
}
