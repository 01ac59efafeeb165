//! A stored project: the work on an exercise, a changed example, or a program of the user's own.

use super::{SCRATCH, Work};
/// Most files of a project: a link can carry each of them.
pub use crate::modes::chip::share::MAX_FILES;
use mcore::base::SourceFile;
use mcore::modes::chip::session::MachineOptions;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Days for which a deleted project can be restored.
pub const KEPT_DAYS: u64 = 30;
/// Maximum number of characters in the name of a project or file.
pub const LONGEST_NAME: usize = 64;

const DAY: u64 = 24 * 60 * 60 * 1000;

/// A stored project. Times are milliseconds since 1970.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Project {
    /// `class/matmul` for the work on an exercise, `example/ring` for an example, [`SCRATCH`], or a generated one.
    pub id: String,
    /// The name given by the user; empty for the work on an exercise.
    #[serde(default)]
    pub name: String,
    /// The exercise whose machine runs it and whose checks judge it.
    #[serde(default)]
    pub exercise: Option<String>,
    /// The version of the pack for which it was written, if it is the work on an exercise; older editions did not
    /// record it.
    #[serde(default)]
    pub pack_version: Option<String>,
    /// The editable files, in the order of their tabs.
    pub files: Vec<SourceFile>,
    /// The machine; if there is an exercise, its machine is used instead.
    #[serde(default)]
    pub machine: MachineOptions,
    /// Time of creation.
    #[serde(default)]
    pub created: u64,
    /// Time of the last change.
    #[serde(default)]
    pub changed: u64,
    /// Counts how often it was stored; 0 is not stored yet. A writer must give the stored number.
    #[serde(default)]
    pub revision: u64,
    /// Time of deletion.
    #[serde(default)]
    pub deleted: Option<u64>,
}

/// How a project that was written while its page was left relates to the database ([`Project::against`]).
#[derive(Debug, PartialEq)]
pub enum Left {
    /// Nothing of it would be lost.
    Stored,
    /// The state to store now.
    Newer(Project),
    /// The database has another program, stored by another tab since: both are to be kept.
    Apart(Project),
}

impl Project {
    /// Converts work of older editions.
    pub fn from_work(id: &str, work: Work, machine: MachineOptions, now: u64) -> Self {
        Self {
            id: id.to_owned(),
            exercise: (id != SCRATCH).then(|| id.to_owned()),
            files: work.files,
            machine,
            created: now,
            changed: now,
            ..Self::default()
        }
    }

    /// True for the same program with the same settings: if one of the two were lost, nothing would be.
    pub fn says_the_same(&self, other: &Self) -> bool {
        self.files == other.files
            && self.name == other.name
            && self.machine == other.machine
            && self.exercise == other.exercise
    }

    /// Compares this project, which was written when its page was left, with the database's record of it.
    pub fn against(self, stored: Option<&Self>) -> Left {
        let Some(stored) = stored else { return Left::Newer(self) };
        match (self.says_the_same(stored), self.deleted.is_some(), stored.deleted.is_some()) {
            (true, here, there) if here == there => Left::Stored,
            _ if self.revision == stored.revision => Left::Newer(self),
            // The program is not in danger. Restored wins over deleted, because a deletion can be repeated.
            (true, true, _) => Left::Stored,
            (true, false, _) => Left::Newer(Self { revision: stored.revision, ..self }),
            (false, ..) => Left::Apart(self),
        }
    }

    /// The version of the pack for which it was written, if that is not `version` and there is work that could be lost.
    pub fn is_of_another(&self, version: &str) -> Option<&str> {
        let of_exercise = self.exercise.is_some() && !self.is_own() && !self.files.is_empty();
        self.pack_version.as_deref().filter(|v| of_exercise && *v != version)
    }

    /// True for projects in the list of the user's own.
    pub fn is_own(&self) -> bool {
        self.exercise.as_deref() != Some(self.id.as_str())
    }

    /// True if it was deleted so long ago that it is removed permanently.
    pub fn is_forgotten(&self, now: u64) -> bool {
        self.deleted.is_some_and(|at| now.saturating_sub(at) > KEPT_DAYS * DAY)
    }
}

/// All stored projects by ID.
pub type Projects = BTreeMap<String, Rc<Project>>;

/// A name that is not in `taken`: the wanted one, or with a number appended.
pub fn free_name<'a>(wanted: &str, taken: impl Iterator<Item = &'a str> + Clone) -> String {
    let wanted: String = wanted.trim().chars().take(LONGEST_NAME).collect();
    if !taken.clone().any(|t| t == wanted) {
        return wanted;
    }
    // `main.s` becomes `main-2.s`, but `Ring` becomes `Ring 2`.
    let (stem, end) = match wanted.rsplit_once('.') {
        Some((stem, end)) if !stem.is_empty() && !end.contains(' ') => (format!("{stem}-"), format!(".{end}")),
        _ => (format!("{wanted} "), String::new()),
    };
    let number = (2..).find(|n| !taken.clone().any(|t| t == format!("{stem}{n}{end}")));
    format!("{stem}{}{end}", number.unwrap_or_default())
}

/// The error of a file name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadName {
    /// There is none.
    Empty,
    /// More than [`LONGEST_NAME`] characters.
    Long,
    /// Characters that `.include` or file systems do not accept.
    Characters,
    /// Another file has the same name.
    Taken,
}

/// Whether a file may have this name beside the existing ones.
pub fn check_name<'a>(name: &str, mut taken: impl Iterator<Item = &'a str>) -> Result<(), BadName> {
    if name.is_empty() {
        Err(BadName::Empty)
    } else if name.chars().count() > LONGEST_NAME {
        Err(BadName::Long)
    } else if name.starts_with('.') || name.chars().any(|c| c.is_control() || r#"/\:*?"<>|"#.contains(c) || c == ' ') {
        Err(BadName::Characters)
    } else if taken.any(|t| t == name) {
        Err(BadName::Taken)
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_free_name_is_the_wanted_one_or_has_a_number() {
        let taken = ["main.s", "main-2.s", "Ring", "Ring 2"];
        let free = |wanted| free_name(wanted, taken.into_iter());
        assert_eq!(free("other.s"), "other.s");
        assert_eq!(free("main.s"), "main-3.s");
        assert_eq!(free(" Ring "), "Ring 3");
    }

    #[test]
    fn names_of_files_are_checked() {
        let check = |name: &str| check_name(name, ["main.s"].into_iter());
        assert_eq!(check("part.s"), Ok(()));
        assert_eq!(check("並べ替え.s"), Ok(()));
        assert_eq!(check(""), Err(BadName::Empty));
        assert_eq!(check("main.s"), Err(BadName::Taken));
        assert_eq!(check(&"x".repeat(65)), Err(BadName::Long));
        for wrong in ["a/b.s", "..", "a b.s", "a\"b.s", ".hidden"] {
            assert_eq!(check(wrong), Err(BadName::Characters), "{wrong}");
        }
    }

    #[test]
    fn a_project_written_on_leaving_is_compared_with_its_record() {
        let stored = Project { id: "a".into(), name: "Ring".into(), revision: 4, ..Project::default() };
        let gone = Project { deleted: Some(9), ..stored.clone() };
        let renamed = Project { name: "Torus".into(), ..stored.clone() };
        let old = |project: &Project| Project { revision: 3, ..project.clone() };
        let cases = [
            (&stored, None, Left::Newer(stored.clone())),
            (&stored, Some(&stored), Left::Stored),
            (&old(&stored), Some(&stored), Left::Stored),
            (&renamed, Some(&stored), Left::Newer(renamed.clone())),
            (&old(&renamed), Some(&stored), Left::Apart(old(&renamed))),
            (&gone, Some(&stored), Left::Newer(gone.clone())),
            (&stored, Some(&gone), Left::Newer(stored.clone())),
            // The record got a new revision while the page was left.
            (&old(&stored), Some(&gone), Left::Newer(stored.clone())),
            (&old(&gone), Some(&stored), Left::Stored),
            (&old(&renamed), Some(&gone), Left::Apart(old(&renamed))),
        ];
        for (n, (left, record, expected)) in cases.into_iter().enumerate() {
            assert_eq!(left.clone().against(record), expected, "case {n}");
        }
    }

    #[test]
    fn a_project_of_a_later_edition_is_read_and_a_deleted_one_is_kept_for_a_month() {
        let text = r#"{"id":"a","files":[],"colour":"blue","revision":3,"deleted":1000}"#;
        let project: Project = serde_json::from_str(text).expect("unknown fields do not matter");
        assert_eq!(project.revision, 3);
        assert!(!project.is_forgotten(1000 + 30 * DAY));
        assert!(project.is_forgotten(1001 + 30 * DAY));
    }

    #[test]
    fn work_of_older_editions_becomes_a_project() {
        let work = Work { files: vec![SourceFile { name: "a.s".into(), text: "nop".into() }] };
        let old = Project::from_work("class/matmul", work.clone(), MachineOptions::default(), 5);
        assert_eq!(old.exercise.as_deref(), Some("class/matmul"));
        assert!(!old.is_own());
        assert!(Project::from_work(SCRATCH, work, MachineOptions::default(), 5).is_own());
    }
}
