//! `mcore pack check`: checks that a pack is complete, that its solutions pass everything, and that its start does not. Each kind of
//! exercises checks its own.

use super::args::Check as Arguments;
use crate::failure::Failure;
use crate::kind::{Findings, Kinds, PackSource};
use crate::report::Report;
use mcore::base::counted;
use mcore::packs::Edition;
use mcore::text;

/// Checks; the exit status is 1 if there is an error.
pub fn run(options: &Arguments, kinds: Kinds, report: &Report) -> Result<u8, Failure> {
    let source = PackSource::read(&options.pack)?;
    let info = source.info()?;
    let mut findings = Findings::new(&source, report);
    if info.edition == Edition::Student {
        findings.warning(
            "pack.toml",
            &text!(
                "this is the students' edition: it holds no solutions to check",
                "学生用の課題集なので、確かめる解答例が入っていません"
            ),
        );
    }
    findings.unknown_files(&info.exercises);
    for folder in &info.exercises {
        match kinds.of(folder, &source.files) {
            Ok(kind) => kind.check(folder, &mut findings, info.edition, options.sizes)?,
            Err(error) => findings.error("", &error.text()),
        }
    }
    let (errors, warnings) = findings.counts();
    let (errors_en, warnings_en) =
        (counted(errors as u64, "error", "errors"), counted(warnings as u64, "warning", "warnings"));
    report.line(report.say(&text!("{errors_en}, {warnings_en}", "エラー {errors} 件、警告 {warnings} 件")));
    Ok(u8::from(errors > 0))
}
