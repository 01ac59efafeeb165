//! Allocation of registers, by the crate `regalloc2`, and the frame of a function.
//!
//! General registers: the temporaries first, then those that the callee keeps. `$k0` and `$k1` are scratch, `$at`
//! belongs to the assembler. Floating-point values are in the 16 even registers, so a register is always a pair.

mod adapter;
mod early;
pub mod frame;

use crate::mir::{BlockData, Class, End, Function, Imm, Inst, Plain, Reg, effect};
use adapter::Adapter;
use alloc::{string::String, vec::Vec};
use mcore_cpu::isa::Op as Isa;
use regalloc2::{Algorithm, Allocation, Edit, InstOrEdit, MachineEnv, PReg, PRegSet, RegClass, RegallocOptions};

/// Registers that a callee keeps: `$s0` to `$s7`, `$fp`, `$f20` to `$f30`.
pub const fn is_kept(reg: Reg) -> bool {
    let n = reg.0;
    n >= 16 && n <= 23 || n == 30 || n >= 52 && n < 64
}

/// The general registers that a function may use.
const TEMPORARIES: [u8; 16] = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25];

fn preg(reg: Reg) -> PReg {
    PReg::new(usize::from(reg.number()), if reg.is_float() { RegClass::Float } else { RegClass::Int })
}

fn machine(has_alloca: bool) -> MachineEnv {
    let set = |regs: &mut dyn Iterator<Item = Reg>| regs.map(preg).collect::<PRegSet>();
    let last = if has_alloca { 23 } else { 30 };
    MachineEnv {
        preferred_regs_by_class: [
            set(&mut TEMPORARIES.into_iter().map(Reg::general)),
            set(&mut (0..20).step_by(2).map(Reg::float)),
            PRegSet::empty(),
        ],
        non_preferred_regs_by_class: [
            set(&mut (16..=last).filter(|n| *n < 24 || *n == 30).map(Reg::general)),
            set(&mut (20..32).step_by(2).map(Reg::float)),
            PRegSet::empty(),
        ],
        scratch_by_class: [Some(preg(Reg::K1)), None, None],
        fixed_stack_slots: Vec::new(),
    }
}

/// A constant, so that the other algorithm is left out of the program: it is known never to be chosen.
const OPTIONS: &RegallocOptions =
    &RegallocOptions { verbose_log: false, validate_ssa: cfg!(test), algorithm: Algorithm::Ion };

/// Gives every virtual register one of the machine, or a place in the frame.
///
/// # Errors
/// If a statement needs more registers than there are (an `asm` with very many operands).
pub fn allocate(f: &mut Function) -> Result<(), String> {
    let adapter = Adapter::new(f);
    let env = machine(f.has_alloca);
    let output = regalloc2::run(&adapter, &env, OPTIONS).map_err(|e| alloc::format!("{e}"))?;
    #[cfg(test)]
    {
        let mut checker = regalloc2::checker::Checker::new(&adapter, &env);
        checker.prepare(&output);
        checker.run().map_err(|e| alloc::format!("{e:?}"))?;
    }
    let spills = output.num_spillslots as u32;
    let mut found = Found::of(f);
    let mut blocks = Vec::with_capacity(f.blocks.len());
    for (label, data) in f.blocks.iter().enumerate() {
        blocks.push(match adapter.block_of(label) {
            Some(block) => rewrite(&adapter, &output, block, data, &mut found),
            None => BlockData::default(),
        });
    }
    f.spills = spills;
    f.blocks = blocks;
    (f.defs, f.entry, f.copies, f.passed) = (found.defs, found.entry, found.copies, found.passed);
    Ok(())
}

/// Where the values of virtual registers are computed, for debug information.
struct Found {
    is_marked: bool,
    defs: Vec<(u32, Reg)>,
    entry: Vec<(u32, Reg)>,
    copies: Vec<u32>,
    passed: Vec<Vec<(u32, u32)>>,
}

impl Found {
    fn of(f: &Function) -> Self {
        let index = |r: &Reg| r.virtual_index().unwrap_or(0) as u32;
        let mut found = Self {
            is_marked: f.is_marked,
            defs: Vec::new(),
            entry: Vec::new(),
            copies: Vec::new(),
            passed: Vec::new(),
        };
        if !f.is_marked {
            return found;
        }
        found.copies = (0..f.classes.len() as u32).collect();
        for (inst, _) in f.blocks.iter().flat_map(|b| &b.insts) {
            if let Some((to, from)) = copy(inst) {
                found.copies[to] = from as u32;
            }
        }
        for at in 0..found.copies.len() {
            // Copies of copies; each has one definition, so there is no ring.
            let mut first = found.copies[at];
            for _ in 0..f.classes.len() {
                let next = found.copies[first as usize];
                if next == first {
                    break;
                }
                first = next;
            }
            found.copies[at] = first;
        }
        for data in &f.blocks {
            found.passed.push(match &data.end {
                Some(End::Jump(to, args)) => {
                    f.blocks[to.index()].params.iter().map(index).zip(args.iter().map(index)).collect()
                }
                _ => Vec::new(),
            });
        }
        found
    }

    /// Notes the values that an instruction computes: `old` before the allocation, `made` after it.
    fn note(&mut self, old: &Inst, made: &Inst) -> (u32, u8) {
        let first = self.defs.len();
        let mut pair = |old: &Reg, made: &Reg| {
            if let Some(index) = old.virtual_index() {
                self.defs.push((index as u32, *made));
            }
        };
        match (old, made) {
            (Inst::Plain(old), Inst::Plain(made)) => {
                if let Some(at) = effect::destination(old.op) {
                    pair(&old.regs[at], &made.regs[at]);
                }
            }
            (Inst::Move(_, old, _), Inst::Move(_, made, _)) => pair(old, made),
            (Inst::Call(old), Inst::Call(made)) => {
                old.results.iter().zip(&made.results).for_each(|(old, made)| pair(&old.0, &made.0));
            }
            (Inst::Asm(old), Inst::Asm(made)) => {
                old.outputs.iter().zip(&made.outputs).for_each(|(old, made)| pair(&old.0, &made.0));
            }
            (Inst::Entry(old), Inst::Entry(made)) => {
                let all = old.iter().zip(made);
                self.entry.extend(all.filter_map(|(old, made)| Some((old.0.virtual_index()? as u32, made.0))));
            }
            _ => {}
        }
        (first as u32, (self.defs.len() - first).min(255) as u8)
    }
}

/// The virtual registers of a copy: to, from.
fn copy(inst: &Inst) -> Option<(usize, usize)> {
    match inst {
        Inst::Move(_, to, from) => Some((to.virtual_index()?, from.virtual_index()?)),
        Inst::Plain(plain) if plain.is_copy() => Some((plain.regs[0].virtual_index()?, plain.regs[1].virtual_index()?)),
        _ => None,
    }
}

/// A register of the machine, from an allocation.
fn register(allocation: Allocation) -> Reg {
    match allocation.as_reg() {
        Some(preg) if preg.class() == RegClass::Float => Reg::float(preg.hw_enc() as u8),
        Some(preg) => Reg::general(preg.hw_enc() as u8),
        // Every operand asks for a register.
        None => Reg::K0,
    }
}

fn rewrite(
    adapter: &Adapter<'_>,
    output: &regalloc2::Output,
    block: regalloc2::Block,
    data: &BlockData,
    found: &mut Found,
) -> BlockData {
    let mut new = BlockData {
        params: Vec::new(),
        insts: Vec::with_capacity(data.insts.len()),
        end: data.end.clone(),
        line: data.line,
        depth: data.depth,
        is_named: data.is_named,
        is_bare: false,
        marks: data.marks.clone(),
        is_unmarked: false,
    };
    let first = adapter.first(block);
    let mut line = data.insts.first().map_or(data.line, |i| i.1);
    for step in output.block_insts_and_edits(adapter, block) {
        match step {
            InstOrEdit::Edit(Edit::Move { from, to }) => {
                if let Some(plain) = edit_move(*from, *to) {
                    new.insts.push((Inst::Plain(plain), line.rest()));
                }
            }
            InstOrEdit::Inst(inst) => {
                let allocs: Vec<Reg> = output.inst_allocs(inst).iter().map(|a| register(*a)).collect();
                let mut allocs = allocs.into_iter();
                let mut next = |reg: &mut Reg| {
                    if reg.virtual_index().is_some()
                        && let Some(found) = allocs.next()
                    {
                        *reg = found;
                    }
                };
                match data.insts.get(inst.index() - first) {
                    Some((old, at)) => {
                        line = *at;
                        let mut made = old.clone();
                        adapter::each_reg(&mut made, &mut next);
                        if found.is_marked {
                            line.defs = found.note(old, &made);
                        }
                        if let Some(made) = settled(made) {
                            new.insts.push((made, line));
                        }
                    }
                    None => {
                        line = data.line;
                        if let Some(end) = &mut new.end {
                            adapter::each_end_reg(end, &mut next);
                        }
                    }
                }
            }
        }
    }
    new
}

/// An instruction after allocation; `None` if nothing is left of it.
fn settled(inst: Inst) -> Option<Inst> {
    match inst {
        Inst::Move(_, to, from) if to == from => None,
        Inst::Move(Class::Float, to, from) => Some(Inst::Plain(Plain::new(Isa::MovD, &[to, from]))),
        Inst::Move(Class::General, to, from) => Some(Inst::Plain(Plain::new(Isa::Addu, &[to, from, Reg::ZERO]))),
        Inst::Entry(_) => None,
        // A copy that the selection asked for, to the register where the value is anyway.
        Inst::Plain(plain) if plain.regs[0] == plain.regs[1] && plain.is_copy() => None,
        other => Some(other),
    }
}

/// The instruction of a move that the allocation adds.
fn edit_move(from: Allocation, to: Allocation) -> Option<Plain> {
    if from == to {
        return None;
    }
    let spill = |slot: regalloc2::SpillSlot| Imm::Spill(slot.index() as u32);
    Some(match (from.as_stack(), to.as_stack()) {
        (Some(slot), _) => {
            let to = register(to);
            Plain::with(if to.is_float() { Isa::Ldc1 } else { Isa::Lw }, &[to, Reg::FRAME], spill(slot))
        }
        (None, Some(slot)) => {
            let from = register(from);
            Plain::with(if from.is_float() { Isa::Sdc1 } else { Isa::Sw }, &[from, Reg::FRAME], spill(slot))
        }
        (None, None) => {
            let (from, to) = (register(from), register(to));
            if to.is_float() {
                Plain::new(Isa::MovD, &[to, from])
            } else {
                Plain::new(Isa::Addu, &[to, from, Reg::ZERO])
            }
        }
    })
}
