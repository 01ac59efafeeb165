//! The specification of a measurement; constant during a run.

use mcore_base::{Array, Cycle};
use mcore_net::{Chance, Pattern, PatternError};

/// Flits in the longest packet of the bench.
pub const MAX_PACKET: u32 = 256;
/// Packets in the longest burst.
pub const MAX_BURST: u32 = 1000;
/// Cycles of the longest measurement.
pub const MAX_CYCLES: Cycle = 100_000_000;

/// When packets are created.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Injection {
    /// In each cycle, at each node, one packet with the same probability, independent of the past.
    Bernoulli,
    /// As [`Injection::Bernoulli`], but each time this many packets at once, all to one node, as a DMA sends them.
    Burst(u32),
}

impl Injection {
    /// Packets that are created at once.
    pub const fn packets(self) -> u32 {
        match self {
            Self::Bernoulli => 1,
            Self::Burst(packets) => packets,
        }
    }
}

/// One measurement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spec {
    /// M x N nodes.
    pub array: Array,
    /// The destinations of packets.
    pub pattern: Pattern,
    /// When they are created.
    pub injection: Injection,
    /// Flits in a packet, 2 to [`MAX_PACKET`]: a header (kind header), then kinds address, stride and data as in a
    /// packet of the chip; the last one is the tail.
    pub packet: u32,
    /// Offered load in flits per node and cycle, above 0 and at most 1.
    pub load: f64,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Cycles before the measurement, in which the network fills.
    pub warm_up: Cycle,
    /// Cycles of the measurement, at least 1: packets created in them are measured, flits that arrive in them are
    /// counted.
    pub measure: Cycle,
    /// Maximum number of cycles after it, in which the measured packets in flight may arrive. The load continues.
    pub drain: Cycle,
}

/// Why a measurement cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecError {
    /// The array needs 1 to 255 columns and rows.
    Array,
    /// The pattern does not fit the array.
    Pattern(PatternError),
    /// A burst has 1 to [`MAX_BURST`] packets.
    Burst,
    /// A packet has 2 to [`MAX_PACKET`] flits.
    Packet,
    /// The load is not in the range above 0 to 1, or so small that no packet would ever be created.
    Load,
    /// Each stage has at most [`MAX_CYCLES`] cycles and the measurement at least 1.
    Cycles,
}

impl Spec {
    /// A measurement of `measure` cycles, with half as many for warm-up before it and twice as many for draining after
    /// it.
    pub fn of_cycles(measure: Cycle) -> Self {
        Self {
            array: Array::new(8, 8),
            pattern: Pattern::Uniform,
            injection: Injection::Bernoulli,
            packet: 10,
            load: 0.1,
            seed: 1,
            warm_up: measure / 2,
            measure,
            drain: measure.saturating_mul(2),
        }
    }

    /// Checks all values.
    pub fn validate(&self) -> Result<(), SpecError> {
        if self.array.width == 0 || self.array.height == 0 {
            return Err(SpecError::Array);
        }
        self.pattern.validate(self.array).map_err(SpecError::Pattern)?;
        if !(1..=MAX_BURST).contains(&self.injection.packets()) {
            return Err(SpecError::Burst);
        }
        if !(2..=MAX_PACKET).contains(&self.packet) {
            return Err(SpecError::Packet);
        }
        if !(self.load > 0.0 && self.load <= 1.0) || self.chance().is_none_or(Chance::is_never) {
            return Err(SpecError::Load);
        }
        let stages = [self.warm_up, self.measure, self.drain / 2];
        if self.measure == 0 || stages.iter().any(|cycles| *cycles > MAX_CYCLES) {
            return Err(SpecError::Cycles);
        }
        Ok(())
    }

    /// Probability that a node creates a packet, or a burst, in a cycle.
    pub(super) fn chance(&self) -> Option<Chance> {
        Chance::new(self.load / (f64::from(self.packet) * f64::from(self.injection.packets())))
    }

    /// The cycles of the measurement.
    pub(super) fn window(&self) -> core::ops::Range<Cycle> {
        self.warm_up..self.warm_up + self.measure
    }
}
