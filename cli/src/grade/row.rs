//! The results of a class, as they are written to JSON and read again by `mcore grade merge`.

use mcore::base::Text;
use mcore::exercise::{CaseVerdict, Exercise, Grade, Pack, Submission, Visibility};
use mcore::text;
use serde::{Deserialize, Serialize};

/// The results of a class, or of a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// Version of this format: 1.
    pub format: u32,
    /// The pack.
    pub pack: String,
    /// Its version.
    pub version: String,
    /// One for each submission, by name.
    pub rows: Vec<Row>,
}

/// The result of one submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// Its file name, or the path if there are several of that name.
    pub submission: String,
    /// Folder of the exercise, if it is known.
    pub exercise: Option<String>,
    /// Why it could not be graded.
    pub error: Option<Text>,
    /// Every case passed.
    pub passed: bool,
    /// Points reached.
    pub points: u32,
    /// Points for everything; 0 if it could not be graded.
    pub of: u32,
    /// The speed-up that the score counts, in hundredths.
    pub speedup_hundredths: Option<u64>,
    /// Points for it.
    pub speedup_points: u32,
    /// Points for the hardest step.
    pub speedup_of: u32,
    /// The cases, in the order of the exercise.
    pub cases: Vec<CaseRow>,
    /// What a lecturer may want to look at.
    pub notes: Vec<Text>,
}

/// The result of one case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseRow {
    /// Its name.
    pub name: Text,
    /// False for hidden and withheld ones.
    pub visible: bool,
    /// False if the pack does not hold what it needs.
    pub judged: bool,
    /// Every check passed.
    pub passed: bool,
    /// Points reached.
    pub points: u32,
    /// Points for passing.
    pub of: u32,
    /// Cycles of the run.
    pub cycles: u64,
    /// Cycles of the reference.
    pub reference_cycles: Option<u64>,
    /// Speed-up in hundredths, if the result was right.
    pub speedup_hundredths: Option<u64>,
    /// Why the run did not begin.
    pub refused: Option<Text>,
    /// What was checked.
    pub checks: Vec<CheckRow>,
}

/// One check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckRow {
    /// Met or not; nothing if this pack does not tell.
    pub passed: Option<bool>,
    /// What was expected, and how far it was met.
    pub text: Text,
    /// On a failure: expected, found, where.
    pub detail: Option<Text>,
}

impl Sheet {
    /// The results of submissions to a pack.
    pub fn new(pack: &Pack, rows: Vec<Row>) -> Self {
        Self { format: 1, pack: pack.id.clone(), version: pack.version.clone(), rows }
    }
}

impl Row {
    /// The row of a submission that could not be graded.
    pub fn failed(name: &str, exercise: Option<&str>, why: Text) -> Self {
        Self {
            submission: name.to_owned(),
            exercise: exercise.map(str::to_owned),
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

    /// The row of a grade.
    pub fn new(name: &str, folder: &str, grade: &Grade, exercise: &Exercise) -> Self {
        // What stops every case is told once, as the row's error.
        let error = match grade.cases.split_first() {
            Some((first, rest)) if rest.iter().all(|c| c.refused == first.refused || !c.judged) => {
                first.refused.clone()
            }
            _ => None,
        };
        Self {
            submission: name.to_owned(),
            exercise: Some(folder.to_owned()),
            error,
            passed: grade.passed,
            points: grade.points,
            of: grade.of,
            speedup_hundredths: grade.speedup_hundredths,
            speedup_points: grade.speedup_points,
            speedup_of: exercise.score.as_ref().map_or(0, mcore::exercise::Score::most),
            cases: grade.cases.iter().map(CaseRow::new).collect(),
            notes: Vec::new(),
        }
    }

    /// Adds what does not fit between the hand-in file and what was found here. The grade does not depend on it.
    #[must_use]
    pub fn with_notes(mut self, claim: Option<&Submission>, grade: &Grade, digests: &[String], version: &str) -> Self {
        let Some(claim) = claim else { return self };
        if claim.version != version {
            let worked: String = claim.version.chars().take(40).collect();
            self.notes.push(text!(
                "worked on version {worked} of the pack, graded with {version}",
                "課題集の版 {worked} での作業を、版 {version} で採点しました"
            ));
        } else if !claim.digest.is_empty() && !digests.contains(&claim.digest) {
            self.notes.push(text!(
                "the student's copy of the exercise is another one",
                "学生の手元の課題は、この課題集のものと違います"
            ));
        }
        let differs = claim.claims.iter().any(|c| {
            let same = |v: &&CaseVerdict| v.judged && v.name.en == c.case;
            grade.cases.iter().find(same).is_some_and(|v| (v.passed, v.cycles) != (c.passed, c.cycles))
        });
        if differs {
            self.notes.push(text!(
                "the file claims other verdicts or cycles than were found",
                "ファイルに書かれた判定かサイクル数が、採点の結果と違います"
            ));
        }
        self
    }

    /// True if it was graded and everything passed.
    pub fn has_passed(&self) -> bool {
        self.error.is_none() && self.passed
    }
}

impl CaseRow {
    fn new(verdict: &CaseVerdict) -> Self {
        let check = |c: &mcore::exercise::Check| CheckRow {
            passed: (!c.withheld).then_some(c.passed),
            text: c.text.clone(),
            detail: c.detail.clone(),
        };
        Self {
            name: verdict.name.clone(),
            visible: verdict.visibility == Visibility::Visible,
            judged: verdict.judged,
            passed: verdict.passed,
            points: verdict.points,
            of: verdict.of,
            cycles: verdict.cycles,
            reference_cycles: verdict.reference_cycles,
            speedup_hundredths: verdict.speedup_hundredths,
            refused: verdict.refused.clone(),
            checks: verdict.checks.iter().map(check).collect(),
        }
    }

    /// Why it failed: what refused the run, or the first check that was not met.
    pub fn why(&self) -> Option<Text> {
        if let Some(why) = &self.refused {
            return Some(why.clone());
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

/// A number of hundredths with its decimals.
pub fn decimals(hundredths: u64) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}
