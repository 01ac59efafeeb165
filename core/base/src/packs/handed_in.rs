//! Hand-in files (`*.mcsub`): the part that does not depend on the kind of exercise. Each kind reads the rest.

use super::limits::{MAX_SHOWN_NAME, MAX_SUBMISSION_BYTES};
use super::{Named, Pack};
use crate::Text;
use crate::text;
use alloc::{format, string::String, string::ToString, vec::Vec};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The required value of `kind` of a hand-in file.
pub const KIND: &str = "mcore-submission";

/// The pack and the exercise that a hand-in file is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Always [`KIND`].
    pub kind: String,
    /// Version of this format: 1.
    pub format: u32,
    /// Identifier of the pack.
    pub pack: String,
    /// Folder of the exercise in the pack.
    pub exercise: String,
    /// Version of the pack that the student used.
    pub version: String,
    /// Digest of the student's copy of the exercise, see [`digest`].
    #[serde(default)]
    pub digest: String,
    /// Version of the lab.
    #[serde(default)]
    pub tool: String,
}

impl Header {
    /// The header for an exercise; `id` is `pack/exercise`.
    pub fn new(id: &str, version: &str, digest: &str, tool: &str) -> Self {
        let (pack, exercise) = id.split_once('/').unwrap_or((id, ""));
        let own = [KIND, pack, exercise, version, digest, tool].map(String::from);
        let [kind, pack, exercise, version, digest, tool] = own;
        Self { kind, format: 1, pack, exercise, version, digest, tool }
    }

    /// Reads the header of a hand-in file. The error gives the reason.
    pub fn read(bytes: &[u8]) -> Result<Self, Text> {
        let header: Self = parsed(bytes)?;
        checked(&header.kind, header.format)?;
        Ok(header)
    }
}

/// The JSON of a hand-in file. The error gives the reason.
pub fn parsed<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Text> {
    let (n, most) = (bytes.len(), MAX_SUBMISSION_BYTES);
    if n > most {
        return Err(text!(
            "the file is too large: {n} bytes, at most {most}",
            "ファイルが大きすぎます: {n} バイトです（{most} バイトまで）"
        ));
    }
    let text = core::str::from_utf8(bytes)
        .map_err(|_| text!("the file is not UTF-8 text", "UTF-8 のテキストではありません"))?;
    serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(|e| {
        let why = e.to_string();
        text!("this is not a hand-in file: {why}", "提出ファイルとして読めません: {why}")
    })
}

/// Checks kind and version of the format.
pub fn checked(kind: &str, format: u32) -> Result<(), Text> {
    if kind != KIND || format != 1 {
        let kind = cut(kind);
        return Err(text!(
            "this is `{kind}` of format {format}, not a hand-in file of format 1",
            "形式 1 の提出ファイルではありません（`{kind}`、形式 {format}）"
        ));
    }
    Ok(())
}

/// Shortens a name from outside for a message, because it may have any length.
pub fn cut(name: &str) -> String {
    name.chars().take(MAX_SHOWN_NAME).map(|c| if c.is_control() { '?' } else { c }).collect()
}

/// A digest of a copy of an exercise in 32 hexadecimal digits: of `pack.toml` and of all files of the exercise except
/// those that only the lecturer has. Equal digests mean equal exercises.
pub fn digest<F: Named>(folder: &str, files: &[F]) -> String {
    use sha2::Digest as _;
    let inside = format!("{folder}/");
    let mut own: Vec<&F> = files
        .iter()
        .filter(|f| f.name() == "pack.toml" || f.name().strip_prefix(&inside).is_some_and(|n| !is_private(n)))
        .collect();
    own.sort_by(|a, b| a.name().cmp(b.name()));
    let mut hash = sha2::Sha256::new();
    for file in own {
        for part in [file.name().as_bytes(), file.bytes()] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
    }
    hex(&hash.finalize()[..16])
}

/// True for a file that only the lecturer has, by its path in the exercise's folder.
pub fn is_private(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    let (name, folders) = parts.split_last().map_or(("", &[][..]), |(name, folders)| (*name, folders));
    let solution = |part: &&str| part.eq_ignore_ascii_case("solution") || part.eq_ignore_ascii_case("solutions");
    folders.iter().any(solution)
        || name.starts_with("lecturer.")
        || name.ends_with('~')
        || parts.iter().any(|part| part.starts_with('.'))
}

/// The exercise that a hand-in file is for, if the pack has it. The error gives the reason.
pub fn exercise_of<'p>(pack: &'p Pack, handed_in: &Header) -> Result<&'p str, Text> {
    let (wanted, id) = (cut(&handed_in.pack), &pack.id);
    if handed_in.pack != *id {
        return Err(text!(
            "it is for the pack `{wanted}`, not for `{id}`",
            "課題集 `{id}` ではなく `{wanted}` の提出ファイルです"
        ));
    }
    let name = cut(&handed_in.exercise);
    pack.exercises
        .iter()
        .find(|e| **e == handed_in.exercise)
        .map(String::as_str)
        .ok_or_else(|| text!("the pack `{id}` has no exercise `{name}`", "課題集 `{id}` に課題 `{name}` はありません"))
}

/// The SHA-256 digest of some bytes in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    use sha2::Digest as _;
    hex(&sha2::Sha256::digest(bytes))
}

/// Bytes as lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// The bytes of hexadecimal digits; `None` if the text has other characters.
pub fn from_hex(digits: &str) -> Option<Vec<u8>> {
    let value = |b: u8| char::from(b).to_digit(16).map(|d| d as u8);
    let pairs = digits.as_bytes().chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return None;
    }
    pairs.map(|pair| Some(value(pair[0])? << 4 | value(pair[1])?)).collect()
}
