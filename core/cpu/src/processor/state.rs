//! The state of a core: registers, program counter and counters.

use super::{FpuRegisters, PollWatch, Polling, Registers};
use core::hash::{Hash, Hasher};
use mcore_base::Cycle;

/// The last step of a core; it determines what is marked as changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LastStep {
    /// Address of the instruction.
    pub pc: u32,
    /// Bit n: general register n was written; bit 32: HI; bit 33: LO.
    pub registers: u64,
    /// Bit n: floating-point register n was written; bit 32: FCSR.
    pub float_registers: u64,
    /// Offset in node memory of the word that was stored to.
    pub stored: Option<u32>,
    /// True if the word after that was stored to as well (`sdc1`).
    pub stored_two: bool,
}

/// State of one core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Processor {
    /// General registers, HI and LO.
    pub registers: Registers,
    /// Floating-point registers and FCSR.
    pub float: FpuRegisters,
    /// Address of the instruction that executes next.
    pub pc: u32,
    /// Address of the following one: a taken branch sets this, so that the delay slot executes in between.
    pub next_pc: u32,
    /// Offset of the word that a load-linked watches.
    pub linked: Option<u32>,
    /// Exit code and cycle of halting.
    pub halted: Option<(u32, Cycle)>,
    /// True if this core has trapped.
    pub trapped: bool,
    /// True once the text has been overwritten: instructions are then decoded from memory each time.
    pub text_written: bool,
    /// Instructions executed.
    pub executed: u64,
    /// Instructions executed in polling loops; the jump at which a loop is recognised is the first of them.
    pub polled: u64,
    /// Bit n: the core computed (did not poll) n instructions ago.
    pub recent: u64,
    pub last: LastStep,
    /// Recognises polling.
    pub watch: PollWatch,
}

impl Hash for Processor {
    /// All but [`Processor::text_written`], which the golden digests of a node have after its console.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { registers, float, pc, next_pc, linked, halted, trapped, .. } = self;
        (registers, float, pc, next_pc, linked, halted, trapped).hash(state);
        let Self { executed, polled, recent, last, watch, .. } = self;
        (executed, polled, recent, last, watch).hash(state);
    }
}

impl Processor {
    /// A core at the start of a program: `$sp` as given, all else 0.
    pub fn new(entry: u32, stack: u32) -> Self {
        let mut general = [0; 32];
        general[29] = stack;
        Self {
            registers: Registers { general, hi: 0, lo: 0 },
            float: FpuRegisters::default(),
            pc: entry,
            next_pc: entry.wrapping_add(4),
            linked: None,
            halted: None,
            trapped: false,
            text_written: false,
            executed: 0,
            polled: 0,
            recent: 0,
            last: LastStep::default(),
            watch: PollWatch::default(),
        }
    }

    /// True if the core still executes instructions.
    #[inline]
    pub fn is_live(&self) -> bool {
        self.halted.is_none() && !self.trapped
    }

    /// The loop in which the core polls, if it does.
    #[inline]
    pub fn polling(&self) -> Option<&Polling> {
        self.watch.polling()
    }

    /// The INCC has written a word of node memory.
    #[inline]
    pub fn word_arrived(&mut self, offset: u32) {
        if self.linked == Some(offset) {
            self.linked = None;
        }
    }

    /// Counts executed instructions, all of them in a polling loop or none.
    #[inline]
    pub fn count(&mut self, instructions: u64, polling: bool) {
        let shifted = |bits: u64| u32::try_from(instructions).ok().and_then(|n| bits.checked_shl(n)).unwrap_or(0);
        self.executed += instructions;
        if polling {
            self.polled += instructions;
            self.recent = shifted(self.recent);
        } else {
            self.recent = !shifted(!self.recent);
        }
    }

    /// Prepares a segment that begins in cycle `now`: whether the core polls then, and the most instructions of the segment.
    /// In one segment a core polls all the time, or never, except for its last instruction.
    #[inline]
    pub fn begin_segment(&mut self, now: Cycle, until: Cycle) -> (bool, u32) {
        self.watch.tick(now);
        let most = u32::try_from(until.min(self.watch.deadline()) - now).unwrap_or(u32::MAX);
        (self.polling().is_some(), most)
    }

    /// Counts the instructions of a segment, of which there is at least one. `polled`: the core polled before the last one.
    #[inline]
    pub fn count_segment(&mut self, executed: u32, polled: bool) {
        let polls = self.polling().is_some();
        if polled == polls {
            self.count(u64::from(executed), polled);
        } else {
            self.count(u64::from(executed) - 1, polled);
            self.count(1, polls);
        }
    }

    /// The value of a general register.
    #[inline]
    pub fn get(&self, register: u8) -> u32 {
        self.registers.general[register as usize & 31]
    }

    /// Writes a general register.
    #[inline]
    pub fn set(&mut self, register: u8, value: u32) {
        if register != 0 {
            self.registers.general[register as usize & 31] = value;
            self.last.registers = 1 << register;
        }
    }

    /// Writes HI and LO.
    #[inline]
    pub fn set_hi_lo(&mut self, (hi, lo): (u32, u32)) {
        self.registers.hi = hi;
        self.registers.lo = lo;
        self.last.registers |= 3 << 32;
    }

    /// True if the core, whose next instruction is in cycle `now`, has just completed an iteration of a polling loop
    /// that waits for no time. (The link of a load-linked is read by the next store-conditional; without a link, each
    /// of these fails, in every iteration.)
    pub fn polls_for_ever(&self, now: Cycle) -> bool {
        self.linked.is_none() && self.watch.recognised(now) && self.watch.polling().is_some_and(|p| !p.timed)
    }

    /// True if the core has just completed an iteration of a polling loop that waits for a time.
    pub fn polls_for_a_time(&self, now: Cycle) -> bool {
        self.watch.recognised(now) && self.watch.polling().is_some_and(|p| p.timed)
    }
}
