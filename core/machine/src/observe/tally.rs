//! Statistics of a run, counted from its events.

use super::{Instructions, Observer};
use crate::parts::{Event, EventKind, Part, Stall, Uses, kinds};
use alloc::collections::BTreeMap;
use alloc::{vec, vec::Vec};
use core::ops::Range;
use mcore_base::stats::Histogram;
use mcore_base::{Array, Cycle, NodeId, Sink};
use mcore_cpu::isa::{Class, rows};
use mcore_net::{PORTS, PacketTag, Port};

/// Latency of each packet: from the cycle in which its header is formed to the cycle in which its last word is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Latencies {
    under_way: BTreeMap<PacketTag, Cycle>,
}

impl Latencies {
    /// Takes in an event. Returns the latency if it delivers a packet whose injection was seen.
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

/// A link, by the router that it leaves and the port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The router.
    pub from: NodeId,
    /// The port; [`Port::Incc`] is the link to the node's own INCC.
    pub port: Port,
}

/// The counters of the statistics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    array: Array,
    /// Instructions executed, by [`Op`](mcore_cpu::isa::Op).
    ops: Vec<u64>,
    /// Instructions executed in polling loops.
    pub polled: u64,
    /// DMAs started by cores and by the memory node.
    pub dmas: u64,
    /// Bytes per DMA.
    pub dma_bytes: Histogram,
    /// DMAs and their bytes by source and destination.
    pub pairs: BTreeMap<(NodeId, NodeId), (u64, u64)>,
    /// Packets injected.
    pub packets: u64,
    /// Flits that entered the network.
    pub flits: u64,
    /// Latencies of the packets delivered.
    pub latency: Histogram,
    latencies: Latencies,
    links: Vec<[Carried; PORTS]>,
    held_up: Vec<u64>,
    cores: Vec<Uses>,
    inccs: Vec<Uses>,
    routers: Vec<Uses>,
    /// The use of the memory node's cycles.
    pub memory_node: Uses,
}

/// The traffic of a link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Carried {
    pub flits: u64,
    /// Packets, counted by their tails.
    pub packets: u64,
}

impl Tally {
    /// Nothing counted yet.
    pub fn new(array: Array) -> Self {
        Self {
            array,
            ops: vec![0; rows().len() + 1],
            polled: 0,
            dmas: 0,
            dma_bytes: Histogram::default(),
            pairs: BTreeMap::new(),
            packets: 0,
            flits: 0,
            latency: Histogram::default(),
            latencies: Latencies::default(),
            links: vec![[Carried::default(); PORTS]; array.routers()],
            held_up: vec![0; array.routers()],
            cores: vec![Uses::default(); array.nodes()],
            inccs: vec![Uses::default(); array.nodes()],
            routers: vec![Uses::default(); array.routers()],
            memory_node: Uses::default(),
        }
    }

    /// Bytes of memory that a copy takes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + size_of_val(&*self.ops)
            + size_of_val(&*self.links)
            + size_of_val(&*self.held_up)
            + size_of_val(&*self.cores)
            + size_of_val(&*self.inccs)
            + size_of_val(&*self.routers)
    }

    /// Instructions executed.
    pub fn executed(&self) -> u64 {
        self.ops.iter().sum()
    }

    /// Instructions executed, by name; only those that occurred, in the order of the table.
    pub fn by_instruction(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let count = |r: &mcore_cpu::isa::Row| self.ops.get(r.op as usize).copied().unwrap_or(0);
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

    /// The traffic of a link.
    pub fn carried(&self, link: Link) -> Carried {
        self.links.get(self.array.router(link.from)).map_or(Carried::default(), |l| l[link.port as usize])
    }

    /// Every link between routers that has carried a flit, in row order.
    pub fn links(&self) -> impl Iterator<Item = (Link, Carried)> + '_ {
        self.links.iter().enumerate().flat_map(move |(index, ports)| {
            let from = self.array.router_id(index);
            let between = [Port::North, Port::East, Port::South, Port::West];
            between.map(|port| (Link { from, port }, ports[port as usize])).into_iter().filter(|(_, c)| c.flits > 0)
        })
    }

    /// The link between routers that has carried the most flits, and how many; of several the first in row order.
    pub fn busiest_link(&self) -> Option<(Link, u64)> {
        let mut best: Option<(Link, u64)> = None;
        for (link, carried) in self.links() {
            if carried.flits > best.map_or(0, |(_, most)| most) {
                best = Some((link, carried.flits));
            }
        }
        best
    }

    /// Cycles in which some packet was held up in a router.
    pub fn held_up(&self, at: NodeId) -> u64 {
        self.held_up.get(self.array.router(at)).copied().unwrap_or(0)
    }

    /// The router in which packets were held up in the most cycles, and in how many; of several the first in row order.
    pub fn most_congested(&self) -> Option<(NodeId, u64)> {
        let most = *self.held_up.iter().max()?;
        let index = self.held_up.iter().position(|n| *n == most).filter(|_| most > 0)?;
        Some((self.array.router_id(index), most))
    }
}

impl Tally {
    /// The use of each cycle of a rank's core.
    pub fn core(&self, rank: usize) -> &Uses {
        &self.cores[rank]
    }

    /// The use of each cycle of a rank's INCC.
    pub fn incc(&self, rank: usize) -> &Uses {
        &self.inccs[rank]
    }

    /// The use of each cycle of a router.
    pub fn router(&self, at: NodeId) -> &Uses {
        &self.routers[self.array.router(at)]
    }
}

impl Sink<Event> for Tally {
    const WANTS: u32 = kinds::DMA | kinds::PACKET | kinds::FLIT | kinds::HELD_UP | kinds::EXECUTED | kinds::USED;

    #[inline]
    fn emit(&mut self, event: Event) {
        match event.what {
            EventKind::Executed { op, polling, .. } => {
                self.ops[op as usize] += 1;
                self.polled += u64::from(polling);
            }
            EventKind::Used { part, stall } => {
                let uses = match part {
                    Part::Core => self.array.rank(event.node).map(|rank| &mut self.cores[rank]),
                    Part::Incc => self.array.rank(event.node).map(|rank| &mut self.inccs[rank]),
                    Part::Router => self.routers.get_mut(self.array.router(event.node)),
                    Part::MemoryNode => Some(&mut self.memory_node),
                };
                if let Some(uses) = uses {
                    uses.add(stall);
                }
            }
            EventKind::FlitMoved { flit, to, .. } => {
                let carried = &mut self.links[self.array.router(event.node)][to as usize];
                carried.flits += 1;
                carried.packets += u64::from(flit.tail);
            }
            EventKind::HeldUp { .. } => self.held_up[self.array.router(event.node)] += 1,
            EventKind::FlitEntered { .. } => self.flits += 1,
            EventKind::DmaStarted { command, .. } => {
                self.dmas += 1;
                let bytes = 4 * u64::from(command.words);
                self.dma_bytes.add(bytes);
                let pair = self.pairs.entry((event.node, command.dst)).or_default();
                *pair = (pair.0 + 1, pair.1 + bytes);
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

impl Observer for Tally {
    fn wants(&self) -> u32 {
        Self::WANTS
    }

    fn emit(&mut self, event: Event) {
        Sink::emit(self, event);
    }

    fn core_used(&mut self, rank: usize, cycles: Range<Cycle>, stall: Option<Stall>) {
        self.cores[rank].add_many(stall, cycles.end - cycles.start);
    }

    fn memory_node_used(&mut self, _: Cycle, stall: Option<Stall>) {
        self.memory_node.add(stall);
    }

    fn part_used(&mut self, part: Part, index: usize, stall: Option<Stall>, cycles: u64) {
        let uses = match part {
            Part::Core => &mut self.cores[index],
            Part::Incc => &mut self.inccs[index],
            Part::Router => &mut self.routers[index],
            Part::MemoryNode => &mut self.memory_node,
        };
        uses.add_many(stall, cycles);
    }

    fn executed(&mut self, _: usize, instructions: Instructions<'_>) {
        self.polled = self.polled.wrapping_add(instructions.polled());
    }

    fn opcodes(&mut self, counts: &[u64]) {
        self.ops.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }

    fn entered(&mut self, flits: u64) {
        self.flits += flits;
    }

    fn carried(&mut self, router: usize, port: Port, cycles: Range<Cycle>, packets: u64) {
        let carried = &mut self.links[router][port as usize];
        carried.flits += cycles.end - cycles.start;
        carried.packets += packets;
    }

    fn held_up(&mut self, router: usize) {
        self.held_up[router] += 1;
    }
}
