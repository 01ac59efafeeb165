//! Reads `pack.toml`.

use super::exercise::check_format;
use super::files::{Files, Named};
use super::limits::MAX_EXERCISES;
use super::toml_table::Field;
use super::{PackError, keys};
use crate::Text;
use crate::text;
use alloc::{borrow::ToOwned, string::String, vec::Vec};

/// The version of the pack format that this module reads.
pub const FORMAT: i64 = 1;

/// The audience of a pack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edition {
    /// The complete pack.
    #[default]
    Lecturer,
    /// Solutions and hidden answers have been removed.
    Student,
}

impl Edition {
    /// All editions with their names in a pack.
    pub const ALL: [(&'static str, Self); 2] = [("lecturer", Self::Lecturer), ("student", Self::Student)];
}

/// The content of `pack.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    /// Name, valid as a folder and in a web address.
    pub id: String,
    /// Version (semantic versioning).
    pub version: String,
    pub title: Text,
    pub authors: String,
    /// Licence (an SPDX expression).
    pub licence: String,
    /// Folders of the exercises, in the order in which they are offered.
    pub exercises: Vec<String>,
    /// The audience of this copy.
    pub edition: Edition,
}

/// Reads `pack.toml`.
pub fn read_pack<F: Named>(files: &[F]) -> Result<Pack, PackError> {
    pack_of(&Files::new(files))
}

/// Reads `pack.toml` among the files of a pack.
pub fn pack_of(files: &Files<'_>) -> Result<Pack, PackError> {
    files.text("pack.toml")?.read(keys::PACK, |table| {
        check_format(&table)?;
        let id = slug(&table.need("id")?)?.to_owned();
        let version = table.need("version")?;
        if let Err(why) = semver::Version::parse(version.string()?) {
            return Err(version.error(text!(
                "this is not a version like `1.2.0`: {why}",
                "`1.2.0` のような版番号になっていません: {why}"
            )));
        }
        let authors = table.need("authors")?.string()?.to_owned();
        let licence = table.need("licence")?.string()?.to_owned();
        let mut exercises: Vec<String> = Vec::new();
        for item in table.need("exercises")?.list(MAX_EXERCISES)? {
            let name = slug(&item)?;
            if exercises.iter().any(|e| e == name) {
                return Err(item.error(text!("`{name}` is listed twice", "`{name}` が二度書かれています")));
            }
            exercises.push(name.to_owned());
        }
        let title = table.need("title")?.bilingual()?;
        let edition = table.get("edition").map_or(Ok(Edition::default()), |f| f.one(&Edition::ALL))?;
        Ok(Pack { id, version: version.string()?.to_owned(), title, authors, licence, exercises, edition })
    })
}

/// A name that is safe as a folder and in a web address.
fn slug<'a>(field: &Field<'a>) -> Result<&'a str, PackError> {
    let s = field.string()?;
    let fine = s.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    if fine {
        return Ok(s);
    }
    Err(field.error(text!(
        "`{s}` is not possible as a name: only a to z, 0 to 9 and `-`",
        "`{s}` は名前に使えません。使えるのは a から z、0 から 9、`-` だけです"
    )))
}
