//! The stop probe of a copy of the machine that runs ahead of the real one ([`Stops::safe_until`]): the copy traps
//! where a stop may trigger, and not before.
//!
//! Only the instructions that have to be examined take the slow path: those at breakpoints, and those that may write a
//! watched register, are replaced by a `break` in the decoded text; loads and stores of watched memory are excluded
//! from the range that needs no further check. [`NodeBus`] then asks the probe. In doubt the copy stops:
//! the real machine checks again.

use crate::debug::stop::writes;
use crate::debug::{How, MemoryAccess, Register, Stop, Stops, Trigger, Watched};
use crate::parts::node::NodeBus;
use crate::parts::probe::Probe;
use crate::parts::{ComputeNode, Image, TrapCause};
use alloc::{sync::Arc, vec::Vec};
use mcore_base::NodeId;
use mcore_cpu::isa::{Instr, Op};
use mcore_cpu::mem::Words;
use mcore_cpu::processor::{Core, Flow, Now};
use mcore_net::FlitKind;

/// The trap of the copy; it is never shown.
const HERE: TrapCause = TrapCause::Break(0);

/// The stops that a copy checks, and its original text.
#[derive(Debug)]
struct StopProbe {
    stops: Vec<Stop>,
    text: Vec<Instr>,
    text_base: u32,
    /// Of an address in the text, the bits that are significant.
    mask: u32,
    /// Some register is watched.
    registers: bool,
    /// Memory is watched.
    memory: bool,
}

impl StopProbe {
    /// An error if a stop may trigger before an instruction, or by the memory access that it is about to make.
    fn before(&self, core: &Core, instr: &Instr, bus: &NodeBus<'_>) -> Result<(), TrapCause> {
        let pc = core.processor.pc;
        let map = &bus.image.code.map;
        let access = if self.memory { core.access(instr, map) } else { None };
        let counts = |stop: &Stop| match stop.trigger {
            Trigger::Pc(at) => at == pc && stop.condition.as_ref().is_none_or(|c| c.may_hold(core, bus.incc, map)),
            Trigger::Watch(Watched::Memory { addr, bytes }, how) => {
                access.is_some_and(|access| access_counts(core, access, (addr, bytes), how))
            }
            _ => false,
        };
        match self.stops.iter().any(|stop| stop.concerns(bus.id) && counts(stop)) {
            true => Err(HERE),
            false => Ok(()),
        }
    }

    /// The watched registers and their values, before an instruction that may write one.
    fn registers(&self, core: &Core, id: NodeId) -> Vec<(usize, u32)> {
        if !self.registers {
            return Vec::new();
        }
        let watched = self.stops.iter().enumerate().filter(|(_, stop)| stop.concerns(id));
        let value = |(i, stop): (usize, &Stop)| match stop.trigger {
            Trigger::Watch(Watched::Register(register), _) => Some((i, register.value(&core.processor)?)),
            _ => None,
        };
        watched.filter_map(value).collect()
    }

    /// An error if a stop triggers because an instruction has changed registers.
    fn after(&self, core: &Core, before: &[(usize, u32)]) -> Result<(), TrapCause> {
        let counts = |(stop, before): &(usize, u32)| {
            let Trigger::Watch(Watched::Register(register), how) = self.stops[*stop].trigger else { return false };
            let now = register.value(&core.processor).unwrap_or(0);
            writes(&core.processor.last, register)
                && match how {
                    How::Read | How::Write => true,
                    How::Change => now != *before,
                    How::Value(test) => test.passes(now),
                }
        };
        if before.iter().any(counts) { Err(HERE) } else { Ok(()) }
    }
}

impl Probe for StopProbe {
    fn original(&self, pc: u32) -> Option<Instr> {
        let index = (pc & self.mask).wrapping_sub(self.text_base) / 4;
        self.text.get(index as usize).copied()
    }

    fn perform(&self, core: &mut Core, instr: &Instr, now: Now<'_>, bus: &mut NodeBus<'_>) -> Result<Flow, TrapCause> {
        let marked = (instr.op == Op::Break).then(|| self.original(core.processor.pc)).flatten();
        let instr = marked.as_ref().unwrap_or(instr);
        self.before(core, instr, bus)?;
        let registers = self.registers(core, bus.id);
        let flow = core.carry_out(instr, now, bus)?;
        self.after(core, &registers)?;
        Ok(flow)
    }

    fn incc_counts(&self, node: &ComputeNode, size: u32) -> bool {
        if !self.memory {
            return false;
        }
        let (arrival, departure) = (node.next_arrival(size), node.next_departure(size));
        let word = node.incc.input.filter(|flit| flit.kind() == FlitKind::Data).map_or(0, |flit| flit.word());
        let access = |store, offset| MemoryAccess { store, offset, bytes: 4, value: u64::from(word) };
        let accesses = [arrival.map(|at| access(true, at)), departure.map(|at| access(false, at))];
        self.stops.iter().filter(|stop| stop.concerns(node.id)).any(|stop| match stop.trigger {
            Trigger::Watch(Watched::Memory { addr, bytes }, how) => {
                accesses.into_iter().flatten().any(|access| access_counts(&node.core, access, (addr, bytes), how))
            }
            _ => false,
        })
    }
}

/// Whether an access to watched memory may trigger its stop.
fn access_counts(core: &Core, access: MemoryAccess, (addr, bytes): (u32, u32), how: How) -> bool {
    let end = u64::from(addr) + u64::from(bytes);
    let meets = u64::from(access.offset) < end && u64::from(access.offset) + u64::from(access.bytes) > addr.into();
    // For an aligned store of a word, the new value is known.
    let word = (access.bytes == 4 && access.offset % 4 == 0).then_some(access.value as u32);
    meets
        && match how {
            How::Read => !access.store,
            How::Write => access.store,
            How::Change => access.store && word.is_none_or(|word| word != core.memory.word(access.offset)),
            How::Value(test) => {
                let first = word.filter(|_| access.offset == addr && bytes >= 4);
                access.store && first.is_none_or(|word| test.passes(word))
            }
        }
}

/// True if an instruction that bursts execute by themselves may write a register.
fn may_write(instr: &Instr, register: Register) -> bool {
    match register {
        Register::General(n) => instr.rd == n || instr.rt == n || (n == 31 && instr.op == Op::Jal),
        // The instructions that access HI and LO are listed by opcode; all others leave them alone.
        Register::Hi | Register::Lo => {
            use Op::{Div, Divu, Madd, Maddu, Msub, Msubu, Mthi, Mtlo, Mult, Multu};
            matches!(instr.op, Mult | Multu | Div | Divu | Madd | Maddu | Msub | Msubu | Mthi | Mtlo)
        }
        // Bursts leave the whole floating-point unit to `perform`. The PC cannot be watched.
        Register::Float(_) | Register::Pc => false,
    }
}

impl Image {
    /// A copy of the image for a machine that checks for stops.
    pub(super) fn with_stop_probe(&self, stops: &Stops) -> Self {
        let watched = || {
            stops.list().iter().filter_map(|s| if let Trigger::Watch(w, h) = s.trigger { Some((w, h)) } else { None })
        };
        let breaks = |pc: u32, instr: &Instr| {
            stops.list().iter().any(|stop| match stop.trigger {
                Trigger::Pc(at) => at == pc,
                Trigger::Watch(Watched::Register(register), _) => may_write(instr, register),
                _ => false,
            })
        };
        let mut image = self.clone();
        image.code.change_text(|at, instr| match breaks(at, instr) {
            true => Instr { op: Op::Break, ..*instr },
            false => *instr,
        });
        for (watched, how) in watched() {
            let Watched::Memory { addr, bytes } = watched else { continue };
            let words = Words::around(addr, bytes, self.code.map.size);
            match how {
                How::Read => image.code.plain_loads = image.code.plain_loads.without(&words),
                How::Write | How::Change | How::Value(_) => {
                    image.code.plain_stores = image.code.plain_stores.without(&words);
                }
            }
        }
        image.probe = Some(Arc::new(StopProbe {
            stops: stops.list().to_vec(),
            text: self.code.text().to_vec(),
            text_base: self.code.text_base,
            mask: self.code.map.fetch_mask(),
            registers: watched().any(|(w, _)| matches!(w, Watched::Register(_))),
            memory: watched().any(|(w, _)| matches!(w, Watched::Memory { .. })),
        }));
        image
    }
}
