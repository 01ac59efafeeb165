//! The traces given by the arguments, and the options of a run.

use super::args::Program;
use super::file::{FileTrace, Wrong};
use crate::args::setting;
use crate::failure::Failure;
use crate::report::Report;
use mcore::base::Text;
use mcore::mode::{Plan as _, Problem};
use mcore::modes::pmnet::PmnetPlan;
use mcore::modes::pmnet::model::generate::Program as Generated;
use mcore::modes::pmnet::model::machine::{Region, check_regions, with_symbols};
use mcore::modes::pmnet::model::trace::Source;
use mcore::modes::pmnet::model::{Dat, Graph, Options};
use mcore::text;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum number of traces of a run.
const MAX_TRACES: usize = 4096;

/// Wrong lines by trace.
pub type AllWrong = Vec<(String, Arc<Mutex<Wrong>>)>;

/// Opens all traces: the files, then those that are made, each in their order, then the program that is run.
pub fn open(
    program: &Program,
    executed: Option<Box<dyn Source + Send>>,
) -> Result<(Vec<Box<dyn Source + Send>>, AllWrong), Failure> {
    let mut sources: Vec<Box<dyn Source + Send>> = Vec::new();
    let mut all = AllWrong::new();
    for path in &program.trace {
        let wrong = Arc::default();
        sources.push(Box::new(FileTrace::open(path, &program.format, program.max_bad, Arc::clone(&wrong))?));
        all.push((path.display().to_string(), wrong));
    }
    for text in &program.generate {
        sources.extend(Generated::read(text)?.sources());
    }
    sources.extend(executed);
    match sources.len() {
        0 => Err(text!(
            "there is no trace; give --trace FILE, --generate triad:n=1000000 or --program FILE",
            "トレースがありません。--trace FILE、--generate triad:n=1000000、--program FILE のどれかを指定してください"
        )
        .into()),
        n if n > MAX_TRACES => Err(text!(
            "{n} traces and threads are more than {MAX_TRACES}",
            "トレースとスレッドが {n} 個あり、上限 {MAX_TRACES} を超えています"
        )
        .into()),
        _ => Ok((sources, all)),
    }
}

/// True if standard input is one of the traces.
pub fn reads_standard_input(program: &Program) -> bool {
    program.trace.iter().any(|path| path == Path::new("-"))
}

/// The options of a run, by the plan of the mode.
pub fn options(program: &Program, dat: &Dat, graph: &Graph, window: Option<u64>) -> Result<Options, Failure> {
    let mut plan = PmnetPlan {
        places: program.place.join("\n"),
        cores: program.core.join("\n"),
        window: window.map_or_else(String::new, |window| window.to_string()),
        ..PmnetPlan::default()
    };
    plan.set("coherence", &program.coherence);
    match (program.placement.as_deref(), program.place.is_empty()) {
        (Some("interleave"), false) => {
            return Err(text!(
                "--place goes with --placement first-touch",
                "--place は --placement first-touch と一緒に使います"
            )
            .into());
        }
        (_, false) => plan.set("placement", "fixed"),
        (Some(rule), true) => plan.set("placement", rule),
        (None, true) => {}
    }
    plan.options(dat, graph).map_err(|problems| {
        setting::first(problems, |Problem { field, text }| {
            let option = plan.field(&field).map_or("", |field| field.option);
            Text::new(format!("--{option}: {}", text.en), format!("--{option}: {}", text.ja))
        })
    })
}

/// The regions for which misses are counted: those of the user, and the arrays of the programs. `executed` are those of the program
/// that is run.
pub fn regions(given: &[&str], program: &Program, executed: Vec<Region>) -> Result<Vec<Region>, Failure> {
    let read = |text: &&str| {
        let about =
            |why: Text| Text::new(format!("--region {text}: {}", why.en), format!("--region {text}: {}", why.ja));
        Region::read(text).map_err(about)
    };
    let given = given.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    check_regions(&given)?;
    let mut symbols = executed;
    for text in &program.generate {
        symbols.extend(Generated::read(text)?.regions());
    }
    Ok(with_symbols(given, symbols))
}

/// Reports the lines that were left out.
pub fn report_wrong(all: &AllWrong, report: &Report) {
    for (name, wrong) in all {
        let wrong = wrong.lock().unwrap_or_else(PoisonError::into_inner);
        for bad in &wrong.first {
            report.warning(&format!("{name}:{}", bad.line), &bad.why, &format!(": {}", bad.text.escape_debug()));
        }
        let (bad, lines) = (wrong.bad, wrong.lines);
        if bad > 0 {
            let what = text!("{bad} of {lines} lines were left out", "{lines} 行のうち {bad} 行を読みとばしました");
            report.warning(name, &what, "");
        }
    }
}
