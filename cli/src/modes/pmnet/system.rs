//! The memory system given by the arguments.

use super::args::System;
use crate::failure::Failure;
use crate::input;
use crate::output;
use crate::report::Report;
use crate::text::Decoded;
use mcore::base::Text;
use mcore::modes::pmnet::model::preset::Preset;
use mcore::modes::pmnet::model::{Dat, DatError, Graph, hwloc};
use mcore::text;
use std::path::Path;

/// Reads and checks it; errors are reported line by line.
pub fn load(system: &System, report: &Report) -> Result<(Dat, Graph), Failure> {
    let (name, dat) = match (&system.dat, &system.preset, &system.synthetic) {
        (Some(path), ..) => (input::name(path).into_owned(), file(path, report)?),
        (_, Some(name), _) => (name.clone(), Preset::read(name)?.dat()),
        (.., Some(text)) => ("--synthetic".into(), hwloc::read_synthetic(text)?),
        // The parser demands one of the three.
        (None, None, None) => return Err(text!("no memory system is given", "メモリシステムがありません").into()),
    };
    let graph = Graph::new(&dat).map_err(|errors| report_errors(&name, &errors, report))?;
    Ok((dat, graph))
}

fn file(path: &Path, report: &Report) -> Result<Dat, Failure> {
    let bytes = input::read(path)?;
    let name = input::name(path);
    let text = Decoded::read(&name, &bytes)?.text;
    if text.trim_start().starts_with('<') {
        return hwloc::read_xml(&text).map_err(|why| input::named(path, &why).into());
    }
    Dat::read(&text).map_err(|errors| report_errors(&name, &errors, report))
}

fn report_errors(name: &str, errors: &[DatError], report: &Report) -> Failure {
    for error in errors {
        let why = error.text();
        report.error(&Text::new(format!("{name}: {}", why.en), format!("{name}: {}", why.ja)));
    }
    Failure::Reported
}

/// Writes a DAT to a file.
pub fn write(path: &Path, dat: &Dat) -> Result<(), Failure> {
    output::file(path, dat.to_json())
}
