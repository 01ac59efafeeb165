//! The NoC bench in the background: one load after the other, interleaved with the other tasks.

use super::{NocOptions, NocTraffic, Session, Update};
use crate::noc::{Bench, Injection, Spec};
use crate::view::{NocCurve, NocFault};
use alloc::{boxed::Box, vec::Vec};
use mcore_base::{Array, Cycle};
use mcore_net::{Chance, Pattern};

/// Maximum number of loads in a curve.
const MAX_LOADS: usize = 64;
/// Maximum number of cycles of a measurement: more than a page's user would wait for.
const MAX_CYCLES: Cycle = 10_000_000;

/// A curve that is being measured.
pub(super) struct NocJob {
    curve: NocCurve,
    specs: Vec<Spec>,
    bench: Bench,
}

fn thousandths(n: u32) -> f64 {
    f64::from(n) / 1000.0
}

fn specs(options: &NocOptions) -> Result<Vec<Spec>, NocFault> {
    let pattern = match options.traffic {
        NocTraffic::Uniform => Pattern::Uniform,
        NocTraffic::Transpose => Pattern::Transpose,
        NocTraffic::BitComplement => Pattern::BitComplement,
        NocTraffic::Neighbour => Pattern::Neighbour,
        NocTraffic::Tornado => Pattern::Tornado,
        NocTraffic::BitReverse => Pattern::BitReverse,
        NocTraffic::Shuffle => Pattern::Shuffle,
        NocTraffic::HotSpot { node, share } => {
            let share = Chance::new(thousandths(share)).ok_or(NocFault::Share)?;
            Pattern::HotSpot { node, share }
        }
    };
    if options.loads.is_empty() || options.loads.len() > MAX_LOADS {
        return Err(NocFault::Loads(MAX_LOADS));
    }
    if options.cycles > MAX_CYCLES {
        return Err(NocFault::Cycles(MAX_CYCLES));
    }
    let one = |load: &u32| {
        let injection = if options.burst == 1 { Injection::Bernoulli } else { Injection::Burst(options.burst) };
        let spec = Spec {
            array: Array::new(options.width, options.height),
            pattern,
            injection,
            packet: options.packet,
            load: thousandths(*load),
            seed: options.seed,
            ..Spec::of_cycles(options.cycles)
        };
        spec.validate().map_err(|error| NocFault::Spec(error, spec))?;
        Ok(spec)
    };
    options.loads.iter().map(one).collect()
}

impl NocJob {
    /// Checks everything before the first cycle.
    pub(super) fn new(options: &NocOptions) -> Result<Self, NocFault> {
        let specs = specs(options)?;
        let first = specs[0];
        let bench = Bench::new(first).map_err(|error| NocFault::Spec(error, first))?;
        Ok(Self { curve: NocCurve::new(&first), specs, bench })
    }

    /// Number of loads that have been measured.
    pub(super) fn done(&self) -> usize {
        self.curve.points.len()
    }
}

impl Session {
    /// Measures for at most `cycles` cycles.
    pub(super) fn measure(&mut self, cycles: u64, updates: &mut Vec<Update>) {
        let Some(job) = &mut self.noc else { return };
        if !job.bench.run(cycles) {
            let spec = *job.bench.spec();
            job.curve.push(&spec, &job.bench.report());
            let next = job.specs.get(job.curve.points.len()).and_then(|spec| Bench::new(*spec).ok());
            let done = next.is_none();
            updates.push(Update::NocCurve { curve: Box::new(job.curve.clone()), done });
            match next {
                Some(bench) => job.bench = bench,
                None => {
                    self.noc = None;
                    return;
                }
            }
        }
        let spec = job.bench.spec();
        updates.push(Update::NocProgress {
            point: job.curve.points.len() as u32,
            points: job.specs.len() as u32,
            cycle: job.bench.cycle(),
            most: spec.warm_up + spec.measure + spec.drain,
        });
    }
}
