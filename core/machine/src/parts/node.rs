//! A compute node without its router: its core executes MIPS32, one instruction per cycle, with delay slots.

use super::probe::Probe;
use super::trap::TrapCause;
use super::{Console, Image, Incc, LastStep, Processor, Spec, reg};
use mcore_base::{Cycle, NodeId};
use mcore_cpu::isa::exec::printf::{Count, Failure, Printed, printf};
use mcore_cpu::isa::{Instr, Op, decode, exec};
use mcore_cpu::mem::{Access, AccessError, AddressMap, NodeMemory, Target};

/// Core, node memory, INCC and console.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ComputeNode {
    /// Its place.
    pub id: NodeId,
    /// Index of the machine's image that it runs.
    pub image: u32,
    /// The core.
    pub processor: Processor,
    /// Node memory.
    pub memory: NodeMemory,
    /// Communication controller.
    pub incc: Incc,
    /// Its console output.
    pub console: Console,
    /// True once its text has been overwritten: instructions are then decoded from memory each time.
    pub text_written: bool,
}

/// The surroundings of a core in one cycle.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// The chip.
    pub spec: &'a Spec,
    /// The image that the node runs.
    pub image: &'a Image,
    /// The current cycle.
    pub cycle: Cycle,
}

/// The effect of an instruction on the flow of control.
pub enum Flow {
    /// The next instruction follows.
    Next,
    /// A taken branch or a jump: its target follows the delay slot.
    Branch(u32),
    /// A branch-likely that is not taken: the delay slot is skipped and costs no cycle.
    SkipSlot,
    /// The core halts with an exit code.
    Halt(u32),
}

impl ComputeNode {
    /// Executes one instruction. After an error nothing has changed except [`Processor::last`] (and, after an exception
    /// of the floating-point unit, the causes in FCSR).
    pub fn execute(&mut self, around: &Surroundings<'_>) -> Result<(), TrapCause> {
        let cycle = around.cycle;
        let pc = self.processor.pc;
        self.processor.watch.tick(cycle);
        self.processor.last = LastStep { pc, ..LastStep::default() };
        let instr = self.fetch(around)?;
        let flow = self.perform(&instr, around)?;

        let p = &mut self.processor;
        let next = p.next_pc;
        match flow {
            Flow::Next => (p.pc, p.next_pc) = (next, next.wrapping_add(4)),
            Flow::Branch(target) => (p.pc, p.next_pc) = (next, target),
            Flow::SkipSlot => (p.pc, p.next_pc) = (next.wrapping_add(4), next.wrapping_add(8)),
            Flow::Halt(code) => p.halted = Some((code, cycle)),
        }
        if p.pc <= pc {
            p.watch.backward(p.pc, cycle + 1, &p.registers, &p.float);
        }
        let polls = p.watch.polling().is_some();
        p.count(1, polls);
        Ok(())
    }

    /// The instruction at the PC.
    pub(crate) fn fetch(&self, around: &Surroundings<'_>) -> Result<Instr, TrapCause> {
        let mut pc = self.processor.pc;
        let refused = |addr, error| TrapCause::Address { addr, access: Access::Fetch, error };
        if pc % 4 != 0 {
            return Err(refused(pc, AccessError::Misaligned(4)));
        }
        if around.spec.mirrored {
            pc &= around.spec.node_memory - 1;
        }
        match around.image.instr(pc) {
            Some(instr) if !self.text_written => Ok(instr),
            // Even then most of the text is still as in the image.
            Some(instr) => {
                let word = self.memory.word(pc);
                Ok(if around.image.word(pc) == word { instr } else { decode(word) })
            }
            None if around.spec.mirrored => Ok(decode(self.memory.word(pc))),
            None => match around.image.map.resolve(pc, 4) {
                Err(error) => Err(refused(pc, error)),
                Ok(_) => Err(TrapCause::NotText(pc)),
            },
        }
    }

    /// Executes an instruction, without updating the PC.
    #[inline]
    pub(crate) fn perform(&mut self, instr: &Instr, around: &Surroundings<'_>) -> Result<Flow, TrapCause> {
        match &around.image.probe {
            None => self.carry_out(instr, around),
            Some(probe) => self.perform_probed(instr, around, &**probe),
        }
    }

    /// Executes an instruction in a copy of the chip with a probe.
    #[cold]
    fn perform_probed(
        &mut self,
        instr: &Instr,
        around: &Surroundings<'_>,
        probe: &dyn Probe,
    ) -> Result<Flow, TrapCause> {
        probe.perform(self, instr, around)
    }

    /// Executes an instruction without a probe.
    pub(crate) fn carry_out(&mut self, instr: &Instr, around: &Surroundings<'_>) -> Result<Flow, TrapCause> {
        use Op::*;
        let p = &mut self.processor;
        let (rs, rt) = (p.get(instr.rs), p.get(instr.rt));
        match instr.op {
            Addu | Subu | And | Or | Xor | Nor | Slt | Sltu | Sll | Srl | Sra | Sllv | Srlv | Srav | Rotr | Rotrv
            | Seb | Seh | Wsbh | Clo | Clz | Mul => {
                p.set(instr.rd, exec::alu(instr.op, rs, rt, u32::from(instr.sa)));
            }
            Addiu | Andi | Ori | Xori | Lui | Slti | Sltiu => {
                p.set(instr.rt, exec::alu(instr.op, rs, instr.imm, 0));
            }
            Ext => p.set(instr.rt, exec::extract(rs, instr.sa.into(), u32::from(instr.rd) + 1)),
            Ins => {
                let size = u32::from(instr.rd.saturating_sub(instr.sa)) + 1;
                p.set(instr.rt, exec::insert(rt, rs, instr.sa.into(), size));
            }
            Add => p.set(instr.rd, exec::add_checked(rs, rt).ok_or(TrapCause::Overflow)?),
            Addi => p.set(instr.rt, exec::add_checked(rs, instr.imm).ok_or(TrapCause::Overflow)?),
            Sub => p.set(instr.rd, exec::sub_checked(rs, rt).ok_or(TrapCause::Overflow)?),
            Movn | Movz => {
                if exec::move_taken(instr.op, rt) {
                    p.set(instr.rd, rs);
                }
            }
            Mult | Multu | Div | Divu | Madd | Maddu | Msub | Msubu | Mthi | Mtlo => {
                let (hi, lo) = (p.registers.hi, p.registers.lo);
                p.set_hi_lo(exec::muldiv(instr.op, rs, rt, hi, lo));
            }
            Mfhi => p.set(instr.rd, p.registers.hi),
            Mflo => p.set(instr.rd, p.registers.lo),
            Lb | Lbu | Lh | Lhu | Lw | Lwl | Lwr | Ll => self.load(instr, rs.wrapping_add(instr.imm), around)?,
            Sb | Sh | Sw | Swl | Swr | Sc => return self.store(instr, rs.wrapping_add(instr.imm), around),
            Beq | Bne | Blez | Bgtz | Bltz | Bgez | Beql | Bnel | Blezl | Bgtzl | Bltzl | Bgezl | Bltzal | Bgezal
            | Bltzall | Bgezall => {
                let (slot, after) = (p.next_pc, p.next_pc.wrapping_add(4));
                if matches!(instr.op, Bltzal | Bgezal | Bltzall | Bgezall) {
                    p.set(31, after);
                }
                return Ok(match exec::branch_taken(instr.op, rs, rt) {
                    true => Flow::Branch(slot.wrapping_add(instr.imm)),
                    false if instr.op.is_likely() => Flow::SkipSlot,
                    false => Flow::Next,
                });
            }
            J | Jal => {
                let slot = p.next_pc;
                if instr.op == Jal {
                    p.set(31, slot.wrapping_add(4));
                }
                return Ok(Flow::Branch(slot & 0xf000_0000 | instr.imm));
            }
            Jr | JrHb | Jalr | JalrHb => {
                if matches!(instr.op, Jalr | JalrHb) {
                    p.set(instr.rd, p.next_pc.wrapping_add(4));
                }
                return Ok(Flow::Branch(rs));
            }
            Teq | Tne | Tge | Tgeu | Tlt | Tltu => {
                if exec::trap_taken(instr.op, rs, rt) {
                    return Err(TrapCause::TrapInstruction(instr.imm));
                }
            }
            Teqi | Tnei | Tgei | Tgeiu | Tlti | Tltiu => {
                if exec::trap_taken(instr.op, rs, instr.imm) {
                    return Err(TrapCause::TrapInstruction(0));
                }
            }
            Break => return Err(TrapCause::Break(instr.imm)),
            Syscall => return self.syscall(around),
            Rdhwr => {
                let value = match instr.rd {
                    0 => around.spec.array.rank(self.id).unwrap_or(0) as u32,
                    1 => 0,
                    2 => {
                        p.watch.clock();
                        around.cycle as u32
                    }
                    3 => 1,
                    _ => return Err(TrapCause::Reserved(mcore_cpu::isa::encode(instr))),
                };
                p.set(instr.rt, value);
            }
            Nop | Ssnop | Ehb | Pause | Sync | Synci | Pref | Prefx => {}
            Reserved => return Err(TrapCause::Reserved(instr.imm)),
            _ => return self.floating_point(instr, around),
        }
        Ok(Flow::Next)
    }

    fn load(&mut self, instr: &Instr, addr: u32, around: &Surroundings<'_>) -> Result<(), TrapCause> {
        let access = Access::Load;
        let target = around.image.map.resolve(addr, exec::alignment(instr.op)).map_err(|error| TrapCause::Address {
            addr,
            access,
            error,
        })?;
        self.processor.watch.read(addr);
        let value = match target {
            Target::Memory(offset) => {
                if instr.op == Op::Ll {
                    self.processor.linked = Some(offset);
                }
                exec::load(instr.op, self.memory.word(offset & !3), addr, self.processor.get(instr.rt))
            }
            Target::Register(offset) => {
                if instr.op != Op::Lw {
                    return Err(TrapCause::Register { offset, access });
                }
                self.read_register(offset, around).ok_or(TrapCause::Register { offset, access })?
            }
        };
        self.processor.set(instr.rt, value);
        Ok(())
    }

    fn read_register(&mut self, offset: u32, around: &Surroundings<'_>) -> Option<u32> {
        let array = around.spec.array;
        Some(match offset {
            reg::INCC_STATUS => self.incc.status(),
            reg::NODE_ID => self.id.to_word(),
            reg::NODE_ARRAY => NodeId::new(array.width, array.height).to_word(),
            reg::CYCLE_LO | reg::CYCLE_HI => {
                self.processor.watch.clock();
                (around.cycle >> if offset == reg::CYCLE_LO { 0 } else { 32 }) as u32
            }
            _ => return self.incc.registers.get(offset),
        })
    }

    fn store(&mut self, instr: &Instr, addr: u32, around: &Surroundings<'_>) -> Result<Flow, TrapCause> {
        let access = Access::Store;
        let value = self.processor.get(instr.rt);
        let target = around.image.map.resolve(addr, exec::alignment(instr.op)).map_err(|error| TrapCause::Address {
            addr,
            access,
            error,
        })?;
        match target {
            Target::Memory(offset) => {
                let offset = offset & !3;
                if instr.op == Op::Sc {
                    let succeeds = self.processor.linked.take() == Some(offset);
                    self.processor.set(instr.rt, u32::from(succeeds));
                    if !succeeds {
                        return Ok(Flow::Next);
                    }
                }
                self.processor.watch.side_effect();
                self.processor.last.stored = Some(offset);
                self.text_written |= around.image.is_text(offset);
                self.memory.set_word(offset, exec::store(instr.op, self.memory.word(offset), addr, value));
                Ok(Flow::Next)
            }
            Target::Register(offset) if instr.op == Op::Sw => {
                self.processor.watch.side_effect();
                self.write_register(offset, value, around)
            }
            Target::Register(offset) => Err(TrapCause::Register { offset, access }),
        }
    }

    fn write_register(&mut self, offset: u32, value: u32, around: &Surroundings<'_>) -> Result<Flow, TrapCause> {
        match offset {
            reg::INCC_SIZE => {
                self.incc.start_dma(value, around.spec.array, &around.image.map).map_err(TrapCause::Dma)?;
            }
            reg::CONSOLE => self.print(&[value as u8], around)?,
            reg::HALT => return Ok(Flow::Halt(value)),
            // An event reports it (`observe/event.rs`).
            reg::MARK => {}
            _ if self.incc.registers.set(offset, value) => {}
            _ => return Err(TrapCause::Register { offset, access: Access::Store }),
        }
        Ok(Flow::Next)
    }

    fn print(&mut self, bytes: &[u8], around: &Surroundings<'_>) -> Result<(), TrapCause> {
        if self.console.len() + bytes.len() > around.spec.console_limit {
            return Err(TrapCause::ConsoleFull);
        }
        bytes.iter().for_each(|b| self.console.push(*b, around.cycle));
        Ok(())
    }

    /// System calls with the numbers of SPIM and MARS, 64, which is `vprintf`, and 65, which selects standard output or error. Floating-point numbers are printed as the shortest text that
    /// reads back as the same number (3.14, not the 3.14000010 of SPIM).
    fn syscall(&mut self, around: &Surroundings<'_>) -> Result<Flow, TrapCause> {
        use alloc::{format, string::ToString};
        let number = self.processor.get(2);
        let a0 = self.processor.get(4);
        let text = match number {
            1 => (a0 as i32).to_string(),
            2 => exec::fpu::single_text(self.processor.float.single(12)),
            3 => exec::fpu::double_text(self.processor.float.double(12)),
            11 => {
                self.processor.watch.side_effect();
                self.print(&[a0 as u8], around)?;
                return Ok(Flow::Next);
            }
            34 => format!("0x{a0:08x}"),
            36 => a0.to_string(),
            4 => return self.print_string(a0, around),
            64 => return self.print_format(around),
            65 => {
                self.processor.watch.side_effect();
                self.console.select(a0 == 2);
                return Ok(Flow::Next);
            }
            10 => return Ok(Flow::Halt(0)),
            17 => return Ok(Flow::Halt(a0)),
            30 => {
                self.processor.watch.clock();
                self.processor.set(4, around.cycle as u32);
                self.processor.set(5, (around.cycle >> 32) as u32);
                self.processor.last.registers = 0b11_0000;
                return Ok(Flow::Next);
            }
            _ => return Err(TrapCause::Syscall(number)),
        };
        self.processor.watch.side_effect();
        self.print(text.as_bytes(), around)?;
        Ok(Flow::Next)
    }

    /// The text that system call 64 prints now, or its trap.
    pub(crate) fn formatted(&self, map: &AddressMap, limit: usize) -> Result<Printed, TrapCause> {
        let (format, arguments) = (self.processor.get(4), self.processor.get(5));
        let access = Access::Load;
        let read = |addr| match map.resolve(addr, 1) {
            Ok(Target::Memory(offset)) => Ok(self.memory.byte(offset)),
            Ok(Target::Register(offset)) => Err(TrapCause::Register { offset, access }),
            Err(error) => Err(TrapCause::Address { addr, access, error }),
        };
        printf(read, format, arguments, limit).map_err(|failure| match failure {
            Failure::Memory(cause) => cause,
            Failure::Format(addr, fault) => TrapCause::Format { addr, fault },
            Failure::Arguments => TrapCause::Address { addr: arguments, access, error: AccessError::Misaligned(4) },
            Failure::TooLong => TrapCause::ConsoleFull,
        })
    }

    /// System call 64: `vprintf`. The number of bytes printed goes to `$v0`.
    fn print_format(&mut self, around: &Surroundings<'_>) -> Result<Flow, TrapCause> {
        let limit = around.spec.console_limit.saturating_sub(self.console.len());
        let Printed { bytes, count } = self.formatted(&around.image.map, limit)?;
        let access = Access::Store;
        let place = match count {
            None => None,
            Some(Count { addr, size, .. }) => match around.image.map.resolve(addr, size) {
                Ok(Target::Memory(offset)) => Some(offset),
                Ok(Target::Register(offset)) => return Err(TrapCause::Register { offset, access }),
                Err(error) => return Err(TrapCause::Address { addr, access, error }),
            },
        };
        let p = &mut self.processor;
        p.watch.side_effect();
        p.set(2, bytes.len() as u32);
        self.print(&bytes, around)?;
        if let (Some(Count { value, size, .. }), Some(offset)) = (count, place) {
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
            self.text_written |= around.image.is_text(word) || wide && around.image.is_text(word + 4);
        }
        Ok(Flow::Next)
    }

    fn print_string(&mut self, start: u32, around: &Surroundings<'_>) -> Result<Flow, TrapCause> {
        let mut addr = start;
        let mut bytes = alloc::vec::Vec::new();
        loop {
            match around.image.map.resolve(addr, 1) {
                Ok(Target::Memory(offset)) => match self.memory.byte(offset) {
                    0 => break,
                    byte => bytes.push(byte),
                },
                Ok(Target::Register(offset)) => return Err(TrapCause::Register { offset, access: Access::Load }),
                Err(error) => return Err(TrapCause::Address { addr, access: Access::Load, error }),
            }
            if bytes.len() > around.spec.console_limit {
                return Err(TrapCause::ConsoleFull);
            }
            addr = addr.wrapping_add(1);
        }
        self.processor.watch.side_effect();
        self.print(&bytes, around)?;
        Ok(Flow::Next)
    }
}
