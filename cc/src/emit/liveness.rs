//! Registers of the machine that are needed at the start of each block.

use super::{Laid, Step};
use crate::mir::{Imm, Plain, Reg, effect, effect::Set};
use alloc::{vec, vec::Vec};
use mcore_cpu::isa::Op as Isa;

/// Registers that are read after a function returns: results and kept ones.
fn at_return() -> u128 {
    let mut set = 0u128;
    for n in [2, 3, 28, 29, 30, 31].into_iter().chain(16..24) {
        set |= 1 << n;
    }
    set | 3 << 32 | 0xfff << 52
}

/// Registers that a call may read.
fn at_call() -> u128 {
    0b1111 << 4 | 1 << 28 | 1 << 29 | 3 << 44 | 3 << 46
}

/// Registers that a call changes.
pub(super) fn by_call() -> u128 {
    let mut set = 0xfff0u128 | 0b1100 | 1 << 24 | 1 << 25 | 1 << 31;
    set |= 0xf_ffff << 32;
    set | effect::HI_LO | effect::CONDITION
}

/// Adds what a step reads and removes what it writes, going backwards.
fn pass(live: u128, plain: &Plain) -> u128 {
    let (reads, writes) = effect::of(plain);
    // A tied destination is read too, so it stays.
    live & !writes.0 | reads.0
}

/// The registers live at the start of each block, by position in the layout.
pub(super) fn at_starts(laid: &[Laid]) -> Vec<u128> {
    let last = laid.iter().map(|l| l.label.index()).max().unwrap_or(0);
    let mut place = vec![usize::MAX; last + 1];
    for (i, block) in laid.iter().enumerate() {
        place[block.label.index()] = i;
    }
    let mut live = vec![0u128; laid.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for i in (0..laid.len()).rev() {
            let new = at_start(laid, &live, &place, i);
            if new != live[i] {
                live[i] = new;
                changed = true;
            }
        }
    }
    live
}

fn at_start(laid: &[Laid], starts: &[u128], place: &[usize], index: usize) -> u128 {
    // Into the next block, unless a jump ends this one.
    let mut live = starts.get(index + 1).copied().unwrap_or(0);
    for (step, _) in laid[index].steps.iter().rev() {
        live = match step {
            Step::Plain(plain) => pass(live, plain),
            // It may read and change anything.
            Step::Asm(_) => u128::MAX,
            Step::Jump(jump) => {
                let target = match jump.plain.imm {
                    Imm::Block(label) => place.get(label.index()).and_then(|p| starts.get(*p)).copied().unwrap_or(0),
                    _ => 0,
                };
                let after = match jump.plain.op {
                    Isa::J => target,
                    Isa::Jal | Isa::Jalr => live & !by_call() | at_call(),
                    Isa::Jr if jump.plain.regs[0] == Reg::RA => at_return(),
                    Isa::Jr => u128::MAX,
                    _ => live | target,
                };
                let after = match &jump.slot {
                    // Only executed where the branch is taken.
                    Some(slot) if jump.plain.op.is_likely() => live | pass(target, slot),
                    Some(slot) => pass(after, slot),
                    None => after,
                };
                let (reads, writes) = effect::of(&jump.plain);
                let calls = matches!(jump.plain.op, Isa::Jal | Isa::Jalr);
                (if calls { after } else { after & !writes.0 }) | reads.0
            }
        };
    }
    live
}

/// True if a register that an instruction writes is needed where `live` is the set of registers.
pub(super) fn is_needed(writes: Set, live: u128) -> bool {
    writes.0 & live != 0
}
