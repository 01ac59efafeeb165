//! Statistics of a run, counted from its events.

use super::{Event, EventKind, kinds};
use crate::base::{Array, Cycle, NodeId, Sink};
use crate::isa::{Class, rows};
use crate::net::{PORTS, PacketTag, Port};
use alloc::collections::BTreeMap;
use alloc::{vec, vec::Vec};

/// Latency of each packet: from the cycle in which its header is formed to the cycle in which its last word is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Latencies {
    under_way: BTreeMap<PacketTag, Cycle>,
}

impl Latencies {
    /// Takes an event in. Gives the latency if a packet has been delivered whose injection was seen.
    pub fn take(&mut self, event: &Event) -> Option<Cycle> {
        match event.what {
            EventKind::PacketInjected { tag, .. } => {
                self.under_way.insert(tag, event.cycle);
                None
            }
            EventKind::PacketDelivered { tag } => Some(event.cycle - self.under_way.remove(&tag)?),
            _ => None,
        }
    }
}

/// Least, greatest and sum of numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// How many numbers.
    pub count: u64,
    /// Their sum.
    pub sum: u64,
    /// The least one (0 if there is none).
    pub least: u64,
    /// The greatest one (0 if there is none).
    pub most: u64,
}

impl Range {
    /// Takes a number in.
    pub fn add(&mut self, number: u64) {
        self.least = if self.count == 0 { number } else { self.least.min(number) };
        self.most = self.most.max(number);
        self.count += 1;
        self.sum += number;
    }
}

/// A link, by the router that it leaves and the port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The router.
    pub from: NodeId,
    /// The port; [`Port::Incc`] is the way to the node's own INCC.
    pub port: Port,
}

/// Counts what the statistics need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    array: Array,
    /// Instructions executed, by [`Op`](crate::isa::Op).
    ops: Vec<u64>,
    /// Instructions executed in polling loops.
    pub polled: u64,
    /// DMAs started by cores and by the memory node.
    pub dmas: u64,
    /// Words that they carry.
    pub dma_words: u64,
    /// Packets injected.
    pub packets: u64,
    /// Flits that entered the network.
    pub flits: u64,
    /// Latencies of the packets delivered.
    pub latency: Range,
    latencies: Latencies,
    links: Vec<[u64; PORTS]>,
    held_up: Vec<u64>,
}

impl Tally {
    /// Nothing counted yet.
    pub fn new(array: Array) -> Self {
        Self {
            array,
            ops: vec![0; rows().len() + 1],
            polled: 0,
            dmas: 0,
            dma_words: 0,
            packets: 0,
            flits: 0,
            latency: Range::default(),
            latencies: Latencies::default(),
            links: vec![[0; PORTS]; array.routers()],
            held_up: vec![0; array.routers()],
        }
    }

    /// Instructions executed.
    pub fn executed(&self) -> u64 {
        self.ops.iter().sum()
    }

    /// Instructions executed, by name; only those that occurred, in the order of the table.
    pub fn by_instruction(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let count = |r: &crate::isa::Row| self.ops.get(r.op as usize).copied().unwrap_or(0);
        rows().iter().map(move |r| (r.mnemonic, count(r))).filter(|(_, n)| *n > 0)
    }

    /// The instruction mix: instructions executed, by class; only the classes that occurred.
    pub fn by_class(&self) -> BTreeMap<Class, u64> {
        let mut mix = BTreeMap::new();
        for r in rows() {
            let count = self.ops.get(r.op as usize).copied().unwrap_or(0);
            if count > 0 {
                *mix.entry(r.class).or_default() += count;
            }
        }
        mix
    }

    /// Flits that a link has carried.
    pub fn carried(&self, link: Link) -> u64 {
        self.links.get(self.array.router(link.from)).map_or(0, |l| l[link.port as usize])
    }

    /// The link between routers that has carried most flits, and how many; of several the first in row order.
    pub fn busiest_link(&self) -> Option<(Link, u64)> {
        let mut best = None;
        for (index, ports) in self.links.iter().enumerate() {
            for port in [Port::North, Port::East, Port::South, Port::West] {
                let count = ports[port as usize];
                if count > best.map_or(0, |(_, most)| most) {
                    best = Some((Link { from: self.array.router_id(index), port }, count));
                }
            }
        }
        best
    }

    /// Cycles in which some packet was held up in a router.
    pub fn held_up(&self, at: NodeId) -> u64 {
        self.held_up.get(self.array.router(at)).copied().unwrap_or(0)
    }

    /// The router in which packets were held up in most cycles, and in how many; of several the first in row order.
    pub fn most_congested(&self) -> Option<(NodeId, u64)> {
        let most = *self.held_up.iter().max()?;
        let index = self.held_up.iter().position(|n| *n == most).filter(|_| most > 0)?;
        Some((self.array.router_id(index), most))
    }
}

impl Sink<Event> for Tally {
    const WANTS: u32 = kinds::DMA | kinds::PACKET | kinds::FLIT | kinds::HELD_UP | kinds::EXECUTED;

    #[inline]
    fn tell(&mut self, event: Event) {
        match event.what {
            EventKind::Executed { op, polling, .. } => {
                self.ops[op as usize] += 1;
                self.polled += u64::from(polling);
            }
            EventKind::FlitMoved { to, .. } => self.links[self.array.router(event.node)][to as usize] += 1,
            EventKind::HeldUp { .. } => self.held_up[self.array.router(event.node)] += 1,
            EventKind::FlitEntered { .. } => self.flits += 1,
            EventKind::DmaStarted { command, .. } => {
                self.dmas += 1;
                self.dma_words += u64::from(command.words);
            }
            EventKind::PacketInjected { .. } => {
                self.packets += 1;
                self.latencies.take(&event);
            }
            EventKind::PacketDelivered { .. } => {
                if let Some(latency) = self.latencies.take(&event) {
                    self.latency.add(latency);
                }
            }
            _ => {}
        }
    }
}
