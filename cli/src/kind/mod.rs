//! Kinds of exercises. A mode with exercises implements these traits; grading and the verbs of packs know nothing else of it.

mod findings;
mod found;
mod links;
pub mod measured;
mod row;
mod source;
mod translation;

pub use findings::Findings;
pub use found::Found;
pub use row::{CaseRow, CheckRow, Row, Shard, Sheet, digest_of_parts, redacted_text};
pub use source::PackSource;
pub use translation::Comments;

use crate::failure::Failure;
use mcore::base::Text;
use mcore::packs::{Edition, PackError, PackFile, kind_of};

/// A kind of exercises.
pub trait Kind: Sync {
    /// Its name in an `exercise.toml`.
    fn name(&self) -> &'static str;

    /// The end of the address of the page for its exercises.
    fn page(&self) -> &'static str {
        ""
    }

    /// The files of a new pack: paths and texts.
    fn template(&self) -> &'static [(&'static str, &'static str)];

    /// Whether a file in a folder that is handed in matters, by its name.
    fn is_wanted(&self, name: &str) -> bool;

    /// The judge of the exercise in a folder of a pack. It stops soon once `stopped` is true.
    fn judge(&self, folder: &str, source: &PackSource, stopped: &dyn Fn() -> bool) -> Result<Box<dyn Judge>, Text>;

    /// Checks the exercise in a folder of a pack: its solutions must pass everything, doing nothing must not.
    fn check(
        &self,
        folder: &str,
        findings: &mut Findings<'_>,
        edition: Edition,
        with_sizes: bool,
    ) -> Result<(), Failure>;
}

/// An exercise that is ready to judge the submissions of a class.
pub trait Judge: Send + Sync {
    /// The row of a submission that could not be graded.
    fn failed(&self, name: &str, why: Text) -> Row;

    /// The row of a submission; none once `stopped` is true. `digests` are those that a student's copy of the exercise may have,
    /// `version` is that of the pack.
    fn row(
        &self,
        name: &str,
        found: &Found,
        digests: &[String],
        version: &str,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Row>, Text>;
}

/// All kinds of exercises. The first one is that of exercises that name none.
#[derive(Clone, Copy)]
pub struct Kinds(pub &'static [&'static dyn Kind]);

impl Kinds {
    /// The names of all kinds.
    fn names(self) -> Vec<&'static str> {
        self.0.iter().map(|kind| kind.name()).collect()
    }

    /// The kind with a name.
    pub fn named(self, name: &str) -> &'static dyn Kind {
        self.0.iter().find(|kind| kind.name() == name).copied().unwrap_or(self.0[0])
    }

    /// The end of the address of the page that offers the exercises of a pack: the first page, if it has any for it.
    pub fn page(self, exercises: &[String], files: &[PackFile]) -> &'static str {
        let mut pages =
            exercises.iter().filter_map(|folder| Some(self.of(folder, files).ok()?.page())).collect::<Vec<_>>();
        // Stable: the first page has the empty address.
        pages.sort_by_key(|page| !page.is_empty());
        pages.first().copied().unwrap_or_default()
    }

    /// The kind of the exercise in a folder of a pack.
    pub fn of(self, folder: &str, files: &[PackFile]) -> Result<&'static dyn Kind, PackError> {
        Ok(self.named(kind_of(folder, files, &self.names())?))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_kind_has_a_students_edition() {
        assert_eq!(crate::modes::KINDS.names(), mcore_edition::kinds());
    }
}
