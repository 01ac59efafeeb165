//! `mcore pmnet run`.

use super::args::Run as Arguments;
use super::executed::{Around, Prepare, Prepared};
use super::follow::{End, to_the_end};
use super::{show, system, traces};
use crate::failure::Failure;
use crate::interrupt::{self, INTERRUPTED};
use crate::output;
use crate::report::Report;
use mcore::modes::pmnet::model::Run;
use mcore::text;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Runs; the exit status is 130 if it was interrupted, 2 if a trace could not be read to its end.
pub fn run(options: &Arguments, prepare: Prepare, report: &Report) -> Result<u8, Failure> {
    let (dat, graph) = system::load(&options.system, report)?;
    let mut how = traces::options(&options.program, &dat, &graph, options.window)?;
    let stop = interrupt::listen()?;
    let (ranges, of_program): (Vec<&str>, Vec<&str>) =
        options.region.iter().map(String::as_str).partition(|region| region.contains('='));
    check_regions(options, &ranges, &of_program)?;
    let (source, arrays, print) = match options.executed.program.is_empty() {
        true => (None, Vec::new(), None),
        false => {
            let around = Around {
                is_chip: options.system.preset.as_ref().is_some_and(|preset| preset.starts_with("mcore-")),
                region: of_program.first().map(|region| (*region).to_owned()),
                stop: Arc::clone(&stop),
            };
            let Prepared { source, arrays, print } = prepare(&options.executed, around, report)?;
            (Some(source), arrays, Some(print))
        }
    };
    if options.misses {
        (how.misses, how.regions) = (true, traces::regions(&ranges, &options.program, arrays)?);
    }
    let (sources, wrong) = traces::open(&options.program, source)?;
    let mut run = Run::new(dat, graph, how, sources);
    let end = to_the_end(&mut run, &stop, report)?;
    // A program that is stopped ends as if it had no more accesses.
    let end = if stop.load(Ordering::Relaxed) { End::Interrupted } else { end };
    traces::report_wrong(&wrong, report);
    print.map_or(Ok(()), |print| print())?;
    let status = match end {
        End::Done => 0,
        End::Interrupted => {
            let done = run.accesses();
            report.error(&text!(
                "interrupted after {done} accesses; what follows is true of these",
                "{done} アクセスで中断しました。以下はそこまでの結果です"
            ));
            INTERRUPTED
        }
        End::Failed(why) => {
            report.error(&why);
            let done = run.accesses();
            if done == 0 {
                return Err(Failure::Reported);
            }
            report.error(&text!(
                "what follows is true of the {done} accesses before that",
                "以下は、それまでの {done} アクセスの結果です"
            ));
            2
        }
    };
    let found = run.report();
    if let Some(path) = &options.out {
        system::write(path, &found.annotate(run.dat()))?;
    }
    match options.json {
        true => output::line(&output::json(&found)?)?,
        false => show::print(&found, report)?,
    }
    Ok(status)
}

/// Checks that ranges of addresses and the region of a program are used where they have a meaning.
fn check_regions(options: &Arguments, ranges: &[&str], of_program: &[&str]) -> Result<(), Failure> {
    let wrong = match (ranges, of_program) {
        ([range, ..], _) if !options.misses => text!(
            "--region {range}: a range of addresses goes with --misses",
            "--region {range}: アドレス範囲は --misses と一緒に使います"
        ),
        (_, [region, ..]) if options.executed.program.is_empty() => text!(
            "--region {region}: a region of a program goes with --program; of addresses, write {region}=FIRST-LAST",
            "--region {region}: プログラムの区間は --program と一緒に使います。アドレス範囲なら {region}=FIRST-LAST と書いてください"
        ),
        (_, [_, second, ..]) => text!(
            "--region {second}: there can be only one region of the program",
            "--region {second}: プログラムの区間は 1 つだけ指定できます"
        ),
        _ => return Ok(()),
    };
    Err(wrong.into())
}
