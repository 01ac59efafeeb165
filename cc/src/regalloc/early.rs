//! Early exits: a function that returns after its first branch on one way needs no frame there, so the frame is made on
//! the other way.

use super::is_kept;
use crate::mir::{BlockData, End, Function, Inst, Label, Plain, Reg};
use alloc::vec::Vec;

/// Maximum number of blocks and instructions of the way out.
const MAX_BLOCKS: usize = 3;
const MAX_INSTS: usize = 8;

/// True if an instruction works without the frame, and leaves kept registers as they are.
fn is_bare(plain: &Plain) -> bool {
    let uses_frame = |r: &Reg| matches!(*r, Reg::SP | Reg::FRAME | Reg::FP | Reg::RA) || is_kept(*r);
    !plain.regs.iter().chain([&plain.tied]).any(uses_frame)
}

fn all_bare(data: &BlockData) -> bool {
    data.insts.iter().all(|(inst, _)| matches!(inst, Inst::Plain(plain) if is_bare(plain)))
}

/// Separates an early exit. Returns the block that begins with the frame: a new one, or the entry.
pub(super) fn separate(code: &mut Function) -> Label {
    let first = Label(0);
    let Some(entry) = code.blocks.first() else { return first };
    let Some(End::Branch(plain, yes, no)) = entry.end.clone() else { return first };
    if yes == no || code.has_alloca || !is_bare(&plain) || !all_bare(entry) {
        return first;
    }
    for (out, stay) in [(yes, no), (no, yes)] {
        if let Some(exit) = way_out(code, out) {
            let exit_label = add(code, exit);
            let line = code.blocks[0].line;
            let frame = BlockData { end: Some(End::Jump(stay, Vec::new())), line, ..BlockData::default() };
            let frame_label = add(code, frame);
            let end = if out == yes {
                End::Branch(plain, exit_label, frame_label)
            } else {
                End::Branch(plain, frame_label, exit_label)
            };
            code.blocks[0].end = Some(end);
            return frame_label;
        }
    }
    first
}

fn add(code: &mut Function, data: BlockData) -> Label {
    code.blocks.push(data);
    Label(code.blocks.len() as u32 - 1)
}

/// The blocks from a label to a return, as one block.
fn way_out(code: &Function, from: Label) -> Option<BlockData> {
    let mut exit = BlockData { is_bare: true, is_unmarked: true, ..BlockData::default() };
    let mut at = from;
    for _ in 0..MAX_BLOCKS {
        let data = code.blocks.get(at.index())?;
        if !all_bare(data) || data.is_named || exit.insts.len() + data.insts.len() > MAX_INSTS {
            return None;
        }
        exit.insts.extend(data.insts.iter().cloned());
        exit.line = data.line;
        match &data.end {
            Some(End::Jump(to, _)) => at = *to,
            Some(end @ End::Return(_)) => {
                exit.end = Some(end.clone());
                return Some(exit);
            }
            _ => return None,
        }
    }
    None
}
