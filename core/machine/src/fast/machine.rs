//! The machine that the rest of the program runs: the chip of `parts` with the fast path on top.

use super::lookahead::Interim;
use super::meter::Unread;
use crate::debug::Edit;
use crate::parts::{Chip, PackedMachine, Spec, SpecError};
use alloc::{sync::Arc, vec::Vec};
use core::ops::{Deref, DerefMut};
use mcore_base::{Cycle, Goal, Simulation};
use mcore_cpu::program::Program;

/// A [`Chip`] that can also run ahead ([`Machine::advance`]). It has everything that a chip has; its state never
/// depends on how it was advanced.
#[derive(Clone, Debug)]
pub struct Machine {
    pub(crate) chip: Chip,
    /// Kept from one call of [`Machine::advance`] to the next. It is not part of the state.
    pub(super) interim: Interim,
}

impl From<Chip> for Machine {
    fn from(chip: Chip) -> Self {
        Self { chip, interim: Interim::default() }
    }
}

impl Deref for Machine {
    type Target = Chip;

    #[inline]
    fn deref(&self) -> &Chip {
        &self.chip
    }
}

impl DerefMut for Machine {
    #[inline]
    fn deref_mut(&mut self) -> &mut Chip {
        &mut self.chip
    }
}

impl Machine {
    /// A machine at cycle 0 with the same program on every compute node.
    pub fn new(spec: Spec, program: Arc<Program>) -> Result<Self, SpecError> {
        Chip::new(spec, program).map(Self::from)
    }

    /// A machine at cycle 0 on which each rank runs `programs[choose(rank)]`.
    pub fn with_programs(
        spec: Spec,
        programs: Vec<Arc<Program>>,
        choose: impl Fn(usize) -> usize,
    ) -> Result<Self, SpecError> {
        Chip::with_programs(spec, programs, choose).map(Self::from)
    }

    /// Simulates one cycle, as [`Chip::step`]. False, and nothing changes, if the run has ended.
    pub fn step(&mut self) -> bool {
        self.chip.step()
    }
}

impl Simulation for Machine {
    type Input = Edit;
    type Packed = PackedMachine;

    fn cycle(&self) -> Cycle {
        self.state.cycle
    }

    fn step(&mut self) -> bool {
        self.chip.step()
    }

    fn advance(&mut self, goal: Goal, anchor: &dyn Fn() -> Self) -> bool {
        self.advance_metered(goal, anchor, &mut Unread)
    }

    fn apply(&mut self, edit: &Edit) {
        self.chip.apply(edit);
    }

    fn work_per_cycle(&self) -> u64 {
        self.state.nodes.len() as u64
    }

    fn work(&self) -> u64 {
        self.activity().work()
    }

    fn digest(&self) -> u64 {
        self.chip.digest()
    }

    fn pack(&mut self, before: Option<&PackedMachine>) -> PackedMachine {
        self.chip.pack(before)
    }

    fn unpack(packed: &PackedMachine) -> Self {
        packed.unpack().into()
    }

    fn packed_cost(packed: &PackedMachine, before: Option<&PackedMachine>) -> usize {
        packed.cost(before)
    }
}
