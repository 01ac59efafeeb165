//! Built-in communication: the programs of the interconnect mode whose traffic does not depend on time, and patterns of this mode.
//!
//! A pattern gives the bytes of the whole run. The programs have the interconnect mode's names, and their traffic is what they send.

use super::graph::{Edge, Graph, GraphError, MAX_RANKS};
use alloc::{collections::BTreeSet, string::String, vec, vec::Vec};
use mcore_base::{Rng, Text, near_cube, text};
use mcore_ranks::{self as ranks, Grid, Program};
use serde::{Deserialize, Serialize};

/// The numbers of a pattern. Each pattern uses some of them; see [`Pattern::uses`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pattern {
    /// Its name, one of [`NAMES`].
    pub name: String,
    pub ranks: u32,
    /// Bytes of a message, or of a part of one.
    pub bytes: u64,
    /// Repetitions.
    pub rounds: u32,
    /// The grid of ranks of a halo exchange, x first; empty: as near to a square or a cube as possible.
    pub grid: Vec<u32>,
    /// Whether the grid of a halo exchange is periodic.
    pub periodic: bool,
    /// Messages of each rank of a random sparse pattern.
    pub degree: u32,
    /// Rows of the matrix of CG.
    pub rows: u64,
    /// Seed of random numbers.
    pub seed: u64,
}

/// Names of all patterns.
pub const NAMES: [&str; 15] = [
    "bruck-allgather",
    "bruck-alltoall",
    "pairwise-alltoall",
    "recursive-doubling-allreduce",
    "binomial-bcast",
    "binomial-reduce",
    "ring",
    "one-way-ring",
    "random-ring",
    "halo-2d",
    "halo-3d",
    "hot-spot",
    "star",
    "cg",
    "random-sparse",
];

/// The classes of CG (NAS Parallel Benchmarks 3.4) with the rows of their matrices.
pub const CG_CLASSES: [(&str, u64); 5] = [("S", 1_400), ("W", 7_000), ("A", 14_000), ("B", 75_000), ("C", 150_000)];
/// Multiplications by the matrix in a call of `conj_grad`: 25 iterations and the residual.
pub(super) const CG_PRODUCTS: u64 = 26;
/// Sums over a row of processes in a call: one at the start, two an iteration, one at the end.
const CG_SUMS: u64 = 52;
/// Maximum number of messages of a rank of a random sparse pattern.
pub const MAX_DEGREE: u32 = 1024;
/// Maximum number of ranks of a pattern in which each rank sends to each other.
pub const MAX_ALL_TO_ALL: u32 = 2048;
/// Maximum bytes of a message.
pub const MAX_MESSAGE: u64 = 1 << 32;
/// Maximum number of rounds.
pub const MAX_ROUNDS: u32 = 1_000_000;

/// The reason why a pattern has no traffic that could be placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// There is no pattern with this name.
    Name(String),
    /// These ranks do not form the grid.
    Grid(u32),
    /// CG needs a power of two.
    PowerOfTwo(u32),
    /// Too many ranks for a pattern in which all send to all.
    AllToAll(u32),
    /// A number of this field is out of range: its name, the smallest and the largest value.
    Range(&'static str, u64, u64),
    /// The traffic breaks a limit.
    Graph(GraphError),
}

impl PatternError {
    /// The setting that is wrong: the name of a field of [`Pattern`].
    pub fn field(&self) -> &'static str {
        match self {
            Self::Name(_) => "pattern",
            Self::Grid(_) => "grid",
            Self::PowerOfTwo(_) | Self::AllToAll(_) => "ranks",
            Self::Range(field, ..) => field,
            Self::Graph(GraphError::Ranks(_) | GraphError::Empty) => "ranks",
            Self::Graph(_) => "bytes",
        }
    }

    /// The error as text.
    pub fn text(&self) -> Text {
        match self {
            Self::Name(name) => {
                text!("There is no pattern `{name}`.", "`{name}` というパターンはありません。")
            }
            Self::Grid(ranks) => text!(
                "The sizes of the grid must have the product {ranks}, the number of ranks; for example 4x16 for 64.",
                "格子の大きさの積はランク数 {ranks} でなければなりません。64 なら例えば 4x16 です。"
            ),
            Self::PowerOfTwo(ranks) => text!(
                "CG runs on a power of two of ranks, and {ranks} is none.",
                "CG のランク数は 2 のべき乗です。{ranks} は違います。"
            ),
            Self::AllToAll(ranks) => text!(
                "With {ranks} ranks there are too many pairs if all send to all; at most {MAX_ALL_TO_ALL} ranks are possible.",
                "全対全では {ranks} ランクの組が多すぎます。{MAX_ALL_TO_ALL} ランクまでです。"
            ),
            Self::Range(field, least, most) => text!(
                "`{field}` must be from {least} to {most}.",
                "`{field}` は {least} から {most} まででなければなりません。"
            ),
            Self::Graph(error) => error.text(),
        }
    }
}

impl From<GraphError> for PatternError {
    fn from(error: GraphError) -> Self {
        Self::Graph(error)
    }
}

impl Default for Pattern {
    /// Bruck's allgather of 64 ranks with parts of 2,048 bytes.
    fn default() -> Self {
        Self {
            name: "bruck-allgather".into(),
            ranks: 64,
            bytes: 2048,
            rounds: 1,
            grid: Vec::new(),
            periodic: true,
            degree: 8,
            rows: 75_000,
            seed: 1,
        }
    }
}

impl Pattern {
    /// Whether a pattern uses a number: `bytes`, `rounds`, `grid`, `periodic`, `degree`, `rows` or `seed`.
    pub fn uses(name: &str, number: &str) -> bool {
        let rounds = ["ring", "one-way-ring", "random-ring", "halo-2d", "halo-3d", "hot-spot", "star"];
        match number {
            "bytes" => name != "cg",
            "rounds" => rounds.contains(&name),
            "grid" | "periodic" => matches!(name, "halo-2d" | "halo-3d"),
            "degree" => name == "random-sparse",
            "rows" => name == "cg",
            "seed" => matches!(name, "random-sparse" | "random-ring"),
            _ => false,
        }
    }

    /// The traffic of the whole run.
    ///
    /// # Errors
    /// A number is out of range, or the ranks do not fit the pattern.
    pub fn graph(&self) -> Result<Graph, PatternError> {
        if !(1..=MAX_RANKS).contains(&self.ranks) {
            return Err(PatternError::Range("ranks", 1, MAX_RANKS.into()));
        }
        let range = |field: &'static str, value: u64, least: u64, most: u64| {
            let used = Self::uses(&self.name, field);
            if used && !(least..=most).contains(&value) { Err(PatternError::Range(field, least, most)) } else { Ok(()) }
        };
        range("bytes", self.bytes, 1, MAX_MESSAGE)?;
        range("rounds", self.rounds.into(), 1, MAX_ROUNDS.into())?;
        range("degree", self.degree.into(), 1, MAX_DEGREE.into())?;
        range("rows", self.rows, 1, 1 << 40)?;
        let mut edges = Edges(Vec::new());
        let (ranks, bytes, rounds) = (self.ranks, self.bytes, u64::from(self.rounds));
        match self.name.as_str() {
            "pairwise-alltoall" if ranks > MAX_ALL_TO_ALL => return Err(PatternError::AllToAll(ranks)),
            "one-way-ring" => (0..ranks).for_each(|rank| edges.add(rank, (rank + 1) % ranks, bytes, rounds)),
            "star" => {
                for rank in 1..ranks {
                    edges.add(0, rank, bytes, rounds);
                    edges.add(rank, 0, bytes, rounds);
                }
            }
            "cg" if !ranks.is_power_of_two() => return Err(PatternError::PowerOfTwo(ranks)),
            "cg" => edges.cg(ranks, self.rows),
            "random-sparse" => edges.sparse(ranks, bytes, self.degree, self.seed),
            name => {
                let program = self.program()?.ok_or_else(|| PatternError::Name(name.chars().take(40).collect()))?;
                let rounds = if Self::uses(name, "rounds") { rounds } else { 1 };
                program.sends(ranks, |from, to, bytes| edges.add(from, to, bytes, rounds));
            }
        }
        Ok(Graph::new(ranks, edges.0)?)
    }

    /// One round of the program with the pattern's name; none if there is no such program.
    ///
    /// # Errors
    /// The ranks do not form the grid.
    pub(super) fn program(&self) -> Result<Option<Program>, PatternError> {
        let dims = if self.name == "halo-2d" { 2 } else { 3 };
        let pattern = match self.name.as_str() {
            "halo-2d" | "halo-3d" => {
                Some(ranks::Pattern::Halo { grid: self.grid(dims)?, bytes: self.bytes, rounds: 1, compute_ns: 0 })
            }
            name if NAMES.contains(&name) => ranks::Pattern::named(name, self.bytes, 1, 0, self.seed),
            _ => None,
        };
        Ok(pattern.map(|pattern| Program::pattern(pattern, self.ranks)))
    }

    /// The grid of a halo exchange.
    fn grid(&self, dims: usize) -> Result<Grid, PatternError> {
        let product = self.grid.iter().fold(1u64, |product, size| product.saturating_mul(u64::from(*size)));
        match self.grid.len() {
            0 => Ok(Grid::new(&near_cube(self.ranks, dims), self.periodic)),
            given if given == dims && product == u64::from(self.ranks) => Ok(Grid::new(&self.grid, self.periodic)),
            _ => Err(PatternError::Grid(self.ranks)),
        }
    }
}

/// A partner and the bytes that it is sent.
type Sent = (u32, u64);

/// The messages of a process in a product of matrix and vector of the CG benchmark (`cg.f` of the NAS Parallel Benchmarks 3.4):
/// those along its row of processes in the order of the steps, and that to the process opposite the diagonal. Processes form a grid;
/// the first ones have one row of the matrix more if the rows do not divide evenly.
pub(super) fn cg_partners(ranks: u32, rows: u64, rank: u32) -> (Vec<Sent>, Sent) {
    let log = ranks.ilog2();
    let (columns, grid_rows) = (1u32 << log.div_ceil(2), 1u32 << (log / 2));
    let square = columns == grid_rows;
    let (row, column) = (rank / columns, rank % columns);
    let length = rows / u64::from(grid_rows) + u64::from(u64::from(row) < rows % u64::from(grid_rows));
    let sent = match (square, rank % 2) {
        (true, _) => length,
        (false, 0) => length.div_ceil(2),
        (false, _) => length / 2,
    };
    let steps = columns.ilog2();
    let of_step = |step: u32| {
        let block = columns >> (step - 1);
        let partner = row * columns + (column + block / 2) % block + column / block * block;
        // The last step, which is executed first, sends the other half of the vector if the grid is not square.
        (partner, 8 * if !square && step == steps { length - sent } else { sent })
    };
    let opposite = match square {
        true => rank % grid_rows * grid_rows + rank / grid_rows,
        false => 2 * (rank / 2 % grid_rows * grid_rows + rank / 2 / grid_rows) + rank % 2,
    };
    ((1..=steps).map(of_step).collect(), (opposite, 8 * sent))
}

/// Collects edges.
struct Edges(Vec<Edge>);

impl Edges {
    fn add(&mut self, from: u32, to: u32, bytes: u64, messages: u64) {
        if from != to && messages > 0 {
            self.0.push(Edge { from, to, bytes: bytes.saturating_mul(messages), messages });
        }
    }

    /// One call of `conj_grad` of the CG benchmark.
    fn cg(&mut self, ranks: u32, rows: u64) {
        for rank in 0..ranks {
            let (row, (opposite, own)) = cg_partners(ranks, rows, rank);
            for (partner, bytes) in row {
                self.add(rank, partner, bytes, CG_PRODUCTS);
                self.add(rank, partner, 8, CG_SUMS);
            }
            self.add(rank, opposite, own, CG_PRODUCTS);
        }
    }

    /// Each rank sends `degree` messages to random other ranks, of a quarter of `bytes` to all of it.
    fn sparse(&mut self, ranks: u32, bytes: u64, degree: u32, seed: u64) {
        let mut rng = Rng::new(seed);
        let least = (bytes / 4).max(1);
        let degree = degree.min(ranks - 1) as usize;
        for from in 0..ranks {
            let mut chosen = BTreeSet::new();
            while chosen.len() < degree {
                let to = rng.below(u64::from(ranks) - 1) as u32;
                chosen.insert(to + u32::from(to >= from));
            }
            for to in chosen {
                self.add(from, to, least + rng.below(bytes - least + 1), 1);
            }
        }
    }
}

/// The ranks of a list in random order, from the end, as ChaCha gives them.
pub(super) fn shuffled(count: u32, mut below: impl FnMut(u32) -> u32) -> Vec<u32> {
    let mut all: Vec<u32> = vec![0; count as usize];
    all.iter_mut().zip(0..).for_each(|(slot, number)| *slot = number);
    for last in (1..count).rev() {
        all.swap(last as usize, below(last + 1) as usize);
    }
    all
}
