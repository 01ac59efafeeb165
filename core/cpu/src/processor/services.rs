//! The services of system calls: printing, time, halting.

use super::{Bus, Core, Fault, Flow, Now};
use crate::isa::exec::printf::{Count, Failure, Printed, printf};
use crate::isa::{Op, exec};
use crate::mem::{Access, AccessError, AddressMap, Target};

/// Prints bytes if the console holds them.
pub(super) fn print<B: Bus>(bytes: &[u8], now: Now<'_>, bus: &mut B) -> Result<(), Fault> {
    if bus.printed() + bytes.len() > bus.console_limit() {
        return Err(Fault::ConsoleFull);
    }
    bus.print(bytes, now.cycle);
    Ok(())
}

/// True if [`Core::syscall`] serves a system call and goes on after it.
pub(super) const fn serves(number: u32) -> bool {
    matches!(number, 1..=4 | 11 | 30 | 34 | 36 | 64 | 65)
}

impl Core {
    /// System calls with the numbers of SPIM and MARS, 64, which is `vprintf`, and 65, which selects standard output or error.
    /// Floating-point numbers are printed as the shortest text that reads back as the same number (3.14, not the 3.14000010 of
    /// SPIM).
    pub(super) fn syscall<B: Bus>(&mut self, now: Now<'_>, bus: &mut B) -> Result<Flow, B::Trap> {
        use alloc::{format, string::ToString};
        let number = self.processor.get(2);
        let a0 = self.processor.get(4);
        let text = match number {
            1 => (a0 as i32).to_string(),
            2 => exec::fpu::single_text(self.processor.float.single(12)),
            3 => exec::fpu::double_text(self.processor.float.double(12)),
            11 => {
                self.processor.watch.side_effect();
                print(&[a0 as u8], now, bus)?;
                return Ok(Flow::Next);
            }
            34 => format!("0x{a0:08x}"),
            36 => a0.to_string(),
            4 => return self.print_string(a0, now, bus),
            64 => return self.print_format(now, bus),
            65 => {
                self.processor.watch.side_effect();
                bus.select(a0 == 2);
                return Ok(Flow::Next);
            }
            10 => return Ok(Flow::Halt(0)),
            17 => return Ok(Flow::Halt(a0)),
            30 => {
                self.processor.watch.clock();
                self.processor.set(4, now.cycle as u32);
                self.processor.set(5, (now.cycle >> 32) as u32);
                self.processor.last.registers = 0b11_0000;
                return Ok(Flow::Next);
            }
            _ => return bus.call(self, number, now),
        };
        self.processor.watch.side_effect();
        print(text.as_bytes(), now, bus)?;
        Ok(Flow::Next)
    }

    /// The byte of node memory at an address.
    ///
    /// # Errors
    ///
    /// There is no memory at the address.
    pub fn byte(&self, map: &AddressMap, addr: u32) -> Result<u8, Fault> {
        let access = Access::Load;
        match map.resolve(addr, 1) {
            Ok(Target::Memory(offset)) => Ok(self.memory.byte(offset)),
            Ok(Target::Register(offset)) => Err(Fault::Register { offset, access }),
            Err(error) => Err(Fault::Address { addr, access, error }),
        }
    }

    /// The text that system call 64 prints now, or its trap.
    pub fn formatted(&self, map: &AddressMap, limit: usize) -> Result<Printed, Fault> {
        let (format, arguments) = (self.processor.get(4), self.processor.get(5));
        printf(|addr| self.byte(map, addr), format, arguments, limit).map_err(|failure| match failure {
            Failure::Memory(cause) => cause,
            Failure::Format(addr, fault) => Fault::Format { addr, fault },
            Failure::Arguments => {
                Fault::Address { addr: arguments, access: Access::Load, error: AccessError::Misaligned(4) }
            }
            Failure::TooLong => Fault::ConsoleFull,
        })
    }

    /// System call 64: `vprintf`. The number of bytes printed goes to `$v0`.
    fn print_format<B: Bus>(&mut self, now: Now<'_>, bus: &mut B) -> Result<Flow, B::Trap> {
        let limit = bus.console_limit().saturating_sub(bus.printed());
        let bytes = self.format(now, limit)?;
        let p = &mut self.processor;
        p.watch.side_effect();
        p.set(2, bytes.len() as u32);
        print(&bytes, now, bus)?;
        Ok(Flow::Next)
    }

    /// The text that `vprintf` writes: format in `$a0`, arguments at `$a1`. Stores the count of a `%n`.
    ///
    /// # Errors
    ///
    /// A wrong format, an address without memory, or more than `limit` bytes.
    pub fn format(&mut self, now: Now<'_>, limit: usize) -> Result<alloc::vec::Vec<u8>, Fault> {
        let Printed { bytes, count } = self.formatted(&now.code.map, limit)?;
        let access = Access::Store;
        if let Some(Count { addr, size, value, .. }) = count {
            let offset = match now.code.map.resolve(addr, size) {
                Ok(Target::Memory(offset)) => offset,
                Ok(Target::Register(offset)) => return Err(Fault::Register { offset, access }),
                Err(error) => return Err(Fault::Address { addr, access, error }),
            };
            let (word, wide) = (offset & !3, size == 8);
            let op = match size {
                1 => Op::Sb,
                2 => Op::Sh,
                _ => Op::Sw,
            };
            self.memory.set_word(word, exec::store(op, self.memory.word(word), offset, value));
            if wide {
                self.memory.set_word(word + 4, 0);
            }
            (self.processor.last.stored, self.processor.last.stored_two) = (Some(word), wide);
            self.processor.text_written |= now.code.is_text(word) || wide && now.code.is_text(word + 4);
        }
        Ok(bytes)
    }

    fn print_string<B: Bus>(&mut self, start: u32, now: Now<'_>, bus: &mut B) -> Result<Flow, B::Trap> {
        let mut addr = start;
        let mut bytes = alloc::vec::Vec::new();
        loop {
            match self.byte(&now.code.map, addr)? {
                0 => break,
                byte => bytes.push(byte),
            }
            if bytes.len() > bus.console_limit() {
                return Err(Fault::ConsoleFull.into());
            }
            addr = addr.wrapping_add(1);
        }
        self.processor.watch.side_effect();
        print(&bytes, now, bus)?;
        Ok(Flow::Next)
    }
}
