//! What a part of the machine is built from.

use super::super::nic::Nic;
use super::super::params::transfer;
use super::super::rank::{Doing, Rank};
use super::super::recorder::Recorder;
use super::super::switch::{Crossing, Input, Output, Packet, Target, Wire};
use super::super::topology::{Beyond, Routes};
use super::super::{Mapping, NEVER, Params, Program, Time, Topology};
use super::{AHEAD, Counts, Shard, Switch};
use alloc::collections::{BTreeMap, VecDeque};
use alloc::sync::Arc;
use alloc::{vec, vec::Vec};

/// What never changes during a run.
#[derive(Debug)]
pub(in super::super) struct Setup {
    pub params: Params,
    pub routes: Routes,
    pub mapping: Mapping,
    /// The rank of each node, or [`u32::MAX`].
    pub ranks: Vec<u32>,
    pub program: Program,
    /// Length of a window: the smallest delay between two switches, that of a credit.
    pub window: Time,
    /// How far a switch may go from the begin of a window: as long as no packet comes that is not there.
    pub ahead: Time,
    /// Virtual channels of a link, 1 or 2.
    pub channels: usize,
    /// The number of a queue is that of its port, shifted by so many bits, and its channel.
    pub shift: u32,
    /// The first switch of each part, and one more.
    pub parts: Vec<u32>,
    /// Times that packets of the full size take on a link, through a switch and through a NIC.
    pub full: [Time; 3],
}

impl Setup {
    pub(super) fn part_of(&self, switch: u32) -> usize {
        self.parts.partition_point(|first| *first <= switch) - 1
    }

    /// The queues, as bits, of the port that faces a port in its dimension: packets from there go straight on. None in a tree.
    pub(super) fn facing(&self, port: usize, local: usize) -> u64 {
        if port < local || !matches!(self.routes.topology(), Topology::Cube { .. }) {
            return 0;
        }
        let facing = ((port - local) ^ 1) + local;
        ((1u64 << self.channels) - 1) << (facing * self.channels)
    }

    /// The times of a packet of so many bytes, as in [`Setup::full`].
    pub(super) fn times(&self, bytes: u16) -> [Time; 3] {
        let rates = [self.params.link_rate, self.params.switch_rate, self.params.injection_rate()];
        rates.map(|rate| transfer(bytes.into(), rate))
    }
}

impl Shard {
    /// Part `own` of the machine, with all ranks at their begin.
    pub fn new(setup: Arc<Setup>, own: usize, recorder: Recorder) -> Self {
        let (params, routes, channels) = (&setup.params, &setup.routes, setup.channels);
        let (first, end) = (setup.parts[own], setup.parts[own + 1]);
        let parts = setup.parts.len() - 1;
        let nics = usize::from(params.nics);
        let uniform = matches!(routes.topology(), Topology::Cube { .. });
        let mut shard = Self {
            first,
            first_node: u32::MAX,
            switches: Vec::with_capacity((end - first) as usize),
            due: Vec::new(),
            step: if uniform { (end - first) as usize } else { 1 },
            outputs: Vec::new(),
            wires: Vec::new(),
            inputs: Vec::new(),
            packets: Vec::new(),
            spans: Vec::new(),
            headers: Vec::new(),
            free_headers: Vec::new(),
            from_nics: if uniform { (end - first) as usize * nics } else { 0 },
            places: Vec::new(),
            crossings: Vec::new(),
            nics: Vec::new(),
            nodes: Vec::new(),
            lists: vec![Vec::new(); AHEAD],
            far: BTreeMap::new(),
            visited: [false; AHEAD],
            now: 0,
            counts: Counts::default(),
            recorder,
            wishes: Vec::new(),
            short: (0, setup.times(0)),
            out: vec![Vec::new(); parts],
            setup: setup.clone(),
        };
        let lanes = (first..end).map(|switch| usize::from(routes.ports(switch))).sum::<usize>();
        let wire = Wire { target: Target::Nothing, closes_ring: false, cursor: 0, place: 0 };
        shard.outputs = vec![Output::default(); lanes];
        shard.wires = vec![wire; lanes];
        shard.inputs = vec![Input::default(); lanes];
        let mut lane = 0;
        for switch in first..end {
            let ports = routes.ports(switch);
            let (node, nodes) = routes.nodes_of(switch);
            if nodes > 0 && shard.first_node == u32::MAX {
                shard.first_node = node;
            }
            let local = (nodes as usize * nics) as u8;
            let own = Switch {
                number: switch,
                lane,
                due: shard.due.len() as u32,
                node: shard.nodes.len() as u32,
                nodes: nodes as u8,
                ports,
                local,
                next: NEVER,
                listed: u64::MAX,
                starved: 0,
            };
            lane += if uniform { 1 } else { u32::from(ports) };
            for port in 0..ports {
                let lane = shard.lane(&own, port);
                let target = match routes.beyond(switch, port) {
                    Beyond::Node { node, .. } => Target::Node(node),
                    Beyond::Switch { switch, port } if (first..end).contains(&switch) => {
                        Target::Near(switch - first, port)
                    }
                    Beyond::Switch { switch, port } => {
                        let credits = VecDeque::from(vec![0; params.input_buffer.into()]);
                        shard.crossings.push(Crossing { switch, port, credits: [credits.clone(), credits] });
                        shard.inputs[lane].from_far = true;
                        Target::Far(shard.crossings.len() as u32 - 1)
                    }
                    Beyond::Nothing => Target::Nothing,
                };
                let closes_ring = channels == 2 && routes.closes_ring(switch, port);
                shard.wires[lane] = Wire { target, closes_ring, cursor: 0, place: 0 };
            }
            shard.switches.push(own);
            shard.due.extend((0..ports).map(|_| NEVER));
            for node in node..node + nodes {
                let runs = setup.ranks[node as usize] != u32::MAX;
                let mut rank = Rank::new();
                if !runs {
                    rank.doing = Doing::Ended(0);
                }
                shard.due.push(rank.wake());
                shard.nodes.push(rank);
                shard.nics.extend((0..nics).map(|_| Nic::default()));
            }
        }
        let places = shard.ring(&setup, lanes, channels - 1);
        shard.packets = vec![Packet::default(); places];
        // Memory that most machines do not touch.
        shard.spans = vec![0; places];
        shard.places = vec![0; lanes * usize::from(params.output_buffer)];
        for index in 0..shard.switches.len() {
            let wake = shard.due[shard.dues(&shard.switches[index])].iter().min();
            if let Some(time) = wake.copied().filter(|time| *time < NEVER) {
                shard.schedule(index, time);
            }
        }
        shard
    }
}
