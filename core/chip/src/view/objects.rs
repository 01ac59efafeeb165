//! Memory as the variables of a program in C: each object with its name, its type and its value.

use super::typed::character;
use super::variables::{block_name, value_text};
use crate::{Block, Frame, Machine, Scope, Shape, frames};
use alloc::{format, string::String, vec::Vec};
use mcore_base::NodeId;
use mcore_toolchain::debug::Debug;
use serde::{Deserialize, Serialize};

/// The most objects that are listed.
const MAX_OBJECTS: u32 = 256;
/// Characters of a text in one row.
const TEXT: u32 = 16;

/// A scalar, a piece of a text, or a word that is no variable.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObjectRow {
    /// Address of its first byte.
    pub addr: u32,
    pub bytes: u32,
    /// Its name: `a[3].x`, `n in main`, `malloc(12) + 4`; empty for a word that is neither a variable nor in a block of the heap.
    pub name: String,
    /// Its type.
    pub ty: String,
    /// Its value; in hexadecimal for a word that is no variable.
    pub value: String,
}

impl ObjectRow {
    /// The objects from an address on, at most `count` and at most 256. Of a memory node or a program without C there are none.
    pub fn all(debug: &Debug, machine: &Machine, node: NodeId, from: u32, count: u32) -> Vec<Self> {
        let Some(rank) = machine.spec().array.rank(node) else { return Vec::new() };
        let calls = frames(debug, machine, rank);
        let scope = Scope { debug, machine, rank, frame: None };
        let blocks: Vec<Block> = scope.blocks().collect();
        let mut rows: Vec<Self> = Vec::new();
        let mut addr = from;
        while rows.len() < count.min(MAX_OBJECTS) as usize {
            let Some(row) = Self::at(&scope, &calls, &blocks, addr) else { break };
            addr = row.addr.saturating_add(row.bytes);
            rows.push(row);
        }
        rows
    }

    /// The object at an address; `None` outside memory. `blocks` are those of the heap.
    fn at(scope: &Scope<'_>, calls: &[Frame], blocks: &[Block], addr: u32) -> Option<Self> {
        let word = scope.machine.peek(scope.rank, addr & !3)?;
        let other = || {
            // Up to the next word.
            let bytes = 4 - addr % 4;
            let shown = word >> (8 * (addr % 4));
            let value = format!("0x{shown:0width$x}", width = 2 * bytes as usize);
            let before = blocks.partition_point(|block| block.begin <= addr).checked_sub(1);
            let block = before.and_then(|at| blocks.get(at)).filter(|block| block.holds(addr) && !block.freed);
            let name = block.map(|block| block_name(block, addr)).unwrap_or_default();
            Self { addr, bytes, name, value, ..Self::default() }
        };
        let Some((name, value)) = scope.scalar_at(addr, calls) else { return Some(other()) };
        let Some((begin, size)) = value.address().zip(scope.size(&value)) else { return Some(other()) };
        let ty = scope.type_name(&value);
        if let Shape::Array { is_text: true, .. } = scope.shape(&value) {
            let bytes = TEXT.min(size - addr.wrapping_sub(begin));
            let all = (addr..addr.saturating_add(bytes)).filter_map(|at| scope.byte(at).ok());
            let shown = all.map(character).collect::<String>();
            return Some(Self { addr, bytes, name, ty, value: format!("\"{shown}\"") });
        }
        // A part of it is before the address if the window begins in it.
        let value = value_text(scope, calls, &value).unwrap_or_default();
        Some(Self { addr: begin, bytes: size, name, ty, value })
    }
}
