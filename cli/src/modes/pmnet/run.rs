//! `mcore pmnet run`.

use super::args::Run as Arguments;
use super::follow::{End, to_the_end};
use super::{show, system, traces};
use crate::failure::Failure;
use crate::interrupt::{self, INTERRUPTED};
use crate::output;
use crate::report::Report;
use mcore::modes::pmnet::model::Run;
use mcore::text;

/// Runs; the exit status is 130 if it was interrupted, 2 if a trace could not be read to its end.
pub fn run(options: &Arguments, report: &Report) -> Result<u8, Failure> {
    let (dat, graph) = system::load(&options.system, report)?;
    let mut how = traces::options(&options.program, &dat, &graph, options.window)?;
    if options.misses {
        (how.misses, how.regions) = (true, traces::regions(&options.region, &options.program)?);
    }
    let (sources, wrong) = traces::open(&options.program)?;
    let stop = interrupt::listen()?;
    let mut run = Run::new(dat, graph, how, sources);
    let end = to_the_end(&mut run, &stop, report)?;
    traces::report_wrong(&wrong, report);
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
