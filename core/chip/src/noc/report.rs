//! The results of an experiment.

use super::Spec;
use alloc::collections::BTreeMap;
use mcore_base::Cycle;
use mcore_net::Flit;

/// Latencies of the measured packets, in cycles: from the creation of a packet (so including its wait in the source's
/// queue) to the arrival of its tail at the INCC of its destination.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Latency {
    pub mean: f64,
    /// The minimum.
    pub least: u64,
    /// The median: half of the packets had at most this latency.
    pub p50: u64,
    /// 95th percentile.
    pub p95: u64,
    /// 99th percentile.
    pub p99: u64,
    /// The maximum.
    pub most: u64,
}

/// Why a load is beyond saturation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saturation {
    /// Some source cannot send its packets fast enough: at the end of the measurement the oldest one in its queue had
    /// waited for more than 5 % of all cycles (and more than 20 bursts take to be sent). A source that sends a share s
    /// of its packets lags by 1 - s of the time.
    Backlog,
    /// Measured packets had not arrived at the end of the draining stage.
    Undelivered,
}

/// Result of an experiment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report {
    /// Requested load, in flits per node and cycle.
    pub load: f64,
    /// Load that the random numbers gave during the measurement, in flits per node and cycle.
    pub offered: f64,
    /// Flits that arrived during the measurement, per node and cycle.
    pub accepted: f64,
    /// Measured packets.
    pub packets: u64,
    /// Of these, those that never arrived.
    pub undelivered: u64,
    /// Latencies of those that arrived; `None` if there are none. In saturation they only reflect the length of the
    /// experiment.
    pub latency: Option<Latency>,
    /// Mean number of router-to-router hops of those that arrived.
    pub hops: f64,
    /// Cycles simulated.
    pub cycles: Cycle,
    /// Why the load counts as beyond saturation, if it does.
    pub saturated: Option<Saturation>,
}

/// Counts arrivals.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Tally {
    /// Packets created within the measurement that have been sent.
    pub(super) sent: u64,
    /// Of these, those that have arrived, by latency.
    arrived: BTreeMap<u32, u64>,
    count: u64,
    latencies: u64,
    hops: u64,
    /// Flits that arrived during the measurement.
    flits: u64,
    /// At the end of the measurement: the longest time, in cycles, that the oldest packet in a source's queue had
    /// waited.
    pub(super) behind: Cycle,
}

impl Tally {
    /// True if all measured packets that were sent have arrived.
    pub(super) fn is_complete(&self) -> bool {
        self.count == self.sent
    }

    /// A flit has reached the INCC of its destination, that of the router with this index.
    #[inline]
    pub(super) fn arrived(&mut self, spec: &Spec, cycle: Cycle, index: usize, flit: &Flit) {
        let window = spec.window();
        self.flits += u64::from(window.contains(&cycle));
        if flit.tail {
            let latency = (cycle as u32).wrapping_sub(flit.word);
            if window.contains(&(cycle - Cycle::from(latency))) {
                let (from, at) = (flit.tag.source, spec.array.router_id(index));
                *self.arrived.entry(latency).or_default() += 1;
                self.count += 1;
                self.latencies += u64::from(latency);
                self.hops += u64::from(from.x.abs_diff(at.x)) + u64::from(from.y.abs_diff(at.y));
            }
        }
    }

    /// The smallest latency that at least `share` hundredths of the packets do not exceed.
    fn percentile(&self, share: u64) -> u64 {
        let wanted = (self.count * share).div_ceil(100);
        let mut seen = 0;
        let found = self.arrived.iter().find(|(_, count)| {
            seen += **count;
            seen >= wanted
        });
        found.map_or(0, |(latency, _)| u64::from(*latency))
    }

    fn latency(&self) -> Option<Latency> {
        let (least, _) = self.arrived.first_key_value()?;
        let (most, _) = self.arrived.last_key_value()?;
        Some(Latency {
            mean: self.latencies as f64 / self.count as f64,
            least: u64::from(*least),
            p50: self.percentile(50),
            p95: self.percentile(95),
            p99: self.percentile(99),
            most: u64::from(*most),
        })
    }

    /// `waiting`: packets created within the measurement that wait in their sources.
    pub(super) fn report(&self, spec: &Spec, cycles: Cycle, waiting: u64) -> Report {
        let expected = self.sent + waiting;
        let nodes = spec.array.nodes() as f64;
        let node_cycles = nodes * spec.measure as f64;
        let packet = f64::from(spec.packet);
        let created = expected as f64 * packet;
        let over = cycles >= spec.window().end;
        let burst = Cycle::from(spec.packet * spec.injection.packets());
        let saturated = match () {
            () if over && self.behind > (spec.window().end / 20).max(20 * burst) => Some(Saturation::Backlog),
            () if over && self.count < expected && cycles - spec.window().end >= spec.drain => {
                Some(Saturation::Undelivered)
            }
            () => None,
        };
        Report {
            load: spec.load,
            offered: created / node_cycles,
            accepted: self.flits as f64 / node_cycles,
            packets: expected,
            undelivered: expected - self.count,
            latency: self.latency(),
            hops: self.hops as f64 / (self.count.max(1)) as f64,
            cycles,
            saturated,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_those_of_the_sorted_list() {
        let mut tally = Tally::default();
        for latency in 1..=200 {
            *tally.arrived.entry(latency).or_default() += 1;
            tally.count += 1;
            tally.latencies += u64::from(latency);
        }
        let found = tally.latency().unwrap();
        let expected = Latency { mean: 100.5, least: 1, p50: 100, p95: 190, p99: 198, most: 200 };
        assert_eq!(found, expected);
        assert_eq!(Tally::default().latency(), None);
    }
}
