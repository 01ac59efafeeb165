//! The facts about a finished run that the judge needs.

use crate::{Content, Event, EventKind, Machine, Outcome, Unreceived, kinds, unreceived};
use alloc::{vec, vec::Vec};
use mcore_base::{Array, Cycle, NodeId, Sink};
use mcore_net::{PORTS, Port};

/// A finished run, as the judge sees it.
pub trait RunFacts {
    /// The word at an address of a compute node; `None` if there is no such word.
    fn word(&self, node: NodeId, addr: u32) -> Option<u32>;
    /// The word at an address of main memory.
    fn main_word(&self, addr: u64) -> u32;
    /// The output of a compute node.
    fn console(&self, node: NodeId) -> Vec<u8>;
    /// The bytes of a file of the chip, if there is one with this name.
    fn file(&self, name: &str) -> Option<Vec<u8>>;
    /// The exit code of a rank, if its core has halted.
    fn exit_code(&self, rank: usize) -> Option<i32>;
    /// The first node that trapped, if one did.
    fn trapped(&self) -> Option<NodeId>;
    /// The way the run ended, if known.
    fn outcome(&self) -> Option<&Outcome> {
        None
    }
    /// A message of MPI that no receive has taken, if there is one.
    fn unreceived(&self) -> Option<Unreceived> {
        None
    }
    /// Cycles of the run, until the last core has halted and nothing is in flight: only then is the result complete.
    fn cycles(&self) -> Cycle;
    /// Instructions that a rank executed outside polling loops.
    fn useful_instructions(&self, rank: usize) -> u64;
    /// The array of compute nodes.
    fn array(&self) -> Array;
    /// DMAs that cores have started.
    fn dmas(&self) -> u64;
    /// The network's load, if it was counted.
    fn traffic(&self) -> Option<Carried>;

    /// True if every core halted with exit code 0.
    fn all_halted_with_zero(&self) -> bool {
        (0..self.array().nodes()).all(|rank| self.exit_code(rank) == Some(0))
    }
}

/// The network's load in a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Carried {
    /// Flits that entered the network.
    pub flits: u64,
    /// Flits over the busiest link between routers.
    pub busiest: u64,
}

/// Counts flits while a machine is simulated.
#[derive(Clone, Debug)]
pub struct Traffic {
    array: Array,
    flits: u64,
    links: Vec<[u64; PORTS]>,
}

impl Traffic {
    /// Nothing counted yet.
    pub fn new(array: Array) -> Self {
        Self { array, flits: 0, links: vec![[0; PORTS]; array.routers()] }
    }

    /// The counts so far.
    pub fn carried(&self) -> Carried {
        let between = [Port::North, Port::East, Port::South, Port::West];
        let most = self.links.iter().flat_map(|link| between.map(|port| link[port as usize])).max();
        Carried { flits: self.flits, busiest: most.unwrap_or(0) }
    }
}

impl Sink<Event> for Traffic {
    const WANTS: u32 = kinds::FLIT;

    #[inline]
    fn emit(&mut self, event: Event) {
        match event.what {
            EventKind::FlitEntered { .. } => self.flits += 1,
            EventKind::FlitMoved { to, .. } => self.links[self.array.router(event.node)][to as usize] += 1,
            _ => {}
        }
    }
}

/// A machine at the end of its run.
#[derive(Clone, Copy, Debug)]
pub struct Finished<'a> {
    pub machine: &'a Machine,
    /// The load of its network, if it was counted.
    pub carried: Option<Carried>,
}

impl<'a> Finished<'a> {
    /// A machine whose flits were not counted.
    pub fn of(machine: &'a Machine) -> Self {
        Self { machine, carried: None }
    }
}

impl RunFacts for Finished<'_> {
    fn word(&self, node: NodeId, addr: u32) -> Option<u32> {
        self.machine.peek(self.array().rank(node)?, addr)
    }

    fn main_word(&self, addr: u64) -> u32 {
        self.machine.state.memory_node.main.word(addr)
    }

    fn console(&self, node: NodeId) -> Vec<u8> {
        self.machine.node(node).map_or_else(Vec::new, |n| n.console.stream(false, 0..n.console.len()).collect())
    }

    fn file(&self, name: &str) -> Option<Vec<u8>> {
        self.machine.state.files.get(name).map(Content::to_vec)
    }

    fn exit_code(&self, rank: usize) -> Option<i32> {
        self.machine.state.nodes[rank].core.processor.halted.map(|(code, _)| code as i32)
    }

    fn trapped(&self) -> Option<NodeId> {
        match self.machine.outcome() {
            Some(Outcome::Trapped(traps)) => traps.first().map(|t| t.node),
            _ => None,
        }
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.machine.outcome()
    }

    fn unreceived(&self) -> Option<Unreceived> {
        unreceived(self.machine)
    }

    fn cycles(&self) -> Cycle {
        match self.machine.outcome() {
            Some(Outcome::Halted { cycles, drain }) => cycles + drain,
            _ => self.machine.state.cycle,
        }
    }

    fn useful_instructions(&self, rank: usize) -> u64 {
        let p = &self.machine.state.nodes[rank].core.processor;
        p.executed - p.polled
    }

    fn array(&self) -> Array {
        self.machine.spec().array
    }

    fn dmas(&self) -> u64 {
        self.machine.state.nodes.iter().map(|n| u64::from(n.incc.started)).sum()
    }

    fn traffic(&self) -> Option<Carried> {
        self.carried
    }
}
