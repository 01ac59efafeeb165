//! Printing of functions.

use super::{Code, Jump, Laid, Step};
use crate::ir::{self, Linkage, Module, SymbolId};
use crate::mir::{self, AsmOperand, Function, Imm, Label, Line, Plain, Reg, effect};
use crate::regalloc::frame::Frame;
use alloc::{format, string::String, vec::Vec};
use core::fmt::Write;
use mcore_cpu::isa::{Op as Isa, Operand, register_name, row};

/// Instructions that a branch reaches in either direction, with room for what is added.
const NEAR: usize = 30_000;

/// The text of a module as it grows.
pub(super) struct Writer<'m> {
    module: &'m Module,
    out: String,
    /// The number of the first label of the current function.
    first_label: u32,
    /// The number of labels that functions before this one have.
    tables: u32,
    /// The place of the last `.loc`.
    line: Line,
    /// The inlined call that the last instruction belongs to.
    inlined: u16,
    /// From a line on, the inlined calls that the instructions of the current function belong to.
    pub(super) calls: Vec<(u32, u32)>,
    /// Lines of jump tables, which follow the functions.
    later: String,
    /// The current function is so long that branches may not reach.
    is_far: bool,
    /// Local labels `1:` are numbered by use.
    column: usize,
    /// The lines that have been counted: their bytes, and their number.
    counted: (usize, u32),
    /// Lines of instructions that check an index, with the name of the array.
    checks: Vec<(u32, String)>,
    /// Objects with their sizes in bytes.
    pub(super) sizes: Vec<(String, u64)>,
}

impl<'m> Writer<'m> {
    pub(super) fn new(module: &'m Module) -> Self {
        Self {
            module,
            out: String::new(),
            first_label: 0,
            tables: 0,
            line: Line::default(),
            inlined: 0,
            calls: Vec::new(),
            later: String::new(),
            is_far: false,
            column: 0,
            counted: (0, 0),
            checks: Vec::new(),
            sizes: Vec::new(),
        }
    }

    /// Adds a line.
    pub(super) fn line(&mut self, text: &str) {
        self.out.push('\t');
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// Adds text as it is.
    pub(super) fn raw(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// The name of a symbol.
    pub(super) fn name(&self, symbol: SymbolId) -> &'m str {
        self.module.symbols.get(symbol.index()).map_or("", |s| &s.name)
    }

    /// The name of a block of the current function, or of the place after its first instruction.
    pub(super) fn label(&self, label: Label, second: bool) -> String {
        format!("$L{}", self.first_label + 2 * label.0 + u32::from(second))
    }

    pub(super) fn begin(&mut self) {
        for (i, name) in self.module.files.iter().enumerate() {
            let name = name.replace('\\', "\\\\").replace('"', "\\\"");
            self.out.push_str(&format!("\t.file {} \"{name}\"\n", i + 1));
        }
        for line in [".set noreorder", ".set nomacro", ".set noat", ".text"] {
            self.line(line);
        }
        for (text, _) in &self.module.assembly {
            self.block_of_assembly(text);
        }
    }

    /// The student's own assembly, under the settings that it expects.
    fn block_of_assembly(&mut self, text: &str) {
        for line in [".set push", ".set reorder", ".set macro", ".set at"] {
            self.line(line);
        }
        for line in text.split('\n') {
            self.out.push_str(line);
            self.out.push('\n');
        }
        self.line(".set pop");
    }

    /// Declares the reach of a symbol.
    pub(super) fn reach(&mut self, symbol: SymbolId) {
        let name = self.name(symbol);
        match self.module.symbols.get(symbol.index()).map(|s| s.linkage) {
            Some(Linkage::Global) => self.line(&format!(".globl {name}")),
            Some(Linkage::Weak) => self.line(&format!(".weak {name}")),
            _ => {}
        }
    }

    /// The number of lines so far.
    pub(super) fn number(&mut self) -> u32 {
        let (bytes, lines) = self.counted;
        let new = self.out.as_bytes().get(bytes..).unwrap_or_default();
        let lines = lines + new.iter().filter(|b| **b == b'\n').count() as u32;
        self.counted = (self.out.len(), lines);
        lines
    }

    /// Writes a function. For debug information, `rows` gets the lines of each step: of its instruction, and of its delay
    /// slot.
    pub(super) fn function(
        &mut self,
        f: &ir::Function,
        code: &Function,
        frame: &Frame,
        laid: &[Laid],
        rows: &mut Vec<(u32, u32)>,
    ) {
        let name = self.name(f.symbol);
        self.line(".align 2");
        self.reach(f.symbol);
        self.line(&format!(".type {name}, @function"));
        self.line(&format!(".ent {name}"));
        self.out.push_str(&format!("{name}:\n"));
        let base = if frame.has_pointer { "$fp" } else { "$sp" };
        self.line(&format!(".frame {base}, {}, $ra", frame.size));
        let [(mask, at), (float_mask, float_at)] = frame.masks();
        self.line(&format!(".mask {mask:#010x}, {at}"));
        self.line(&format!(".fmask {float_mask:#010x}, {float_at}"));
        self.line = Line::default();
        self.inlined = 0;
        self.calls.clear();
        self.is_far = laid.iter().map(|l| 2 * l.steps.len()).sum::<usize>() > NEAR;
        for block in laid {
            if block.is_target {
                let label = self.label(block.label, false);
                self.out.push_str(&format!("{label}:\n"));
            }
            let second = usize::from(!block.lost_first);
            for (i, (step, line)) in block.steps.iter().enumerate() {
                if i == second && block.is_second_target {
                    self.second_label(block.label);
                }
                self.loc(*line);
                if code.is_marked {
                    let line = self.number() + 1;
                    rows.push((line, line + 1));
                }
                self.step(step);
            }
            if block.steps.len() == second && block.is_second_target {
                self.second_label(block.label);
            }
        }
        self.jump_tables(code);
    }

    fn second_label(&mut self, label: Label) {
        let label = self.label(label, true);
        self.out.push_str(&format!("{label}:\n"));
    }

    fn jump_tables(&mut self, code: &Function) {
        for (i, table) in code.tables.iter().enumerate() {
            self.later.push_str(&format!("\t.align 2\n$T{}:\n", self.tables + i as u32));
            for label in table {
                let label = self.label(*label, false);
                self.later.push_str(&format!("\t.word {label}\n"));
            }
        }
    }

    /// Ends a function; its labels count from here on.
    pub(super) fn end_function(&mut self, f: &ir::Function, code: &Function) {
        let name = self.name(f.symbol);
        self.line(&format!(".end {name}"));
        self.line(&format!(".size {name}, .-{name}"));
        self.first_label += 2 * code.blocks.len() as u32;
        self.tables += code.tables.len() as u32;
    }

    /// The jump tables of all functions, for the read-only data.
    pub(super) fn take_tables(&mut self) -> String {
        core::mem::take(&mut self.later)
    }

    fn loc(&mut self, line: Line) {
        if line.file == 0 || line.line == 0 {
            return;
        }
        if line.inlined != self.inlined {
            self.inlined = line.inlined;
            let at = self.number() + 1;
            self.calls.push((at, line.inlined.into()));
        }
        let same = (line.file, line.line) == (self.line.file, self.line.line);
        if same && !(line.statement && line.column != self.line.column) {
            return;
        }
        self.line = line;
        let rest = if line.statement { "" } else { " is_stmt 0" };
        self.line(&format!(".loc {} {} {}{rest}", line.file, line.line, line.column));
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Plain(plain) => {
                let mut text = self.plain(plain);
                // No delay slot has a check.
                if let Some(array) = self.checked(plain) {
                    let line = self.number() + 1;
                    self.checks.push((line, array.into()));
                    // For readers.
                    text.push_str(" # index of ");
                    text.push_str(array);
                }
                self.line(&text);
            }
            Step::Jump(jump) => self.jump(jump),
            Step::Asm(asm) => {
                let text = self.asm(asm);
                self.block_of_assembly(&text);
            }
        }
    }

    fn jump(&mut self, jump: &Jump) {
        let slot = jump.slot.as_ref().map_or_else(|| "nop".into(), |slot| self.plain(slot));
        let (Imm::Block(label), true) = (jump.plain.imm, jump.plain.op != Isa::J) else {
            let text = match jump.plain.imm {
                Imm::Block(label) => format!("j {}", self.label(label, jump.skips)),
                _ => self.plain(&jump.plain),
            };
            self.line(&text);
            self.slot(&slot, jump);
            return;
        };
        let target = self.label(label, jump.skips);
        if !self.is_far {
            let text = self.branch(&jump.plain, &target);
            self.line(&text);
            self.slot(&slot, jump);
            return;
        }
        // Around a jump, which reaches everywhere. Its slot is executed only where the branch is taken, so a slot that
        // is always executed is needed on both ways.
        let op = jump.plain.op;
        let over = format!("$LF{}", self.column);
        self.column += 1;
        let plain = Plain { op: super::layout::inverse(unlikely(op)), ..jump.plain.clone() };
        let text = self.branch(&plain, &over);
        self.line(&text);
        self.slot(if op.is_likely() { "nop" } else { &slot }, jump);
        self.line(&format!("j {target}"));
        self.slot(if op.is_likely() { &slot } else { "nop" }, jump);
        self.out.push_str(&format!("{over}:\n"));
    }

    /// The instruction in a delay slot, with its own line.
    fn slot(&mut self, text: &str, jump: &Jump) {
        if jump.slot.is_some() {
            self.loc(Line { statement: false, ..jump.slot_line });
        }
        self.line(text);
    }

    fn branch(&self, plain: &Plain, target: &str) -> String {
        let mut text = String::from(row(plain.op).mnemonic);
        text.push(' ');
        for reg in plain.regs.iter().take_while(|r| **r != Reg::NONE) {
            text.push_str(&reg_name(*reg));
            text.push_str(", ");
        }
        text.push_str(target);
        text
    }

    /// An instruction as text.
    fn plain(&self, plain: &Plain) -> String {
        let row = row(plain.op);
        let mut regs = plain.regs.iter().copied();
        let mut next = || reg_name(regs.next().unwrap_or(Reg::ZERO));
        let mut parts: Vec<String> = Vec::new();
        if matches!(plain.op, Isa::Div | Isa::Divu) {
            // With two operands GNU as understands a pseudo-instruction.
            parts.push("$zero".into());
        }
        for operand in row.operands {
            match operand {
                Operand::Memory => parts.push(format!("{}({})", self.imm(plain.imm), next())),
                Operand::Indexed => {
                    let index = next();
                    parts.push(format!("{index}({})", next()));
                }
                Operand::Signed | Operand::Unsigned | Operand::Shift | Operand::Jump => parts.push(self.imm(plain.imm)),
                Operand::TrapCode if plain.imm != Imm::Int(0) => match plain.imm {
                    Imm::Int(code) => parts.push(format!("{}", code & i32::from(ir::TRAP_CODE))),
                    imm => parts.push(self.imm(imm)),
                },
                Operand::Position => {
                    if let Imm::Field(position, _) = plain.imm {
                        parts.push(format!("{position}"));
                    }
                }
                Operand::ExtractSize | Operand::InsertSize => {
                    if let Imm::Field(_, size) = plain.imm {
                        parts.push(format!("{size}"));
                    }
                }
                Operand::Cc => parts.push("$fcc0".into()),
                o if effect::registers(*o) > 0 => parts.push(next()),
                _ => {}
            }
        }
        if plain.op == Isa::Addu && plain.regs[2] == Reg::ZERO {
            return format!("move {}, {}", parts[0], parts[1]);
        }
        if parts.is_empty() { row.mnemonic.into() } else { format!("{} {}", row.mnemonic, parts.join(", ")) }
    }

    /// The array whose index a trap checks.
    fn checked(&self, plain: &Plain) -> Option<&'m str> {
        match plain.imm {
            Imm::Int(code) if row(plain.op).class == mcore_cpu::isa::Class::Trap => {
                self.module.checked.get((code as usize >> 4).wrapping_sub(1)).map(String::as_str)
            }
            _ => None,
        }
    }

    fn imm(&self, imm: Imm) -> String {
        match imm {
            Imm::Int(n) => format!("{n}"),
            Imm::Hi(symbol, n) => format!("%hi({})", self.place(symbol, n)),
            Imm::Lo(symbol, n) => format!("%lo({})", self.place(symbol, n)),
            Imm::PoolHi(n) => format!("%hi($LC{n})"),
            Imm::PoolLo(n) => format!("%lo($LC{n})"),
            Imm::BlockHi(label) => format!("%hi({})", self.label(label, false)),
            Imm::BlockLo(label) => format!("%lo({})", self.label(label, false)),
            Imm::TableHi(n) => format!("%hi($T{})", self.tables + n),
            Imm::TableLo(n) => format!("%lo($T{})", self.tables + n),
            Imm::Symbol(symbol) => self.name(symbol).into(),
            Imm::Block(label) => self.label(label, false),
            // The frame has replaced these.
            Imm::Slot(..) | Imm::Spill(_) | Imm::Incoming(_) | Imm::Outgoing(_) | Imm::Field(..) => "0".into(),
        }
    }

    /// A symbol plus an offset.
    pub(super) fn place(&self, symbol: SymbolId, offset: i32) -> String {
        let name = self.name(symbol);
        match offset {
            0 => name.into(),
            n => format!("{name}{n:+}"),
        }
    }

    /// The text of an `asm` statement with its operands.
    fn asm(&self, asm: &mir::Asm) -> String {
        let mut out = String::new();
        let mut rest = asm.template.as_str();
        while let Some(at) = rest.find('%') {
            out.push_str(&rest[..at]);
            rest = &rest[at + 1..];
            if let Some(after) = rest.strip_prefix('%') {
                out.push('%');
                rest = after;
                continue;
            }
            let letter = rest.chars().next().filter(char::is_ascii_alphabetic);
            let digits_at = usize::from(letter.is_some());
            let digits = rest[digits_at..].bytes().take_while(u8::is_ascii_digit).count();
            let number = rest[digits_at..digits_at + digits].parse::<usize>().ok();
            match number {
                Some(number) => {
                    out.push_str(&self.asm_operand(asm, number, letter));
                    rest = &rest[digits_at + digits..];
                }
                None => out.push('%'),
            }
        }
        out.push_str(rest);
        out
    }

    /// Operand number `number` in the form that a letter asks for.
    fn asm_operand(&self, asm: &mir::Asm, number: usize, letter: Option<char>) -> String {
        let index = asm.numbers.get(number).map_or(number, |n| usize::from(*n));
        if let Some((reg, fixed, _)) = asm.outputs.get(index) {
            return reg_name(if *reg == Reg::NONE { *fixed } else { *reg });
        }
        let Some((operand, same)) = asm.inputs.get(index.wrapping_sub(asm.outputs.len())) else {
            return String::new();
        };
        if let Some(output) = same.and_then(|n| asm.outputs.get(usize::from(n))) {
            return reg_name(output.0);
        }
        match operand {
            AsmOperand::Reg(reg, _) => reg_name(*reg),
            AsmOperand::Memory(reg) => match letter {
                Some('D' | 'M') => format!("4({})", reg_name(*reg)),
                _ => format!("0({})", reg_name(*reg)),
            },
            AsmOperand::Int(n) => match letter {
                Some('z') if *n == 0 => "$zero".into(),
                Some('x') => format!("{:#x}", n & 0xffff),
                Some('X') => format!("{n:#x}"),
                Some('m') => format!("{}", n.wrapping_sub(1)),
                _ => format!("{n}"),
            },
            AsmOperand::Symbol(symbol, n) => self.place(*symbol, *n),
            AsmOperand::Output(n) => asm.outputs.get(usize::from(*n)).map_or_else(String::new, |o| reg_name(o.0)),
        }
    }

    pub(super) fn finish(self) -> Code {
        Code { text: self.out, checks: self.checks, sizes: self.sizes, ..Code::default() }
    }
}

impl Write for Writer<'_> {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        self.out.push_str(text);
        Ok(())
    }
}

/// The branch that always executes its slot.
fn unlikely(op: Isa) -> Isa {
    match op {
        Isa::Beql => Isa::Beq,
        Isa::Bnel => Isa::Bne,
        Isa::Blezl => Isa::Blez,
        Isa::Bgtzl => Isa::Bgtz,
        Isa::Bltzl => Isa::Bltz,
        Isa::Bgezl => Isa::Bgez,
        Isa::Bc1tl => Isa::Bc1t,
        Isa::Bc1fl => Isa::Bc1f,
        other => other,
    }
}

fn reg_name(reg: Reg) -> String {
    match reg {
        Reg::NONE => "$zero".into(),
        r if r.is_float() => format!("$f{}", r.number()),
        r => register_name(r.number()).into(),
    }
}
