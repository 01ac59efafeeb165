//! Start and end of a program: whether `main` returns, and the few instructions that call it in that case.
//!
//! A `main` written as a function, as compilers do, ends with `jr $ra`. Such a program gets start-up code in front of
//! its text: `jal main`, then a halt with the exit code in `$v0`. A program that halts by itself gets none, so it
//! starts with its own first instruction in cycle 0. Which case applies is found by following the instructions.

use crate::isa::{Class, Instr, Op, decode, encode, row};
use crate::program::{Program, Segment, SegmentKind};
use alloc::{
    collections::{BTreeMap, BTreeSet},
    vec::Vec,
};

/// The register that stops a core when an exit code is stored there, as an offset from address 0.
const HALT: u32 = (-0xcc_i32) as u32;

/// System calls that stop a core.
const EXIT_CALLS: [u32; 2] = [10, 17];

/// Bytes of the start-up code.
pub const SIZE: u32 = 16;

/// Addresses below this are guarded unless a program occupies them, so start-up code does not use them.
const GUARDED: u32 = 1024;

/// Maximum number of steps while following a program; a larger one is assumed to return.
const MAX_STEPS: usize = 1_000_000;

/// The result of following a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// The function of the first instruction may return to its caller.
    pub returns: bool,
    /// The instruction at the end of the text from which execution would continue past it.
    pub falls_off: Option<u32>,
}

/// Follows a program from its entry.
pub fn ending(program: &Program) -> Ending {
    let mut walk = Walk { program, seen: BTreeSet::new(), waiting: BTreeMap::new(), work: Vec::new(), falls_off: None };
    let returns = walk.follow(program.entry);
    Ending { returns, falls_off: walk.falls_off }
}

/// Puts start-up code in front of the text and makes it the entry. False if there is no room for it.
pub fn add(program: &mut Program) -> bool {
    let Some(first) = program.segments.iter().map(|s| s.addr & !15).min() else { return false };
    let Some(addr) = first.checked_sub(SIZE).filter(|addr| *addr >= GUARDED) else { return false };
    let bytes = code(program.entry);
    program.segments.insert(0, Segment { kind: SegmentKind::Text, addr, size: SIZE, bytes });
    program.entry = addr;
    true
}

/// True if the start-up code of [`add`] that calls `main` is at an address.
pub fn calls(program: &Program, addr: u32, main: u32) -> bool {
    let starts = |s: &&Segment| s.kind == SegmentKind::Text && addr >= s.addr && addr - s.addr < s.size;
    let Some(segment) = program.segments.iter().find(starts) else { return false };
    segment.bytes[(addr - segment.addr) as usize..].starts_with(&code(main))
}

/// The start-up code: `jal main`, `nop`, `sw $v0` to the halt register, `nop`.
fn code(main: u32) -> Vec<u8> {
    let none = Instr { op: Op::Sll, rs: 0, rt: 0, rd: 0, sa: 0, imm: 0 };
    let code = [
        Instr { op: Op::Jal, imm: main & 0x0fff_ffff, ..none },
        none,
        Instr { op: Op::Sw, rt: 2, imm: HALT, ..none },
        none,
    ];
    code.iter().flat_map(|instr| encode(instr).to_le_bytes()).collect()
}

/// A function, by its first address.
type Function = u32;

struct Walk<'p> {
    program: &'p Program,
    /// Instructions followed so far, each once per function.
    seen: BTreeSet<(Function, u32)>,
    /// The places that continue when a function returns. `None` once it is known to return.
    waiting: BTreeMap<Function, Option<Vec<(Function, u32)>>>,
    work: Vec<(Function, u32)>,
    falls_off: Option<u32>,
}

impl Walk<'_> {
    /// Whether the function returns.
    fn follow(&mut self, entry: Function) -> bool {
        self.work.push((entry, entry));
        while let Some(place) = self.work.pop() {
            if self.seen.len() >= MAX_STEPS {
                self.falls_off = None;
                return true;
            }
            if self.seen.insert(place) {
                self.step(place);
            }
        }
        self.waiting.get(&entry).is_some_and(Option::is_none)
    }

    fn word(&self, addr: u32) -> Option<u32> {
        self.program.word(addr).filter(|_| self.program.is_text(addr))
    }

    fn instr(&self, addr: u32) -> Option<Instr> {
        self.word(addr).filter(|_| addr % 4 == 0).map(decode)
    }

    /// Follows one instruction and, after a branch, its delay slot.
    fn step(&mut self, (function, pc): (Function, u32)) {
        let Some(instr) = self.instr(pc) else { return };
        if self.stops(&instr, pc) {
            return;
        }
        if !instr.op.is_branch() {
            return self.go_on(function, pc, pc.wrapping_add(4));
        }
        let slot = pc.wrapping_add(4);
        let Some(in_slot) = self.instr(slot) else {
            self.falls_off.get_or_insert(pc);
            return;
        };
        if self.stops(&in_slot, slot) {
            return;
        }
        let after = pc.wrapping_add(8);
        let target = instr.target(pc);
        let same = instr.rs == instr.rt;
        match (instr.op, target) {
            (Op::Jal, Some(callee)) => self.call(function, callee, after, slot),
            (Op::Bgezal | Op::Bltzal | Op::Bgezall | Op::Bltzall, Some(callee)) => {
                self.call(function, callee, after, slot);
                if instr.rs != 0 {
                    self.go_on(function, slot, after);
                }
            }
            (Op::J, Some(target)) => self.work.push((function, target)),
            (Op::Beq | Op::Beql, Some(target)) if same => self.work.push((function, target)),
            (Op::Bne | Op::Bnel, Some(_)) if same => self.go_on(function, slot, after),
            (_, Some(target)) => {
                self.work.push((function, target));
                self.go_on(function, slot, after);
            }
            // The target of `jalr` is unknown; the call is assumed to return. Any other register may hold the return
            // address.
            (Op::Jalr, None) => self.go_on(function, slot, after),
            (_, None) => self.comes_back(function),
        }
    }

    fn go_on(&mut self, function: Function, from: u32, to: u32) {
        if self.word(to).is_none() {
            self.falls_off.get_or_insert(from);
        } else {
            self.work.push((function, to));
        }
    }

    fn call(&mut self, caller: Function, callee: Function, after: u32, slot: u32) {
        self.work.push((callee, callee));
        match self.waiting.entry(callee).or_insert_with(|| Some(Vec::new())) {
            Some(waiting) => waiting.push((caller, after)),
            None => self.go_on(caller, slot, after),
        }
    }

    fn comes_back(&mut self, function: Function) {
        if let Some(Some(waiting)) = self.waiting.insert(function, None) {
            for (caller, after) in waiting {
                self.go_on(caller, after.wrapping_sub(4), after);
            }
        }
    }

    /// True if execution stops at an instruction: it halts the core or traps.
    fn stops(&self, instr: &Instr, pc: u32) -> bool {
        match instr.op {
            Op::Sw | Op::Sh | Op::Sb => instr.rs == 0 && instr.imm == HALT,
            Op::Break | Op::Reserved => true,
            Op::Teq => instr.rs == instr.rt,
            Op::Syscall => self.call_number(pc).is_some_and(|number| EXIT_CALLS.contains(&number)),
            _ => false,
        }
    }

    /// The constant in `$v0` at a system call, if it is set shortly before.
    fn call_number(&self, pc: u32) -> Option<u32> {
        for back in 1..=12 {
            let instr = self.instr(pc.checked_sub(4 * back)?)?;
            let class = row(instr.op).class;
            match instr.op {
                Op::Addiu | Op::Ori if instr.rt == 2 => return (instr.rs == 0).then_some(instr.imm),
                _ if instr.rd == 2 || class == Class::Load && instr.rt == 2 => return None,
                _ => {}
            }
        }
        None
    }
}
