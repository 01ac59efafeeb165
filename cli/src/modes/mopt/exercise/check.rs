//! The check of an exercise: its solutions pass everything, ranks in order do not.

use super::grade::{judged, line, references};
use crate::failure::Failure;
use crate::output;
use crate::pack::Findings;
use mcore::base::{SourceFile, Text, counted};
use mcore::modes::mopt::exercise::{
    Exercise, HandIn, MoptCaseVerdict, MoptGrade, MoptMethod, MoptSubmission, MoptWork, References,
};
use mcore::modes::mopt::model::read::write_map;
use mcore::packs::{Edition, PackFile};
use mcore::text;
use std::sync::Arc;
use std::time::Instant;

/// Checks an exercise.
pub fn exercise(
    folder: &str,
    exercise: Exercise,
    findings: &mut Findings<'_>,
    edition: Edition,
) -> Result<(), Failure> {
    findings.texts(folder, &exercise.texts.statement);
    let references = match references(&exercise, &|| false) {
        Ok(references) => references,
        Err(why) => {
            findings.error(&format!("{folder}/exercise.toml"), &why);
            return Ok(());
        }
    };
    let exercise = Arc::new(exercise);
    let solutions = findings.solutions(folder);
    if solutions.is_empty() && edition == Edition::Lecturer {
        findings.no_solution(folder);
    }
    let mut best: Vec<Vec<u32>> = Vec::new();
    for (name, files) in solutions {
        let Some(grade) = grade(folder, &name, &exercise, &references, work_of(&files), findings)? else { continue };
        for case in grade.cases.iter().filter(|case| !case.passed) {
            findings.error(&name, &failed(case));
        }
        best.push(grade.cases.iter().map(|case| case.points).collect());
    }
    if edition == Edition::Lecturer && !best.is_empty() {
        for (at, case) in exercise.cases.iter().enumerate() {
            let most = best.iter().filter_map(|points| points.get(at)).max().copied().unwrap_or(0);
            let of = case.max_points();
            if most < of {
                let Text { en, ja } = &case.name;
                findings.error(
                    &format!("{folder}/exercise.toml"),
                    &text!(
                        "case `{en}`: no solution gets all points; the best one has {most} of {of}",
                        "case `{ja}`: すべての点を取る解答例がありません。最高は {of} 点中 {most} 点です"
                    ),
                );
            }
        }
    }
    let place = format!("{folder}: xyz");
    let in_order = grade(folder, &place, &exercise, &references, in_order(&exercise), findings)?;
    if in_order.is_some_and(|grade| grade.passed) {
        findings.error(
            folder,
            &text!(
                "ranks in order pass already: there is nothing to do",
                "番号順のままで合格します。これでは課題になりません"
            ),
        );
    }
    Ok(())
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

/// Grades and prints a line for each case.
fn grade(
    folder: &str,
    name: &str,
    exercise: &Arc<Exercise>,
    references: &References,
    work: Result<MoptWork, Text>,
    findings: &mut Findings<'_>,
) -> Result<Option<MoptGrade>, Failure> {
    let work = match work {
        Ok(work) => work,
        Err(why) => {
            findings.error(name, &why);
            return Ok(None);
        }
    };
    let started = Instant::now();
    let Some(grade) = judged(exercise, work, references, &|| false) else { return Ok(None) };
    let (points, of, seconds) = (grade.points, grade.of, started.elapsed().as_secs_f64());
    let of_en = counted(u64::from(of), "point", "points");
    let report = findings.report;
    let total = report.say(&text!("{points} of {of_en}", "{of} 点中 {points} 点")).to_owned();
    let name = name.strip_prefix(&format!("{folder}: ")).unwrap_or(name);
    output::line(&format!("{folder}: {name}: {total}, {seconds:.2} s"))?;
    for case in &grade.cases {
        let word = match (case.judged, case.passed) {
            (false, _) => text!("not judged", "判定なし"),
            (_, true) => text!("pass", "合格"),
            _ => text!("fail", "不合格"),
        };
        output::line(&format!("  {}  {}", report.say(&word), report.say(&case.name)))?;
        for check in &case.checks {
            output::line(&format!("    {}", report.say(&line(check))))?;
        }
    }
    Ok(Some(grade))
}

/// The reason why a case failed that must pass.
fn failed(case: &MoptCaseVerdict) -> Text {
    let check = || case.checks.iter().find(|check| !check.passed).map(line);
    let (name, why) = (&case.name, case.refused.clone().or_else(check).unwrap_or_default());
    Text::new(format!("case `{}` fails: {}", name.en, why.en), format!("case `{}` が不合格です: {}", name.ja, why.ja))
}
