//! The files of a pack from any source: a folder, an archive, or the web.

use super::PackError;
use super::limits::{MAX_FILE_BYTES, MAX_TEXT_BYTES};
use super::toml_table::Source;
use crate::text;
use crate::{SourceFile, Text};
use alloc::{borrow::ToOwned, string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// A file of a pack; it need not be text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackFile {
    /// Path within the pack, with `/`: `matmul/start/matmul.s`.
    pub name: String,
    /// Its content.
    #[serde(with = "serde_bytes")]
    pub bytes: Vec<u8>,
}

/// A named file, as the readers of packs and submissions take it.
pub trait Named {
    /// Its path.
    fn name(&self) -> &str;
    /// Its content.
    fn bytes(&self) -> &[u8];
}

impl Named for PackFile {
    fn name(&self) -> &str {
        &self.name
    }
    fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl Named for SourceFile {
    fn name(&self) -> &str {
        &self.name
    }
    fn bytes(&self) -> &[u8] {
        self.text.as_bytes()
    }
}

impl From<SourceFile> for PackFile {
    fn from(file: SourceFile) -> Self {
        Self { name: file.name, bytes: file.text.into_bytes() }
    }
}

/// An error about a file as a whole.
pub fn file_error(name: &str, message: Text) -> PackError {
    PackError { file: name.to_owned(), line: None, key: String::new(), message }
}

/// All files of a pack, for look-up by name.
pub struct Files<'a>(Vec<(&'a str, &'a [u8])>);

impl<'a> Files<'a> {
    /// The files of a pack.
    pub fn new<F: Named>(files: &'a [F]) -> Self {
        Self(files.iter().map(|f| (f.name(), f.bytes())).collect())
    }

    /// True if a file's path starts with `prefix`.
    pub fn any_begins(&self, prefix: &str) -> bool {
        self.0.iter().any(|(name, _)| name.starts_with(prefix))
    }

    /// True if there is a file with this path.
    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(n, _)| *n == name)
    }

    /// The content of the file with this path.
    pub fn bytes(&self, name: &str) -> Result<&'a [u8], PackError> {
        let found = self.0.iter().find(|(n, _)| *n == name).map(|(_, bytes)| *bytes);
        let missing = || text!("this file is missing from the pack", "このファイルが課題集にありません");
        let bytes = found.ok_or_else(|| file_error(name, missing()))?;
        limit(name, bytes, MAX_FILE_BYTES)?;
        Ok(bytes)
    }

    /// The text of the file with this path.
    pub fn text<'n>(&self, name: &'n str) -> Result<Source<'n>, PackError>
    where
        'a: 'n,
    {
        let bytes = self.bytes(name)?;
        limit(name, bytes, MAX_TEXT_BYTES)?;
        let text = core::str::from_utf8(bytes).map_err(|e| {
            let line = bytes[..e.valid_up_to()].iter().filter(|b| **b == b'\n').count() as u32 + 1;
            let message = text!(
                "this file is not UTF-8 text: save it in the encoding UTF-8",
                "UTF-8 のテキストではありません。文字コードを UTF-8 にして保存してください"
            );
            PackError { line: Some(line), ..file_error(name, message) }
        })?;
        // Some editors start a file with a byte order mark, which is no part of the text.
        Ok(Source { name, text: text.strip_prefix('\u{feff}').unwrap_or(text) })
    }
}

fn limit(name: &str, bytes: &[u8], most: usize) -> Result<(), PackError> {
    let n = bytes.len();
    if n <= most {
        return Ok(());
    }
    Err(file_error(
        name,
        text!(
            "this file is too long: {n} bytes, at most {most}",
            "ファイルが大きすぎます: {n} バイトです（{most} バイトまで）"
        ),
    ))
}
