//! The core: MIPS32, one instruction a cycle, with delay slots.

use super::fpu::FpuRegisters;
use super::incc::Incc;
use super::poll::{PollWatch, Polling, Registers};
use super::probe::Probe;
use super::registers::reg;
use super::trap::{DmaFault, TrapCause};
use super::{ComputeNode, Image, Spec};
use crate::base::{Cycle, NodeId};
use crate::isa::{Instr, Op, decode, exec};
use crate::mem::{Access, AccessError, AddressMap, Target};

/// What a core needs to know of the world in one cycle.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// The chip.
    pub spec: &'a Spec,
    /// What the node runs.
    pub image: &'a Image,
    /// The present cycle.
    pub cycle: Cycle,
}

/// The last thing that a core did; it says what to mark as changed.
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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Processor {
    /// General registers, HI and LO.
    pub registers: Registers,
    /// Floating-point registers and FCSR.
    pub float: FpuRegisters,
    /// Address of the instruction that executes next.
    pub pc: u32,
    /// Address of the one after it: a taken branch sets this, so that the delay slot comes between.
    pub next_pc: u32,
    /// Offset of the word that a load-linked watches.
    pub linked: Option<u32>,
    /// Exit code and cycle of halting.
    pub halted: Option<(u32, Cycle)>,
    /// True if this core has trapped.
    pub trapped: bool,
    /// Instructions executed.
    pub executed: u64,
    /// Of these, in polling loops; the jump at which a loop is recognised counts as the first.
    pub polled: u64,
    /// Bit n: the core computed (did not poll) n instructions ago.
    pub recent: u64,
    /// What it did last.
    pub last: LastStep,
    pub(in crate::chip) watch: PollWatch,
}

/// What an instruction does to the flow of control.
pub enum Flow {
    /// The next instruction follows.
    Next,
    /// A taken branch or a jump: its target comes after the delay slot.
    Branch(u32),
    /// A branch-likely that is not taken: the delay slot is skipped and costs no cycle.
    SkipSlot,
    /// The core halts with an exit code.
    Halt(u32),
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
            executed: 0,
            polled: 0,
            recent: 0,
            last: LastStep::default(),
            watch: PollWatch::default(),
        }
    }

    /// True while the core executes instructions.
    #[inline]
    pub fn is_live(&self) -> bool {
        self.halted.is_none() && !self.trapped
    }

    /// The loop in which the core polls, if it does.
    pub fn polling(&self) -> Option<&Polling> {
        self.watch.polling()
    }

    /// The INCC has written a word of node memory.
    pub fn word_arrived(&mut self, offset: u32) {
        if self.linked == Some(offset) {
            self.linked = None;
        }
    }

    /// Counts instructions that have been executed, all of them in a polling loop or none.
    #[inline]
    pub(in crate::chip) fn count(&mut self, instructions: u64, polling: bool) {
        let shifted = |bits: u64| u32::try_from(instructions).ok().and_then(|n| bits.checked_shl(n)).unwrap_or(0);
        self.executed += instructions;
        if polling {
            self.polled += instructions;
            self.recent = shifted(self.recent);
        } else {
            self.recent = !shifted(!self.recent);
        }
    }

    #[inline]
    pub(in crate::chip) fn get(&self, register: u8) -> u32 {
        self.registers.general[register as usize & 31]
    }

    #[inline]
    pub(super) fn set(&mut self, register: u8, value: u32) {
        if register != 0 {
            self.registers.general[register as usize & 31] = value;
            self.last.registers = 1 << register;
        }
    }

    fn set_hi_lo(&mut self, (hi, lo): (u32, u32)) {
        self.registers.hi = hi;
        self.registers.lo = lo;
        self.last.registers |= 3 << 32;
    }
}

impl ComputeNode {
    /// Executes one instruction. After an error nothing has changed but what [`Processor::last`] tells (and, after an
    /// exception of the floating-point unit, the causes in FCSR).
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
    pub(in crate::chip) fn fetch(&self, around: &Surroundings<'_>) -> Result<Instr, TrapCause> {
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
            // Most of the text is as the image has it even then.
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

    /// What an instruction does, but for the PC.
    #[inline]
    pub(in crate::chip) fn perform(&mut self, instr: &Instr, around: &Surroundings<'_>) -> Result<Flow, TrapCause> {
        match &around.image.probe {
            None => self.carry_out(instr, around),
            Some(probe) => self.perform_probed(instr, around, &**probe),
        }
    }

    /// The same in a copy of the chip that has a probe.
    #[cold]
    fn perform_probed(
        &mut self,
        instr: &Instr,
        around: &Surroundings<'_>,
        probe: &dyn Probe,
    ) -> Result<Flow, TrapCause> {
        probe.perform(self, instr, around)
    }

    /// The same without a probe.
    pub(in crate::chip) fn carry_out(&mut self, instr: &Instr, around: &Surroundings<'_>) -> Result<Flow, TrapCause> {
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
                    _ => return Err(TrapCause::Reserved(crate::isa::encode(instr))),
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
                start_dma(&mut self.incc, value, around.spec, &around.image.map).map_err(TrapCause::Dma)?;
            }
            reg::CONSOLE => self.print(&[value as u8], around)?,
            reg::HALT => return Ok(Flow::Halt(value)),
            _ if self.incc.registers.set(offset, value) => {}
            _ => return Err(TrapCause::Register { offset, access: Access::Store }),
        }
        Ok(Flow::Next)
    }

    fn print(&mut self, bytes: &[u8], around: &Surroundings<'_>) -> Result<(), TrapCause> {
        if self.console.len() + bytes.len() > around.spec.console_limit {
            return Err(TrapCause::ConsoleFull);
        }
        bytes.iter().for_each(|b| self.console.push(*b));
        Ok(())
    }

    /// System calls with the numbers of SPIM and MARS. Floating-point numbers are printed as the shortest text that
    /// reads back to the same number (3.14, not the 3.14000010 of SPIM).
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

/// A store to INCC_SIZE: checks everything that can be checked, so that the trap names the instruction that is wrong.
fn start_dma(incc: &mut Incc, size: u32, spec: &Spec, map: &AddressMap) -> Result<(), DmaFault> {
    if incc.is_occupied() {
        return Err(DmaFault::Overrun);
    }
    if size % 4 != 0 {
        return Err(DmaFault::Size(size));
    }
    if size == 0 {
        return Ok(());
    }
    let words = size / 4;
    let mut command = incc.registers.command(words);
    let word = incc.registers.dst();
    if word >> 16 != 0 || (spec.array.rank(command.dst).is_none() && command.dst != NodeId::MEMORY) {
        return Err(DmaFault::NoSuchNode(word));
    }
    let (addr, stride) = (command.local as u32, command.local_stride);
    map.resolve_range(addr, stride, words).map_err(|error| DmaFault::Local { addr, stride, words, error })?;
    let (addr, stride) = (command.remote, command.remote_stride);
    let remote = |error| DmaFault::Remote { addr, stride, words, error };
    if command.dst == NodeId::MEMORY {
        if addr % 4 != 0 || stride % 4 != 0 {
            return Err(remote(AccessError::Misaligned(4)));
        }
    } else {
        command.remote = u64::from(addr as u32);
        map.resolve_range(addr as u32, stride, words).map_err(remote)?;
    }
    incc.start = Some(command);
    incc.started += 1;
    Ok(())
}
