//! The kind of exercises in which a script of verbs is handed in.

mod grade;

use crate::failure::Failure;
use crate::kind::measured::{Checking, Work};
use crate::kind::{Comments, Findings, Found, PackSource};
use crate::kind::{Judge, Kind};
use mcore::base::Text;
use mcore::modes::tca::exercise::{Exercise, TCA_KIND, TcaSubmission, read_exercise, script_of};
use mcore::packs::{Edition, PackFile};
use mcore::text;
use std::sync::Arc;

/// Exercises with scripts.
pub struct Scripts;

/// Whether a file in a folder can be a script, by its name.
fn is_wanted(name: &str) -> bool {
    name.ends_with(".tca")
}

/// The script in a submission.
fn script_in(found: &Found) -> Result<(String, Option<TcaSubmission>), Text> {
    match found.handed_in() {
        Some(bytes) => {
            let claim = TcaSubmission::read(bytes)?;
            Ok((claim.script.clone(), Some(claim)))
        }
        None => Ok((script_of(&found.loose(is_wanted))?, None)),
    }
}

/// The script in the files of a solution.
fn solution(files: &[PackFile]) -> Result<String, Text> {
    match files {
        [file] if file.name.ends_with(".mcsub") => TcaSubmission::read(&file.bytes).map(|found| found.script),
        _ => script_of(files),
    }
}

/// Checks an exercise: its solutions pass everything, the script at the start does not.
fn check(folder: &str, exercise: Exercise, findings: &mut Findings<'_>, edition: Edition) -> Result<(), Failure> {
    findings.texts(folder, &exercise.texts.statement);
    findings.translations(folder, &[(exercise.start_file.clone(), Comments::C)]);
    let exercise = Arc::new(exercise);
    let judge = |work: Work<'_>| {
        let script = match work {
            Work::Files(files) => solution(files)?,
            Work::Nothing => exercise.start.en.clone(),
        };
        Ok(grade::judged(&exercise, script, &|| false))
    };
    let cases: Vec<(Text, u32)> = exercise.cases.iter().map(|case| (case.name.clone(), case.points)).collect();
    let passes = text!(
        "the script at the start passes already: there is nothing to do",
        "最初のスクリプトのままで合格します。これでは課題になりません"
    );
    Checking { folder, findings, judge: &judge }.run(edition, &cases, "start", &passes)
}

impl Kind for Scripts {
    fn name(&self) -> &'static str {
        TCA_KIND
    }

    fn page(&self) -> &'static str {
        "#/tca"
    }

    fn template(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("pack.toml", include_str!("template/pack.toml")),
            ("greeting/exercise.toml", include_str!("template/greeting/exercise.toml")),
            ("greeting/task.en.md", include_str!("template/greeting/task.en.md")),
            ("greeting/task.ja.md", include_str!("template/greeting/task.ja.md")),
            ("greeting/hints.en.md", include_str!("template/greeting/hints.en.md")),
            ("greeting/hints.ja.md", include_str!("template/greeting/hints.ja.md")),
            ("greeting/lecturer.en.md", include_str!("template/greeting/lecturer.en.md")),
            ("greeting/lecturer.ja.md", include_str!("template/greeting/lecturer.ja.md")),
            ("greeting/data/receiver.tca", include_str!("template/greeting/data/receiver.tca")),
            ("greeting/start/script.tca", include_str!("template/greeting/start/script.tca")),
            ("greeting/start.ja/script.tca", include_str!("template/greeting/start.ja/script.tca")),
            ("greeting/solution/script.tca", include_str!("template/greeting/solution/script.tca")),
        ]
    }

    fn is_wanted(&self, name: &str) -> bool {
        is_wanted(name)
    }

    fn judge(&self, folder: &str, source: &PackSource, _stopped: &dyn Fn() -> bool) -> Result<Box<dyn Judge>, Text> {
        grade::Scripts::new(folder, source).map(|judge| Box::new(judge) as Box<dyn Judge>)
    }

    fn check(
        &self,
        folder: &str,
        findings: &mut Findings<'_>,
        edition: Edition,
        _with_sizes: bool,
    ) -> Result<(), Failure> {
        match read_exercise(folder, &findings.source.files) {
            Ok(exercise) => check(folder, exercise, findings, edition),
            Err(error) => {
                findings.error("", &error.text());
                Ok(())
            }
        }
    }
}
