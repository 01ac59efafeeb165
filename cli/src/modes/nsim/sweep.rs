//! `mcore nsim sweep`: every combination of the given values.

use super::args::Sweep;
use super::drive::{Ending, How, status_of};
use super::plan::{Ready, Run};
use super::{left_out, show};
use crate::failure::Failure;
use crate::interrupt::{self, INTERRUPTED};
use crate::report::Report;
use crate::study::{Planned, Study};
use crate::{input, output};
use mcore::modes::nsim::model::machine::Recording;
use std::path::Path;

/// Runs all combinations one after the other; the exit status is the first one that is not 0.
pub fn run(options: &Sweep, report: &Report) -> Result<u8, Failure> {
    let common = &options.common;
    let mut named = options.program.iter().chain(&common.params).chain([&common.map]);
    if named.any(|name| input::is_standard(Path::new(name))) {
        return Err(input::only_once().into());
    }
    // All are checked before the first one begins.
    let mut ready: Vec<Option<Ready>> = Vec::new();
    for topology in &options.topology {
        for dims in &options.dims {
            for program in &options.program {
                for bytes in &options.bytes {
                    let run = Run { topology, dims, program, bytes: *bytes, watch: &[], common };
                    ready.push(Some(run.build()?));
                }
            }
        }
    }
    let runs: Vec<Planned> = ready.iter().flatten().map(|run| run.planned(common)).collect();
    let mut study = Study::open(&options.part, &runs, status_of, report)?;
    drop(runs);
    let json = common.json || options.part.resume.is_some();
    let due = study.due().to_vec();
    // Once for all of them: a process listens to Ctrl-C only once.
    let stop = interrupt::listen()?;
    let how = How { threads: common.threads, max_time: common.max_time, stop: &stop };
    let mut status = 0;
    for (at, number) in due.iter().enumerate() {
        // A run that has ended needs no memory any more.
        let Some(run) = ready[*number].take() else { continue };
        if !json && at > 0 {
            output::line("")?;
        }
        let ran = how.simulate(&run, &Recording::default(), report)?;
        // A line is a whole result. A study that goes on later does not repeat its run.
        match (json, &ran.ending) {
            (true, Ending::Interrupted) => {}
            (true, _) => study.write(*number, &ran.result, ran.status)?,
            (false, _) => show::result(&ran.result, false, report)?,
        }
        show::ending(&ran, report);
        if status == 0 {
            status = ran.status;
        }
        if matches!(ran.ending, Ending::Interrupted) {
            left_out(due.len() - at - usize::from(!json), report);
            break;
        }
    }
    Ok(if json && status != INTERRUPTED { study.status() } else { status })
}
