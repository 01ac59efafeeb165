//! A core by itself: many instructions in one tight loop, as long as only the core touches what they touch.
//!
//! [`ComputeNode::execute`] is the definition of what an instruction does. A burst is the same for many instructions in a
//! row. The commonest ones are taken apart once more here, with the same pure functions of [`exec`], and run in *lines*: the
//! way is straight up to a taken branch, so within a line the PC need not be looked at. All others go through
//! [`ComputeNode::perform`]. What is only counted or overwritten is settled once at the end.

use super::sleep::Watched;
use super::trial::Was;
use crate::base::Cycle;
use crate::chip::parts::node::Flow;
use crate::chip::parts::registers::reg;
use crate::chip::parts::{ComputeNode, Image, Processor};
use crate::chip::parts::{LastStep, Surroundings};
use crate::isa::{Class, Instr, Op, exec, row};
use crate::mem::{PlainRange, REGISTER_PAGE, Words};
use alloc::vec::Vec;
use core::ops::Range;
use core::slice;

/// Why a burst came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// It has reached its end.
    Done,
    /// The next instruction is not of the core alone: it starts a DMA or halts the core.
    Concern,
    /// The core goes round a polling loop, each turn the same, until one of these words is written.
    Asleep(Watched),
    /// An instruction has trapped; the node is no longer good for anything.
    Trap,
}

/// Cycles in which a core polled.
pub(super) type Polls = Vec<Range<Cycle>>;

/// What the rest of the chip may do to a node while its core executes a burst.
#[derive(Clone, Copy, Default)]
pub(super) struct Meanwhile {
    /// Its INCC is sending, and INCC_STATUS can change.
    pub(super) sending: bool,
    /// Words that the INCC may still have to read.
    pub(super) reading: Words,
    /// Words that may be written; none of them is in the text. Nobody writes others.
    pub(super) arriving: Words,
    /// The core does not fall asleep.
    pub(super) wakeful: bool,
}

/// Where a line came to its end.
enum Way<'a> {
    /// Behind its last instruction.
    Straight,
    /// At a branch that is taken or a jump: where it leads to. The delay slot comes between.
    Branch(u32),
    /// Behind the delay slot of such a one.
    Jump(u32),
    /// At a branch-likely that is not taken: the delay slot is left out.
    SkipSlot,
    /// At an instruction that is not for here.
    Other(&'a Instr),
}

impl Processor {
    /// True if the core, whose next instruction is in cycle `now`, has just gone round a polling loop that waits for no time.
    /// (What a load-linked watches is read by the next store-conditional; with none under way each of these fails, turn by
    /// turn.)
    pub(super) fn polls_for_ever(&self, now: Cycle) -> bool {
        self.linked.is_none() && self.watch.recognised(now) && self.watch.polling().is_some_and(|p| !p.timed)
    }

    /// Notes what the last instruction, one of those that a line is made of, did at `pc`. The registers of a store and of
    /// a branch are as they were before it.
    fn settle(&mut self, pc: u32, instr: &Instr) {
        use Op::*;
        let mut last = LastStep { pc, ..LastStep::default() };
        let written = match instr.op {
            Sw | Sb | Sh => {
                last.stored = Some(self.get(instr.rs).wrapping_add(instr.imm) & !3);
                0
            }
            Mult => 3 << 32,
            Jal => 1 << 31,
            Addiu | Andi | Ori | Xori | Lui | Slti | Sltiu | Lw | Lb | Lbu | Lh | Lhu => 1 << (instr.rt & 31),
            Beq | Bne | Blez | Bgtz | Bltz | Bgez | Beql | Bnel | J | Jr | Nop => 0,
            _ => 1 << (instr.rd & 31),
        };
        last.registers = written & !1;
        self.last = last;
    }
}

impl ComputeNode {
    /// Executes instructions from the cycle of `around` to `until`, or until something else comes up. Gives the cycle of
    /// the next instruction. The caller vouches for what happens in this time. With a `log`, everything but the processor
    /// can be set back by it; what cannot concerns others. `polls`, if wanted, tells when the core polled.
    pub(super) fn burst(
        &mut self,
        around: &Surroundings<'_>,
        until: Cycle,
        meanwhile: &Meanwhile,
        mut log: Option<&mut Vec<Was>>,
        mut polls: Option<&mut Polls>,
    ) -> (Cycle, Stop) {
        let mut cycle = around.cycle;
        let mut wakeful = meanwhile.wakeful;
        while cycle < until {
            let watch = &mut self.processor.watch;
            watch.tick(cycle);
            // In one leg the core polls all the time, or never, but for its last instruction.
            let polling = watch.polling().is_some();
            let most = u32::try_from(until.min(watch.deadline()) - cycle).unwrap_or(u32::MAX);
            let (executed, stop) =
                self.leg(&Surroundings { cycle, ..*around }, most, polling, meanwhile, log.as_deref_mut());
            if executed > 0 {
                cycle += u64::from(executed);
                let p = &mut self.processor;
                let still = p.watch.polling().is_some();
                if polling == still {
                    p.count(u64::from(executed), polling);
                } else {
                    p.count(u64::from(executed) - 1, polling);
                    p.count(1, still);
                }
                if let Some(polls) = polls.as_deref_mut()
                    && (polling || still)
                {
                    let first = if polling { cycle - u64::from(executed) } else { cycle - 1 };
                    polls.push(first..if still { cycle } else { cycle - 1 });
                }
                if still && !wakeful && stop == Stop::Done && p.polls_for_ever(cycle) {
                    if let Some(watched) = self.watched(&Surroundings { cycle, ..*around }, meanwhile) {
                        return (cycle, Stop::Asleep(watched));
                    }
                    wakeful = true;
                }
            }
            if stop != Stop::Done {
                return (cycle, stop);
            }
        }
        (cycle, Stop::Done)
    }

    /// At most so many instructions; less if the core begins or ceases to poll. Gives how many it executed.
    fn leg(
        &mut self,
        around: &Surroundings<'_>,
        most: u32,
        polls: bool,
        meanwhile: &Meanwhile,
        mut log: Option<&mut Vec<Was>>,
    ) -> (u32, Stop) {
        let image = around.image;
        // Addresses that need no second look. A polling core that stores something polls no more.
        let loads = image.plain_loads.without(&meanwhile.arriving);
        let stores = match polls {
            true => PlainRange::NONE,
            false => image.plain_stores.without(&meanwhile.arriving).without(&meanwhile.reading),
        };
        let mut text: &[Instr] = if self.text_written { &[] } else { &image.text };
        let mirror = if around.spec.mirrored { around.spec.node_memory - 1 } else { u32::MAX };
        let index = |pc: u32| (pc & mirror).wrapping_sub(image.text_base).rotate_right(2) as usize;

        let (mut pc, mut next) = (self.processor.pc, self.processor.next_pc);
        let (mut executed, mut end) = (0, most);
        // Address of the last instruction, and whether it was one that does not tell by itself what it did.
        let (mut at, mut settled) = (pc, true);
        let mut single;
        let mut line: &[Instr] = &[];
        // The core has jumped back to where the line begins.
        let mut again = false;
        let stop = loop {
            if !core::mem::take(&mut again) {
                // A misaligned address gives an index beyond all texts.
                line = match text.get(index(pc)..) {
                    Some(line) if !line.is_empty() => line,
                    _ => {
                        self.processor.pc = pc;
                        match self.fetch(around) {
                            Ok(instr) => single = [instr],
                            Err(_) => break Stop::Trap,
                        }
                        &single
                    }
                };
            }
            // In a delay slot the way goes on somewhere else.
            let longest = if next == pc.wrapping_add(4) { end - executed } else { 1 };
            let stretch = &line[..line.len().min(longest as usize)];
            let (length, way) = self.line(stretch, next, loads, stores, log.as_deref_mut());
            executed += length;
            // Where the instruction stands that would come next on the straight way, and where the one after it.
            let here = pc.wrapping_add(4 * length);
            let then = next.wrapping_add(4 * length);
            if length > 0 {
                (at, settled) = (here.wrapping_sub(4), false);
            }
            match way {
                Way::Jump(target) => {
                    let p = &mut self.processor;
                    let cycle = around.cycle + u64::from(executed);
                    again = target == pc && p.watch.computes(pc, cycle, &p.registers, &p.float);
                    (pc, next) = (target, target.wrapping_add(4));
                    if again {
                        if executed == end {
                            break Stop::Done;
                        }
                        continue;
                    }
                }
                Way::Branch(target) => (pc, next) = (then.wrapping_sub(4), target),
                Way::Straight => (pc, next) = (then.wrapping_sub(4), then),
                Way::SkipSlot => (pc, next) = (then, then.wrapping_add(4)),
                Way::Other(instr) => {
                    (pc, next) = (here, then);
                    // The text of a chip with a probe has marks in it.
                    let marked = image.unmarked(pc);
                    let instr = marked.as_ref().unwrap_or(instr);
                    if self.concerns_others(instr, meanwhile) {
                        break Stop::Concern;
                    }
                    if let Some(log) = log.as_deref_mut()
                        && !self.can_be_set_back(instr, image, log)
                    {
                        break Stop::Concern;
                    }
                    let p = &mut self.processor;
                    (p.pc, p.next_pc) = (pc, next);
                    p.last = LastStep { pc, ..LastStep::default() };
                    let cycle = around.cycle + u64::from(executed);
                    (at, settled) = (here, true);
                    (pc, next) = match self.perform(instr, &Surroundings { cycle, ..*around }) {
                        Ok(Flow::Next) => (then, then.wrapping_add(4)),
                        Ok(Flow::Branch(target)) => (then, target),
                        Ok(Flow::SkipSlot) => (then.wrapping_add(4), then.wrapping_add(8)),
                        Ok(Flow::Halt(_)) | Err(_) => break Stop::Trap,
                    };
                    executed += 1;
                    if self.text_written {
                        text = &[];
                    }
                    if polls && self.processor.watch.polling().is_none() {
                        end = executed;
                    }
                }
            }
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
        if !settled {
            self.processor.pc = at;
            // What is in a line has no mark in the text.
            if let Some(instr) = text.get(index(at)).copied().or_else(|| self.fetch(around).ok()) {
                self.processor.settle(at, &instr);
            }
        }
        (self.processor.pc, self.processor.next_pc) = (pc, next);
        (executed, stop)
    }

    /// Executes instructions that follow each other in the text, as long as they are of the commonest ones, and the delay
    /// slot of the branch at their end. `next`: the address that comes after the first of them. `loads`, `stores`: where
    /// they may go. Gives how many were executed, and how it goes on behind the last of them.
    #[inline]
    fn line<'a>(
        &mut self,
        line: &'a [Instr],
        next: u32,
        loads: PlainRange,
        stores: PlainRange,
        mut log: Option<&mut Vec<Was>>,
    ) -> (u32, Way<'a>) {
        use Op::*;
        let p = &mut self.processor;
        let g = &mut p.registers.general;
        let (mut length, mut target) = (0, None);
        let mut left = line.iter();
        while let Some(instr) = left.next() {
            // The address after this instruction.
            macro_rules! then {
                () => {
                    next.wrapping_add(4 * length)
                };
            }
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
                    g[$register as usize & 31] = $value;
                    g[0] = 0;
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
            // A jump in the delay slot of another one gets a line of its own.
            macro_rules! not_in_slot {
                () => {
                    if let Some(target) = target {
                        return (length, Way::Branch(target));
                    }
                };
            }
            // What is left of the line is the delay slot.
            macro_rules! jump {
                ($to:expr) => {{
                    let to = $to;
                    let [slot, ..] = left.as_slice() else { return (length + 1, Way::Branch(to)) };
                    target = Some(to);
                    left = slice::from_ref(slot).iter();
                }};
            }
            macro_rules! branch {
                ($op:ident) => {
                    if exec::branch_taken($op, rs!(), rt!()) {
                        not_in_slot!();
                        jump!(then!().wrapping_add(instr.imm));
                    }
                };
            }
            macro_rules! likely {
                ($op:ident) => {{
                    not_in_slot!();
                    if !exec::branch_taken($op, rs!(), rt!()) {
                        return (length + 1, Way::SkipSlot);
                    }
                    jump!(then!().wrapping_add(instr.imm));
                }};
            }
            macro_rules! load {
                ($op:ident) => {{
                    let addr = addr!();
                    p.watch.read(addr);
                    set!(instr.rt, exec::load($op, self.memory.word(addr), addr, 0))
                }};
            }
            macro_rules! store {
                ($op:ident) => {{
                    let (addr, value) = (addr!(), rt!());
                    p.watch.stored();
                    if let Some(log) = log.as_deref_mut() {
                        log.push(Was::of(&self.memory, addr));
                    }
                    let word =
                        if matches!($op, Sw) { value } else { exec::store($op, self.memory.word(addr), addr, value) };
                    self.memory.set_word(addr, word);
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
                Lw if loads.has::<4>(addr!()) => load!(Lw),
                Lb if loads.has::<1>(addr!()) => load!(Lb),
                Lbu if loads.has::<1>(addr!()) => load!(Lbu),
                Lh if loads.has::<2>(addr!()) => load!(Lh),
                Lhu if loads.has::<2>(addr!()) => load!(Lhu),
                Sw if stores.has::<4>(addr!()) => store!(Sw),
                Sb if stores.has::<1>(addr!()) => store!(Sb),
                Sh if stores.has::<2>(addr!()) => store!(Sh),
                Beq => branch!(Beq),
                Bne => branch!(Bne),
                Blez => branch!(Blez),
                Bgtz => branch!(Bgtz),
                Bltz => branch!(Bltz),
                Bgez => branch!(Bgez),
                Beql => likely!(Beql),
                Bnel => likely!(Bnel),
                J => {
                    not_in_slot!();
                    jump!(then!() & 0xf000_0000 | instr.imm);
                }
                Jal => {
                    not_in_slot!();
                    set!(31, then!().wrapping_add(4));
                    jump!(then!() & 0xf000_0000 | instr.imm);
                }
                Jr => {
                    not_in_slot!();
                    jump!(rs!());
                }
                Jalr => {
                    not_in_slot!();
                    let to = rs!();
                    set!(instr.rd, then!().wrapping_add(4));
                    jump!(to);
                }
                Mfhi => set!(instr.rd, p.registers.hi),
                Mflo => set!(instr.rd, p.registers.lo),
                Mult => {
                    let (a, b) = (rs!(), rt!());
                    (p.registers.hi, p.registers.lo) = exec::muldiv(Mult, a, b, p.registers.hi, p.registers.lo);
                }
                Nop => {}
                _ => {
                    not_in_slot!();
                    return (length, Way::Other(instr));
                }
            }
            length += 1;
        }
        (length, target.map_or(Way::Straight, Way::Jump))
    }

    /// Notes in the log what an instruction that is none of the commonest ones is about to change outside the processor.
    /// False if it may change more than can be set back.
    #[inline(never)]
    fn can_be_set_back(&self, instr: &Instr, image: &Image, log: &mut Vec<Was>) -> bool {
        if instr.op == Op::Syscall {
            return false;
        }
        if row(instr.op).class != Class::Store {
            return true;
        }
        // At most two words, the lower one of them here (the address of an indexed store is another sum).
        let lower = self.processor.get(instr.rs).wrapping_add(instr.imm) & !3;
        let words = [lower, lower.wrapping_add(4)];
        let fits = !matches!(instr.op, Op::Swxc1 | Op::Sdxc1) && words.iter().all(|w| image.plain_stores.has::<4>(*w));
        if fits {
            log.extend(words.map(|word| Was::of(&self.memory, word)));
        }
        fits
    }

    /// True if an instruction starts a DMA or halts the core; or, while the INCC is sending, if it stores to a word that may
    /// have to be read, or to a register, or reads INCC_STATUS; or if it touches, or might touch, a word that may be arriving.
    #[inline(never)]
    fn concerns_others(&self, instr: &Instr, meanwhile: &Meanwhile) -> bool {
        let Meanwhile { sending, arriving, reading, .. } = meanwhile;
        let p = &self.processor;
        let addr = || p.get(instr.rs).wrapping_add(instr.imm);
        let register = || addr().wrapping_sub(REGISTER_PAGE);
        let class = row(instr.op).class;
        let arrives = arriving.first < arriving.end
            && match instr.op {
                Op::Lw | Op::Lh | Op::Lhu | Op::Lb | Op::Lbu | Op::Sw | Op::Sh | Op::Sb => arriving.has(addr()),
                Op::Syscall => true,
                _ => matches!(class, Class::Load | Class::Store),
            };
        arrives
            || match instr.op {
                Op::Sw if matches!(register(), reg::INCC_SIZE | reg::HALT) => true,
                Op::Lw => *sending && register() == reg::INCC_STATUS,
                Op::Syscall => matches!(p.get(2), 10 | 17),
                Op::Sw | Op::Sh | Op::Sb => *sending && (addr() >= REGISTER_PAGE || reading.has(addr())),
                _ => *sending && class == Class::Store,
            }
    }
}
