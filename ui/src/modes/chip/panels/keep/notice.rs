//! The text of messages about stored work.

use crate::fmt::grouped;
use crate::i18n::I18n;
use crate::modes::chip::store::imported::Unreadable;
use crate::modes::chip::store::{Intent, Keep, KeptNotice};
use crate::shell::share::fault_words;

/// The text of the message.
pub fn words(notice: &KeptNotice, i18n: &I18n) -> String {
    let number = |n: usize| grouped(n as u64);
    let text = match notice {
        KeptNotice::Deleted(_, name) => i18n.tf("project-deleted", &[("name", name)]),
        KeptNotice::FileRemoved(name) => i18n.tf("file-removed", &[("name", name)]),
        KeptNotice::Restored => i18n.t("history-restored"),
        KeptNotice::NotKept(why) => i18n.tf("not-kept", &[("why", why)]),
        KeptNotice::FromLink => i18n.t("link-opened"),
        KeptNotice::PartOfLink(fault) => i18n.tf("link-part", &[("why", &i18n.t(fault_words(*fault)))]),
        KeptNotice::BadLink(fault) => i18n.tf("link-bad", &[("why", &i18n.t(fault_words(*fault)))]),
        KeptNotice::BadFile(Unreadable::Foreign) => i18n.t("file-foreign"),
        KeptNotice::BadFile(Unreadable::Later) => i18n.t("file-later"),
        KeptNotice::BadFile(Unreadable::Destroyed) => i18n.t("file-destroyed"),
        KeptNotice::Imported(count) => i18n.tf("import-done", &[("n", &number(*count))]),
        KeptNotice::Copied(name) => i18n.tf("project-copied", &[("name", name)]),
        KeptNotice::Damaged(count) => i18n.tf("store-damaged", &[("n", &number(*count))]),
        KeptNotice::Failed(message) => i18n.tf("failed", &[("message", message)]),
    };
    text.to_string()
}

/// The intent of the button in the message, and its label; `None` if it has none.
pub fn undo(notice: &KeptNotice) -> Option<(Intent, &'static str)> {
    match notice {
        KeptNotice::Deleted(id, _) => Some((Intent::Keep(Keep::RestoreProject(id.clone())), "undo")),
        KeptNotice::FileRemoved(_) | KeptNotice::Restored => Some((Intent::UndoReset, "undo")),
        KeptNotice::NotKept(_) => Some((Intent::Keep(Keep::Export), "export")),
        KeptNotice::Damaged(_) => Some((Intent::Keep(Keep::SaveDamaged), "store-damaged-save")),
        _ => None,
    }
}
