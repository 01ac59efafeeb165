//! A hand-in file of this kind of exercises. Only its script counts; the rest are claims.

use super::read::Exercise;
use crate::model::script::MAX_SCRIPT;
use alloc::{borrow::ToOwned, string::String, vec::Vec};
use mcore_base::Text;
use mcore_base::packs::{Claim, Grade, Header, Named, checked, cut, parsed};
use mcore_base::text;
use serde::{Deserialize, Serialize};

/// A hand-in file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TcaSubmission {
    /// The pack and the exercise.
    #[serde(flatten)]
    pub header: Header,
    pub script: String,
    /// The page's verdicts on the cases.
    #[serde(default)]
    pub claims: Vec<Claim>,
    /// Points according to the page.
    #[serde(default)]
    pub points: Option<u32>,
}

impl TcaSubmission {
    /// A hand-in file for an exercise, with the results of a grading as claims.
    pub fn new(exercise: &Exercise, digest: &str, tool: &str, script: &str, grade: &Grade) -> Self {
        Self {
            header: Header::new(&exercise.id, &exercise.pack_version, digest, tool),
            script: script.to_owned(),
            claims: grade.claims(),
            points: Some(grade.points),
        }
    }

    /// The file's text.
    pub fn to_json(&self) -> String {
        // Only strings and numbers: this cannot fail.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// Reads a hand-in file. The error gives the reason.
    pub fn read(bytes: &[u8]) -> Result<Self, Text> {
        let found: Self = parsed(bytes)?;
        checked(&found.header.kind, found.header.format)?;
        let length = found.script.len();
        if length > MAX_SCRIPT {
            return Err(too_long(length));
        }
        Ok(found)
    }
}

fn too_long(length: usize) -> Text {
    text!(
        "the script has {length} bytes, at most {MAX_SCRIPT}",
        "スクリプトが {length} バイトあります（{MAX_SCRIPT} バイトまで）"
    )
}

/// The script in loose files: there must be one. The error gives the reason.
pub fn script_of<F: Named>(files: &[F]) -> Result<String, Text> {
    let [file] = files else {
        let n = files.len();
        return Err(match n {
            0 => text!("there is no script in it", "スクリプトが入っていません"),
            _ => text!("there are {n} scripts; one is wanted", "スクリプトが {n} 個あります。1 つにしてください"),
        });
    };
    let name = cut(file.name().rsplit('/').next().unwrap_or_default());
    let length = file.bytes().len();
    if length > MAX_SCRIPT {
        return Err(too_long(length));
    }
    let text = core::str::from_utf8(file.bytes())
        .map_err(|_| text!("`{name}` is not UTF-8 text", "`{name}` は UTF-8 のテキストではありません"))?;
    Ok(text.trim_start_matches('\u{feff}').to_owned())
}
