//! Runs one core alone: many instructions in one tight loop, as long as no other part touches the same data.
//!
//! The loop is the core's ([`Core::segment`]). Here it is bounded by what the rest of the chip may do meanwhile, and cores
//! that poll are parked.

use super::parking::Watched;
use crate::parts::registers::reg;
use crate::parts::{ComputeNode, Surroundings};
use alloc::vec::Vec;
use core::ops::Range;
use mcore_base::Cycle;
use mcore_cpu::isa::{Class, Instr, Op, row};
use mcore_cpu::mem::{PlainRange, REGISTER_PAGE, Words};
use mcore_cpu::processor::{Core, End, Limits, Records, Was};

/// Why a burst ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// It has reached its last cycle.
    Done,
    /// The next instruction affects others: it starts a DMA or halts the core.
    NeedsSystem,
    /// The core is in a polling loop whose iterations are identical until one of these words is written.
    Parked(Watched),
    /// An instruction has trapped; the node's state is unusable.
    Trap,
}

/// Cycle ranges in which a core polled.
pub(super) type Polls = Vec<Range<Cycle>>;

/// The effects that the rest of the chip may have on a node while its core executes a burst.
#[derive(Clone, Copy, Default)]
pub(super) struct Meanwhile {
    /// Its INCC is sending, and INCC_STATUS can change.
    pub(super) sending: bool,
    /// Words that the INCC may still have to read.
    pub(super) reading: Words,
    /// Words that may be written; none of them is in the text. No other words are written.
    pub(super) arriving: Words,
    /// The core must not be parked.
    pub(super) wakeful: bool,
}

impl ComputeNode {
    /// Executes instructions from the cycle of `around` to `until`, or until the burst must end. Returns the cycle of
    /// the next instruction. The caller guarantees that `meanwhile` holds in this time. With a `log`, everything but
    /// the processor can be rolled back from it; an instruction that cannot be rolled back ends the burst. `polls`, if
    /// given, records when the core polled.
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
            let (polling, most) = self.core.processor.begin_segment(cycle, until);
            let records = Records { log: log.as_deref_mut(), counts: None };
            let (core, mut bus, now) = self.divide(&Surroundings { cycle, ..*around });
            let (executed, end) = core.segment(now, most, polling, &mut bus, meanwhile, records);
            if executed > 0 {
                cycle += u64::from(executed);
                let p = &mut self.core.processor;
                let still = p.watch.polling().is_some();
                p.count_segment(executed, polling);
                if let Some(polls) = polls.as_deref_mut()
                    && (polling || still)
                {
                    let first = if polling { cycle - u64::from(executed) } else { cycle - 1 };
                    polls.push(first..if still { cycle } else { cycle - 1 });
                }
                if still && !wakeful && end == End::Done && p.polls_for_ever(cycle) {
                    if let Some(watched) = self.watched(&Surroundings { cycle, ..*around }, meanwhile) {
                        return (cycle, Stop::Parked(watched));
                    }
                    wakeful = true;
                }
                if still
                    && !wakeful
                    && end == End::Done
                    && self.core.processor.polls_for_a_time(cycle)
                    && let Some(watched) = self.sleeps(&Surroundings { cycle, ..*around }, until)
                {
                    return (cycle, Stop::Parked(watched));
                }
            }
            match end {
                End::Done => {}
                End::NeedsSystem => return (cycle, Stop::NeedsSystem),
                End::Trap => return (cycle, Stop::Trap),
            }
        }
        (cycle, Stop::Done)
    }
}

impl Limits for Meanwhile {
    #[inline]
    fn loads(&self, all: PlainRange) -> PlainRange {
        all.without(&self.arriving)
    }

    #[inline]
    fn stores(&self, all: PlainRange) -> PlainRange {
        all.without(&self.arriving).without(&self.reading)
    }

    /// True if an instruction starts a DMA or halts the core; or, while the INCC is sending, if it stores to a word
    /// that the INCC may still read, or to a register, or reads INCC_STATUS; or if it touches, or might touch, a word
    /// that may be arriving.
    #[inline(never)]
    fn stops_before(&self, core: &Core, instr: &Instr) -> bool {
        let Self { sending, arriving, reading, .. } = self;
        let p = &core.processor;
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
                Op::Sw if register() == reg::INCC_SIZE || core.halts(instr) => true,
                Op::Lw => *sending && register() == reg::INCC_STATUS,
                // 64 can store (`%n`).
                Op::Syscall => core.halts(instr) || *sending && p.get(2) == 64,
                Op::Sw | Op::Sh | Op::Sb => *sending && (addr() >= REGISTER_PAGE || reading.has(addr())),
                _ => *sending && class == Class::Store,
            }
    }
}
