//! Exercise packs with any kind of exercises: `pack.toml`, the list of exercises, their texts and pictures, hand-in files,
//! strict reading of TOML for the kinds, and the verdicts of kinds that measure.
//!
//! Each kind of exercises is a part of a mode. `kind` in an `exercise.toml` names it; without that key it is [`STANDARD_KIND`].
//! Packs and hand-in files are not trusted: everything in them is checked, and an error names file, line and key.

mod error;
mod exercise;
mod files;
mod handed_in;
pub mod keys;
pub mod limits;
mod pack;
mod picture;
pub mod statement;
mod toml_table;
mod verdict;

pub use error::PackError;
pub use exercise::{STANDARD_KIND, Texts, check_format, is_of_kind, kind_of, split_hints, texts};
pub use exercise::{data_file, in_japanese, read_cases, read_listed};
pub use files::{Files, Named, PackFile, file_error};
pub use handed_in::{Header, KIND, cut, digest, exercise_of, from_hex, hex, is_private, sha256};
pub use handed_in::{checked, parsed};
pub use limits::{MAX_FILE_BYTES, MAX_PICTURE_BYTES, MAX_SUBMISSION_BYTES, MAX_TEXT_BYTES};
pub use pack::{Edition, FORMAT, Pack, pack_of, read_pack};
pub use picture::{Picture, picture, pictures};
pub use toml_table::{Field, Source, Table};
pub use verdict::{CaseVerdict, Check, Claim, Grade, share};
