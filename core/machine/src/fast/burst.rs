//! Runs one core alone: many instructions in one tight loop, as long as no other part touches the same data.
//!
//! The loop is the core's ([`Core::segment`]). Here it is bounded by what the rest of the chip may do meanwhile, and cores
//! that poll are parked.

use super::parking::Watched;
use super::record::{CoreEvents, Record, Recorder};
use crate::parts::event::Before;
use crate::parts::files::call::is_of_files;
use crate::parts::registers::reg;
use crate::parts::{Chip, ComputeNode, Surroundings, kinds};
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
    /// Kinds of events of instructions, of [`kinds::MARK`] and [`kinds::PRINTED`], that an observer wants.
    pub(super) reported: u32,
}

/// The records that a burst makes.
#[derive(Default)]
pub(super) struct Taken<'a> {
    /// With it, everything but the processor can be rolled back; an instruction that cannot be rolled back ends the burst.
    pub(super) log: Option<&'a mut Vec<Was>>,
    /// The cycles in which the core polled.
    pub(super) polls: Option<&'a mut Polls>,
    /// The record for an observer, in which the section of this burst has begun.
    pub(super) record: Option<&'a mut Record>,
}

impl ComputeNode {
    /// Executes instructions from the cycle of `around` to `until`, or until the burst must end. Returns the cycle of
    /// the next instruction. The caller guarantees that `meanwhile` holds in this time.
    ///
    /// `RECORDED`: there is a record. A constant, so that a run without observer pays nothing.
    pub(super) fn burst<const RECORDED: bool>(
        &mut self,
        around: &Surroundings<'_>,
        until: Cycle,
        meanwhile: &Meanwhile,
        taken: Taken<'_>,
    ) -> (Cycle, Stop) {
        let Taken { mut log, mut polls, mut record } = taken;
        let mut cycle = around.cycle;
        let mut wakeful = meanwhile.wakeful;
        while cycle < until {
            let (polling, most) = self.core.processor.begin_segment(cycle, until);
            let before = if RECORDED { Chip::wait_of(&self.core.processor) } else { None };
            let blocks = if RECORDED { record.as_deref_mut().and_then(Record::blocks) } else { None };
            let records = Records { log: log.as_deref_mut(), blocks };
            let (core, mut bus, now) = self.divide(&Surroundings { cycle, ..*around });
            let (executed, end) = core.segment::<RECORDED, _, _>(now, most, polling, &mut bus, meanwhile, records);
            if executed > 0 {
                cycle += u64::from(executed);
                let p = &mut self.core.processor;
                let still = p.watch.polling().is_some();
                p.count_segment(executed, polling);
                if RECORDED && let Some(record) = record.as_deref_mut() {
                    record.segment(cycle - u64::from(executed)..cycle, before, Chip::wait_of(p), p.last.pc);
                }
                if let Some(polls) = polls.as_deref_mut()
                    && (polling || still)
                {
                    let first = if polling { cycle - u64::from(executed) } else { cycle - 1 };
                    polls.push(first..if still { cycle } else { cycle - 1 });
                }
                let around = Surroundings { cycle, ..*around };
                if still && !wakeful && end == End::Done && p.polls_for_ever(cycle) {
                    if let Some(watched) = self.watched(&around, meanwhile, record.as_deref_mut()) {
                        return (cycle, Stop::Parked(watched));
                    }
                    wakeful = true;
                }
                if still
                    && !wakeful
                    && end == End::Done
                    && self.core.processor.polls_for_a_time(cycle)
                    && let Some(watched) = self.sleeps(&around, until, record.as_deref_mut())
                {
                    return (cycle, Stop::Parked(watched));
                }
            }
            match end {
                End::Done => {}
                End::NeedsSystem => match record.as_deref_mut() {
                    Some(record) if RECORDED && meanwhile.reported != 0 => {
                        let around = Surroundings { cycle, ..*around };
                        match self.reported(&around, meanwhile, log.is_some(), record) {
                            Some(true) => cycle += 1,
                            Some(false) => return (cycle, Stop::Trap),
                            None => return (cycle, Stop::NeedsSystem),
                        }
                    }
                    _ => return (cycle, Stop::NeedsSystem),
                },
                End::Trap => return (cycle, Stop::Trap),
            }
        }
        (cycle, Stop::Done)
    }

    /// Executes the next instruction if it has ended the burst only because it emits an event that an observer wants. False
    /// if it traps. `logged`: it must be possible to roll it back.
    #[cold]
    fn reported(
        &mut self,
        around: &Surroundings<'_>,
        meanwhile: &Meanwhile,
        logged: bool,
        record: &mut Record,
    ) -> Option<bool> {
        let instr = self.fetch(around).ok()?;
        let kind = meanwhile.reports(&self.core, &instr)?;
        if meanwhile.affects_others(&self.core, &instr) || logged && kind != kinds::MARK {
            return None;
        }
        let before = Before::of::<CoreEvents<'_>>(self, around);
        if self.execute(around).is_err() {
            return Some(false);
        }
        before.emit(self, around.cycle, &mut CoreEvents(record));
        record.alone(around.cycle, &self.core.processor);
        Some(true)
    }
}

impl Meanwhile {
    /// Nothing else happens. The events of instructions are reported if an observer wants them.
    pub(super) fn of<R: Recorder>(recorder: &mut R) -> Self {
        let reported = recorder.record().map_or(0, |record| record.wants & (kinds::MARK | kinds::PRINTED));
        Self { reported, ..Self::default() }
    }

    /// True if an instruction starts a DMA or halts the core; or, while the INCC is sending, if it stores to a word
    /// that the INCC may still read, or to a register, or reads INCC_STATUS; or if it touches, or might touch, a word
    /// that may be arriving.
    fn affects_others(&self, core: &Core, instr: &Instr) -> bool {
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
                Op::Syscall => core.halts(instr) || is_of_files(p.get(2)) || *sending && p.get(2) == 64,
                Op::Sw | Op::Sh | Op::Sb => *sending && (addr() >= REGISTER_PAGE || reading.has(addr())),
                _ => *sending && class == Class::Store,
            }
    }

    /// The kind of event that an instruction may emit, if it is wanted.
    fn reports(&self, core: &Core, instr: &Instr) -> Option<u32> {
        let register = || core.processor.get(instr.rs).wrapping_add(instr.imm).wrapping_sub(REGISTER_PAGE);
        let kind = match instr.op {
            Op::Sw if register() == reg::MARK => kinds::MARK,
            Op::Sw if register() == reg::CONSOLE => kinds::PRINTED,
            Op::Syscall => kinds::PRINTED,
            _ => return None,
        };
        (self.reported & kind != 0).then_some(kind)
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

    /// True for an instruction that [affects others](Meanwhile::affects_others) or emits an event.
    #[inline(never)]
    fn stops_before(&self, core: &Core, instr: &Instr) -> bool {
        self.affects_others(core, instr) || self.reported != 0 && self.reports(core, instr).is_some()
    }
}
