//! A hand-in file of this kind of exercises. Only its maps and its method count; the rest are claims.

use super::MoptGrade;
use super::read::Exercise;
use super::work::{MoptMethod, MoptWork};
use alloc::{string::String, vec::Vec};
use mcore_base::packs::{Claim, Header, checked, parsed};
use mcore_base::{SourceFile, Text};
use serde::{Deserialize, Serialize};

/// A hand-in file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoptSubmission {
    /// The pack and the exercise.
    #[serde(flatten)]
    pub header: Header,
    /// The maps, named by the number of their case: `1.map`.
    #[serde(default)]
    pub maps: Vec<SourceFile>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<MoptMethod>,
    /// The page's verdicts on the cases.
    #[serde(default)]
    pub claims: Vec<Claim>,
    /// Points according to the page.
    #[serde(default)]
    pub points: Option<u32>,
}

impl MoptSubmission {
    /// A hand-in file for an exercise.
    pub fn new(exercise: &Exercise, digest: &str, tool: &str, work: &MoptWork) -> Self {
        Self {
            header: Header::new(&exercise.id, &exercise.pack_version, digest, tool),
            maps: work.maps().to_vec(),
            method: work.method().cloned(),
            claims: Vec::new(),
            points: None,
        }
    }

    /// The same with the results of a grading as claims.
    #[must_use]
    pub fn claiming(mut self, grade: &MoptGrade) -> Self {
        self.points = Some(grade.points);
        self.claims = grade.claims();
        self
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
        Ok(found)
    }

    /// The part of it that counts. The error gives the reason.
    pub fn work(self) -> Result<MoptWork, Text> {
        MoptWork::new(self.maps, self.method)
    }
}
