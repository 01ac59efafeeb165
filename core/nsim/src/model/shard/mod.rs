//! A part of the machine: some switches with their nodes, simulated window by window.
//!
//! **Lookahead.** A switch is simulated through the window, and beyond its end as long as no packet can arrive that is not
//! there yet. So its data is loaded into the cache less often. Credits from other switches may then be late: they have a time
//! that has passed at this switch. That does no harm, because a switch stops where an output needs a credit it does not have.
//!
//! **Credits.** A credit is one free place in the buffer at the other end of a link. When a packet leaves its place, the time
//! of the credit is written into the place, and the output reads it there when it reaches the place. A credit is sent only to
//! an output that has no credit left, or that is in another part.
//!
//! **Slots.** The data of a port is spread over several lists. Its index in them is the port's *slot*. In a cube the slots of
//! all ports of one direction are adjacent: switches are simulated one after another, and traffic often goes in one direction
//! everywhere, so the data needed next follows in memory, within few pages.
//!
//! **Order.** Within a window each switch is simulated by itself: its outputs and ranks step in order of time; at the same
//! time outputs go before ranks, and lower numbers first. Effects on other switches (packets, credits, envelopes of messages)
//! carry their time and take effect in a later window at the earliest. So the result depends neither on the order of the
//! switches nor on the number of threads.

mod pipeline;
mod ranks;
mod setup;
mod state;
mod windows;

use super::Time;
use super::nic::Nic;
use super::rank::{Action, Envelope, Rank};
use super::recorder::{LinkHistory, Recorder};
use super::switch::{Crossing, Header, Input, Output, Packet, Target, Wire};
use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;
use mcore_base::stats::Histogram;
pub(super) use setup::Setup;

/// A message from one part to another, handed over between two windows.
#[derive(Clone, Copy, Debug)]
pub(super) enum ShardMessage {
    Packet { switch: u32, port: u8, packet: Packet, span: u32, header: Header },
    Credit { switch: u32, port: u8, channel: u8, time: Time },
    Envelope { node: u32, envelope: Envelope },
}

/// A switch of this part.
#[derive(Clone, Copy, Debug)]
struct Switch {
    number: u32,
    /// The slot of its first port.
    slot: u32,
    /// Index of its first time in [`Shard::due`]: one time for each port, then one for each node.
    due: u32,
    /// Its first node, as a number within this part, and the number of its nodes.
    node: u32,
    nodes: u8,
    ports: u8,
    /// Ports that lead to nodes.
    local: u8,
    /// When it has its next step.
    next: Time,
    /// The window whose list holds it.
    listed: u64,
    /// Its outputs, as bits, that wait for a credit whose time is not known yet.
    starved: u64,
}

/// Number of next windows that have a list of their own.
pub(super) const AHEAD: usize = 256;

/// Counts of events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Messages of the programs that have arrived.
    pub messages: u64,
    pub bytes: u64,
    /// Packets that entered the network.
    pub packets: u64,
    /// Links between switches that packets crossed.
    pub traversals: u64,
    /// Events: packets that outputs took, messages that ranks received, operations that ranks started.
    pub events: u64,
    /// When the last of them happened, and when the last message of a program was complete.
    pub last_event: Time,
    pub last_message: Time,
    /// Ranks that have ended.
    pub ended: u32,
    /// Latency of messages, from the call of the sending function to the arrival of the last byte, in ns.
    pub latency: Histogram,
}

/// A part of the machine.
#[derive(Clone, Debug)]
pub(super) struct Shard {
    pub setup: Arc<Setup>,
    /// Its first switch.
    first: u32,
    /// The node of the first switch's first NIC.
    first_node: u32,
    switches: Vec<Switch>,
    /// By switch: the time of the next step of each output, then of each node.
    due: Vec<Time>,
    /// Distance between the slots of two neighbouring ports of a switch.
    step: usize,
    /// By slot.
    pub outputs: Vec<Output>,
    wires: Vec<Wire>,
    inputs: Vec<Input>,
    /// By channel, slot and place in the buffer ([`Shard::ring`]).
    packets: Vec<Packet>,
    /// The same, for packets whose tail is late: picoseconds between head and tail.
    spans: Vec<u32>,
    headers: Vec<Header>,
    /// Numbers of headers that are free.
    free_headers: Vec<u32>,
    /// Number of slots, at the front, that are inputs from NICs. Each of them has room for one packet.
    from_nics: usize,
    /// By slot: when each place of the output buffer is free again.
    places: Vec<Time>,
    /// Links to other parts, by the number in [`Target::Far`].
    crossings: Vec<Crossing>,
    /// By node and NIC.
    nics: Vec<Nic>,
    pub nodes: Vec<Rank>,
    /// Switches by window.
    lists: Vec<Vec<u32>>,
    far: BTreeMap<u64, Vec<u32>>,
    /// By window: whether a switch has been simulated there ahead of time. Such a window counts as busy.
    visited: [bool; AHEAD],
    /// The window under simulation.
    now: u64,
    pub counts: Counts,
    pub recorder: Recorder,
    /// Memory for the actions of one step of a rank.
    actions: Vec<Action>,
    /// The size of the last packet that was not full, and its transfer times.
    short: (u16, [Time; 3]),
    /// Messages to other parts, by part.
    pub out: Vec<Vec<ShardMessage>>,
}

impl Shard {
    /// Records the use of links over time.
    pub fn record_links(&mut self, interval: Time, intervals: usize) {
        self.recorder.links = Some(LinkHistory::new(self.outputs.len(), interval, intervals));
    }

    /// The slot of a port.
    fn slot(&self, switch: &Switch, port: u8) -> usize {
        switch.slot as usize + usize::from(port) * self.step
    }

    /// The slot of a port of a switch of this part, which is given by its number.
    pub fn slot_of(&self, switch: u32, port: u8) -> usize {
        self.slot(&self.switches[(switch - self.first) as usize], port)
    }

    /// The links of a switch of this part to other switches: ports and slots.
    pub fn links_of(&self, switch: u32) -> impl Iterator<Item = (u8, usize)> + '_ {
        let ports = 0..self.switches[(switch - self.first) as usize].ports;
        let slots = ports.map(move |port| (port, self.slot_of(switch, port)));
        slots.filter(|(_, slot)| self.wires[*slot].target.is_switch())
    }

    /// The range of a switch's times in [`Shard::due`].
    fn dues(&self, switch: &Switch) -> core::ops::Range<usize> {
        let first = switch.due as usize;
        first..first + usize::from(switch.ports) + usize::from(switch.nodes)
    }

    /// Index of a buffer's first place in [`Shard::packets`].
    #[inline]
    fn ring(&self, setup: &Setup, slot: usize, channel: usize) -> usize {
        // All buffers of the second channel follow all of the first: most machines use it less.
        let links = self.inputs.len() - self.from_nics;
        match slot.checked_sub(self.from_nics) {
            Some(link) => self.from_nics + (channel * links + link) * usize::from(setup.params.input_buffer),
            None => slot,
        }
    }

    /// The switches of this part.
    pub fn range(&self) -> core::ops::Range<u32> {
        self.first..self.first + self.switches.len() as u32
    }

    /// The first node of this part.
    pub fn first_node(&self) -> u32 {
        self.first_node
    }

    fn owns(&self, switch: u32) -> bool {
        self.range().contains(&switch)
    }

    /// Takes the messages of other parts.
    pub fn take(&mut self, shard_messages: impl IntoIterator<Item = ShardMessage>) {
        let setup = self.setup.clone();
        for shard_message in shard_messages {
            match shard_message {
                ShardMessage::Packet { switch, port, packet, span, header } => {
                    let index = (switch - self.first) as usize;
                    let packet = packet.with_header(self.header(header));
                    self.arrive(&setup, index, port, packet, span);
                }
                ShardMessage::Credit { switch, port, channel, time } => {
                    let index = (switch - self.first) as usize;
                    if let Target::Far(link) = self.wires[self.slot_of(switch, port)].target {
                        let credits = &mut self.crossings[link as usize].credits[usize::from(channel)];
                        credits.push_back(time);
                        if credits.len() == 1 {
                            self.credit_returns(index, port, channel, time);
                        }
                    }
                }
                ShardMessage::Envelope { node, envelope } => self.expect(node, envelope),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::machine::Recording;
    use super::super::{Machine, Mapping, Params, Pattern, Program, Progress, Topology};

    /// A message that crosses several parts has a header in each of them.
    #[test]
    fn every_header_is_free_at_the_end() {
        let tree = Topology::named("fat-tree", &[4, 2, 3]).expect("valid");
        for (topology, nics) in [(Topology::torus(&[4, 3, 2]), 1), (Topology::torus(&[5, 4]), 2), (tree, 3)] {
            let params = Params { nics, input_buffer: 2, ..Params::TORUS };
            let (ranks, recording) = (topology.nodes(), Recording::default());
            for parts in 1..=3 {
                let program = Program::pattern(Pattern::PairwiseAlltoall { bytes: 1500 }, ranks);
                let mapping = Mapping::in_order(ranks);
                let machine = Machine::new(topology.clone(), params.clone(), mapping, program, parts, &recording);
                let mut machine = machine.expect("valid");
                while machine.run(1000) == Progress::Running {}
                for shard in machine.shards() {
                    let mut free = shard.free_headers.clone();
                    free.sort_unstable();
                    assert!(
                        !free.is_empty() && free.iter().copied().eq(0..shard.headers.len() as u32),
                        "{parts} parts"
                    );
                }
            }
        }
    }
}
