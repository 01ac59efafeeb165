//! A compute node without its router: a core with its memory, an INCC and a console.

use super::probe::Probe;
use super::trap::TrapCause;
use super::{Console, FileRequest, Image, Incc, Spec, file_call, reg};
use alloc::boxed::Box;
use core::hash::{Hash, Hasher};
use mcore_base::{Cycle, NodeId};
use mcore_cpu::isa::Instr;
use mcore_cpu::processor::{Bus, Core, Fault, Flow, Now};

/// Core with node memory, INCC and console.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComputeNode {
    /// Its place.
    pub id: NodeId,
    /// Index of the machine's image that it runs.
    pub image: u32,
    /// The core with node memory.
    pub core: Core,
    /// Communication controller.
    pub incc: Incc,
    /// Its console output.
    pub console: Console,
    /// The request to the file system that its core has made in this cycle. There is none between cycles.
    pub request: Option<Box<FileRequest>>,
}

impl Hash for ComputeNode {
    /// In the order of the golden digests.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { id, image, core: Core { processor, memory }, incc, console, request: _ } = self;
        (id, image, processor, memory).hash(state);
        (incc, console, processor.text_written).hash(state);
    }
}

/// The surroundings of a node in one cycle.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// The chip.
    pub spec: &'a Spec,
    /// The image that the node runs.
    pub image: &'a Image,
    /// The current cycle.
    pub cycle: Cycle,
}

impl ComputeNode {
    /// Its core executes one instruction ([`Core::execute`]).
    pub fn execute(&mut self, around: &Surroundings<'_>) -> Result<(), TrapCause> {
        let (core, mut bus, now) = self.divide(around);
        core.execute(now, &mut bus)
    }

    /// As [`ComputeNode::execute`], with the instruction at the PC if it is known.
    #[inline]
    pub(crate) fn execute_known(&mut self, around: &Surroundings<'_>, instr: Option<Instr>) -> Result<(), TrapCause> {
        let Some(instr) = instr else { return self.execute(around) };
        let (core, mut bus, now) = self.divide(around);
        core.execute_fetched(Ok(instr), now, &mut bus)
    }

    /// The instruction at the PC.
    pub(crate) fn fetch(&self, around: &Surroundings<'_>) -> Result<Instr, Fault> {
        self.core.fetch(&around.image.code)
    }

    /// The core and its surroundings.
    #[inline]
    pub(crate) fn divide<'a>(&'a mut self, around: &Surroundings<'a>) -> (&'a mut Core, NodeBus<'a>, Now<'a>) {
        let Self { id, core, incc, console, request, .. } = self;
        let &Surroundings { spec, image, cycle } = around;
        (core, NodeBus { id: *id, spec, image, incc, console, request }, Now { code: &image.code, cycle })
    }
}

/// The part of a node that surrounds its core.
pub struct NodeBus<'a> {
    pub(crate) id: NodeId,
    pub(crate) image: &'a Image,
    pub(crate) incc: &'a mut Incc,
    spec: &'a Spec,
    console: &'a mut Console,
    request: &'a mut Option<Box<FileRequest>>,
}

impl Bus for NodeBus<'_> {
    type Trap = TrapCause;

    fn rank(&self) -> u32 {
        self.spec.array.rank(self.id).unwrap_or(0) as u32
    }

    fn load(&mut self, offset: u32) -> Option<u32> {
        let array = self.spec.array;
        Some(match offset {
            reg::INCC_STATUS => self.incc.status(),
            reg::NODE_ID => self.id.to_word(),
            reg::NODE_ARRAY => NodeId::new(array.width, array.height).to_word(),
            _ => return self.incc.registers.get(offset),
        })
    }

    fn store(&mut self, offset: u32, value: u32) -> Option<Result<Flow, TrapCause>> {
        match offset {
            reg::INCC_SIZE => {
                let started = self.incc.start_dma(value, self.spec.array, &self.image.code.map);
                return Some(started.map(|()| Flow::Next).map_err(TrapCause::Dma));
            }
            // An event reports it (`event.rs`).
            reg::MARK => {}
            _ if self.incc.registers.set(offset, value) => {}
            _ => return None,
        }
        Some(Ok(Flow::Next))
    }

    fn printed(&self) -> usize {
        self.console.len()
    }

    fn console_limit(&self) -> usize {
        self.spec.console_limit
    }

    fn print(&mut self, bytes: &[u8], cycle: Cycle) {
        bytes.iter().for_each(|b| self.console.push(*b, cycle));
    }

    fn select(&mut self, error: bool) {
        self.console.select(error);
    }

    /// A request to the file system is kept until all cores have executed ([`Chip::step`](super::Chip::step)).
    fn call(&mut self, core: &mut Core, number: u32, now: Now<'_>) -> Result<Flow, TrapCause> {
        *self.request = Some(Box::new(file_call::request(core, number, now, self.spec.file_limit)?));
        // The results.
        core.processor.last.registers = 0b1100;
        core.processor.watch.side_effect();
        Ok(Flow::Next)
    }

    #[inline]
    fn perform(&mut self, core: &mut Core, instr: &Instr, now: Now<'_>) -> Result<Flow, TrapCause> {
        /// In a copy of the chip with a probe only.
        #[cold]
        fn probed(
            probe: &dyn Probe,
            core: &mut Core,
            instr: &Instr,
            now: Now<'_>,
            bus: &mut NodeBus<'_>,
        ) -> Result<Flow, TrapCause> {
            probe.perform(core, instr, now, bus)
        }
        match &self.image.probe {
            None => core.carry_out(instr, now, self),
            Some(probe) => probed(&**probe, core, instr, now, self),
        }
    }

    #[inline]
    fn original(&self, pc: u32) -> Option<Instr> {
        /// Kept out of line: the caller is hot and never needs it in a chip without a probe.
        #[cold]
        #[inline(never)]
        fn ask(probe: &dyn Probe, pc: u32) -> Option<Instr> {
            probe.original(pc)
        }
        self.image.probe.as_deref().and_then(|probe| ask(probe, pc))
    }
}

#[cfg(test)]
mod tests;
