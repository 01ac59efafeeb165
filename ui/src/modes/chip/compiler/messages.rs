//! The messages to and from the compiler's program.
//!
//! A module of their own, so that the code that writes and reads them is in the part of the page's program that is loaded
//! later (`www/dist/rest.mjs`).

use mcore::base::SourceFile;
use mcore::modes::chip::session::{CompilerOptions, DiagnosticView, Rules};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A message as bytes, which the browser copies. The compiler's program is fetched, and small: it reads and writes bytes with
/// less code than objects.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Packed(#[serde(with = "serde_bytes")] pub Vec<u8>);

impl Packed {
    /// Packs a message. Never inlined, like [`Packed::open`], so that the code is where this module is.
    #[inline(never)]
    pub fn of<T: Serialize>(message: &T) -> Self {
        // It fails for lists of unknown length only, which no message has. The other side refuses an empty message.
        Self(postcard::to_allocvec(message).unwrap_or_default())
    }

    /// The message; `None` if it is not one of this type.
    #[inline(never)]
    pub fn open<T: DeserializeOwned>(&self) -> Option<T> {
        postcard::from_bytes(&self.0).ok()
    }
}

/// A compilation for the session: the texts as in [`Sources`](mcore::modes::chip::session::Sources).
#[derive(Debug, Serialize, Deserialize)]
pub struct Job {
    /// The texts to translate.
    pub units: Vec<SourceFile>,
    /// The texts that they can include.
    pub others: Vec<SourceFile>,
    /// The settings.
    pub options: CompilerOptions,
    /// The rules of the exercise, if there is one.
    pub rules: Option<Rules>,
}

/// A search for errors in the texts of a project.
#[derive(Debug, Serialize, Deserialize)]
pub struct Check {
    /// The number that its answer has.
    pub number: u32,
    /// The files of the project.
    pub files: Vec<SourceFile>,
    /// The settings.
    pub options: CompilerOptions,
    /// The rules of the exercise, if there is one.
    pub rules: Option<Rules>,
}

/// The answer to a [`Check`].
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The number of the check.
    pub number: u32,
    /// The findings in texts of C.
    pub findings: Vec<DiagnosticView>,
}
