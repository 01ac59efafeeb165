//! How transfers share links: max-min fairness. The rate of all flows rises together until a link is full or a flow has
//! reached its own highest rate.

use super::topology::Link;
use alloc::{collections::BTreeMap, vec, vec::Vec};

/// A transfer on its links, as far as rates matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demand {
    pub links: Vec<Link>,
    /// Its own highest rate, MB/s.
    pub most: u64,
}

/// The rate of each flow in MB/s, at least 1. `link` is the rate of every link.
pub fn rates(flows: &[Demand], link: u64) -> Vec<u64> {
    let mut rate = vec![0; flows.len()];
    let mut open: Vec<usize> = (0..flows.len()).collect();
    let mut left: BTreeMap<Link, u64> = flows.iter().flat_map(|flow| &flow.links).map(|&at| (at, link)).collect();
    while !open.is_empty() {
        let mut users: BTreeMap<Link, u64> = BTreeMap::new();
        for &flow in &open {
            flows[flow].links.iter().for_each(|&at| *users.entry(at).or_default() += 1);
        }
        let share = |at: &Link| left.get(at).copied().unwrap_or(0) / users.get(at).copied().unwrap_or(1).max(1);
        let lowest = users.keys().map(share).min().unwrap_or(link);
        let capped = open.iter().map(|&flow| flows[flow].most).min().unwrap_or(link);
        let level = lowest.min(capped);
        let fixed: Vec<usize> = open
            .iter()
            .copied()
            .filter(|&flow| flows[flow].most <= level || flows[flow].links.iter().any(|at| share(at) <= level))
            .collect();
        for &flow in &fixed {
            rate[flow] = level.max(1);
            for at in &flows[flow].links {
                if let Some(left) = left.get_mut(at) {
                    *left = left.saturating_sub(level);
                }
            }
        }
        // At least one flow is fixed in each round: that with the lowest share or the lowest rate of its own.
        open.retain(|flow| !fixed.contains(flow));
    }
    rate
}
