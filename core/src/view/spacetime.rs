//! What the cores did and what the links carried, over the whole run, as packed pictures.

use crate::base::Cycle;
use crate::chip::{Machine, SpaceTime};
use crate::net::Port;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Use of every core and every link over time. Shares are bytes: 0 is never, 255 is in every cycle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpaceTimeView {
    /// Cycles covered.
    pub cycles: Cycle,
    /// Cycles that one column of `cores` covers.
    pub per_column: Cycle,
    /// Rank by rank, column by column: share of computing, share of polling. The rest of the cycles it had halted.
    #[serde(with = "serde_bytes")]
    pub cores: Vec<u8>,
    /// Number of columns of `cores`.
    pub columns: u32,
    /// Cycles that one column of `links` covers.
    pub per_link_column: Cycle,
    /// Router by router (row order), output by output (north, east, south, west), column by column: share of cycles with a flit.
    #[serde(with = "serde_bytes")]
    pub links: Vec<u8>,
    /// Number of columns of `links`.
    pub link_columns: u32,
}

fn byte(thousandths: u32) -> u8 {
    (thousandths.min(1000) * 255 / 1000) as u8
}

impl SpaceTimeView {
    /// What has been recorded of a machine's run.
    pub fn of(machine: &Machine, space: &SpaceTime) -> Self {
        let array = machine.spec().array;
        let cores: Vec<u8> =
            (0..array.nodes()).flat_map(|rank| space.core(rank).flat_map(|shares| shares.map(byte))).collect();
        let ports = [Port::North, Port::East, Port::South, Port::West];
        let links: Vec<u8> = (0..array.routers())
            .flat_map(|router| ports.into_iter().flat_map(move |port| space.link(router, port).map(byte)))
            .collect();
        Self {
            cycles: space.cycles(),
            per_column: space.per_column(),
            columns: space.core(0).count() as u32,
            cores,
            per_link_column: space.per_link_column(),
            link_columns: space.link(0, Port::East).count() as u32,
            links,
        }
    }

    /// Shares of computing and polling of a rank in a column.
    pub fn core(&self, rank: usize, column: usize) -> [u8; 2] {
        let at = 2 * (rank * self.columns as usize + column);
        [0, 1].map(|what| self.cores.get(at + what).copied().unwrap_or(0))
    }

    /// Share of cycles in which a link carried a flit; `port` is 0 to 3.
    pub fn link(&self, router: usize, port: usize, column: usize) -> u8 {
        self.links.get((router * 4 + port) * self.link_columns as usize + column).copied().unwrap_or(0)
    }
}
