//! A core by itself: many instructions in one tight loop, as long as only the core touches what they touch.
//!
//! [`ComputeNode::execute`] is the definition of what an instruction does. A burst is the same for many instructions in a
//! row: the commonest ones are taken apart once more here, with the same pure functions of [`exec`], all others go
//! through [`ComputeNode::perform`]; what is only counted or overwritten is settled once at the end.

use super::processor::{Flow, LastStep, Surroundings};
use super::registers::reg;
use super::{ComputeNode, Processor};
use crate::base::Cycle;
use crate::isa::{Instr, Op, exec};
use crate::mem::{NULL_PAGE, REGISTER_PAGE};

/// Why a burst came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pause {
    /// It has reached its end.
    Done,
    /// The next instruction is not of the core alone: it starts a DMA or halts the core.
    Concern,
    /// The core goes round a polling loop, each turn the same, until somebody writes into its memory.
    Asleep,
    /// An instruction has trapped; the node is no longer good for anything.
    Trap,
}

/// Why a leg of a burst ended.
#[derive(Clone, Copy, PartialEq)]
enum Exit {
    Done,
    /// The last instruction was followed by one at the same or a lower address.
    Backward,
    Concern,
    Trap,
}

/// What the last instruction did, in one word: the register that it wrote (0: none), or one of these.
mod did {
    /// HI and LO were written.
    pub const HI_LO: u64 = 1 << 61;
    /// [`LastStep`](super::LastStep) knows already.
    pub const TOLD: u64 = 1 << 62;
    /// The word at the offset in the lower half was stored to.
    pub const STORED: u64 = 1 << 63;
}

impl Processor {
    /// True if the core, which has just been found to poll, will do so until somebody writes into its memory: it waits
    /// for no time, and since the begin of the last turn nothing that the loop can read has changed. (What a load-linked
    /// watches is read by the next store-conditional; with none under way each of these fails, turn by turn.)
    fn sleeps(&self, calm: Cycle) -> bool {
        self.linked.is_none() && self.watch.polling().is_some_and(|p| !p.timed && p.since >= calm)
    }

    fn settle(&mut self, pc: u32, done: u64) {
        if done & did::TOLD != 0 {
            return;
        }
        let mut last = LastStep { pc, ..LastStep::default() };
        if done & did::STORED != 0 {
            last.stored = Some(done as u32 & !3);
        } else if done & did::HI_LO != 0 {
            last.registers = 3 << 32;
        } else {
            last.registers = 1 << done & !1;
        }
        self.last = last;
    }
}

impl ComputeNode {
    /// Executes instructions from the cycle of `around` to `until`, or until something else comes up. Gives the cycle of
    /// the next instruction.
    ///
    /// For this time the caller vouches that the INCC has nothing to send and that nobody writes into this memory.
    /// `calm`: since when both have been true.
    pub(super) fn burst(&mut self, around: &Surroundings<'_>, until: Cycle, calm: Cycle) -> (Cycle, Pause) {
        let mut cycle = around.cycle;
        while cycle < until {
            let watch = &mut self.processor.watch;
            watch.tick(cycle);
            // In one leg the core polls all the time, or never.
            let polls = watch.polling().is_some();
            let most = until.min(watch.deadline()) - cycle;
            let (executed, exit) =
                self.leg(&Surroundings { cycle, ..*around }, u32::try_from(most).unwrap_or(u32::MAX), polls);
            let p = &mut self.processor;
            if executed > 0 {
                cycle += u64::from(executed);
                if exit == Exit::Backward {
                    p.watch.backward(p.pc, cycle, &p.registers, &p.float);
                }
                // Only the last instruction can have changed this.
                p.count(u64::from(executed) - 1, polls);
                let polls = p.watch.polling().is_some();
                p.count(1, polls);
            }
            match exit {
                Exit::Done => {}
                Exit::Backward => {
                    if self.processor.sleeps(calm) {
                        return (cycle, Pause::Asleep);
                    }
                }
                Exit::Concern => return (cycle, Pause::Concern),
                Exit::Trap => return (cycle, Pause::Trap),
            }
        }
        (cycle, Pause::Done)
    }

    /// At most so many instructions. Gives how many it executed.
    fn leg(&mut self, around: &Surroundings<'_>, mut most: u32, polls: bool) -> (u32, Exit) {
        use Op::*;
        let image = around.image;
        let mut text: &[Instr] = if self.text_written { &[] } else { &image.text };
        let mirror = if around.spec.mirrored { around.spec.node_memory - 1 } else { u32::MAX };
        // Addresses of memory that need no second look.
        let low = if image.map.guard_null && !image.map.mirrored { NULL_PAGE } else { 0 };
        let inside = |addr: u32, align: u32| addr & (align - 1) == 0 && addr.wrapping_sub(low) < image.map.size - low;

        let (mut pc, mut next) = (self.processor.pc, self.processor.next_pc);
        let mut left = most;
        let (mut at, mut done) = (pc, did::TOLD);
        let exit = loop {
            let other;
            // A misaligned address gives an index beyond all texts.
            let index = (pc & mirror).wrapping_sub(image.text_base).rotate_right(2);
            let instr = match text.get(index as usize) {
                Some(instr) => instr,
                None => {
                    self.processor.pc = pc;
                    match self.fetch(around) {
                        Ok(instr) => other = instr,
                        Err(_) => break Exit::Trap,
                    }
                    &other
                }
            };
            let g = &mut self.processor.registers.general;
            let (rs, rt) = (g[instr.rs as usize & 31], g[instr.rt as usize & 31]);
            let addr = rs.wrapping_add(instr.imm);
            let mut after = next.wrapping_add(4);
            macro_rules! set {
                ($register:expr, $value:expr) => {{
                    let register: u8 = $register & 31;
                    g[register as usize] = $value;
                    g[0] = 0;
                    done = u64::from(register);
                }};
            }
            // By registers, by an immediate, a branch, a branch-likely, a load, a store.
            macro_rules! alu {
                ($op:ident) => {
                    set!(instr.rd, exec::alu($op, rs, rt, u32::from(instr.sa)))
                };
            }
            macro_rules! imm {
                ($op:ident) => {
                    set!(instr.rt, exec::alu($op, rs, instr.imm, 0))
                };
            }
            macro_rules! branch {
                ($op:ident) => {{
                    if exec::branch_taken($op, rs, rt) {
                        after = next.wrapping_add(instr.imm);
                    }
                    done = 0;
                }};
            }
            macro_rules! likely {
                ($op:ident) => {{
                    if exec::branch_taken($op, rs, rt) {
                        after = next.wrapping_add(instr.imm);
                    } else {
                        (next, after) = (after, after.wrapping_add(4));
                    }
                    done = 0;
                }};
            }
            macro_rules! load {
                ($op:ident) => {{
                    self.processor.watch.read(addr);
                    set!(instr.rt, exec::load($op, self.memory.word(addr), addr, rt))
                }};
            }
            macro_rules! store {
                ($op:ident) => {{
                    self.processor.watch.side_effect();
                    let word = if matches!($op, Sw) { rt } else { exec::store($op, self.memory.word(addr), addr, rt) };
                    self.memory.set_word(addr, word);
                    done = did::STORED | u64::from(addr);
                    if image.is_text(addr) {
                        (self.text_written, text) = (true, &[]);
                    }
                    if polls {
                        (most, left) = (most - left + 1, 1);
                    }
                }};
            }
            match instr.op {
                Addiu => imm!(Addiu),
                Addu => alu!(Addu),
                Subu => alu!(Subu),
                And => alu!(And),
                Or => alu!(Or),
                Xor => alu!(Xor),
                Nor => alu!(Nor),
                Slt => alu!(Slt),
                Sltu => alu!(Sltu),
                Sll => alu!(Sll),
                Srl => alu!(Srl),
                Sra => alu!(Sra),
                Sllv => alu!(Sllv),
                Srlv => alu!(Srlv),
                Srav => alu!(Srav),
                Mul => alu!(Mul),
                Andi => imm!(Andi),
                Ori => imm!(Ori),
                Xori => imm!(Xori),
                Lui => imm!(Lui),
                Slti => imm!(Slti),
                Sltiu => imm!(Sltiu),
                Lw if inside(addr, 4) => load!(Lw),
                Lb if inside(addr, 1) => load!(Lb),
                Lbu if inside(addr, 1) => load!(Lbu),
                Lh if inside(addr, 2) => load!(Lh),
                Lhu if inside(addr, 2) => load!(Lhu),
                Sw if inside(addr, 4) => store!(Sw),
                Sb if inside(addr, 1) => store!(Sb),
                Sh if inside(addr, 2) => store!(Sh),
                Beq => branch!(Beq),
                Bne => branch!(Bne),
                Blez => branch!(Blez),
                Bgtz => branch!(Bgtz),
                Bltz => branch!(Bltz),
                Bgez => branch!(Bgez),
                Beql => likely!(Beql),
                Bnel => likely!(Bnel),
                J => {
                    after = next & 0xf000_0000 | instr.imm;
                    done = 0;
                }
                Jal => {
                    set!(31, after);
                    after = next & 0xf000_0000 | instr.imm;
                }
                Jr => {
                    after = rs;
                    done = 0;
                }
                Jalr => {
                    set!(instr.rd, after);
                    after = rs;
                }
                Mfhi => set!(instr.rd, self.processor.registers.hi),
                Mflo => set!(instr.rd, self.processor.registers.lo),
                Mult => {
                    let r = &mut self.processor.registers;
                    (r.hi, r.lo) = exec::muldiv(Mult, rs, rt, r.hi, r.lo);
                    done = did::HI_LO;
                }
                Nop => done = 0,
                _ => {
                    if self.concerns_others(instr) {
                        break Exit::Concern;
                    }
                    let p = &mut self.processor;
                    (p.pc, p.next_pc) = (pc, next);
                    p.last = LastStep { pc, ..LastStep::default() };
                    let cycle = around.cycle + u64::from(most - left);
                    match self.perform(instr, &Surroundings { cycle, ..*around }) {
                        Ok(Flow::Next) => {}
                        Ok(Flow::Branch(target)) => after = target,
                        Ok(Flow::SkipSlot) => (next, after) = (after, after.wrapping_add(4)),
                        Ok(Flow::Halt(_)) | Err(_) => break Exit::Trap,
                    }
                    done = did::TOLD;
                    if self.text_written {
                        text = &[];
                    }
                    if polls && self.processor.watch.polling().is_none() {
                        (most, left) = (most - left + 1, 1);
                    }
                }
            }
            at = pc;
            (pc, next) = (next, after);
            left -= 1;
            if pc <= at {
                break Exit::Backward;
            }
            if left == 0 {
                break Exit::Done;
            }
        };
        let p = &mut self.processor;
        (p.pc, p.next_pc) = (pc, next);
        p.settle(at, done);
        (most - left, exit)
    }

    /// True if an instruction starts a DMA or halts the core.
    fn concerns_others(&self, instr: &Instr) -> bool {
        let p = &self.processor;
        match instr.op {
            Op::Sw => {
                let addr = p.get(instr.rs).wrapping_add(instr.imm);
                matches!(addr.wrapping_sub(REGISTER_PAGE), reg::INCC_SIZE | reg::HALT)
            }
            Op::Syscall => matches!(p.get(2), 10 | 17),
            _ => false,
        }
    }
}
