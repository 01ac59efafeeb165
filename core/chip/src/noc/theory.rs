//! The properties of the network under a traffic pattern that are known without simulation.

use super::Spec;
use alloc::{vec, vec::Vec};
use mcore_base::{Array, NodeId};
use mcore_net::{Chance, PORTS, Pattern, Port, neighbour, route_xy};

/// Closed forms for a pattern on a mesh with XY routing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Theory {
    /// Mean number of router-to-router hops.
    pub hops: f64,
    /// Mean latency in cycles of uncontended packets: flits + hops + 1. The header is in the source's output buffer in
    /// the cycle of creation, one cycle later in its router, one more for each hop, and one more to the INCC; the tail
    /// follows flits - 1 cycles later.
    pub zero_load: f64,
    /// The maximum load, in flits per node and cycle, that a network with these routes can accept from every node, as
    /// each channel carries at most one flit per cycle. (Beyond it, nodes with free routes may still get more than
    /// others.)
    pub bound: f64,
}

impl Theory {
    /// For an experiment; its load does not matter.
    pub fn of(spec: &Spec) -> Self {
        let loads = channel_loads(spec.array, spec.pattern);
        let of_links = |load: &[f64; PORTS]| load[..Port::Incc as usize].iter().sum::<f64>();
        // Each hop uses one channel between routers, so the sum of their loads is the sum of hops.
        let hops = loads.iter().map(of_links).sum::<f64>() / spec.array.nodes() as f64;
        let most = loads.iter().flatten().fold(1.0f64, |most, load| most.max(*load));
        Self { hops, zero_load: f64::from(spec.packet) + hops + 1.0, bound: 1.0 / most }
    }
}

/// Flits per cycle on each channel that leaves a router, by rank and output port, if each node offers one flit per
/// cycle.
pub(super) fn channel_loads(array: Array, pattern: Pattern) -> Vec<[f64; PORTS]> {
    let mut loads = vec![[0.0; PORTS]; array.nodes()];
    match pattern {
        Pattern::Uniform => add_uniform(array, &mut loads, 1.0),
        Pattern::HotSpot { node, share } => {
            add_uniform(array, &mut loads, 1.0 - Chance::value(share));
            for from in (0..array.nodes()).map(|rank| array.node(rank)) {
                add_route(array, &mut loads, from, node, share.value());
            }
        }
        Pattern::Transpose
        | Pattern::BitComplement
        | Pattern::Neighbour
        | Pattern::Tornado
        | Pattern::BitReverse
        | Pattern::Shuffle => {
            for from in (0..array.nodes()).map(|rank| array.node(rank)) {
                if let Some(to) = pattern.partner(array, from) {
                    add_route(array, &mut loads, from, to, 1.0);
                }
            }
        }
    }
    loads
}

/// Uniform traffic: a channel eastwards out of column x carries the traffic of the x nodes of its row up to there to
/// the m - x columns beyond; one southwards out of row y, the traffic of the y rows above to its column below. The
/// others mirror them.
fn add_uniform(array: Array, loads: &mut [[f64; PORTS]], share: f64) {
    let (m, n) = (f64::from(array.width), f64::from(array.height));
    for (rank, load) in loads.iter_mut().enumerate() {
        let at = array.node(rank);
        let (x, y) = (f64::from(at.x), f64::from(at.y));
        load[Port::East as usize] += share * x * (m - x) / m;
        load[Port::West as usize] += share * (m - x + 1.0) * (x - 1.0) / m;
        load[Port::South as usize] += share * y * (n - y) / n;
        load[Port::North as usize] += share * (n - y + 1.0) * (y - 1.0) / n;
        load[Port::Incc as usize] += share;
    }
}

fn add_route(array: Array, loads: &mut [[f64; PORTS]], from: NodeId, to: NodeId, share: f64) {
    let mut at = from;
    loop {
        let port = route_xy(at, to);
        if let Some(rank) = array.rank(at) {
            loads[rank][port as usize] += share;
        }
        match neighbour(array, at, port) {
            Some(next) => at = next,
            None => return,
        }
    }
}
