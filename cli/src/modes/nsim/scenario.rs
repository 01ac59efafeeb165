//! `mcore nsim scenario`: the experiments of the paper.

use super::args::Experiment;
use super::drive::How;
use super::plan::Ready;
use super::{left_out, show};
use crate::failure::Failure;
use crate::interrupt::{self, INTERRUPTED};
use crate::output;
use crate::report::Report;
use clap::ValueEnum as _;
use mcore::modes::nsim::model::machine::Recording;
use mcore::modes::nsim::{NsimLimits, scenario};

/// Runs an experiment; the exit status is the first one that is not 0.
pub fn run(options: &Experiment, report: &Report) -> Result<u8, Failure> {
    let name = options.name.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
    let plans = scenario(&name, options.most, &NsimLimits::COMMAND);
    let ready = plans.iter().map(Ready::of).collect::<Result<Vec<_>, _>>()?;
    // Once for all of them: a process listens to Ctrl-C only once.
    let stop = interrupt::listen()?;
    let how = How { threads: options.threads, max_time: None, stop: &stop };
    let (count, mut status) = (ready.len(), 0);
    for (at, run) in ready.into_iter().enumerate() {
        if !options.json && at > 0 {
            output::line("")?;
        }
        let ran = how.simulate(&run, &Recording::default(), report)?;
        show::result(&ran.result, options.json, report)?;
        show::ending(&ran, report);
        if status == 0 {
            status = ran.status;
        }
        if ran.status == INTERRUPTED {
            left_out(count - at - 1, report);
            break;
        }
    }
    Ok(status)
}
