//! The core: executes MIPS32, one instruction per cycle, with delay slots.

use super::services::print;
use super::{Bus, Code, Fault, Flow, LastStep, Now, Processor, reg};
use crate::isa::{Instr, Op, decode, encode, exec};
use crate::mem::{Access, AccessError, NodeMemory, REGISTER_PAGE, Target};

/// A core with its memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Core {
    /// Registers and counters.
    pub processor: Processor,
    pub memory: NodeMemory,
}

impl Core {
    /// A core at the start of a program.
    pub fn new(code: &Code, entry: u32, stack: u32) -> Self {
        Self { processor: Processor::new(entry, stack), memory: code.memory().clone() }
    }

    /// Executes one instruction. After an error nothing has changed except [`Processor::last`] (and, after an exception
    /// of the floating-point unit, the causes in FCSR).
    #[inline]
    pub fn execute<B: Bus>(&mut self, now: Now<'_>, bus: &mut B) -> Result<(), B::Trap> {
        let fetched = self.fetch(now.code);
        self.execute_fetched(fetched, now, bus)
    }

    /// As [`Core::execute`], with the result of [`Core::fetch`].
    #[inline]
    pub fn execute_fetched<B: Bus>(
        &mut self,
        fetched: Result<Instr, Fault>,
        now: Now<'_>,
        bus: &mut B,
    ) -> Result<(), B::Trap> {
        let cycle = now.cycle;
        let pc = self.processor.pc;
        self.processor.watch.tick(cycle);
        self.processor.last = LastStep { pc, ..LastStep::default() };
        let instr = fetched?;
        let flow = bus.perform(self, &instr, now)?;

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
    #[inline]
    pub fn fetch(&self, code: &Code) -> Result<Instr, Fault> {
        let mut pc = self.processor.pc;
        let refused = |addr, error| Fault::Address { addr, access: Access::Fetch, error };
        if pc % 4 != 0 {
            return Err(refused(pc, AccessError::Misaligned(4)));
        }
        pc &= code.map.fetch_mask();
        match code.instr(pc) {
            Some(instr) if !self.processor.text_written => Ok(instr),
            // Even then most of the text is still as in the image.
            Some(instr) => {
                let word = self.memory.word(pc);
                Ok(if code.word(pc) == word { instr } else { decode(word) })
            }
            None if code.map.mirrored => Ok(decode(self.memory.word(pc))),
            None => match code.map.resolve(pc, 4) {
                Err(error) => Err(refused(pc, error)),
                Ok(_) => Err(Fault::NotText(pc)),
            },
        }
    }

    /// Executes an instruction, without updating the PC and without asking the bus first.
    pub fn carry_out<B: Bus>(&mut self, instr: &Instr, now: Now<'_>, bus: &mut B) -> Result<Flow, B::Trap> {
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
            Add => p.set(instr.rd, exec::add_checked(rs, rt).ok_or(Fault::Overflow)?),
            Addi => p.set(instr.rt, exec::add_checked(rs, instr.imm).ok_or(Fault::Overflow)?),
            Sub => p.set(instr.rd, exec::sub_checked(rs, rt).ok_or(Fault::Overflow)?),
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
            Lb | Lbu | Lh | Lhu | Lw | Lwl | Lwr | Ll => self.load(instr, rs.wrapping_add(instr.imm), now, bus)?,
            Sb | Sh | Sw | Swl | Swr | Sc => return self.store(instr, rs.wrapping_add(instr.imm), now, bus),
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
                    return Err(Fault::TrapInstruction(instr.imm).into());
                }
            }
            Teqi | Tnei | Tgei | Tgeiu | Tlti | Tltiu => {
                if exec::trap_taken(instr.op, rs, instr.imm) {
                    return Err(Fault::TrapInstruction(0).into());
                }
            }
            Break => return Err(Fault::Break(instr.imm).into()),
            Syscall => return self.syscall(now, bus),
            Rdhwr => {
                let value = match instr.rd {
                    0 => bus.rank(),
                    1 => 0,
                    2 => {
                        p.watch.clock();
                        now.cycle as u32
                    }
                    3 => 1,
                    _ => return Err(Fault::Reserved(encode(instr)).into()),
                };
                p.set(instr.rt, value);
            }
            Nop | Ssnop | Ehb | Pause | Sync | Synci | Pref | Prefx => {}
            Reserved => return Err(Fault::Reserved(instr.imm).into()),
            _ => return Ok(self.floating_point(instr, now.code)?),
        }
        Ok(Flow::Next)
    }

    fn load<B: Bus>(&mut self, instr: &Instr, addr: u32, now: Now<'_>, bus: &mut B) -> Result<(), Fault> {
        let access = Access::Load;
        let target = now.code.map.resolve(addr, exec::alignment(instr.op)).map_err(|error| Fault::Address {
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
                    return Err(Fault::Register { offset, access });
                }
                self.read_register(offset, now, bus).ok_or(Fault::Register { offset, access })?
            }
        };
        self.processor.set(instr.rt, value);
        Ok(())
    }

    fn read_register<B: Bus>(&mut self, offset: u32, now: Now<'_>, bus: &mut B) -> Option<u32> {
        match offset {
            reg::CYCLE_LO | reg::CYCLE_HI => {
                self.processor.watch.clock();
                Some((now.cycle >> if offset == reg::CYCLE_LO { 0 } else { 32 }) as u32)
            }
            _ => bus.load(offset),
        }
    }

    fn store<B: Bus>(&mut self, instr: &Instr, addr: u32, now: Now<'_>, bus: &mut B) -> Result<Flow, B::Trap> {
        let access = Access::Store;
        let value = self.processor.get(instr.rt);
        let target = now.code.map.resolve(addr, exec::alignment(instr.op)).map_err(|error| Fault::Address {
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
                self.processor.text_written |= now.code.is_text(offset);
                self.memory.set_word(offset, exec::store(instr.op, self.memory.word(offset), addr, value));
                Ok(Flow::Next)
            }
            Target::Register(offset) if instr.op == Op::Sw => {
                self.processor.watch.side_effect();
                Self::write_register(offset, value, now, bus)
            }
            Target::Register(offset) => Err(Fault::Register { offset, access }.into()),
        }
    }

    fn write_register<B: Bus>(offset: u32, value: u32, now: Now<'_>, bus: &mut B) -> Result<Flow, B::Trap> {
        match offset {
            reg::CONSOLE => print(&[value as u8], now, bus)?,
            reg::HALT => return Ok(Flow::Halt(value)),
            _ => {
                let refused = || Err(Fault::Register { offset, access: Access::Store }.into());
                return bus.store(offset, value).unwrap_or_else(refused);
            }
        }
        Ok(Flow::Next)
    }

    /// True if an instruction halts the core now.
    #[inline]
    pub fn halts(&self, instr: &Instr) -> bool {
        let p = &self.processor;
        match instr.op {
            Op::Sw => p.get(instr.rs).wrapping_add(instr.imm) == REGISTER_PAGE + reg::HALT,
            Op::Syscall => matches!(p.get(2), 10 | 17),
            _ => false,
        }
    }
}
