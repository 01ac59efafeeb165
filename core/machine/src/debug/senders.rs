//! Who should have sent the word that a core waits for: an inference from the whole run, for a deadlock.

use super::frames::own_line_of;
use crate::fast::Machine;
use crate::parts::command::Command;
use crate::parts::{Event, EventKind, kinds};
use alloc::{
    collections::{BTreeMap, BTreeSet},
    vec::Vec,
};
use mcore_base::{Cycle, NodeId, Sink};
use mcore_cpu::program::Program;

/// Maximum number of pairs of nodes that are kept for a word.
const MAX_PAIRS: usize = 1 << 16;

/// A DMA to a word that a core waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent {
    /// The node that started it.
    pub from: NodeId,
    pub cycle: Cycle,
    /// The nearest line of the user's own files: file and line.
    pub own: Option<(u32, u32)>,
}

/// Why a node is expected to send a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// It is the neighbour in the tree of `mc_barrier`.
    Barrier,
    /// It sent the same word before.
    Before(Sent),
    /// In this run other nodes got this word from the node at the same distance, or from the same node.
    Likewise,
}

/// All DMAs of a run to some addresses, by address and destination.
#[derive(Clone, Debug, Default)]
pub struct Senders {
    words: BTreeMap<u32, BTreeMap<NodeId, Vec<Sent>>>,
    pairs: usize,
}

/// The DMAs that start in one cycle.
#[derive(Default)]
pub struct Started(pub Vec<(NodeId, Command)>);

impl Sink<Event> for Started {
    const WANTS: u32 = kinds::DMA_STARTED_ONLY;

    fn emit(&mut self, event: Event) {
        if let EventKind::DmaStarted { command, .. } = event.what {
            self.0.push((event.node, command));
        }
    }
}

/// True if a DMA writes the word at an address.
fn writes(command: &Command, addr: u32) -> bool {
    let distance = i64::from(addr) - command.remote as i64;
    let stride = i64::from(command.remote_stride);
    match stride {
        0 => distance == 0,
        _ => distance % stride == 0 && (0..i64::from(command.words)).contains(&(distance / stride)),
    }
}

impl Senders {
    /// For these addresses of words.
    pub fn new(words: impl Iterator<Item = u32>) -> Self {
        Self { words: words.map(|addr| (addr, BTreeMap::new())).collect(), pairs: 0 }
    }

    /// Records DMAs that have started in the last cycle of a machine.
    pub fn record(&mut self, machine: &Machine, started: &[(NodeId, Command)]) {
        let cycle = machine.state.cycle.saturating_sub(1);
        for (from, command) in started.iter().filter(|(_, command)| command.dst != NodeId::MEMORY) {
            for (_, by_node) in self.words.iter_mut().filter(|(addr, _)| writes(command, **addr)) {
                let rank = machine.spec().array.rank(*from);
                let own = rank.and_then(|rank| own_line_of(machine, rank));
                let sent = Sent { from: *from, cycle, own };
                let list = by_node.entry(command.dst).or_default();
                match list.iter_mut().find(|known| known.from == *from) {
                    Some(known) => *known = sent,
                    None if self.pairs < MAX_PAIRS => {
                        self.pairs += 1;
                        list.push(sent);
                    }
                    None => {}
                }
            }
        }
    }

    /// The node from which a node should get the word at an address.
    pub fn expected(&self, machine: &Machine, node: NodeId, addr: u32) -> Option<(NodeId, Basis)> {
        let array = machine.spec().array;
        let exists = |id: &NodeId| array.rank(*id).is_some() && *id != node;
        let rank = array.rank(node)?;
        if let Some(peer) = barrier_peer(&machine.image(rank).program, node, addr) {
            return Some(peer).filter(exists).map(|peer| (peer, Basis::Barrier));
        }
        let by_node = self.words.get(&addr)?;
        if let Some(last) = by_node.get(&node).and_then(|list| list.iter().max_by_key(|sent| sent.cycle)) {
            return Some((last.from, Basis::Before(*last)));
        }
        let pairs = || by_node.iter().flat_map(|(to, list)| list.iter().map(|sent| (sent.from, *to)));
        let steps: BTreeSet<(i16, i16)> = pairs().map(|(from, to)| step(from, to)).collect();
        let sources: BTreeSet<NodeId> = pairs().map(|(from, _)| from).collect();
        let found = match (steps.len(), sources.len()) {
            (1, _) => steps.first().and_then(|(dx, dy)| {
                let at = |place: u8, by: i16| u8::try_from(i16::from(place) - by).ok();
                Some(NodeId::new(at(node.x, *dx)?, at(node.y, *dy)?))
            }),
            (_, 1) => sources.first().copied(),
            _ => None,
        };
        found.filter(exists).map(|from| (from, Basis::Likewise))
    }
}

fn step(from: NodeId, to: NodeId) -> (i16, i16) {
    (i16::from(to.x) - i16::from(from.x), i16::from(to.y) - i16::from(from.y))
}

/// The node that writes a word of `mc_barrier`: a child writes the word of its bit, the parent the one that releases.
fn barrier_peer(program: &Program, node: NodeId, addr: u32) -> Option<NodeId> {
    let (child, released) = (program.label("mc_child")?, program.label("mc_released")?);
    let place = u16::from(node.x.checked_sub(1)?) << 8 | u16::from(node.y.checked_sub(1)?);
    let peer = match addr {
        _ if addr == released && place != 0 => place & (place - 1),
        _ if (child..child + 64).contains(&addr) => place | 1 << ((addr - child) / 4),
        _ => return None,
    };
    let at = |coordinate: u16| u8::try_from(coordinate + 1).ok();
    Some(NodeId::new(at(peer >> 8)?, at(peer & 0xff)?))
}
