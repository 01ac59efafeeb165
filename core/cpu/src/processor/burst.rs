//! Runs a core fast: many instructions in one tight loop, as long as nothing else touches the same data.
//!
//! [`Core::execute`] defines what an instruction does. A burst does the same for many instructions in a row. The most common
//! ones are executed by chains of *basic blocks* ([`Core::chain`]), in which the PC need not be updated. All others go through
//! [`Bus::perform`]. Counters and values that are only overwritten are written back once at the end.

use super::services::serves;
use super::{Blocks, Bus, Code, Core, Flow, LastStep, Now, PendingFloat, Was, reg};
use crate::isa::{Class, Instr, Op, row};
use crate::mem::{PlainRange, REGISTER_PAGE};
use alloc::vec::Vec;
use mcore_base::Cycle;

/// Why a segment ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It has executed all instructions, or the core has started or stopped polling.
    Done,
    /// The next instruction must be executed alone: [`Limits::stops_before`] it, or it cannot be rolled back.
    NeedsSystem,
    /// The next instruction traps or halts the core. It has perhaps had an effect on the bus.
    Trap,
}

/// The limits of a segment, set by other parts that read or write the memory meanwhile.
///
/// A load or a store outside the ranges is executed by [`Bus::perform`], so a bus that observes all accesses gives empty ones.
pub trait Limits {
    /// Of the addresses that need no check, those with words that do not change meanwhile.
    #[inline]
    fn loads(&self, all: PlainRange) -> PlainRange {
        all
    }

    /// Of the addresses that need no check, those with words that no other part reads or writes meanwhile.
    #[inline]
    fn stores(&self, all: PlainRange) -> PlainRange {
        all
    }

    /// True if a segment must end before an instruction. It is asked about those that a block does not execute.
    fn stops_before(&self, core: &Core, instr: &Instr) -> bool;
}

/// The limits of a core that nothing disturbs: a segment ends before an instruction that halts it, and before those that only
/// the bus serves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Undisturbed;

impl Limits for Undisturbed {
    #[inline(never)]
    fn stops_before(&self, core: &Core, instr: &Instr) -> bool {
        let p = &core.processor;
        let register = || p.get(instr.rs).wrapping_add(instr.imm).wrapping_sub(REGISTER_PAGE);
        match instr.op {
            Op::Sw => register() < REGISTER_PAGE.wrapping_neg() && register() != reg::CONSOLE,
            Op::Syscall => !serves(p.get(2)),
            _ => false,
        }
    }
}

/// The records that a segment makes, if they are wanted.
#[derive(Debug, Default)]
pub struct Records<'a> {
    /// The words that it overwrites, so that it can be rolled back. An instruction that cannot be rolled back ends the segment.
    pub log: Option<&'a mut Vec<Was>>,
    /// The instructions that it executes. The last one counts as the others even if the core starts or stops polling there.
    pub blocks: Option<&'a mut Blocks>,
}

impl Core {
    /// Executes instructions up to cycle `until`, or until the core halts. Returns the cycle of the next one. An error if one
    /// traps.
    pub fn run<B: Bus>(&mut self, now: Now<'_>, until: Cycle, bus: &mut B) -> Result<Cycle, B::Trap> {
        let mut cycle = now.cycle;
        while cycle < until && self.processor.is_live() {
            let (polling, most) = self.processor.begin_segment(cycle, until);
            let now = Now { cycle, ..now };
            let (executed, end) =
                self.segment::<false, _, _>(now, most, polling, bus, &Undisturbed, Records::default());
            if executed > 0 {
                self.processor.count_segment(executed, polling);
                cycle += Cycle::from(executed);
            }
            if end != End::Done {
                self.execute(Now { cycle, ..now }, bus)?;
                cycle += 1;
            }
        }
        Ok(cycle)
    }

    /// Executes at most `most` instructions; fewer if the core starts or stops polling. Returns how many it executed.
    ///
    /// `RECORDED`: the records may contain blocks. `polls` and `most` are those of [`Processor::begin_segment`](super::Processor::begin_segment), or `most` is less. The caller
    /// counts the instructions, if there are any ([`Processor::count_segment`](super::Processor::count_segment)). After
    /// [`End::Trap`] the next instruction is executed by [`Core::execute`], which halts or traps.
    pub fn segment<const RECORDED: bool, B: Bus, L: Limits>(
        &mut self,
        now: Now<'_>,
        most: u32,
        polls: bool,
        bus: &mut B,
        limits: &L,
        records: Records<'_>,
    ) -> (u32, End) {
        let code = now.code;
        let Records { mut log, mut blocks } = records;
        // Address ranges that need no further check. A polling core that stores something stops polling.
        let loads = limits.loads(code.plain_loads);
        let stores = match polls {
            true => PlainRange::NONE,
            false => limits.stores(code.plain_stores),
        };
        let mut executed = 0;
        // Address of the last instruction, if the record of what it did is still to be made.
        let mut unsettled = None;
        let mut float = PendingFloat::NONE;
        let stop = loop {
            let p = &self.processor;
            // In a delay slot, execution continues elsewhere.
            if p.next_pc == p.pc.wrapping_add(4) && !p.text_written {
                let now = Now { cycle: now.cycle + u64::from(executed), code };
                let (log, blocks) = (log.as_deref_mut(), blocks.as_deref_mut());
                let chain = self.chain::<RECORDED>(now, most - executed, polls, loads, stores, log, blocks, &mut float);
                if chain.executed > 0 {
                    executed += chain.executed;
                    unsettled = Some(chain.last);
                }
                if !chain.slow {
                    break End::Done;
                }
            }
            let now = Now { cycle: now.cycle + u64::from(executed), code };
            let Ok(fetched) = self.fetch(code) else { break End::Trap };
            // The text may contain marks of the bus.
            let instr = bus.original(self.processor.pc).unwrap_or(fetched);
            if limits.stops_before(self, &instr) {
                break End::NeedsSystem;
            }
            if let Some(log) = log.as_deref_mut()
                && !self.can_be_set_back(&instr, code, log)
            {
                break End::NeedsSystem;
            }
            unsettled = None;
            let pc = self.processor.pc;
            let Some(back) = self.single(&instr, now, bus) else { break End::Trap };
            executed += 1;
            if RECORDED && let Some(blocks) = blocks.as_deref_mut() {
                blocks.one(pc, instr.op, polls);
            }
            let polling = self.processor.watch.polling().is_some();
            if executed == most || polling != polls || polls && back {
                break End::Done;
            }
        };
        if let Some(at) = unsettled {
            self.settle(at, code, &float);
        }
        (executed, stop)
    }

    /// Executes an instruction by [`Bus::perform`]. True if it jumps backwards; `None` if it halts the core or traps.
    #[inline]
    fn single<B: Bus>(&mut self, instr: &Instr, now: Now<'_>, bus: &mut B) -> Option<bool> {
        let p = &mut self.processor;
        let (at, next) = (p.pc, p.next_pc);
        p.last = LastStep { pc: at, ..LastStep::default() };
        let flow = bus.perform(self, instr, now);
        let p = &mut self.processor;
        (p.pc, p.next_pc) = match flow {
            Ok(Flow::Next) => (next, next.wrapping_add(4)),
            Ok(Flow::Branch(target)) => (next, target),
            Ok(Flow::SkipSlot) => (next.wrapping_add(4), next.wrapping_add(8)),
            Ok(Flow::Halt(_)) | Err(_) => return None,
        };
        let back = p.pc <= at;
        if back {
            p.watch.backward(p.pc, now.cycle + 1, &p.registers, &p.float);
        }
        Some(back)
    }

    /// Records what the instruction at an address, the last one of a block, did.
    fn settle(&mut self, at: u32, code: &Code, float: &PendingFloat) {
        // The instructions in a block have no mark in the text.
        if let Some(instr) = code.instr(at & code.map.fetch_mask()) {
            self.processor.settle(at, &instr, float.changed());
        }
    }

    /// Records in the log the data outside the processor that a less common instruction is about to change. False if it
    /// may change more than can be rolled back.
    #[inline(never)]
    fn can_be_set_back(&self, instr: &Instr, code: &Code, log: &mut Vec<Was>) -> bool {
        if instr.op == Op::Syscall {
            return false;
        }
        if row(instr.op).class != Class::Store {
            return true;
        }
        // At most two words, starting with this one (an indexed store computes its address differently).
        let lower = self.processor.get(instr.rs).wrapping_add(instr.imm) & !3;
        let words = [lower, lower.wrapping_add(4)];
        let fits = !matches!(instr.op, Op::Swxc1 | Op::Sdxc1) && words.iter().all(|w| code.plain_stores.has::<4>(*w));
        if fits {
            log.extend(words.map(|word| Was::of(&self.memory, word)));
        }
        fits
    }
}
