//! The Himeno benchmark on a grid of nodes: compute, exchange halos in GPU memory, reduce 4 bytes; nothing overlaps.
//!
//! The rate of the computation is not in the paper: it is a parameter of the model.

use super::event::Event;
use super::machine::{Log, Machine};
use super::memory::Place;
use super::program::{Act, Program, SendRequest};
use super::topology::{Link, Rings};
use super::verbs::LOCAL_WRITE;
use super::{Params, Stage};
use alloc::{collections::BTreeMap, sync::Arc, vec, vec::Vec};
use mcore_base::{Text, text};
use mcore_topology::Cube;
use serde::{Deserialize, Serialize};

/// Floating-point operations of a cell in one iteration.
const FLOP: u64 = 34;
/// Bytes of a cell.
const CELL: u64 = 4;

/// A run of the benchmark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Himeno {
    /// Cells: i, j, k.
    pub size: [u64; 3],
    /// Parts of i and j.
    pub grid: [u64; 2],
    pub iterations: u64,
    /// Rate of the computation of a node, GFLOPS.
    pub gflops: u64,
    /// The node of each rank (j first); empty: the best placement that a search finds.
    pub map: Vec<u8>,
}

/// The sizes of the paper.
pub const SIZES: [(&str, [u64; 3]); 3] =
    [("small", [64, 64, 128]), ("middle", [128, 128, 256]), ("large", [256, 256, 512])];

/// The times of a run, ns, summed over its iterations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Times {
    /// The whole run.
    pub total_ns: u64,
    /// Computation.
    pub calc_ns: u64,
    /// Exchange of halos, at rank 0.
    pub halo_ns: u64,
    /// Allreduce, at rank 0.
    pub allreduce_ns: u64,
    /// Most transfers at once over a link between boards.
    pub most_shared: u64,
    pub map: Vec<u8>,
}

/// Neighbours of a rank in a grid, with the direction: 0 and 1 along i, 2 and 3 along j.
pub fn neighbours(grid: [u64; 2], rank: u64) -> Vec<(u64, u64)> {
    around(&ranks_of(grid), rank).collect()
}

/// The ranks of a grid, j first.
fn ranks_of(grid: [u64; 2]) -> Cube {
    Cube::mesh(&[grid[1] as u32, grid[0] as u32])
}

fn around(ranks: &Cube, rank: u64) -> impl Iterator<Item = (u64, u64)> {
    (0..4).filter_map(move |direction: u64| {
        let (other, _) = ranks.beside(rank as u32, usize::from(direction < 2), direction % 2 == 1)?;
        Some((other.into(), direction))
    })
}

/// Halo messages over each link between boards, the most of them first.
pub fn sharing(rings: &Rings, grid: [u64; 2], map: &[u8]) -> Vec<u64> {
    let mut loads: BTreeMap<Link, u64> = BTreeMap::new();
    let ranks = ranks_of(grid);
    for rank in 0..grid[0] * grid[1] {
        for (other, _) in around(&ranks, rank) {
            let (Some(&from), Some(&to)) = (map.get(rank as usize), map.get(other as usize)) else { continue };
            for link in rings.route(from, to) {
                if matches!(link, Link::Board(..)) {
                    *loads.entry(link).or_default() += 1;
                }
            }
        }
    }
    let mut loads: Vec<u64> = loads.into_values().collect();
    loads.sort_unstable_by(|a, b| b.cmp(a));
    loads
}

/// A placement with little sharing: the best of several starts, each improved by exchanges until none helps.
pub fn place(rings: &Rings, grid: [u64; 2]) -> Vec<u8> {
    let ranks = (grid[0] * grid[1]) as usize;
    let nodes = usize::from(rings.nodes());
    let cost = |map: &[u8]| {
        let loads = sharing(rings, grid, map);
        let squares: u64 = loads.iter().map(|load| load * load).sum();
        (loads.first().copied().unwrap_or(0), squares)
    };
    let mut random = mcore_base::Rng::new(1);
    let mut best: Option<((u64, u64), Vec<u8>)> = None;
    for start in 0..24 {
        let mut all: Vec<u8> = (0..nodes as u8).collect();
        if start == 1 && grid[1] <= u64::from(rings.length) {
            // Rows side by side: the second row on the other ring.
            all.sort_by_key(|&node| (node % rings.length >= grid[1] as u8, node));
        } else if start > 1 {
            random.shuffle(&mut all);
        }
        let mut now = cost(&all[..ranks.min(nodes)]);
        loop {
            let mut better: Option<((u64, u64), usize, usize)> = None;
            for a in 0..ranks.min(nodes) {
                for b in a + 1..nodes {
                    all.swap(a, b);
                    let next = cost(&all[..ranks.min(nodes)]);
                    if next < now && better.is_none_or(|(least, ..)| next < least) {
                        better = Some((next, a, b));
                    }
                    all.swap(a, b);
                }
            }
            let Some((next, a, b)) = better else { break };
            all.swap(a, b);
            now = next;
        }
        all.truncate(ranks);
        if best.as_ref().is_none_or(|(least, _)| now < *least) {
            best = Some((now, all));
        }
        if now.0 <= 1 {
            break;
        }
    }
    best.map(|(_, map)| map).unwrap_or_default()
}

impl Himeno {
    /// Bytes of the faces along i and along j.
    pub fn faces(&self) -> [u64; 2] {
        let [i, j, k] = self.size;
        [j / self.grid[1].max(1) * k * CELL, i / self.grid[0].max(1) * k * CELL]
    }

    /// Floating-point operations of an iteration of all nodes.
    pub fn operations(&self) -> u64 {
        self.size.iter().product::<u64>() * FLOP
    }

    /// Runs it.
    ///
    /// # Errors
    /// The grid does not fit the machine, or the run reaches a limit.
    pub fn run(&self, params: &Params) -> Result<Times, Text> {
        let mut running = self.begin(params)?;
        while running.advance(u64::MAX) {}
        running.end()
    }

    /// Begins a run.
    ///
    /// # Errors
    /// The grid does not fit the machine.
    pub fn begin(&self, params: &Params) -> Result<Running, Text> {
        let ranks = self.grid[0].saturating_mul(self.grid[1]);
        let fits = ranks.is_power_of_two() && ranks <= params.nodes && ranks > 0;
        let divides = fits && self.size[0] % self.grid[0] == 0 && self.size[1] % self.grid[1] == 0;
        if !divides || self.iterations == 0 || self.gflops == 0 {
            let nodes = params.nodes;
            return Err(text!(
                "a grid has 1, 2, 4, 8 or 16 parts, at most {nodes}, and divides the size; iterations and rate are at least 1",
                "格子の分割数は 1、2、4、8、16 のいずれかで {nodes} 以下とし、サイズを割り切る必要があります。反復数と速度は 1 以上です"
            ));
        }
        let rings = Rings::new(params);
        let map = if self.map.is_empty() { place(&rings, self.grid) } else { self.map.clone() };
        let mut sorted = map.clone();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.len() as u64 != ranks
            || map.len() as u64 != ranks
            || sorted.iter().any(|&n| u64::from(n) >= params.nodes)
        {
            return Err(text!(
                "the map needs a node of its own for each rank",
                "配置では各ランクに別々のノードが必要です"
            ));
        }
        let program = self.program(params, &map);
        Ok(Running { machine: Machine::new(Arc::new(program)), log: Log::default(), map, iterations: self.iterations })
    }

    fn program(&self, params: &Params, map: &[u8]) -> Program {
        let mut program = Program::new(params.clone());
        let ranks = self.grid[0] * self.grid[1];
        let [face_i, face_j] = self.faces();
        let cells = self.size.iter().product::<u64>() / ranks;
        let calc = cells * FLOP / self.gflops;
        let rounds = ranks.trailing_zeros() as u64;
        for rank in 0..ranks {
            let node = &mut program.nodes[usize::from(map[rank as usize])];
            let halo = node.allocate("halo", face_i.max(face_j) * 2, Place::Gpu);
            let sum = node.allocate("sum", 64, Place::Tca);
            let (halo_at, sum_at) = (node.buffers[halo].address, node.buffers[sum].address);
            let regions = [node.region(halo, LOCAL_WRITE), node.region(sum, LOCAL_WRITE)];
            for region in regions {
                node.push(0, Act::Register { region });
            }
            // Halos first, then the partners of the reduction: the k-th pair of one rank meets the k-th of the other.
            let mut halos = vec![];
            for (other, direction) in neighbours(self.grid, rank) {
                let bytes = if direction < 2 { face_i } else { face_j };
                halos.push((node.pair(map[other as usize]), bytes));
            }
            let partners: Vec<usize> = (0..rounds).map(|round| node.pair(map[(rank ^ 1 << round) as usize])).collect();
            for qp in 0..node.pairs.len() {
                node.connect(0, qp);
            }
            let receive = |qp: usize, address: u64, length: u64| Act::PostReceive { qp, wr_id: 0, address, length };
            for &(qp, bytes) in &halos {
                node.push(0, receive(qp, halo_at, bytes));
            }
            for &qp in &partners {
                node.push(0, receive(qp, sum_at, CELL));
                node.push(0, receive(qp, sum_at, CELL));
            }
            node.push(0, Act::Barrier);
            let send = |qp: usize, address: u64, length: u64| Act::PostSend {
                qp,
                request: SendRequest::of_mpi(address, length),
                list: 1,
            };
            for _ in 0..self.iterations {
                node.push(0, Act::Mark { phase: 0 });
                node.push(0, Act::Compute { ns: calc });
                node.push(0, Act::Mark { phase: 1 });
                for &(qp, bytes) in &halos {
                    node.push(0, send(qp, halo_at, bytes));
                }
                for &(qp, bytes) in &halos {
                    node.push(0, Act::Wait { qp, count: 1 });
                    node.push(0, receive(qp, halo_at, bytes));
                }
                node.push(0, Act::Mark { phase: 2 });
                for &qp in &partners {
                    node.push(0, send(qp, sum_at, CELL));
                    node.push(0, Act::Wait { qp, count: 1 });
                    node.push(0, receive(qp, sum_at, CELL));
                }
            }
            node.push(0, Act::Mark { phase: 3 });
        }
        program.join();
        program
    }
}

/// A run in progress.
#[derive(Clone, Debug)]
pub struct Running {
    machine: Machine,
    log: Log,
    map: Vec<u8>,
    iterations: u64,
}

impl Running {
    /// Simulates at most this number of events; false if the run has ended.
    pub fn advance(&mut self, events: u64) -> bool {
        for _ in 0..events {
            if !self.machine.step_with(&mut self.log) {
                return false;
            }
            // Only marks matter; a long run has many other events.
            if self.log.events.len() > 4096 {
                self.log.events.retain(|event| event.stage == Stage::Mark);
            }
        }
        true
    }

    /// Events so far.
    pub fn events(&self) -> u64 {
        self.machine.events()
    }

    /// The share of the iterations that have begun, 0 to 1.
    pub fn share(&self) -> f64 {
        let begins = |event: &&Event| event.stage == Stage::Mark && event.node == self.map[0] && event.bytes == 0;
        self.log.events.iter().filter(begins).count().saturating_sub(1) as f64 / self.iterations.max(1) as f64
    }

    /// The times of a run that has ended.
    ///
    /// # Errors
    /// It has reached a limit.
    pub fn end(self) -> Result<Times, Text> {
        let Self { machine, log, map, .. } = self;
        if !matches!(machine.outcome(), Some(super::Outcome::Finished)) {
            return Err(text!(
                "the run reaches the limit of events; use fewer iterations",
                "イベント数の上限に達しました。反復数を減らしてください"
            ));
        }
        let marks: Vec<_> =
            log.events.iter().filter(|event| event.stage == Stage::Mark && event.node == map[0]).collect();
        let mut sums = [0; 3];
        for pair in marks.windows(2) {
            if let Some(sum) = sums.get_mut(pair[0].bytes as usize) {
                *sum += pair[1].begin - pair[0].begin;
            }
        }
        let boards = machine.links().iter().filter(|(link, _)| matches!(link, Link::Board(..)));
        Ok(Times {
            total_ns: marks.last().map_or(0, |mark| mark.begin),
            calc_ns: sums[0],
            halo_ns: sums[1],
            allreduce_ns: sums[2],
            most_shared: boards.map(|(_, load)| load.shared).max().unwrap_or(0),
            map,
        })
    }
}
