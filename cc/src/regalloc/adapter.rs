//! A function as `regalloc2` wants to see it.

use super::preg;
use crate::mir::{AsmOperand, BlockData, Class, End, Function, Inst, Reg, effect};
use alloc::{vec, vec::Vec};
use regalloc2::{
    Block, Inst as Index, InstRange, Operand, OperandConstraint, OperandKind, OperandPos, PRegSet, RegClass, VReg,
};

/// Operands, clobbers and edges of all instructions.
pub(super) struct Adapter<'f> {
    f: &'f Function,
    /// The block of each label, if it is used.
    block_of: Vec<Option<Block>>,
    ranges: Vec<InstRange>,
    succs: Vec<Vec<Block>>,
    preds: Vec<Vec<Block>>,
    params: Vec<Vec<VReg>>,
    /// Values along the edge of a jump, per block.
    args: Vec<Vec<VReg>>,
    /// Where the operands of each instruction begin, and the end of the last.
    starts: Vec<u32>,
    operands: Vec<Operand>,
    clobbers: Vec<(u32, PRegSet)>,
    /// Ends: a return or trap (`true`), or a branch.
    ends: Vec<Option<bool>>,
}

impl<'f> Adapter<'f> {
    pub(super) fn new(f: &'f Function) -> Self {
        let mut block_of = vec![None; f.blocks.len()];
        let used: Vec<usize> = (0..f.blocks.len()).filter(|i| f.blocks[*i].end.is_some()).collect();
        for (i, label) in used.iter().enumerate() {
            block_of[*label] = Some(Block::new(i));
        }
        let mut this = Self {
            f,
            block_of,
            ranges: Vec::new(),
            succs: Vec::new(),
            preds: vec![Vec::new(); used.len()],
            params: Vec::new(),
            args: Vec::new(),
            starts: vec![0],
            operands: Vec::new(),
            clobbers: Vec::new(),
            ends: Vec::new(),
        };
        for (i, label) in used.iter().enumerate() {
            this.block(i, &f.blocks[*label]);
        }
        this
    }

    fn block(&mut self, index: usize, data: &BlockData) {
        let first = self.ends.len();
        for (inst, _) in &data.insts {
            self.inst(inst);
            self.close(None);
        }
        let Some(end) = &data.end else { return };
        let mut args = Vec::new();
        match end {
            End::Jump(_, values) => args.extend(values.iter().map(|r| self.vreg(*r))),
            End::Branch(plain, ..) => self.uses(&plain.regs),
            End::Indirect(reg, _) => self.uses(&[*reg]),
            End::Return(fixed) => {
                for (reg, place) in fixed {
                    let vreg = self.vreg(*reg);
                    self.operands.push(Operand::reg_fixed_use(vreg, preg(*place)));
                }
            }
            End::Trap => {}
        }
        let succs: Vec<Block> = end.targets().iter().filter_map(|l| self.block_of[l.index()]).collect();
        self.close(Some(succs.is_empty()));
        for to in &succs {
            self.preds[to.index()].push(Block::new(index));
        }
        self.succs.push(succs);
        self.args.push(args);
        self.params.push(data.params.iter().map(|r| self.vreg(*r)).collect());
        self.ranges.push(InstRange::new(Index::new(first), Index::new(self.ends.len())));
    }

    fn close(&mut self, end: Option<bool>) {
        self.starts.push(self.operands.len() as u32);
        self.ends.push(end);
    }

    fn vreg(&self, reg: Reg) -> VReg {
        let index = reg.virtual_index().unwrap_or(0);
        let class = match self.f.classes.get(index) {
            Some(Class::Float) => RegClass::Float,
            _ => RegClass::Int,
        };
        VReg::new(index, class)
    }

    fn uses(&mut self, regs: &[Reg]) {
        for reg in regs.iter().filter(|r| r.virtual_index().is_some()) {
            let vreg = self.vreg(*reg);
            self.operands.push(Operand::reg_use(vreg));
        }
    }

    /// The operands of an instruction, in the order of [`each_reg`].
    fn inst(&mut self, inst: &Inst) {
        match inst {
            Inst::Plain(plain) => {
                let to = effect::destination(plain.op);
                let tied = plain.tied.virtual_index().is_some();
                for (i, reg) in plain.regs.iter().enumerate().filter(|(_, r)| r.virtual_index().is_some()) {
                    let vreg = self.vreg(*reg);
                    let operand = match to {
                        Some(to) if to == i && tied => {
                            // The tied register is the last operand.
                            let last = plain.regs.iter().filter(|r| r.virtual_index().is_some()).count();
                            Operand::reg_reuse_def(vreg, last)
                        }
                        Some(to) if to == i => Operand::reg_def(vreg),
                        _ => Operand::reg_use(vreg),
                    };
                    self.operands.push(operand);
                }
                self.uses(&[plain.tied]);
            }
            Inst::Move(_, to, from) => {
                let vreg = self.vreg(*to);
                let is_copy = from.virtual_index().is_some();
                self.operands.push(if is_copy { Operand::reg_reuse_def(vreg, 1) } else { Operand::reg_def(vreg) });
                self.uses(&[*from]);
            }
            Inst::Entry(all) => {
                for (reg, place) in all {
                    let vreg = self.vreg(*reg);
                    self.operands.push(Operand::reg_fixed_def(vreg, preg(*place)));
                }
            }
            Inst::Call(call) => {
                self.uses(&[call.address]);
                for (reg, place) in &call.args {
                    let vreg = self.vreg(*reg);
                    self.operands.push(Operand::reg_fixed_use(vreg, preg(*place)));
                }
                for (reg, place) in &call.results {
                    let vreg = self.vreg(*reg);
                    self.operands.push(Operand::reg_fixed_def(vreg, preg(*place)));
                }
                let general = (2..16).chain([24, 25]).map(Reg::general);
                let all = general.chain((0..20).step_by(2).map(Reg::float));
                let clobbers = all.filter(|r| !call.results.iter().any(|p| p.1 == *r)).map(preg).collect();
                self.clobbers.push((self.ends.len() as u32, clobbers));
            }
            Inst::Asm(asm) => self.asm(asm),
            Inst::Lower(reg) | Inst::Restore(reg) => self.uses(&[*reg]),
        }
    }

    fn asm(&mut self, asm: &crate::mir::Asm) {
        let count = asm.outputs.iter().filter(|o| o.0.virtual_index().is_some()).count();
        // The operand of the input that shares the place of each output.
        let mut shared = vec![None; asm.outputs.len()];
        let mut next = count;
        for (operand, same) in &asm.inputs {
            if let AsmOperand::Reg(..) | AsmOperand::Memory(_) = operand {
                if let Some(slot) = same.and_then(|n| shared.get_mut(usize::from(n))) {
                    *slot = Some(next);
                }
                next += 1;
            }
        }
        for (i, (reg, fixed, early)) in asm.outputs.iter().enumerate() {
            if reg.virtual_index().is_none() {
                continue;
            }
            let vreg = self.vreg(*reg);
            self.operands.push(match (shared[i], *fixed, early) {
                (_, fixed, true) if fixed != Reg::NONE => Operand::reg_fixed_def_at_start(vreg, preg(fixed)),
                (_, fixed, false) if fixed != Reg::NONE => Operand::reg_fixed_def(vreg, preg(fixed)),
                (Some(input), ..) => Operand::reg_reuse_def(vreg, input),
                (None, _, true) => Operand::reg_def_at_start(vreg),
                (None, ..) => Operand::reg_def(vreg),
            });
        }
        for (operand, same) in &asm.inputs {
            let (reg, fixed) = match operand {
                AsmOperand::Reg(reg, fixed) => {
                    let output = same.and_then(|n| asm.outputs.get(usize::from(n)));
                    (*reg, output.map_or(*fixed, |o| o.1))
                }
                AsmOperand::Memory(reg) => (*reg, Reg::NONE),
                _ => continue,
            };
            let vreg = self.vreg(reg);
            self.operands.push(if fixed == Reg::NONE {
                Operand::reg_use(vreg)
            } else {
                Operand::new(vreg, OperandConstraint::FixedReg(preg(fixed)), OperandKind::Use, OperandPos::Early)
            });
        }
        let defined = |r: &Reg| asm.outputs.iter().any(|o| o.1 == *r);
        let clobbers: PRegSet = asm.clobbers.iter().filter(|r| !defined(r)).map(|r| preg(even(*r))).collect();
        self.clobbers.push((self.ends.len() as u32, clobbers));
    }

    /// The block of a label, if it is used.
    pub(super) fn block_of(&self, label: usize) -> Option<Block> {
        self.block_of[label]
    }

    /// The number of the first instruction of a block.
    pub(super) fn first(&self, block: Block) -> usize {
        self.ranges[block.index()].first().index()
    }
}

/// A register, or the first one of its pair.
fn even(reg: Reg) -> Reg {
    if reg.is_float() { Reg(reg.0 & !1) } else { reg }
}

/// Calls `f` for each register of an instruction that the allocation replaces, in the order of its operands. Registers
/// of the machine are skipped by the caller.
pub(super) fn each_reg(inst: &mut Inst, f: &mut dyn FnMut(&mut Reg)) {
    match inst {
        Inst::Plain(plain) => {
            plain.regs.iter_mut().for_each(&mut *f);
            f(&mut plain.tied);
        }
        Inst::Move(_, to, from) => {
            f(to);
            f(from);
        }
        Inst::Entry(all) => all.iter_mut().for_each(|p| f(&mut p.0)),
        Inst::Call(call) => {
            f(&mut call.address);
            call.args.iter_mut().for_each(|p| f(&mut p.0));
            call.results.iter_mut().for_each(|p| f(&mut p.0));
        }
        Inst::Asm(asm) => {
            asm.outputs.iter_mut().for_each(|o| f(&mut o.0));
            for (operand, _) in &mut asm.inputs {
                if let AsmOperand::Reg(reg, _) | AsmOperand::Memory(reg) = operand {
                    f(reg);
                }
            }
        }
        Inst::Lower(reg) | Inst::Restore(reg) => f(reg),
    }
}

/// As [`each_reg`], for the end of a block.
pub(super) fn each_end_reg(end: &mut End, f: &mut dyn FnMut(&mut Reg)) {
    match end {
        End::Branch(plain, ..) => plain.regs.iter_mut().for_each(f),
        End::Indirect(reg, _) => f(reg),
        End::Return(fixed) => fixed.iter_mut().for_each(|p| f(&mut p.0)),
        // The values along the edge are moved before the jump.
        End::Jump(_, args) => args.clear(),
        End::Trap => {}
    }
}

impl regalloc2::Function for Adapter<'_> {
    fn num_insts(&self) -> usize {
        self.ends.len()
    }

    fn num_blocks(&self) -> usize {
        self.ranges.len()
    }

    fn entry_block(&self) -> Block {
        Block::new(0)
    }

    fn block_insns(&self, block: Block) -> InstRange {
        self.ranges[block.index()]
    }

    fn block_succs(&self, block: Block) -> &[Block] {
        &self.succs[block.index()]
    }

    fn block_preds(&self, block: Block) -> &[Block] {
        &self.preds[block.index()]
    }

    fn block_params(&self, block: Block) -> &[VReg] {
        &self.params[block.index()]
    }

    fn is_ret(&self, inst: Index) -> bool {
        self.ends[inst.index()] == Some(true)
    }

    fn is_branch(&self, inst: Index) -> bool {
        self.ends[inst.index()] == Some(false)
    }

    fn branch_blockparams(&self, block: Block, _: Index, _: usize) -> &[VReg] {
        &self.args[block.index()]
    }

    fn inst_operands(&self, inst: Index) -> &[Operand] {
        &self.operands[self.starts[inst.index()] as usize..self.starts[inst.index() + 1] as usize]
    }

    fn inst_clobbers(&self, inst: Index) -> PRegSet {
        match self.clobbers.binary_search_by_key(&(inst.index() as u32), |c| c.0) {
            Ok(at) => self.clobbers[at].1,
            Err(_) => PRegSet::empty(),
        }
    }

    fn num_vregs(&self) -> usize {
        self.f.classes.len()
    }

    fn spillslot_size(&self, class: RegClass) -> usize {
        if class == RegClass::Float { 2 } else { 1 }
    }
}
