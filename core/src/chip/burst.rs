//! A core by itself: many instructions in one tight loop, as long as only the core touches what they touch.
//!
//! [`ComputeNode::execute`] is the definition of what an instruction does. A burst is the same for many instructions in a
//! row: the commonest ones are taken apart once more here, with the same pure functions of [`exec`], all others go
//! through [`ComputeNode::perform`]; what is only counted or overwritten is settled once at the end.

use super::poll::Polling;
use super::processor::{Flow, LastStep, Surroundings};
use super::registers::reg;
use super::{ComputeNode, Processor};
use crate::base::Cycle;
use crate::isa::{Class, Instr, Op, exec, row};
use crate::mem::{NULL_PAGE, REGISTER_PAGE};

/// Why a burst came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// It has reached its end.
    Done,
    /// The next instruction is not of the core alone: it starts a DMA or halts the core.
    Concern,
    /// The core goes round a polling loop, each turn the same, until somebody writes into its memory.
    Asleep,
    /// An instruction has trapped; the node is no longer good for anything.
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
    fn sleeps(&self, now: Cycle, calm: Cycle) -> bool {
        let for_ever = |p: &Polling| !p.timed && p.since >= calm;
        self.linked.is_none() && self.watch.recognised(now) && self.watch.polling().is_some_and(for_ever)
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
    /// The caller vouches that for this time nobody writes into this memory; `calm`: since when nobody has. `sending`:
    /// the INCC may be reading it, and INCC_STATUS can change; then stores and reads of that register concern others.
    pub(super) fn burst(
        &mut self,
        around: &Surroundings<'_>,
        until: Cycle,
        calm: Cycle,
        sending: bool,
    ) -> (Cycle, Stop) {
        let mut cycle = around.cycle;
        while cycle < until {
            let watch = &mut self.processor.watch;
            watch.tick(cycle);
            // In one leg the core polls all the time, or never, but for its last instruction.
            let polls = watch.polling().is_some();
            let most = u32::try_from(until.min(watch.deadline()) - cycle).unwrap_or(u32::MAX);
            let (executed, stop) = self.leg(&Surroundings { cycle, ..*around }, most, polls, sending);
            if executed > 0 {
                cycle += u64::from(executed);
                let p = &mut self.processor;
                let still = p.watch.polling().is_some();
                if polls == still {
                    p.count(u64::from(executed), polls);
                } else {
                    p.count(u64::from(executed) - 1, polls);
                    p.count(1, still);
                }
                if still && stop == Stop::Done && p.sleeps(cycle, calm) {
                    return (cycle, Stop::Asleep);
                }
            }
            if stop != Stop::Done {
                return (cycle, stop);
            }
        }
        (cycle, Stop::Done)
    }

    /// At most so many instructions; less if the core begins or ceases to poll. Gives how many it executed.
    fn leg(&mut self, around: &Surroundings<'_>, most: u32, polls: bool, sending: bool) -> (u32, Stop) {
        use Op::*;
        let image = around.image;
        let mut text: &[Instr] = if self.text_written { &[] } else { &image.text };
        let mirror = if around.spec.mirrored { around.spec.node_memory - 1 } else { u32::MAX };
        // Addresses of memory that need no second look.
        let low = if image.map.guard_null && !image.map.mirrored { NULL_PAGE } else { 0 };
        let high = image.map.size - low;
        let high_to_store = if sending { 0 } else { high };
        let inside = |addr: u32, align: u32| addr & (align - 1) == 0 && addr.wrapping_sub(low) < high;
        let free_to_store = |addr: u32, align: u32| addr & (align - 1) == 0 && addr.wrapping_sub(low) < high_to_store;

        let (mut pc, mut next) = (self.processor.pc, self.processor.next_pc);
        let (mut executed, mut end) = (0, most);
        let (mut at, mut done) = (pc, did::TOLD);
        let stop = loop {
            let other;
            // A misaligned address gives an index beyond all texts.
            let index = (pc & mirror).wrapping_sub(image.text_base).rotate_right(2);
            let instr = match text.get(index as usize) {
                Some(instr) => instr,
                None => {
                    self.processor.pc = pc;
                    match self.fetch(around) {
                        Ok(instr) => other = instr,
                        Err(_) => break Stop::Trap,
                    }
                    &other
                }
            };
            let g = &mut self.processor.registers.general;
            let mut after = next.wrapping_add(4);
            macro_rules! rs {
                () => {
                    g[instr.rs as usize & 31]
                };
            }
            macro_rules! rt {
                () => {
                    g[instr.rt as usize & 31]
                };
            }
            macro_rules! addr {
                () => {
                    rs!().wrapping_add(instr.imm)
                };
            }
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
                    set!(instr.rd, exec::alu($op, rs!(), rt!(), u32::from(instr.sa)))
                };
            }
            macro_rules! imm {
                ($op:ident) => {
                    set!(instr.rt, exec::alu($op, rs!(), instr.imm, 0))
                };
            }
            macro_rules! branch {
                ($op:ident) => {{
                    if exec::branch_taken($op, rs!(), rt!()) {
                        after = next.wrapping_add(instr.imm);
                    }
                    done = 0;
                }};
            }
            macro_rules! likely {
                ($op:ident) => {{
                    if exec::branch_taken($op, rs!(), rt!()) {
                        after = next.wrapping_add(instr.imm);
                    } else {
                        (next, after) = (after, after.wrapping_add(4));
                    }
                    done = 0;
                }};
            }
            macro_rules! load {
                ($op:ident) => {{
                    let addr = addr!();
                    self.processor.watch.read(addr);
                    set!(instr.rt, exec::load($op, self.memory.word(addr), addr, 0))
                }};
            }
            macro_rules! store {
                ($op:ident) => {{
                    let (addr, value) = (addr!(), rt!());
                    self.processor.watch.side_effect();
                    let word =
                        if matches!($op, Sw) { value } else { exec::store($op, self.memory.word(addr), addr, value) };
                    self.memory.set_word(addr, word);
                    done = did::STORED | u64::from(addr);
                    if image.is_text(addr) {
                        (self.text_written, text) = (true, &[]);
                    }
                    if polls {
                        end = executed + 1;
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
                Lw if inside(addr!(), 4) => load!(Lw),
                Lb if inside(addr!(), 1) => load!(Lb),
                Lbu if inside(addr!(), 1) => load!(Lbu),
                Lh if inside(addr!(), 2) => load!(Lh),
                Lhu if inside(addr!(), 2) => load!(Lhu),
                Sw if free_to_store(addr!(), 4) => store!(Sw),
                Sb if free_to_store(addr!(), 1) => store!(Sb),
                Sh if free_to_store(addr!(), 2) => store!(Sh),
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
                    after = rs!();
                    done = 0;
                }
                Jalr => {
                    let target = rs!();
                    set!(instr.rd, after);
                    after = target;
                }
                Mfhi => set!(instr.rd, self.processor.registers.hi),
                Mflo => set!(instr.rd, self.processor.registers.lo),
                Mult => {
                    let (a, b) = (rs!(), rt!());
                    let r = &mut self.processor.registers;
                    (r.hi, r.lo) = exec::muldiv(Mult, a, b, r.hi, r.lo);
                    done = did::HI_LO;
                }
                Nop => done = 0,
                _ => {
                    if self.concerns_others(instr, sending) {
                        break Stop::Concern;
                    }
                    let p = &mut self.processor;
                    (p.pc, p.next_pc) = (pc, next);
                    p.last = LastStep { pc, ..LastStep::default() };
                    let cycle = around.cycle + u64::from(executed);
                    match self.perform(instr, &Surroundings { cycle, ..*around }) {
                        Ok(Flow::Next) => {}
                        Ok(Flow::Branch(target)) => after = target,
                        Ok(Flow::SkipSlot) => (next, after) = (after, after.wrapping_add(4)),
                        Ok(Flow::Halt(_)) | Err(_) => break Stop::Trap,
                    }
                    done = did::TOLD;
                    if self.text_written {
                        text = &[];
                    }
                    if polls && self.processor.watch.polling().is_none() {
                        end = executed + 1;
                    }
                }
            }
            at = pc;
            (pc, next) = (next, after);
            executed += 1;
            if pc <= at {
                let p = &mut self.processor;
                p.watch.backward(pc, around.cycle + u64::from(executed), &p.registers, &p.float);
                if polls || p.watch.polling().is_some() {
                    break Stop::Done;
                }
            }
            if executed == end {
                break Stop::Done;
            }
        };
        let p = &mut self.processor;
        (p.pc, p.next_pc) = (pc, next);
        p.settle(at, done);
        (executed, stop)
    }

    /// True if an instruction starts a DMA or halts the core, or, while the INCC is `sending`, if it stores anything or
    /// reads INCC_STATUS.
    #[inline(never)]
    fn concerns_others(&self, instr: &Instr, sending: bool) -> bool {
        let p = &self.processor;
        let register = || p.get(instr.rs).wrapping_add(instr.imm).wrapping_sub(REGISTER_PAGE);
        match instr.op {
            Op::Sw if matches!(register(), reg::INCC_SIZE | reg::HALT) => true,
            Op::Lw => sending && register() == reg::INCC_STATUS,
            Op::Syscall => matches!(p.get(2), 10 | 17),
            _ => sending && row(instr.op).class == Class::Store,
        }
    }
}
