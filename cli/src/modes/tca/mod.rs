//! `mcore tca`: verbs on a DMA engine.

pub mod args;
mod curve;
pub mod exercise;
mod himeno;
mod run;

use crate::failure::Failure;
use crate::output;
use crate::report::Report;
use crate::{input, text::Decoded};
use args::{Check, Tca};
use mcore::modes::tca::model::script::{self, ScriptError};
use mcore::modes::tca::model::{Params, Rings, record};
use std::path::Path;

/// Runs a verb of `mcore tca`.
pub fn run(verb: &Tca, report: &Report) -> Result<u8, Failure> {
    match verb {
        Tca::Run(options) => run::run(options, report),
        Tca::Curve(options) => curve::run(options, report),
        Tca::Check(options) => check(options, report),
        Tca::Himeno(options) => himeno::run(options, report),
        Tca::Lessons => list(report),
    }
}

fn list(report: &Report) -> Result<u8, Failure> {
    for (number, lesson) in mcore::modes::tca::tca_lessons().iter().enumerate() {
        let (number, title, insight) = (number + 1, report.say(&lesson.title), report.say(&lesson.insight));
        output::line(&format!("{number}  {title}\n   {insight}"))?;
    }
    Ok(0)
}

fn check(options: &Check, report: &Report) -> Result<u8, Failure> {
    let text = text_of(&options.file)?;
    script::compile(&text).map_err(|errors| wrong(&options.file, &errors, report))?;
    Ok(0)
}

/// Reports the errors of a script, each with line and column.
fn wrong(path: &Path, errors: &[ScriptError], report: &Report) -> Failure {
    let name = input::name(path);
    for error in errors {
        let place = format!("{name}:{}:{}", error.line, error.column);
        report.error(&mcore::base::Text::new(
            format!("{place}: {}", error.text.en),
            format!("{place}: {}", error.text.ja),
        ));
    }
    Failure::Reported
}

fn text_of(path: &Path) -> Result<String, Failure> {
    let bytes = input::read(path)?;
    Ok(Decoded::read(&input::name(path), &bytes)?.text)
}

/// The usual parameters with some changes.
fn params(changes: &[(String, u64)]) -> Result<Params, Failure> {
    let mut params = Params::default();
    for (name, value) in changes {
        params.set(name, *value).map_err(|error| Failure::from(error.0))?;
    }
    params.check_all().map_err(|error| Failure::from(error.0))?;
    Ok(params)
}

/// A map: a node for each rank.
fn map(path: &Path, params: &Params) -> Result<Vec<u8>, Failure> {
    let length = u64::from(Rings::new(params).length);
    record::read_map(&text_of(path)?, length).map_err(|text| Failure::from(input::named(path, &text)))
}
