//! A run of the Himeno benchmark, for one iteration.

use crate::model::Params;
use crate::model::himeno::{Himeno as Benchmark, Times};
use alloc::{string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// The times of an iteration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Himeno {
    /// The word for its size.
    pub size: String,
    /// The word for its grid.
    pub grid: String,
    pub nodes: u64,
    /// Bytes of the faces along i and along j; 0 where there is no neighbour.
    pub faces: [u64; 2],
    /// An iteration, ns.
    pub total: u64,
    /// Its computation (a model), ns.
    pub compute: u64,
    /// Its exchange of halos, ns.
    pub halo: u64,
    /// Its Allreduce, ns.
    pub allreduce: u64,
    /// Most transfers at once over a link between boards.
    pub shared: u64,
    /// Operations per second of all nodes, GFLOPS.
    pub gflops: u64,
    /// The node of each rank.
    pub map: Vec<u8>,
    /// Simulated iterations.
    pub iterations: u64,
    /// Parameters of the machine that are not the usual ones: their number.
    pub changed: u32,
}

impl Himeno {
    /// The result of a run with the words for its size and its grid.
    pub fn new(size: &str, grid: &str, run: &Benchmark, params: &Params, times: Times) -> Self {
        let each = |ns: u64| ns / run.iterations.max(1);
        let faces = run.faces();
        let usual = Params::default();
        let changed = Params::NAMES.iter().filter(|name| params.get(name) != usual.get(name)).count();
        Self {
            size: size.into(),
            grid: grid.into(),
            nodes: run.grid[0] * run.grid[1],
            faces: [if run.grid[0] > 1 { faces[0] } else { 0 }, if run.grid[1] > 1 { faces[1] } else { 0 }],
            total: each(times.total_ns),
            compute: each(times.calc_ns),
            halo: each(times.halo_ns),
            allreduce: each(times.allreduce_ns),
            shared: times.most_shared,
            gflops: run.operations() / each(times.total_ns).max(1),
            map: times.map,
            iterations: run.iterations,
            changed: changed as u32,
        }
    }
}
