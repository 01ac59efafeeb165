//! The files of a pack, wherever they came from: a folder, an archive, or the web.

use super::PackError;
use super::limits::{MAX_FILE_BYTES, MAX_TEXT_BYTES};
use super::toml_table::Source;
use crate::base::{SourceFile, Text};
use crate::text;
use alloc::{borrow::ToOwned, string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// One file of a pack, which need not be text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackFile {
    /// Path within the pack, with `/`: `matmul/start/matmul.s`.
    pub name: String,
    /// What is in it.
    #[serde(with = "serde_bytes")]
    pub bytes: Vec<u8>,
}

/// A named file: what the readers of packs and submissions take.
pub trait Named {
    /// Its path.
    fn name(&self) -> &str;
    /// What is in it.
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

/// All files of a pack, for look-up.
pub struct Files<'a>(Vec<(&'a str, &'a [u8])>);

impl<'a> Files<'a> {
    pub fn new<F: Named>(files: &'a [F]) -> Self {
        Self(files.iter().map(|f| (f.name(), f.bytes())).collect())
    }

    /// True if some file's path begins so.
    pub fn any_begins(&self, prefix: &str) -> bool {
        self.0.iter().any(|(name, _)| name.starts_with(prefix))
    }

    /// What is in the file of that path.
    pub fn bytes(&self, name: &str) -> Result<&'a [u8], PackError> {
        let found = self.0.iter().find(|(n, _)| *n == name).map(|(_, bytes)| *bytes);
        let missing = || text!("this file is missing from the pack", "このファイルが課題集にありません");
        let bytes = found.ok_or_else(|| file_error(name, missing()))?;
        limit(name, bytes, MAX_FILE_BYTES)?;
        Ok(bytes)
    }

    /// The text of that path.
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
        // Editors of one system begin a file with a mark that is no part of the text.
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
            "ファイルが大きすぎます: {n} バイトです ({most} バイトまで)"
        ),
    ))
}
