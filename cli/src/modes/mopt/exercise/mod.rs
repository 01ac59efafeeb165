//! The kind of exercises in which a map or a method is handed in.

mod check;
mod grade;

use crate::failure::Failure;
use crate::kind::Found;
use crate::kind::{Findings, PackSource};
use crate::kind::{Judge, Kind};
use mcore::base::Text;
use mcore::modes::mopt::exercise::{MOPT_KIND, MoptSubmission, MoptWork, read_exercise};
use mcore::packs::Edition;

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
        None => Ok((MoptWork::of_files(&found.loose(is_wanted))?, None)),
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
}
