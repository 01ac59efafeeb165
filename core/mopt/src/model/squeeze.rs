//! From a padded network to a real one.

use super::network::Network;
use alloc::{vec, vec::Vec};

/// Brings tasks from nodes of a padded network to real ones: the tasks in the order of their places along x-fastest rows take the
/// real nodes that are nearest and free, of equally near ones that with the lowest number.
pub fn squeeze(padded: &Network, real: &Network, nodes: &[u32]) -> Vec<u32> {
    if padded.sizes() == real.sizes() {
        return nodes.to_vec();
    }
    let mut order: Vec<(u32, usize)> = nodes.iter().copied().zip(0..).collect();
    order.sort_unstable();
    let mut free = Rows::new(real);
    let mut map = vec![0; nodes.len()];
    for (node, task) in order {
        map[task] = free.take(padded.at(node)).unwrap_or(0);
    }
    map
}

/// The free nodes in rows along the longest axis.
struct Rows {
    network: Network,
    axis: usize,
    /// For each place of each row, the free place nearest to it downwards and upwards, found by following links that are shortened
    /// on the way.
    down: Vec<u32>,
    up: Vec<u32>,
    length: u32,
}

impl Rows {
    fn new(network: &Network) -> Self {
        let sizes = network.all_sizes();
        let axis = (0..3).max_by_key(|axis| sizes[*axis]).unwrap_or(0);
        // A row has a place in front of it and one after it, which are never free.
        let length = sizes[axis] + 2;
        let places = network.nodes() / sizes[axis] * length;
        Self { network: network.clone(), axis, down: (0..places).collect(), up: (0..places).collect(), length }
    }

    fn find(links: &mut [u32], mut at: u32) -> u32 {
        while links[at as usize] != at {
            let next = links[links[at as usize] as usize];
            links[at as usize] = next;
            at = next;
        }
        at
    }

    /// Takes the nearest free node.
    fn take(&mut self, at: [u32; 3]) -> Option<u32> {
        let sizes = self.network.all_sizes();
        let [second, third] = match self.axis {
            0 => [1, 2],
            1 => [0, 2],
            _ => [0, 1],
        };
        let mut best: Option<(u32, u32)> = None;
        // Rows at growing distance.
        let furthest = at[second].max(sizes[second]) + at[third].max(sizes[third]);
        for distance in 0..=furthest {
            if best.is_some_and(|(least, _)| distance > least) {
                break;
            }
            for part in 0..=distance {
                let rest = distance - part;
                for b in sides(at[second], part, sizes[second]) {
                    for c in sides(at[third], rest, sizes[third]) {
                        let row = b + c * sizes[second];
                        for place in self.nearest(row, at[self.axis]) {
                            let mut node = [0; 3];
                            (node[self.axis], node[second], node[third]) = (place, b, c);
                            let found = (distance + place.abs_diff(at[self.axis]), self.network.node(node));
                            best = Some(best.map_or(found, |best| best.min(found)));
                        }
                    }
                }
            }
        }
        let (_, node) = best?;
        let node_at = self.network.at(node);
        let place = (node_at[second] + node_at[third] * sizes[second]) * self.length + node_at[self.axis] + 1;
        self.down[place as usize] = place - 1;
        self.up[place as usize] = place + 1;
        Some(node)
    }

    /// The free places of a row that are nearest to a place, downwards and upwards.
    fn nearest(&mut self, row: u32, place: u32) -> impl Iterator<Item = u32> + use<> {
        let (first, last) = (row * self.length, (row + 1) * self.length - 1);
        let start = first + place.min(self.length - 3) + 1;
        let (below, above) = (Self::find(&mut self.down, start), Self::find(&mut self.up, start));
        [below, above].into_iter().filter(move |at| *at > first && *at < last).map(move |at| at - first - 1)
    }
}

/// The coordinates at a distance, inside.
fn sides(at: u32, distance: u32, size: u32) -> impl Iterator<Item = u32> {
    let below = at.checked_sub(distance).filter(|at| *at < size);
    let above = (distance > 0).then(|| at + distance).filter(|at| *at < size);
    below.into_iter().chain(above)
}
