//! The kind of exercises in which a map or a method is handed in.

mod check;
mod grade;

use crate::failure::Failure;
use crate::grade::Found;
use crate::kind::{Judge, Kind};
use crate::pack::{Findings, PackSource};
use mcore::base::Text;
use mcore::modes::mopt::exercise::{MOPT_KIND, MoptSubmission, MoptWork, read_exercise};
use mcore::packs::{Edition, PackError};
use toml::{Table, Value};

/// Exercises with maps.
pub struct Maps;

/// Whether a file in a folder can be a map or a method, by its name.
fn is_wanted(name: &str) -> bool {
    name.ends_with(".map") || name.ends_with(".json")
}

/// The work in a submission.
fn work_of(found: &Found) -> Result<(MoptWork, Option<MoptSubmission>), Text> {
    match found.handed_in() {
        Some(bytes) => {
            let claim = MoptSubmission::read(bytes)?;
            Ok((claim.clone().work()?, Some(claim)))
        }
        None => {
            // A single file may have any name; of several only maps and methods matter, not a report beside them.
            let alone = found.files.len() == 1;
            let files: Vec<_> = found.files.iter().filter(|file| alone || is_wanted(&file.name)).cloned().collect();
            Ok((MoptWork::of_files(&files)?, None))
        }
    }
}

impl Kind for Maps {
    fn name(&self) -> &'static str {
        MOPT_KIND
    }

    fn page(&self) -> &'static str {
        "#/mopt"
    }

    fn template(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("pack.toml", include_str!("template/pack.toml")),
            ("ring/exercise.toml", include_str!("template/ring/exercise.toml")),
            ("ring/task.en.md", include_str!("template/ring/task.en.md")),
            ("ring/task.ja.md", include_str!("template/ring/task.ja.md")),
            ("ring/hints.en.md", include_str!("template/ring/hints.en.md")),
            ("ring/hints.ja.md", include_str!("template/ring/hints.ja.md")),
            ("ring/lecturer.en.md", include_str!("template/ring/lecturer.en.md")),
            ("ring/lecturer.ja.md", include_str!("template/ring/lecturer.ja.md")),
            ("ring/solution/1.map", include_str!("template/ring/solution/1.map")),
        ]
    }

    fn is_wanted(&self, name: &str) -> bool {
        is_wanted(name)
    }

    fn judge(&self, folder: &str, source: &PackSource, stopped: &dyn Fn() -> bool) -> Result<Box<dyn Judge>, Text> {
        grade::Maps::new(folder, source, stopped).map(|judge| Box::new(judge) as Box<dyn Judge>)
    }

    fn check(
        &self,
        folder: &str,
        findings: &mut Findings<'_>,
        edition: Edition,
        _with_sizes: bool,
    ) -> Result<(), Failure> {
        match read_exercise(folder, &findings.source.files) {
            Ok(exercise) => check::exercise(folder, exercise, findings, edition),
            Err(error) => {
                findings.error("", &error.text());
                Ok(())
            }
        }
    }

    /// A hidden case keeps its name, its number of ranks and its points.
    fn hide(&self, folder: &str, top: &mut Table, source: &PackSource, _secret: &str) -> Result<(), PackError> {
        let exercise = read_exercise(folder, &source.files)?;
        let Some(Value::Array(cases)) = top.get_mut("case") else { return Ok(()) };
        for (value, case) in cases.iter_mut().zip(&exercise.cases).filter(|(_, case)| !case.visible) {
            let Value::Table(table) = value else { continue };
            table.retain(|key, _| ["name", "visible", "hops"].contains(&key));
            table.insert("ranks".into(), i64::from(case.ranks).into());
            table.insert("points".into(), i64::from(case.max_points()).into());
        }
        Ok(())
    }
}
