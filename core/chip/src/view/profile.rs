//! A profile in words: cycles by function, by line, and by rank.

use super::calls::function_at;
use super::{SourcePlace, mpi_ranks, rank_in, source_of};
use crate::{Machine, Profile, Spent};
use alloc::{collections::BTreeMap, string::String, vec::Vec};
use mcore_base::{Cycle, NodeId};
use serde::{Deserialize, Serialize};

/// Cycles that cores spent in a function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionRow {
    /// Its name; empty if it has no label.
    pub name: String,
    /// Its first line, if known.
    pub place: Option<SourcePlace>,
    /// It is in a file of the user's.
    pub own: bool,
    /// Cycles in which cores computed there.
    pub computing: u64,
    /// Cycles in which they polled there.
    pub polling: u64,
}

/// Cycles that cores spent in a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineRow {
    /// The line.
    pub place: SourcePlace,
    /// The function; empty if it has no label.
    pub function: String,
    /// It is in a file of the user's.
    pub own: bool,
    /// Cycles in which cores computed there.
    pub computing: u64,
    /// Cycles in which they polled there.
    pub polling: u64,
}

/// The cycles of one rank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankRow {
    pub node: NodeId,
    pub rank: u32,
    /// Cycles in which its core computed.
    pub computing: u64,
    /// Cycles in which it polled.
    pub polling: u64,
    /// Cycles after it had halted.
    pub halted: u64,
}

/// A profile of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProfileView {
    /// Cycles of the run that were counted.
    pub cycles: Cycle,
    /// Functions and lines are those of this node only.
    pub node: Option<NodeId>,
    /// Cores' cycles: the sum over all functions.
    pub total: u64,
    /// Cycles of the sum in which cores polled.
    pub polling: u64,
    /// Functions, those with most cycles first.
    pub functions: Vec<FunctionRow>,
    /// Lines, those with most cycles first.
    pub lines: Vec<LineRow>,
    pub ranks: Vec<RankRow>,
    /// False if the chip is so large that single nodes are not counted.
    pub single: bool,
}

impl ProfileView {
    /// The profile of a machine that has been counted up to its cycle; of all nodes, or of one.
    pub fn of(machine: &Machine, profile: &Profile, node: Option<NodeId>) -> Self {
        let image = machine.image(0);
        let program = &image.program;
        let rank = node.and_then(|node| machine.spec().array.rank(node));
        let single = profile.instructions(Some(0)).is_some();
        let rank = rank.filter(|_| single);
        let mut functions: BTreeMap<u32, Spent> = BTreeMap::new();
        let mut lines: BTreeMap<(u32, u32), (u32, Spent)> = BTreeMap::new();
        let mut total = Spent::default();
        for (pc, spent) in profile.instructions(rank).into_iter().flatten() {
            total.add(spent);
            let start = image.function_of(pc).map_or(pc, |(start, _)| start);
            functions.entry(start).or_default().add(spent);
            if let Some(line) = image.line(pc) {
                lines.entry(line).or_insert((pc, Spent::default())).1.add(spent);
            }
        }
        let function = |(start, spent): (u32, Spent)| FunctionRow {
            name: function_at(image, start).unwrap_or_default(),
            place: source_of(program, start),
            own: image.own_line(start).is_some(),
            computing: spent.computing,
            polling: spent.polling,
        };
        let line = |(_, (pc, spent)): ((u32, u32), (u32, Spent))| {
            Some(LineRow {
                place: source_of(program, pc)?,
                function: function_at(image, pc).unwrap_or_default(),
                own: image.own_line(pc).is_some(),
                computing: spent.computing,
                polling: spent.polling,
            })
        };
        let mut functions: Vec<_> = functions.into_iter().map(function).collect();
        let mut lines: Vec<_> = lines.into_iter().filter_map(line).collect();
        functions.sort_by_key(|f| core::cmp::Reverse(f.computing + f.polling));
        lines.sort_by_key(|l| core::cmp::Reverse(l.computing + l.polling));
        let cycles = machine.state.cycle;
        let ranks = mpi_ranks(machine);
        let row = |(rank, spent): (usize, &Spent)| RankRow {
            node: machine.spec().array.node(rank),
            rank: rank_in(&ranks, rank),
            computing: spent.computing,
            polling: spent.polling,
            halted: cycles.saturating_sub(spent.total()),
        };
        Self {
            cycles,
            node: node.filter(|_| rank.is_some()),
            total: total.total(),
            polling: total.polling,
            functions,
            lines,
            ranks: profile.ranks().iter().enumerate().map(row).collect(),
            single,
        }
    }
}
