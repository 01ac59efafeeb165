//! Delay slots: from before the jump, from the target (with a branch-likely instruction, which skips its slot where it
//! is not taken), from the instructions that follow.

use super::{Jump, Laid, Step, liveness};
use crate::mir::{Imm, Line, Plain, effect, effect::MEMORY};
use crate::opt::Level;
use alloc::{vec, vec::Vec};
use mcore_cpu::isa::{Class, Op as Isa, row};

/// Number of instructions before a jump that are looked at.
const FAR: usize = 12;

/// Fills the slots of a function.
pub(super) fn fill(laid: &mut [Laid], level: Level) {
    for block in laid.iter_mut() {
        from_before(block, level);
    }
    if level != Level::O0 {
        from_target(laid);
        // The registers that are needed at each block are found in time that grows with the square of their number.
        if laid.len() <= crate::opt::MAX_BLOCKS {
            from_after(laid);
        }
    }
    mark_targets(laid);
    drop_unreached(laid);
}

/// Removes first instructions that every jump has in its slot, where no block falls through to them.
fn drop_unreached(laid: &mut [Laid]) {
    for i in 1..laid.len() {
        let ends = match laid[i - 1].steps.last() {
            Some((Step::Jump(jump), _)) => matches!(jump.plain.op, Isa::J | Isa::Jr),
            _ => false,
        };
        let block = &mut laid[i];
        if ends && block.is_second_target && !block.is_target && !block.steps.is_empty() {
            block.steps.remove(0);
            block.lost_first = true;
        }
    }
}

/// True if the instruction can stop the program, so that it keeps its place.
fn can_trap(op: Isa) -> bool {
    row(op).class == Class::Trap || matches!(op, Isa::Add | Isa::Addi | Isa::Sub)
}

/// True if the second instruction may be executed before the first one.
fn can_pass(first: &Plain, second: &Plain) -> bool {
    let ((first_reads, first_writes), (reads, writes)) = (effect::of(first), effect::of(second));
    let touches = |r: effect::Set, w: effect::Set| (r.0 | w.0) & MEMORY != 0;
    let both_memory = touches(first_reads, first_writes) && touches(reads, writes);
    let memory_and_trap = touches(first_reads, first_writes) && can_trap(second.op);
    !both_memory
        && !memory_and_trap
        && !first_writes.meets(reads)
        && !first_writes.meets(writes)
        && !first_reads.meets(writes)
}

fn is_call(op: Isa) -> bool {
    matches!(op, Isa::Jal | Isa::Jalr)
}

fn from_before(block: &mut Laid, level: Level) {
    let steps = core::mem::take(&mut block.steps);
    // Only the last few of the instructions that have been looked at can still move.
    let done = &mut block.steps;
    done.reserve(steps.len());
    for (mut step, place) in steps {
        if let Step::Jump(jump) = &mut step
            && jump.slot.is_none()
            && let Some(at) = candidate(done, place, &jump.plain, level)
        {
            let (moved, line) = done.remove(at);
            // The line still begins at the instruction that is now first.
            let next = if at < done.len() { done.get_mut(at).map(|(_, line)| line) } else { None };
            let mut place = place;
            let next = next.unwrap_or(&mut place);
            if line.statement && (next.line, next.file) == (line.line, line.file) {
                next.statement = true;
                next.column = line.column;
            }
            if let Step::Plain(plain) = moved {
                jump.slot = Some(plain);
                jump.slot_line = line;
            }
            done.push((step, place));
            continue;
        }
        done.push((step, place));
    }
}

/// The instruction before a jump that can go into its slot. `place` is that of the jump.
fn candidate(steps: &[(Step, Line)], place: Line, jump: &Plain, level: Level) -> Option<usize> {
    let mut between: Vec<&Plain> = vec![jump];
    for i in (steps.len().saturating_sub(FAR)..steps.len()).rev() {
        let Step::Plain(plain) = &steps[i].0 else { return None };
        let line = steps[i].1;
        // At -O0 every line keeps its first instruction and its place.
        if level == Level::O0 && (line.statement || line.line != place.line) {
            return None;
        }
        let fits = !can_trap(plain.op) && plain.op != Isa::Nop && between.iter().all(|p| can_pass(plain, p));
        let touches_link = is_call(jump.op) && {
            let (reads, writes) = effect::of(plain);
            (reads.0 | writes.0) & 1 << 31 != 0
        };
        if fits && !touches_link {
            return Some(i);
        }
        between.push(plain);
    }
    None
}

/// The branch that skips its slot where it is not taken.
fn likely(op: Isa) -> Option<Isa> {
    Some(match op {
        Isa::Beq => Isa::Beql,
        Isa::Bne => Isa::Bnel,
        Isa::Blez => Isa::Blezl,
        Isa::Bgtz => Isa::Bgtzl,
        Isa::Bltz => Isa::Bltzl,
        Isa::Bgez => Isa::Bgezl,
        Isa::Bc1t => Isa::Bc1tl,
        Isa::Bc1f => Isa::Bc1fl,
        _ => return None,
    })
}

/// The position of each label in the layout.
fn positions(laid: &[Laid]) -> Vec<usize> {
    let last = laid.iter().map(|l| l.label.index()).max().unwrap_or(0);
    let mut place = vec![usize::MAX; last + 1];
    for (i, block) in laid.iter().enumerate() {
        place[block.label.index()] = i;
    }
    place
}

/// The first instruction of a block, if it may be executed in a slot instead.
fn first(laid: &[Laid], place: &[usize], jump: &Jump) -> Option<(Plain, Line)> {
    let Imm::Block(label) = jump.plain.imm else { return None };
    let target = laid.get(*place.get(label.index())?)?;
    match target.steps.first() {
        Some((Step::Plain(plain), line)) if !can_trap(plain.op) && plain.op != Isa::Nop => Some((plain.clone(), *line)),
        _ => None,
    }
}

fn from_target(laid: &mut [Laid]) {
    let place = positions(laid);
    for i in 0..laid.len() {
        for at in 0..laid[i].steps.len() {
            let Step::Jump(jump) = &laid[i].steps[at].0 else { continue };
            if jump.slot.is_some() {
                continue;
            }
            let op = if jump.plain.op == Isa::J { Some(Isa::J) } else { likely(jump.plain.op) };
            if let Some(op) = op
                && let Some((plain, line)) = first(laid, &place, jump)
                && let Step::Jump(jump) = &mut laid[i].steps[at].0
            {
                jump.plain.op = op;
                jump.slot = Some(plain);
                jump.slot_line = line;
                jump.skips = true;
            }
        }
    }
}

/// Moves the instruction after a branch into its slot if the target does not need what it changes. Only a block that is
/// reached from the branch alone may lose its first instruction.
fn from_after(laid: &mut [Laid]) {
    mark_targets(laid);
    let place = positions(laid);
    let live = liveness::at_starts(laid);
    for i in 0..laid.len().saturating_sub(1) {
        let Some((Step::Jump(jump), _)) = laid[i].steps.last() else { continue };
        let next = &laid[i + 1];
        if jump.slot.is_some() || next.is_target || next.is_second_target || likely(jump.plain.op).is_none() {
            continue;
        }
        let Imm::Block(label) = jump.plain.imm else { continue };
        let needed = live.get(place[label.index()]).copied().unwrap_or(u128::MAX);
        let Some((Step::Plain(plain), _)) = next.steps.first() else { continue };
        let (reads, writes) = effect::of(plain);
        let is_harmless = (reads.0 | writes.0) & MEMORY == 0 && !can_trap(plain.op) && plain.op != Isa::Nop;
        if is_harmless && !liveness::is_needed(writes, needed) {
            let (step, line) = laid[i + 1].steps.remove(0);
            if let Some((_, next)) = laid[i + 1].steps.first_mut() {
                next.statement |= line.statement && (next.line, next.file) == (line.line, line.file);
            }
            if let (Step::Plain(plain), Some((Step::Jump(jump), _))) = (step, laid[i].steps.last_mut()) {
                // It is executed where its own line is not reached too, so it belongs to the line of the jump.
                jump.slot = Some(plain);
                jump.slot_line = Line { file: 0, ..line };
            }
        }
    }
}

/// Notes which blocks need labels.
fn mark_targets(laid: &mut [Laid]) {
    let place = positions(laid);
    let mut marks = Vec::new();
    for block in laid.iter() {
        for (step, _) in &block.steps {
            if let Step::Jump(jump) = step
                && let Imm::Block(label) = jump.plain.imm
                && let Some(at) = place.get(label.index())
            {
                marks.push((*at, jump.skips));
            }
        }
    }
    for (at, skips) in marks {
        if let Some(block) = laid.get_mut(at) {
            block.is_target |= !skips;
            block.is_second_target |= skips;
        }
    }
}
