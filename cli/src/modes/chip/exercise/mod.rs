//! The kind of exercises in which a program is handed in.

mod check;
mod endless;
mod grade;
mod work;

use crate::failure::Failure;
use crate::kind::{Findings, PackSource};
use crate::kind::{Judge, Kind};
use mcore::base::Text;
use mcore::modes::chip::exercise::read_exercise;
use mcore::packs::{Edition, STANDARD_KIND};
use mcore::toolchain::FileKind;

/// Exercises with programs.
pub struct Programs;

impl Kind for Programs {
    fn name(&self) -> &'static str {
        STANDARD_KIND
    }

    fn template(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("pack.toml", include_str!("template/pack.toml")),
            ("sum/exercise.toml", include_str!("template/sum/exercise.toml")),
            ("sum/task.en.md", include_str!("template/sum/task.en.md")),
            ("sum/task.ja.md", include_str!("template/sum/task.ja.md")),
            ("sum/hints.en.md", include_str!("template/sum/hints.en.md")),
            ("sum/hints.ja.md", include_str!("template/sum/hints.ja.md")),
            ("sum/lecturer.en.md", include_str!("template/sum/lecturer.en.md")),
            ("sum/lecturer.ja.md", include_str!("template/sum/lecturer.ja.md")),
            ("sum/start/sum.s", include_str!("template/sum/start/sum.s")),
            ("sum/start.ja/sum.s", include_str!("template/sum/start.ja/sum.s")),
            ("sum/solution/sum.s", include_str!("template/sum/solution/sum.s")),
        ]
    }

    fn is_wanted(&self, name: &str) -> bool {
        FileKind::of(name).is_some_and(|kind| !matches!(kind, FileKind::RankMap | FileKind::Data))
    }

    fn judge(&self, folder: &str, source: &PackSource, stopped: &dyn Fn() -> bool) -> Result<Box<dyn Judge>, Text> {
        grade::Programs::new(folder, source, stopped).map(|judge| Box::new(judge) as Box<dyn Judge>)
    }

    fn check(
        &self,
        folder: &str,
        findings: &mut Findings<'_>,
        edition: Edition,
        with_sizes: bool,
    ) -> Result<(), Failure> {
        match read_exercise(folder, &findings.source.files) {
            Ok(exercise) => check::exercise(folder, exercise, findings, edition, with_sizes),
            Err(error) => {
                findings.error("", &error.text());
                Ok(())
            }
        }
    }
}
