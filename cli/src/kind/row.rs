//! The results of a class, as JSON that `mcore grade merge` can read again.

use mcore::base::Text;
use mcore::packs::{Header, sha256};
use mcore::text;
use serde::{Deserialize, Serialize};

/// The results of a class, or of a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// Version of this format: 1.
    pub format: u32,
    pub pack: String,
    pub version: String,
    /// Digest of all files of the pack.
    pub pack_digest: String,
    /// Version of the command that graded.
    pub tool: String,
    /// The exercise given by `--exercise`.
    pub exercise: Option<String>,
    /// True if the rows hold the expected and found values of hidden and withheld cases.
    pub hidden_values: bool,
    /// The part of the class.
    pub shard: Shard,
    /// Submissions of the whole class.
    pub class: usize,
    /// Digest of the names of all submissions.
    pub names: String,
    /// Submissions of this part that are still to be graded.
    pub left: usize,
    /// One for each submission, by name.
    pub rows: Vec<Row>,
}

/// A part of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Its number, from 1.
    pub index: usize,
    /// The number of parts.
    pub of: usize,
}

/// The result of one submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// Its file name, or the path if there are several of that name.
    pub submission: String,
    /// Digest of the contents, if they could be read.
    pub digest: Option<String>,
    /// Folder of the exercise, if it is known.
    pub exercise: Option<String>,
    /// The kind of the exercise; none if it is the standard kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The level at which C is compiled in this exercise: `O0`, `O1` or `O2`; none if it takes assembly only.
    #[serde(default)]
    pub level: Option<String>,
    /// Why it could not be graded.
    pub error: Option<Text>,
    /// Every case passed.
    pub passed: bool,
    /// Points reached.
    pub points: u32,
    /// Maximum points; 0 if the exercise is not known.
    pub of: u32,
    /// The speed-up that the score counts, in hundredths.
    pub speedup_hundredths: Option<u64>,
    pub speedup_points: u32,
    /// Points for the hardest step.
    pub speedup_of: u32,
    /// The cases, in the order of the exercise.
    pub cases: Vec<CaseRow>,
    /// Remarks for the lecturer.
    pub notes: Vec<Text>,
}

/// The result of one case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseRow {
    pub name: Text,
    /// False for hidden and withheld ones.
    pub visible: bool,
    /// True if students see only its name.
    pub withheld: bool,
    /// False if the pack lacks the data to judge it.
    pub judged: bool,
    /// Every check passed.
    pub passed: bool,
    /// Points reached.
    pub points: u32,
    /// Points for passing.
    pub of: u32,
    /// Cycles of the run; 0 if it did not begin, or if they are withheld.
    pub cycles: u64,
    pub reference_cycles: Option<u64>,
    /// Speed-up in hundredths, if the result was right.
    pub speedup_hundredths: Option<u64>,
    /// Why the run did not begin.
    pub refused: Option<Text>,
    /// The checks and their results.
    pub checks: Vec<CheckRow>,
}

/// One check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckRow {
    /// Met or not; `None` if this pack does not reveal it.
    pub passed: Option<bool>,
    /// The expectation, and how far it was met.
    pub text: Text,
    /// On a failure: expected, found, where.
    pub detail: Option<Text>,
}

impl Sheet {
    /// A copy without the expected and found values of hidden and withheld cases, which can be forwarded to students.
    pub fn redacted(&self) -> Self {
        Self { hidden_values: false, rows: self.rows.iter().map(Row::redacted).collect(), ..self.clone() }
    }

    /// A digest of names, in their order.
    pub fn digest_of<'n>(names: impl Iterator<Item = &'n str>) -> String {
        digest_of_parts(names.map(str::as_bytes))
    }
}

/// A digest of byte strings, in hexadecimal digits; the boundaries between them count.
pub fn digest_of_parts<'p>(parts: impl Iterator<Item = &'p [u8]>) -> String {
    let mut all = Vec::new();
    for part in parts {
        all.extend((part.len() as u64).to_le_bytes());
        all.extend(part);
    }
    sha256(&all)
}

impl Row {
    /// The row of a submission that could not be graded, for an exercise that is not known.
    pub fn unknown(name: &str, folder: Option<&str>, why: Text) -> Self {
        Self {
            submission: name.to_owned(),
            digest: None,
            exercise: folder.map(str::to_owned),
            kind: None,
            level: None,
            error: Some(why),
            passed: false,
            points: 0,
            of: 0,
            speedup_hundredths: None,
            speedup_points: 0,
            speedup_of: 0,
            cases: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// A copy without the expected and found values of hidden and withheld cases.
    fn redacted(&self) -> Self {
        Self { cases: self.cases.iter().map(|c| c.redacted(self.error.as_ref())).collect(), ..self.clone() }
    }

    /// Adds contradictions between a hand-in file and the results found here. The grade does not depend on them. `differs` is true
    /// if the file claims other results.
    pub fn add_notes(&mut self, header: &Header, digests: &[String], version: &str, differs: bool) {
        if header.version != version {
            let worked: String = header.version.chars().take(40).collect();
            self.notes.push(text!(
                "worked on version {worked} of the pack, graded with {version}",
                "課題集の版 {worked} での作業を、版 {version} で採点しました"
            ));
        } else if !header.digest.is_empty() && !digests.contains(&header.digest) {
            self.notes.push(text!(
                "the student's copy of the exercise is another one",
                "学生の手元の課題は、この課題集のものと違います"
            ));
        }
        if differs {
            self.notes.push(text!(
                "the file claims other verdicts or cycles than were found",
                "ファイルに書かれた判定かサイクル数が、採点の結果と違います"
            ));
        }
    }

    /// True if it was graded and everything passed.
    pub fn has_passed(&self) -> bool {
        self.error.is_none() && self.passed
    }
}

impl CaseRow {
    /// A copy without the expected and found values, if the case is not visible. The cycles of a withheld case are
    /// removed too: a program can run for a number of cycles that reveals an input. `error` is the error of the whole
    /// submission.
    fn redacted(&self, error: Option<&Text>) -> Self {
        if self.visible {
            return self.clone();
        }
        let refused = self
            .refused
            .as_ref()
            .map(|why| if error == Some(why) { why.clone() } else { redacted_text(self.withheld) });
        let mut redacted = Self { checks: Vec::new(), refused, ..self.clone() };
        if self.withheld {
            (redacted.cycles, redacted.reference_cycles, redacted.speedup_hundredths) = (0, None, None);
        }
        redacted
    }

    /// The reason of a failure: why the run was refused, or the first check that was not met.
    pub fn why(&self) -> Option<Text> {
        if let Some(why) = &self.refused {
            return Some(why.clone());
        }
        if !self.visible && self.checks.is_empty() {
            return (self.judged && !self.passed).then(|| redacted_text(self.withheld));
        }
        let failed = self.checks.iter().find(|c| c.passed == Some(false))?;
        Some(match &failed.detail {
            Some(detail) => {
                Text::new(format!("{}. {}", failed.text.en, detail.en), format!("{}。{}", failed.text.ja, detail.ja))
            }
            None => failed.text.clone(),
        })
    }
}

/// Replaces a text that students may not see.
pub fn redacted_text(withheld: bool) -> Text {
    match withheld {
        true => text!(
            "this case is withheld: only whether it passes is told",
            "この case は採点用なので、合否だけを表示します"
        ),
        false => text!(
            "this case is hidden: only whether it passes is told",
            "この case は非公開なので、合否だけを表示します"
        ),
    }
}
