//! The files that a student has handed in.

use mcore::packs::{Header, PackFile};

/// A submission.
pub struct Found {
    /// The header of the hand-in file, if there is one.
    pub header: Option<Header>,
    /// The hand-in file alone, or loose files.
    pub files: Vec<PackFile>,
}

impl Found {
    /// The contents of the hand-in file, if there is one.
    pub fn handed_in(&self) -> Option<&[u8]> {
        self.header.as_ref().and(self.files.first()).map(|file| &file.bytes[..])
    }

    /// The loose files that matter. A single file may have any name; of several only those that are wanted, not a report
    /// beside them.
    pub fn loose(&self, is_wanted: fn(&str) -> bool) -> Vec<PackFile> {
        let alone = self.files.len() == 1;
        self.files.iter().filter(|file| alone || is_wanted(&file.name)).cloned().collect()
    }
}
