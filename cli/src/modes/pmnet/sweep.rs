//! `mcore pmnet sweep`: one JSON line per value, in the order in which the values were given. Values are independent of
//! each other, so several are run at the same time; the results do not depend on how many.

use super::args::Sweep;
use super::traces::AllWrong;
use super::{show, system, traces};
use crate::failure::Failure;
use crate::input;
use crate::interrupt::{self, INTERRUPTED};
use crate::report::Report;
use crate::study::{Planned, Study};
use mcore::base::Text;
use mcore::modes::pmnet::model::sweep::{Property, values};
use mcore::modes::pmnet::model::{Dat, Graph, Run};
use mcore::text;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Accesses between two checks for Ctrl-C.
const SLICE: u64 = 1 << 20;

/// Runs all values; the exit status is 1 if some could not be run, 130 if it was interrupted.
pub fn run(options: &Sweep, report: &Report) -> Result<u8, Failure> {
    let (dat, graph) = system::load(&options.system, report)?;
    let (name, values) = vary(&options.vary)?;
    let property = Property::read(&name, &dat)?;
    if traces::reads_standard_input(&options.program) {
        return Err(input::only_once().into());
    }
    let how = traces::options(&options.program, &dat, &graph, None)?;
    // Opened once before the runs, so that a failure to open is reported once.
    traces::open(&options.program, None)?;
    let runs = planned(options, &dat, &name, &values);
    let mut study = Study::open(&options.part, &runs, status_of, report)?;
    let due = study.due().to_vec();
    let stop = interrupt::listen()?;
    let jobs = options.jobs.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from);
    let next = AtomicUsize::new(0);
    let one = |value: f64, stop: &AtomicBool| -> Result<Option<(Value, AllWrong)>, Failure> {
        let refused = |why: &Text| Ok(Some((show::refused(&name, value, why), AllWrong::new())));
        let changed = match property.set(&dat, value) {
            Ok(changed) => changed,
            Err(why) => return refused(&why),
        };
        let graph = match Graph::new(&changed) {
            Ok(graph) => graph,
            Err(errors) => {
                return refused(&errors.first().map(|e| e.text()).unwrap_or_default());
            }
        };
        let (sources, wrong) = traces::open(&options.program, None)?;
        let mut run = Run::new(changed, graph, how.clone(), sources);
        loop {
            match run.step(SLICE) {
                Ok(true) if stop.load(Ordering::Relaxed) => return Ok(None),
                Ok(true) => {}
                Ok(false) => return Ok(Some((show::swept(&name, value, &run.report()), wrong))),
                Err(why) => return refused(&why),
            }
        }
    };
    let mut reported = false;
    let outcome = thread::scope(|scope| -> Result<(), Failure> {
        let (sender, results) = mpsc::channel();
        for _ in 0..jobs.min(due.len()) {
            let (sender, next, one, values, due, stop) = (sender.clone(), &next, &one, &values, &due, &stop);
            scope.spawn(move || {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(run) = due.get(place).filter(|_| !stop.load(Ordering::Relaxed)) else { break };
                    // If sending fails, the receiver has stopped because it could not write.
                    if sender.send((place, one(values[*run], stop))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut turn = 0;
        for (place, found) in results {
            early.insert(place, found);
            while let Some(found) = early.remove(&turn) {
                let run = due[turn];
                turn += 1;
                // The runs after an interrupted one are left out too, so that the lines stay in order.
                let Some((found, wrong)) = found? else { return Ok(()) };
                // The traces are the same each time.
                if !std::mem::replace(&mut reported, true) {
                    traces::report_wrong(&wrong, report);
                }
                let written = study.write(run, &found, status_of(&found));
                written.inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
            }
        }
        Ok(())
    });
    outcome?;
    if stop.load(Ordering::Relaxed) {
        report.error(&text!("interrupted", "中断しました"));
        return Ok(INTERRUPTED);
    }
    Ok(study.status())
}

/// The facts about each value of a study that are needed before its run.
fn planned(options: &Sweep, dat: &Dat, name: &str, values: &[f64]) -> Vec<Planned> {
    let program = &options.program;
    let mut whole = dat.to_json();
    for path in &program.trace {
        let length = std::fs::metadata(path).map_or(0, |file| file.len());
        // Writing to a String cannot fail. Traces can be too large to be read twice: name and length must do.
        let _ = write!(whole, " {} {length}", path.display());
    }
    // Files of earlier versions, which `--resume` reads, have digests of the words in this spelling.
    let (format, coherence) = (camel(&program.format), camel(&program.coherence));
    let placement = program.placement.as_deref().map_or("None".to_owned(), |rule| format!("Some({})", camel(rule)));
    let (made, place, core, most) = (&program.generate, &program.place, &program.core, program.max_bad);
    let _ = write!(whole, " {made:?} {format} {placement} {place:?} {coherence} {core:?} {most}");
    let one = |value: &f64| {
        let recorded = serde_json::json!({"property": name, "value": value});
        let parameters = format!("{recorded} {whole}");
        whole.clear(); // all runs share it
        Planned { recorded: recorded.as_object().cloned().unwrap_or_default(), parameters }
    };
    values.iter().map(one).collect()
}

/// `FirstTouch` for `first-touch`.
fn camel(word: &str) -> String {
    let capital =
        |part: &str| part.chars().take(1).flat_map(char::to_uppercase).chain(part.chars().skip(1)).collect::<String>();
    word.split('-').map(capital).collect()
}

/// 1 for a value that cannot be run.
fn status_of(result: &Value) -> u8 {
    u8::from(result.get("error").is_some())
}

/// `CLASS.KEY=V,V,...`; a value may end with K, M or G (powers of 1024).
fn vary(text: &str) -> Result<(String, Vec<f64>), Text> {
    let wrong = || {
        text!(
            "--vary {text}: write what varies and its values, for example L3.capacity=4M,8M,16M",
            "--vary {text}: `L3.capacity=4M,8M,16M` のように、変えるものと値を書いてください"
        )
    };
    let (name, list) = text.split_once('=').ok_or_else(wrong)?;
    let values = values(list).ok_or_else(wrong)?;
    Ok((name.trim().into(), values))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_may_have_units() {
        let (name, values) = vary("L3.capacity=4M, 8192K,1e6").expect("values");
        assert_eq!((name.as_str(), values), ("L3.capacity", vec![4194304.0, 8388608.0, 1e6]));
        for text in ["L3.capacity", "L3.capacity=", "x=1,,2", "x=1Q", "x=inf"] {
            assert!(vary(text).is_err(), "{text}");
        }
    }
}
