//! The latency-bandwidth model (alpha-beta, Hockney): the time of a program if messages never meet.
//!
//! A message of n bytes takes alpha + n * beta. *Alpha* is the time of an empty message over the mean distance of the network:
//! two MPI functions, the way from the NIC into the first switch, one hop after the other, and out of the last switch. *1 /
//! beta* is the rate of the slowest part on the way. A program is a number of messages one after the other, their bytes, and
//! computation, as textbooks count them for the rank that is done last. Nothing contends for a link and every pair of ranks is
//! equally far: the simulated time divided by this one shows the effect of network and mapping.

use super::{Copies, NS, Params, Pattern, Topology};
use mcore_topology::Distances;

/// The prediction for a program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// Latency of an empty message, in ns.
    pub alpha_ns: f64,
    /// Rate of long messages, in bytes per second: 1 / beta.
    pub rate: f64,
    /// Messages one after the other.
    pub messages: u64,
    pub bytes: u64,
    pub computation_ns: u64,
}

impl Prediction {
    /// The prediction for a pattern on `ranks` ranks. `None` if the program depends on the run.
    pub fn of(topology: &Topology, params: &Params, pattern: &Pattern, ranks: u32) -> Option<Self> {
        let (messages, bytes, computation_ns) = pattern.critical_path(ranks)?;
        let Params { mpi_overhead, nic_delay, routing_delay, vc_delay, allocation_delay, switch_delay, .. } = *params;
        let ends = 2 * mpi_overhead + 2 * nic_delay + routing_delay + vc_delay + allocation_delay + switch_delay;
        let hops = Distances::of(topology).mean_hops;
        let alpha_ns = (ends as f64 + hops * params.hop() as f64) / NS as f64;
        // All NICs together, but one copy, one DMA and one link after another.
        let way = params.link_rate.min(params.switch_rate).min(params.injection_rate() * u64::from(params.nics)) as f64;
        let rate = match params.copies {
            Copies::ZeroCopy => way,
            Copies::OneCopy => 1.0 / (1.0 / way + 1.0 / params.memory_rate as f64),
        };
        Some(Self { alpha_ns, rate, messages, bytes, computation_ns })
    }

    /// The predicted time, in ns.
    pub fn time_ns(&self) -> f64 {
        self.messages as f64 * self.alpha_ns + self.bytes as f64 / self.rate * 1e9 + self.computation_ns as f64
    }
}
