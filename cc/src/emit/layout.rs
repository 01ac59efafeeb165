//! The order of blocks, and the jumps between them.

use super::{Jump, Laid, Step};
use crate::mir::{End, Function, Imm, Inst, Label, Line, Plain, Reg};
use crate::opt::Level;
use alloc::{collections::BinaryHeap, vec, vec::Vec};
use mcore_cpu::isa::Op as Isa;

/// The branch with the opposite condition.
pub(super) fn inverse(op: Isa) -> Isa {
    match op {
        Isa::Beq => Isa::Bne,
        Isa::Bne => Isa::Beq,
        Isa::Blez => Isa::Bgtz,
        Isa::Bgtz => Isa::Blez,
        Isa::Bltz => Isa::Bgez,
        Isa::Bgez => Isa::Bltz,
        Isa::Bc1t => Isa::Bc1f,
        Isa::Bc1f => Isa::Bc1t,
        other => other,
    }
}

/// Puts the blocks of a function in order.
pub(super) fn lay_out(code: &mut Function, level: Level) -> Vec<Laid> {
    thread(code);
    let order = order(code, level);
    let mut next_of = vec![None; code.blocks.len()];
    for pair in order.windows(2) {
        next_of[pair[0].index()] = Some(pair[1]);
    }
    let mut laid = Vec::with_capacity(order.len());
    for label in order {
        let data = &mut code.blocks[label.index()];
        let mut steps = Vec::with_capacity(data.insts.len() + 2);
        for (inst, line) in core::mem::take(&mut data.insts) {
            steps.push((step(inst), line));
        }
        if let Some(end) = &data.end {
            end_steps(end, next_of[label.index()], data.line, &mut steps);
        }
        laid.push(Laid { label, steps, is_target: data.is_named, is_second_target: false, lost_first: false });
    }
    laid
}

/// Leads jumps to an empty block on to where it jumps itself.
fn thread(code: &mut Function) {
    let count = code.blocks.len();
    let mut on: Vec<Label> = (0..count as u32).map(Label).collect();
    for (data, on) in code.blocks.iter().zip(&mut on) {
        if let Some(End::Jump(to, _)) = &data.end
            && data.insts.is_empty()
            && !data.is_named
        {
            *on = *to;
        }
    }
    let find = |from: Label| {
        let mut at = from;
        // A ring of empty blocks ends where it began.
        for _ in 0..count {
            if on[at.index()] == at {
                break;
            }
            at = on[at.index()];
        }
        at
    };
    if code.is_marked {
        note_skipped(code, &on);
    }
    for data in &mut code.blocks {
        match &mut data.end {
            Some(End::Jump(to, _)) => *to = find(*to),
            Some(End::Branch(_, yes, no)) => {
                *yes = find(*yes);
                *no = find(*no);
                if yes == no {
                    data.end = Some(End::Jump(*yes, Vec::new()));
                }
            }
            Some(End::Indirect(_, all)) => all.iter_mut().for_each(|l| *l = find(*l)),
            _ => {}
        }
    }
    for label in code.tables.iter_mut().flatten() {
        *label = find(*label);
    }
    for (_, label) in &mut code.named {
        *label = find(*label);
    }
    for label in code.tables.iter().flatten() {
        code.blocks[label.index()].is_named = true;
    }
}

/// Notes the blocks that jumps are led past.
fn note_skipped(code: &mut Function, on: &[Label]) {
    let mut skipped = Vec::new();
    for (from, data) in code.blocks.iter().enumerate() {
        for first in data.end.iter().flat_map(End::targets) {
            let (mut at, mut way) = (first, Vec::new());
            while on[at.index()] != at && way.len() < code.blocks.len() {
                way.push(at);
                at = on[at.index()];
            }
            skipped.push((Label(from as u32), at, way));
        }
    }
    code.skipped = skipped;
}

/// The order: each block is followed by one of its successors where that is possible, inner loops first.
fn order(code: &Function, level: Level) -> Vec<Label> {
    let mut placed = vec![false; code.blocks.len()];
    let (mut order, mut added) = (Vec::new(), 0usize);
    // Blocks that were passed over, to go on with: later ones and deeper ones first.
    let mut open = BinaryHeap::from([(0, 0usize, 0usize)]);
    while let Some((.., start)) = open.pop() {
        if placed[start] {
            continue;
        }
        let mut at = Label(start as u32);
        loop {
            placed[at.index()] = true;
            order.push(at);
            let Some(end) = &code.blocks[at.index()].end else { break };
            let mut targets = end.targets();
            targets.retain(|t| !placed[t.index()]);
            let depth = |l: &Label| code.blocks[l.index()].depth;
            let next = match end {
                // In the order of the source at -O0.
                End::Branch(_, yes, no) if level == Level::O0 => {
                    [*yes, *no].into_iter().filter(|l| !placed[l.index()]).min()
                }
                End::Branch(_, yes, no) => {
                    let both = [*yes, *no].into_iter().filter(|l| !placed[l.index()]);
                    both.min_by_key(|l| core::cmp::Reverse(depth(l)))
                }
                End::Jump(to, _) => Some(*to).filter(|l| !placed[l.index()]),
                _ => None,
            };
            for target in targets.iter().rev().filter(|t| Some(**t) != next) {
                added += 1;
                open.push((depth(target), added, target.index()));
            }
            match next {
                Some(next) => at = next,
                None => break,
            }
        }
    }
    order
}

fn step(inst: Inst) -> Step {
    match inst {
        Inst::Plain(plain) => Step::Plain(plain),
        Inst::Call(call) => {
            let plain = match call.symbol {
                Some(symbol) => Plain::with(Isa::Jal, &[], Imm::Symbol(symbol)),
                None => Plain::new(Isa::Jalr, &[Reg::RA, call.address]),
            };
            Step::Jump(Jump { plain, skips: false, slot: None, slot_line: Line::default() })
        }
        Inst::Asm(asm) => Step::Asm(asm),
        // The frame left none of the others.
        Inst::Move(..) | Inst::Entry(_) | Inst::Lower(_) | Inst::Restore(_) => Step::Plain(Plain::new(Isa::Nop, &[])),
    }
}

fn end_steps(end: &End, next: Option<Label>, line: Line, steps: &mut Vec<(Step, Line)>) {
    let mut jump = |plain: Plain| {
        steps.push((Step::Jump(Jump { plain, skips: false, slot: None, slot_line: Line::default() }), line));
    };
    let to = |label: Label| Plain::with(Isa::J, &[], Imm::Block(label));
    match end {
        End::Jump(label, _) => {
            if next != Some(*label) {
                jump(to(*label));
            }
        }
        End::Branch(plain, yes, no) => {
            let mut plain = plain.clone();
            if next == Some(*yes) {
                plain.op = inverse(plain.op);
                plain.imm = Imm::Block(*no);
                jump(plain);
            } else {
                plain.imm = Imm::Block(*yes);
                jump(plain);
                if next != Some(*no) {
                    jump(to(*no));
                }
            }
        }
        End::Indirect(reg, _) => jump(Plain::new(Isa::Jr, &[*reg])),
        End::Return(_) => jump(Plain::new(Isa::Jr, &[Reg::RA])),
        End::Trap => steps.push((Step::Plain(Plain::new(Isa::Teq, &[Reg::ZERO, Reg::ZERO])), line)),
    }
}
