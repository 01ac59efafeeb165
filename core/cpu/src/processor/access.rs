//! The access to memory that an instruction is about to make, derived from the state.

use super::Core;
use crate::isa::{Class, Instr, Op, row};
use crate::mem::{AddressMap, Target};

/// A core's access to its node memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryAccess {
    /// True for a store, false for a load.
    pub store: bool,
    /// Offset in node memory of the first byte.
    pub offset: u32,
    /// Number of bytes; for the unaligned pairs, those between the address and an edge of its word.
    pub bytes: u32,
    /// The value that a store writes, in the low `bytes` bytes.
    pub value: u64,
}

/// The first byte that a load or store with this address accesses, and the number of bytes.
pub fn extent(op: Op, addr: u32) -> (u32, u32) {
    match op {
        Op::Lb | Op::Lbu | Op::Sb => (addr, 1),
        Op::Lh | Op::Lhu | Op::Sh => (addr, 2),
        Op::Ldc1 | Op::Sdc1 | Op::Ldxc1 | Op::Sdxc1 => (addr, 8),
        // From the address to one edge of its word or the other.
        Op::Lwl | Op::Swl => (addr & !3, (addr & 3) + 1),
        Op::Lwr | Op::Swr => (addr, 4 - (addr & 3)),
        _ => (addr, 4),
    }
}

impl Core {
    /// The access to node memory that an instruction would make now.
    pub fn access(&self, instr: &Instr, map: &AddressMap) -> Option<MemoryAccess> {
        let store = match row(instr.op).class {
            Class::Load => false,
            Class::Store => true,
            Class::System if instr.op == Op::Syscall && self.processor.get(2) == 64 => return self.printed_format(map),
            Class::System if instr.op == Op::Syscall => return self.printed_string(map),
            _ => return None,
        };
        let p = &self.processor;
        let base = p.get(instr.rs);
        let indexed = matches!(instr.op, Op::Lwxc1 | Op::Swxc1 | Op::Ldxc1 | Op::Sdxc1);
        let addr = base.wrapping_add(if indexed { p.get(instr.rt) } else { instr.imm });
        let value = match instr.op {
            Op::Swc1 => p.float.single(instr.rt).into(),
            Op::Sdc1 => p.float.double(instr.rt),
            Op::Swxc1 => p.float.single(instr.rd).into(),
            Op::Sdxc1 => p.float.double(instr.rd),
            _ => p.get(instr.rt).into(),
        };
        let within = addr & 3;
        let (first, bytes) = extent(instr.op, addr);
        let value = match instr.op {
            Op::Sb => value & 0xff,
            Op::Sh => value & 0xffff,
            Op::Swl => value >> (8 * (3 - within)),
            Op::Swr => value & (u64::from(u32::MAX) >> (8 * within)),
            _ => value,
        };
        match map.resolve(first, 1) {
            Ok(Target::Memory(offset)) => Some(MemoryAccess { store, offset, bytes, value }),
            _ => None,
        }
    }

    /// System call 64 stores the count of a `%n`; else it reads its format, which is the access that is followed.
    fn printed_format(&self, map: &AddressMap) -> Option<MemoryAccess> {
        let printed = self.formatted(map, map.size as usize).ok()?;
        if let Some(count) = printed.count {
            let Ok(Target::Memory(offset)) = map.resolve(count.addr, count.size) else { return None };
            let kept = if count.size < 4 { (1 << (8 * count.size)) - 1 } else { u32::MAX };
            let value = u64::from(count.value & kept);
            return Some(MemoryAccess { store: true, offset, bytes: count.size, value });
        }
        let Ok(Target::Memory(offset)) = map.resolve(self.processor.get(4), 1) else { return None };
        let end = (offset..map.size).find(|at| self.memory.byte(*at) == 0).unwrap_or(map.size - 1);
        Some(MemoryAccess { store: false, offset, bytes: end - offset + 1, value: 0 })
    }

    /// System call 4 reads a string.
    fn printed_string(&self, map: &AddressMap) -> Option<MemoryAccess> {
        if self.processor.get(2) != 4 {
            return None;
        }
        let Ok(Target::Memory(offset)) = map.resolve(self.processor.get(4), 1) else { return None };
        let end = (offset..map.size).find(|at| self.memory.byte(*at) == 0).unwrap_or(map.size - 1);
        Some(MemoryAccess { store: false, offset, bytes: end - offset + 1, value: 0 })
    }
}
