//! The experiment: a network, its sources and sinks, one cycle per step.

use super::report::Tally;
use super::source::{Creation, Source};
use super::{Report, Spec, SpecError};
use crate::{InOrder, Network, Order};
use alloc::vec::Vec;
use mcore_base::{Bits, Cycle, Null, Rng};
use mcore_net::Wait;

/// The stage of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The network fills.
    WarmUp,
    /// Packets that are created in this stage are measured.
    Measuring,
    /// Measured packets are still in flight.
    Draining,
    /// The experiment is over.
    Done,
}

/// A running experiment. Plain data: equal ones behave equally.
#[derive(Clone, Debug, PartialEq)]
pub struct Bench {
    spec: Spec,
    wait: Wait,
    cycle: Cycle,
    network: Network,
    /// By rank.
    sources: Vec<Source>,
    /// Ranks of the sources with packets to send.
    active: Bits,
    /// Cycle in which the next of the other sources gets a packet to send.
    soonest: Cycle,
    /// Sources whose next packet was created during the measurement or before.
    open: usize,
    tally: Tally,
}

impl Bench {
    /// An experiment at cycle 0.
    pub fn new(spec: Spec) -> Result<Self, SpecError> {
        spec.validate()?;
        let wait = Wait::new(spec.chance().ok_or(SpecError::Load)?);
        let mut seeds = Rng::new(spec.seed);
        let mut sources = Vec::with_capacity(spec.array.nodes());
        for at in (0..spec.array.nodes()).map(|rank| spec.array.node(rank)) {
            let next = Creation::new(&spec, &wait, at, seeds.next_u64());
            sources.push(Source::new(at, next));
        }
        Ok(Self {
            wait,
            cycle: 0,
            network: Network::new(spec.array),
            active: Bits::new(sources.len()),
            soonest: 0,
            open: sources.iter().filter(|s| s.next.created < spec.window().end).count(),
            tally: Tally::default(),
            sources,
            spec,
        })
    }

    /// The specification of the measurement.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Cycles simulated.
    pub fn cycle(&self) -> Cycle {
        self.cycle
    }

    /// The network, of the same type as a chip's.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The sources by rank.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The stage of the experiment.
    pub fn stage(&self) -> Stage {
        let window = self.spec.window();
        match self.cycle {
            c if c < window.start => Stage::WarmUp,
            c if c < window.end => Stage::Measuring,
            c if (self.open == 0 && self.tally.is_complete()) || c - window.end >= self.spec.drain => Stage::Done,
            _ => Stage::Draining,
        }
    }

    /// Simulates until the experiment is done, but at most `cycles` cycles. True if it is not done.
    pub fn run(&mut self, cycles: Cycle) -> bool {
        for _ in 0..cycles {
            if self.stage() == Stage::Done {
                return false;
            }
            self.step(&mut InOrder);
        }
        self.stage() != Stage::Done
    }

    /// Simulates one cycle: the phases of the chip's cycle that concern its network. The order in which routers are
    /// visited never matters.
    pub fn step(&mut self, order: &mut impl Order) {
        let Self { spec, wait, network, sources, active, tally, cycle, open, .. } = self;
        let (now, window) = (*cycle, spec.window());
        network.deliver_all(|index, flit| tally.arrived(spec, now, index, &flit));
        if now >= self.soonest {
            // Inactive sources may have packets now; this also finds the next creation.
            self.soonest = Cycle::MAX;
            for (rank, source) in sources.iter().enumerate() {
                match source.next.created {
                    created if created <= now => active.insert(rank),
                    created => self.soonest = self.soonest.min(created),
                }
            }
        }
        active.retain(|rank| {
            if let Some(created) = sources[rank].form(spec, wait, now) {
                tally.sent += u64::from(window.contains(&created));
                *open -= usize::from(created < window.end && sources[rank].next.created >= window.end);
            }
            true
        });
        network.update(order);
        network.switch(order);
        active.retain(|rank| {
            let source = &mut sources[rank];
            network.inject(spec.array.router(source.at), &mut source.out, now, &mut Null);
            let goes_on = source.is_active(now + 1);
            if !goes_on {
                self.soonest = self.soonest.min(source.next.created);
            }
            goes_on
        });
        network.comm(order, now, false, &mut Null);
        *cycle += 1;
        if *cycle == window.end {
            tally.behind = sources.iter().map(|s| window.end.saturating_sub(s.next.created)).max().unwrap_or_default();
        }
    }

    /// The results so far; final when the stage is [`Stage::Done`].
    pub fn report(&self) -> Report {
        let window = self.spec.window();
        let waiting = self.sources.iter().map(|s| s.waiting(&self.spec, &self.wait, &window)).sum();
        self.tally.report(&self.spec, self.cycle, waiting)
    }
}
