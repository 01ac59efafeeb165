//! The fixed setup of a machine, and a part of it at the start of a run.

use super::super::nic::Nic;
use super::super::params::transfer;
use super::super::rank::{Doing, Rank};
use super::super::recorder::Recorder;
use super::super::switch::{Crossing, Input, Output, Packet, Target, Wire};
use super::super::{Mapping, NEVER, Params, Program, Time, Topology};
use super::{AHEAD, Counts, Shard, Switch};
use alloc::collections::{BTreeMap, VecDeque};
use alloc::sync::Arc;
use alloc::{vec, vec::Vec};
use mcore_topology::{Beyond, Routes};

/// Everything that does not change during a run.
#[derive(Debug)]
pub(in super::super) struct Setup {
    pub params: Params,
    pub routes: Routes,
    pub mapping: Mapping,
    /// The rank of each node, or [`u32::MAX`].
    pub ranks: Vec<u32>,
    pub program: Program,
    /// Length of a window: the smallest delay between two switches, which is the delay of a credit.
    pub window: Time,
    /// How far a switch may advance from the start of a window: no packet that is not there yet can arrive in this time.
    pub ahead: Time,
    /// Virtual channels of a link, 1 or 2.
    pub channels: usize,
    /// Bits of the channel in the number of a queue; the bits above them are the port.
    pub shift: u32,
    /// The first switch of each part, and the number of switches.
    pub parts: Vec<u32>,
    /// Transfer times of a packet of full size on a link, through a switch and through a NIC.
    pub full: [Time; 3],
}

impl Setup {
    /// The part of a switch.
    pub(super) fn part_of(&self, switch: u32) -> usize {
        self.parts.partition_point(|first| *first <= switch) - 1
    }

    /// Port and channel of a queue.
    #[inline]
    pub(super) fn port_of(&self, queue: usize) -> (usize, usize) {
        (queue >> self.shift, queue & self.shift as usize & 1)
    }

    /// The queues, as bits, of the port opposite a port: packets from there go straight on. None in a tree.
    pub(super) fn facing(&self, port: usize, local: usize) -> u64 {
        if port < local || !matches!(self.routes.topology(), Topology::Cube(_)) {
            return 0;
        }
        let facing = ((port - local) ^ 1) + local;
        ((1u64 << self.channels) - 1) << (facing * self.channels)
    }

    /// Transfer times of a packet of this size, as in [`Setup::full`].
    pub(super) fn times(&self, bytes: u16) -> [Time; 3] {
        let rates = [self.params.link_rate, self.params.switch_rate, self.params.injection_rate()];
        rates.map(|rate| transfer(bytes.into(), rate))
    }
}

impl Shard {
    /// Part `own` of the machine, with all ranks at their first operation.
    pub fn new(setup: Arc<Setup>, own: usize, recorder: Recorder) -> Self {
        let switches = setup.parts[own]..setup.parts[own + 1];
        let mut shard = Self::empty(setup, own, recorder);
        let mut slot = 0;
        for number in switches {
            slot += shard.add_switch(number, slot);
        }
        for index in 0..shard.switches.len() {
            let wake = shard.due[shard.dues(&shard.switches[index])].iter().min();
            if let Some(time) = wake.copied().filter(|time| *time < NEVER) {
                shard.schedule(index, time);
            }
        }
        shard
    }

    /// A part with memory for all slots, but without switches.
    fn empty(setup: Arc<Setup>, own: usize, recorder: Recorder) -> Self {
        let (params, routes) = (&setup.params, &setup.routes);
        let (first, end) = (setup.parts[own], setup.parts[own + 1]);
        let uniform = matches!(routes.topology(), Topology::Cube(_));
        let switches = (end - first) as usize;
        let slots = (first..end).map(|switch| usize::from(routes.ports(switch))).sum::<usize>();
        let wire = Wire { target: Target::Nothing, closes_ring: false, cursor: 0, place: 0 };
        let mut shard = Self {
            first,
            first_node: u32::MAX,
            switches: Vec::with_capacity(switches),
            due: Vec::new(),
            step: if uniform { switches } else { 1 },
            outputs: vec![Output::default(); slots],
            wires: vec![wire; slots],
            inputs: vec![Input::default(); slots],
            packets: Vec::new(),
            spans: Vec::new(),
            headers: Vec::new(),
            free_headers: Vec::new(),
            from_nics: if uniform { switches * usize::from(params.nics) } else { 0 },
            places: vec![0; slots * usize::from(params.output_buffer)],
            crossings: Vec::new(),
            nics: Vec::new(),
            nodes: Vec::new(),
            lists: vec![Vec::new(); AHEAD],
            far: BTreeMap::new(),
            visited: [false; AHEAD],
            now: 0,
            counts: Counts::default(),
            recorder,
            actions: Vec::new(),
            short: (0, setup.times(0)),
            out: vec![Vec::new(); setup.parts.len() - 1],
            setup: setup.clone(),
        };
        // The end of the last buffer is the length of all.
        let places = shard.ring(&setup, slots, setup.channels - 1);
        shard.packets = vec![Packet::default(); places];
        // Few machines have late tails: the system gives this memory only when it is touched.
        shard.spans = vec![0; places];
        shard
    }

    /// Adds a switch whose first port has this slot, with its nodes. Returns the distance to the first slot of the next switch.
    fn add_switch(&mut self, number: u32, slot: u32) -> u32 {
        let setup = self.setup.clone();
        let (routes, nics) = (&setup.routes, usize::from(setup.params.nics));
        let ports = routes.ports(number);
        let (node, nodes) = routes.nodes_of(number);
        if nodes > 0 && self.first_node == u32::MAX {
            self.first_node = node;
        }
        let switch = Switch {
            number,
            slot,
            due: self.due.len() as u32,
            node: self.nodes.len() as u32,
            nodes: nodes as u8,
            ports,
            local: (nodes as usize * nics) as u8,
            next: NEVER,
            listed: u64::MAX,
            starved: 0,
        };
        for port in 0..ports {
            self.connect(&setup, &switch, port);
        }
        self.switches.push(switch);
        self.due.extend((0..ports).map(|_| NEVER));
        for node in node..node + nodes {
            let mut rank = Rank::new();
            if setup.ranks[node as usize] == u32::MAX {
                rank.doing = Doing::Ended(0);
            }
            self.due.push(rank.wake());
            self.nodes.push(rank);
            self.nics.extend((0..nics).map(|_| Nic::default()));
        }
        // In a cube the slots of a switch are `step` apart, and those of the next switch lie between them.
        if self.step > 1 { 1 } else { u32::from(ports) }
    }

    /// Connects a port of a switch to the node or the switch at the other end of its link.
    fn connect(&mut self, setup: &Setup, switch: &Switch, port: u8) {
        let slot = self.slot(switch, port);
        let target = match setup.routes.beyond(switch.number, port) {
            Beyond::Node { node, .. } => Target::Node(node),
            Beyond::Switch { switch, port } => match setup.part_of(switch) == setup.part_of(self.first) {
                true => Target::Near(switch - self.first, port),
                false => {
                    let credits = VecDeque::from(vec![0; setup.params.input_buffer.into()]);
                    self.crossings.push(Crossing { switch, port, credits: [credits.clone(), credits] });
                    self.inputs[slot].from_far = true;
                    Target::Far(self.crossings.len() as u32 - 1)
                }
            },
            Beyond::Nothing => Target::Nothing,
        };
        let closes_ring = setup.channels == 2 && setup.routes.closes_ring(switch.number, port);
        self.wires[slot] = Wire { target, closes_ring, cursor: 0, place: 0 };
    }
}
