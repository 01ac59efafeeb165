//! Recognises polling: a loop that only reads and leaves every register unchanged.

use super::FpuRegisters;
use super::lowered::{Reg, Run};
use mcore_base::{Cycle, same_words};

/// The integer registers that a loop could change.
#[expect(clippy::derived_hash_with_manual_eq, reason = "equal ones have equal hashes")]
#[derive(Clone, Copy, Debug, Eq, Hash)]
pub struct Registers {
    /// General registers.
    pub general: [u32; 32],
    /// HI of multiplication and division.
    pub hi: u32,
    /// LO of multiplication and division.
    pub lo: u32,
}

impl PartialEq for Registers {
    fn eq(&self, other: &Self) -> bool {
        (self.hi, self.lo) == (other.hi, other.lo) && same_words(&self.general, &other.general)
    }
}

/// A recognised polling loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Polling {
    /// First instruction of the loop.
    pub head: u32,
    /// Start of the last whole iteration; its end is the cycle in which the loop was recognised again.
    pub since: Cycle,
    /// If the loop has not been recognised again by this cycle, it has been left.
    deadline: Cycle,
    /// The loop reads the cycle counter: it waits for a time, so it ends by itself.
    pub timed: bool,
    /// Address that the loop read last.
    pub addr: Option<u32>,
}

/// Watches one core.
///
/// At each backward jump the registers are compared with those at an earlier jump to the same place. If they are equal
/// and there were only reads in between, the loop can change its course only if something else changes what it reads. A
/// loop that contains calls jumps back to several places; the watched place is changed after 1, 2, 4 ... 64 jumps
/// elsewhere (as in Brent's cycle finding), so loops of up to 64 such jumps are found.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PollWatch {
    head: u32,
    seen: Option<Registers>,
    /// The general register that differed last: most loops that are not polling loops count with it.
    counter: u8,
    since: Cycle,
    pure: bool,
    timed: bool,
    elsewhere: u8,
    patience: u8,
    /// The address that the core read last; [`NO_ADDRESS`] before the first read.
    addr: u32,
    polling: Option<Polling>,
    float: FloatWatch,
}

/// Whether the floating-point registers are unchanged since `seen` was set. Most loops never write them; for these the
/// check is one flag.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct FloatWatch {
    /// Their values when `written` was last cleared.
    seen: FpuRegisters,
    /// True if one has been written since.
    written: bool,
}

impl FloatWatch {
    /// Whether the registers are the same as at the last call of this or of [`FloatWatch::look`].
    #[inline]
    fn unchanged(&mut self, now: &FpuRegisters) -> bool {
        self.written = self.written && self.seen != *now;
        !self.written
    }

    #[inline]
    fn look(&mut self, now: &FpuRegisters) {
        if self.written {
            *self = Self { seen: *now, written: false };
        }
    }
}

const MAX_PATIENCE: u8 = 64;
/// An address that no word has. (An `Option` would cost another store per load.)
const NO_ADDRESS: u32 = u32::MAX;

impl Default for PollWatch {
    fn default() -> Self {
        Self {
            head: 0,
            seen: None,
            counter: 0,
            since: 0,
            pure: true,
            timed: false,
            elsewhere: 0,
            patience: 1,
            addr: NO_ADDRESS,
            polling: None,
            float: FloatWatch::default(),
        }
    }
}

impl PollWatch {
    /// The loop in which the core polls, if it does.
    #[inline]
    pub fn polling(&self) -> Option<&Polling> {
        self.polling.as_ref()
    }

    /// The cycle in which the core stops counting as polling unless it has completed an iteration by then; the maximum
    /// if it does not poll.
    #[inline]
    pub fn deadline(&self) -> Cycle {
        self.polling.as_ref().map_or(Cycle::MAX, |p| p.deadline)
    }

    /// True if the core, whose next instruction is in cycle `now`, has just completed an iteration of its polling loop.
    #[inline]
    pub fn recognised(&self, now: Cycle) -> bool {
        self.polling.is_some() && self.since == now
    }

    /// Cycles per iteration of the loop, if the core polls.
    #[inline]
    pub fn iteration(&self) -> Option<Cycle> {
        self.polling.as_ref().map(|p| p.deadline - self.since)
    }

    /// Advances time by whole iterations of the loop, all identical.
    pub fn forward(&mut self, cycles: Cycle) {
        self.since += cycles;
        if let Some(p) = &mut self.polling {
            p.since += cycles;
            p.deadline += cycles;
        }
    }

    /// Start of a cycle in which the core executes an instruction.
    #[inline]
    pub fn tick(&mut self, cycle: Cycle) {
        if let Some(p) = &self.polling
            && cycle >= p.deadline
        {
            self.polling = None;
        }
    }

    /// The core has changed something that is visible to others or to later reads.
    #[inline]
    pub fn side_effect(&mut self) {
        self.pure = false;
        self.polling = None;
    }

    /// The core, which is not polling, has stored something.
    #[inline]
    pub fn stored(&mut self) {
        debug_assert!(self.polling.is_none(), "a polling core has side effects");
        self.pure = false;
    }

    /// The core has read the cycle counter.
    #[inline]
    pub fn clock(&mut self) {
        self.timed = true;
    }

    /// The core has read this address.
    #[inline]
    pub fn read(&mut self, addr: u32) {
        self.addr = addr;
    }

    /// The core has written a floating-point register or FCSR.
    #[inline]
    pub fn float_written(&mut self) {
        self.float.written = true;
    }

    /// The core jumps backwards to `head`; `next` is the cycle in which it will execute there. True if the iteration was one
    /// of a loop that computes, with nothing else noticed.
    #[inline(always)]
    pub fn backward(&mut self, head: u32, next: Cycle, registers: &Registers, float: &FpuRegisters) -> bool {
        let computes = self.computes(head, next, registers, float);
        if !computes {
            self.compare(head, next, registers, float);
        }
        computes
    }

    /// The part of [`PollWatch::backward`] for other iterations.
    #[inline(never)]
    fn compare(&mut self, head: u32, next: Cycle, registers: &Registers, float: &FpuRegisters) {
        if head != self.head {
            self.elsewhere += 1;
            if self.elsewhere >= self.patience {
                let patience = (self.patience * 2).min(MAX_PATIENCE);
                self.watch_anew(head, patience);
                self.look(next, registers, float);
            }
        } else if self.unchanged(registers) && self.float.unchanged(float) {
            let (since, timed) = (self.since, self.timed);
            let addr = (self.addr != NO_ADDRESS).then_some(self.addr);
            self.polling = Some(Polling { head, since, deadline: next + (next - since), timed, addr });
            self.since = next;
            self.timed = false;
            self.elsewhere = 0;
        } else {
            self.look(next, registers, float);
        }
    }

    /// The part of [`PollWatch::backward`] for the most common iterations: those of a loop that has stored something,
    /// or that counts with the same register as before. False, with nothing changed, if the iteration may be of another
    /// kind.
    #[inline(always)]
    fn computes(&mut self, head: u32, next: Cycle, registers: &Registers, float: &FpuRegisters) -> bool {
        if self.polling.is_some() {
            return false;
        }
        if !self.pure {
            self.watch_anew(head, 1);
            self.since = next;
            return true;
        }
        let counter = self.counter as usize & 31;
        match &self.seen {
            Some(seen) if head == self.head && seen.general[counter] != registers.general[counter] => {
                self.look(next, registers, float);
                true
            }
            _ => false,
        }
    }

    /// The same as [`PollWatch::backward`] if the last jump was to the same place, that call has given true, and only the
    /// operations of `run` have been executed since. But after several of these calls [`PollWatch::began`] says when the next
    /// iteration begins. False, with nothing changed, if the iteration may be of another kind.
    #[inline(always)]
    pub(super) fn again(&mut self, registers: &Registers, float: &FpuRegisters, run: &Run) -> bool {
        if !self.pure {
            self.pure = true;
            return true;
        }
        let counter = self.counter as usize & 31;
        let Some(seen) = &mut self.seen else { return false };
        if seen.general[counter] == registers.general[counter] {
            return false;
        }
        match run.writes {
            Some([only, Reg::R0, ..]) => seen.general[only as usize] = registers.general[only as usize],
            Some(writes) => writes.iter().for_each(|r| seen.general[*r as usize] = registers.general[*r as usize]),
            None => seen.general = registers.general,
        }
        (seen.hi, seen.lo) = (registers.hi, registers.lo);
        self.float.look(float);
        true
    }

    /// The iteration of the loop that the core executes began in a cycle.
    #[inline(always)]
    pub(super) fn began(&mut self, cycle: Cycle) {
        self.since = cycle;
    }

    /// Whether the registers are unchanged since they were recorded.
    #[inline]
    fn unchanged(&mut self, now: &Registers) -> bool {
        let Some(seen) = &self.seen else { return false };
        let counter = self.counter as usize & 31;
        if seen.general[counter] != now.general[counter] {
            return false;
        }
        if let Some(other) = seen.general.iter().zip(&now.general).position(|(a, b)| a != b) {
            self.counter = other as u8;
            return false;
        }
        (seen.hi, seen.lo) == (now.hi, now.lo)
    }

    /// Forgets the loop and watches jumps to a different place.
    #[inline]
    fn watch_anew(&mut self, head: u32, patience: u8) {
        self.head = head;
        self.seen = None;
        self.since = 0;
        self.pure = true;
        self.timed = false;
        self.elsewhere = 0;
        self.patience = patience;
        self.polling = None;
    }

    #[inline]
    fn look(&mut self, next: Cycle, registers: &Registers, float: &FpuRegisters) {
        match &mut self.seen {
            // Field by field: an array of this length is copied by a few wide moves, the whole struct by a call.
            Some(seen) => {
                seen.general = registers.general;
                (seen.hi, seen.lo) = (registers.hi, registers.lo);
            }
            None => self.seen = Some(*registers),
        }
        self.float.look(float);
        self.since = next;
        self.timed = false;
        self.elsewhere = 0;
        self.polling = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::exec::fpu::Fcsr;

    const R: Registers = Registers { general: [7; 32], hi: 0, lo: 0 };
    const F: FpuRegisters = FpuRegisters { values: [0; 32], fcsr: Fcsr::new(0) };

    #[test]
    fn a_loop_that_only_reads_is_polling_until_it_is_left() {
        let mut w = PollWatch::default();
        w.backward(0x1000, 10, &R, &F);
        w.backward(0x1000, 13, &R, &F);
        w.backward(0x1000, 16, &R, &F);
        assert_eq!(w.polling().map(|p| (p.head, p.since)), Some((0x1000, 13)));
        w.tick(18);
        assert!(w.polling().is_some());
        w.tick(19);
        assert!(w.polling().is_none(), "the loop did not come round in its time");
    }

    #[test]
    fn turns_that_are_alike_can_be_left_out() {
        let mut all = PollWatch::default();
        for next in [10, 13, 16] {
            all.backward(0x1000, next, &R, &F);
        }
        assert!(all.recognised(16) && !all.recognised(17));
        assert_eq!(all.iteration(), Some(3));
        let mut some = all.clone();
        for next in [19, 22, 25] {
            (next - 3..next).for_each(|cycle| all.tick(cycle));
            all.backward(0x1000, next, &R, &F);
        }
        some.forward(9);
        assert_eq!(all, some);
    }

    #[test]
    fn a_loop_that_changes_a_register_or_memory_is_not_polling() {
        let mut w = PollWatch::default();
        for i in 0..20 {
            let mut r = R;
            r.general[8] = i;
            w.backward(0x1000, u64::from(i) * 3, &r, &F);
            assert!(w.polling().is_none());
        }
        for i in 20..40 {
            w.side_effect();
            w.backward(0x1000, i * 3, &R, &F);
            assert!(w.polling().is_none());
        }
    }

    #[test]
    fn floating_point_registers_count() {
        let mut w = PollWatch::default();
        let mut f = F;
        for i in 0..20u32 {
            f.values[3] = i;
            w.float_written();
            w.backward(0x1000, u64::from(i) * 3, &R, &f);
            assert!(w.polling().is_none());
        }
        // Written with their old value, and in between with a different one.
        for i in 20..23 {
            w.float_written();
            w.backward(0x1000, i * 3, &R, &f);
        }
        assert!(w.polling().is_some());
        f.fcsr = f.fcsr.with_condition(0, true);
        w.float_written();
        w.backward(0x1000, 69, &R, &f);
        assert!(w.polling().is_none());
    }

    #[test]
    fn a_loop_with_calls_is_recognised() {
        let mut w = PollWatch::default();
        let mut found = false;
        for i in 0..40u64 {
            for (k, head) in [0x1040, 0x1080, 0x1000].into_iter().enumerate() {
                w.tick(i * 12 + k as u64 * 4);
                w.backward(head, i * 12 + k as u64 * 4, &R, &F);
                found |= w.polling().is_some();
            }
        }
        assert!(found);
    }
}
