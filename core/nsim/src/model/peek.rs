//! Views of a machine's present state, without side effects.

use super::machine::Machine;
use super::rank::Doing;
use super::report::Waiting;
use super::shard::Shard;
use super::{Params, Time, Topology};
use alloc::{string::String, vec::Vec};
use mcore_topology::Routes;

impl Machine {
    /// The topology.
    pub fn topology(&self) -> &Topology {
        self.setup().routes.topology()
    }

    /// The topology with its routing tables.
    pub fn routes(&self) -> &Routes {
        &self.setup().routes
    }

    /// The parameters.
    pub fn params(&self) -> &Params {
        &self.setup().params
    }

    /// The rank of each node, or [`u32::MAX`].
    pub fn ranks_of_nodes(&self) -> &[u32] {
        &self.setup().ranks
    }

    /// The rank of a node, if it has one.
    pub fn rank_of(&self, node: u32) -> Option<u32> {
        self.setup().ranks.get(node as usize).copied().filter(|rank| *rank != u32::MAX)
    }

    fn shard_of(&self, switch: u32) -> &Shard {
        &self.shards()[self.setup().parts.partition_point(|first| *first <= switch) - 1]
    }

    /// The activity of a rank, or the operation that it waits for.
    pub fn at(&self, rank: u32) -> Waiting {
        let node = self.setup().mapping.node(rank);
        let shard = self.shard_of(self.setup().routes.home(node).0);
        let state = &shard.nodes[(node - shard.first_node()) as usize];
        Waiting { rank, op: state.op, step: state.place.step, unreceived: state.unreceived() }
    }

    /// By node: 0 without a rank, 1 busy, 2 waiting, 3 ended.
    pub fn doing(&self) -> Vec<u8> {
        let nodes = self.shards().iter().flat_map(|shard| &shard.nodes);
        let ranks = &self.setup().ranks;
        nodes.zip(ranks).map(|(state, rank)| if *rank == u32::MAX { 0 } else { code(state.doing) }).collect()
    }

    /// The same for one node.
    pub fn doing_of(&self, node: u32) -> u8 {
        let shard = self.shard_of(self.setup().routes.home(node).0);
        match self.rank_of(node) {
            None => 0,
            Some(_) => code(shard.nodes[(node - shard.first_node()) as usize].doing),
        }
    }

    /// By switch: packets in its fullest input buffer.
    pub fn held(&self) -> Vec<u8> {
        self.shards().iter().flat_map(|shard| shard.range().map(|switch| shard.held(switch))).collect()
    }

    /// The links of a switch to others: direction, bytes carried, packets in the input buffers beside it.
    pub fn links_of(&self, switch: u32) -> Vec<(String, u64, Vec<u8>)> {
        let shard = self.shard_of(switch);
        let one = |(port, slot): (u8, usize)| {
            let name = self.setup().routes.port_name(switch, port);
            (name, shard.outputs[slot].carried.bytes, shard.held_beside(slot))
        };
        shard.links_of(switch).map(one).collect()
    }

    /// Bytes that each link carried recently, if that is recorded: those of the current interval, and a share of the
    /// previous one that completes a whole interval.
    pub fn recent_bytes(&self) -> Option<impl Fn(u32, u8) -> u64 + '_> {
        let histories: Option<Vec<_>> = self.shards().iter().map(|shard| shard.recorder.links.as_ref()).collect();
        let histories = histories?;
        let (now, parts) = (self.now(), &self.setup().parts);
        Some(move |switch: u32, port: u8| {
            let part = parts.partition_point(|first| *first <= switch) - 1;
            let (shard, history) = (&self.shards()[part], histories[part]);
            history.recent(now, shard.slot_of(switch, port))
        })
    }

    /// Maximum bytes of a link per interval of the history; 0 if there is none.
    pub fn max_per_interval(&self) -> u64 {
        let interval = self.shards().iter().filter_map(|s| s.recorder.links.as_ref()).map(|h| h.interval).max();
        let bytes = u128::from(interval.unwrap_or(0)) * u128::from(self.setup().params.link_rate) / 1_000_000_000_000;
        bytes as u64
    }

    /// Per interval: the sum over all links between switches, and the maximum of one. With the length of an interval.
    pub fn link_sums(&self) -> Option<(Time, Vec<(u64, u64)>)> {
        let (interval, rows) = self.link_history()?;
        let intervals = rows.first().map_or(0, Vec::len);
        let of = |at: usize| {
            let column = rows.iter().map(|row| u64::from(row[at]));
            column.fold((0, 0), |(sum, most): (u64, u64), bytes| (sum + bytes, most.max(bytes)))
        };
        Some((interval, (0..intervals).map(of).collect()))
    }

    /// Starts or stops recording the ranks' activities.
    pub fn record_ranks(&mut self, record: bool) {
        self.shards_mut().iter_mut().for_each(|shard| shard.recorder.ranks = record);
    }
}

fn code(doing: Doing) -> u8 {
    match doing {
        Doing::Ready(_) => 1,
        Doing::Waiting { .. } => 2,
        Doing::Ended(_) => 3,
    }
}
