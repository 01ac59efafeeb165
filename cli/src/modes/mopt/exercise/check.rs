//! The check of an exercise: its solutions pass everything, ranks in order do not.

use super::grade::{judged, references};
use crate::failure::Failure;
use crate::kind::Findings;
use crate::kind::measured::{Checking, Work};
use mcore::base::{SourceFile, Text};
use mcore::modes::mopt::exercise::{Exercise, HandIn, MoptMethod, MoptSubmission, MoptWork};
use mcore::modes::mopt::model::read::write_map;
use mcore::packs::{Edition, PackFile};
use mcore::text;
use std::sync::Arc;

/// Checks an exercise.
pub fn exercise(
    folder: &str,
    exercise: Exercise,
    findings: &mut Findings<'_>,
    edition: Edition,
) -> Result<(), Failure> {
    findings.texts(folder, &exercise.texts.statement);
    // There are no start files.
    findings.translations(folder, &[]);
    let references = match references(&exercise, &|| false) {
        Ok(references) => references,
        Err(why) => {
            findings.error(&format!("{folder}/exercise.toml"), &why);
            return Ok(());
        }
    };
    let exercise = Arc::new(exercise);
    let judge = |work: Work<'_>| {
        let work = match work {
            Work::Files(files) => work_of(files)?,
            Work::Nothing => in_order(&exercise)?,
        };
        Ok(judged(&exercise, work, &references, &|| false))
    };
    let cases: Vec<(Text, u32)> = exercise.cases.iter().map(|case| (case.name.clone(), case.max_points())).collect();
    let passes = text!(
        "ranks in order pass already: there is nothing to do",
        "番号順のままで合格します。これでは課題になりません"
    );
    Checking { folder, findings, judge: &judge }.run(edition, &cases, "xyz", &passes)
}

/// The work in the files of a solution.
fn work_of(files: &[PackFile]) -> Result<MoptWork, Text> {
    match files {
        [file] if file.name.ends_with(".mcsub") => MoptSubmission::read(&file.bytes)?.work(),
        _ => MoptWork::of_files(files),
    }
}

/// Ranks in order, as a map for each case or as a method.
fn in_order(exercise: &Exercise) -> Result<MoptWork, Text> {
    if exercise.hand_in == HandIn::Method {
        let method = MoptMethod { method: "xyz".into(), starts: 1, then: "first".into(), refine: 0, seed: 1 };
        return MoptWork::new(Vec::new(), Some(method));
    }
    let map = |(number, case): (usize, &mcore::modes::mopt::exercise::Case)| {
        let text = write_map(&(0..case.ranks).collect::<Vec<_>>(), &exercise.network);
        SourceFile { name: format!("{}.map", number + 1), text }
    };
    MoptWork::new(exercise.cases.iter().enumerate().map(map).collect(), None)
}
