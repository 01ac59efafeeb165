//! The text form: printing. [`read`] reads it back.
//!
//! A module is lines: `symbol`, `object` and `function`. In a function each block is a line `b1(v3 i32):`, each node a
//! line such as `v4 i32 = add v3, v2`, then the end of the block. ` !2:10:5s` after a line is its place in the source:
//! file, line, column, and `s` where a statement begins.

pub use super::parse::{ReadError, read};

use super::{
    Access, Asm, AsmPlace, BlockData, Call, Callee, Datum, Edge, Function, Linkage, Loc, Module, Object, Op, Param,
    Signature, Symbol, SymbolId, Terminator, Type, Value, abi::Place,
};
use alloc::string::String;
use core::fmt::{self, Display, Formatter, Write};

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::F32 => "f32",
            Self::F64 => "f64",
        })
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::General(n) => write!(f, "g{n}"),
            Self::Float(n) => write!(f, "f{n}"),
            Self::Stack(n) => write!(f, "s{n}"),
        }
    }
}

/// A module as text.
pub fn module(module: &Module) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write!(out, "{module}");
    out
}

impl Display for Module {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for name in &self.files {
            writeln!(f, "file {}", Quoted(name))?;
        }
        for symbol in &self.symbols {
            print_symbol(symbol, f)?;
        }
        for (text, loc) in &self.assembly {
            writeln!(f, "assembly {}{}", Quoted(text), At(*loc))?;
        }
        for object in &self.objects {
            print_object(self, object, f)?;
        }
        for function in &self.functions {
            write!(f, "{}", Printed { module: self, function })?;
        }
        Ok(())
    }
}

fn print_symbol(symbol: &Symbol, f: &mut Formatter<'_>) -> fmt::Result {
    let linkage = match symbol.linkage {
        Linkage::Global => "global",
        Linkage::Weak => "weak",
        Linkage::Local => "local",
    };
    write!(f, "symbol {} {linkage}", Quoted(&symbol.name))?;
    for (set, word) in [(symbol.pure, " pure"), (symbol.no_return, " noreturn"), (symbol.constant, " constant")] {
        f.write_str(if set { word } else { "" })?;
    }
    writeln!(f)
}

fn print_object(module: &Module, object: &Object, f: &mut Formatter<'_>) -> fmt::Result {
    write!(f, "object {} {} {} {{", Name(module, object.symbol), Quoted(&object.section), object.align)?;
    for datum in &object.data {
        match datum {
            Datum::Bytes(bytes) => {
                f.write_str(" bytes ")?;
                bytes.iter().try_for_each(|b| write!(f, "{b:02x}"))?;
            }
            Datum::Zero(n) => write!(f, " zero {n}")?,
            Datum::Address(symbol, offset) => write!(f, " address {} {offset}", Name(module, *symbol))?,
            Datum::Label(symbol, block) => write!(f, " label {} {block}", Name(module, *symbol))?,
        }
    }
    writeln!(f, " }}")
}

/// A string with quotes.
struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}

/// The name of a symbol.
struct Name<'a>(&'a Module, SymbolId);

impl Display for Name<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0.symbols.get(self.1.index()) {
            Some(symbol) => write!(f, "@{}", Quoted(&symbol.name)),
            None => write!(f, "@{}", self.1.0),
        }
    }
}

/// A place in the source, after a line.
struct At(Loc);

impl Display for At {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Loc { line, column, file, inlined, statement, seq: _ } = self.0;
        if self.0 == Loc::default() {
            return Ok(());
        }
        write!(f, " !{file}:{line}:{column}")?;
        f.write_str(if statement { "s" } else { "" })?;
        if inlined != 0 {
            write!(f, "^{inlined}")?;
        }
        Ok(())
    }
}

impl Display for Signature {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('(')?;
        let mut comma = "";
        for param in &self.params {
            f.write_str(core::mem::replace(&mut comma, ", "))?;
            match param {
                Param::Value(ty) => write!(f, "{ty}")?,
                Param::Struct { size, align } => write!(f, "struct {size} {align}")?,
            }
        }
        if self.variadic {
            write!(f, "{comma}...")?;
        }
        f.write_char(')')?;
        if let Some(ty) = self.result {
            write!(f, " -> {}{ty}", if self.pair { "pair " } else { "" })?;
        }
        Ok(())
    }
}

/// A function of a module, as text.
#[derive(Clone, Copy, Debug)]
pub struct Printed<'a> {
    /// The module, for names.
    pub module: &'a Module,
    pub function: &'a Function,
}

impl Display for Printed<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let function = self.function;
        write!(f, "function {}{}", Name(self.module, function.symbol), function.signature)?;
        let flags = function.flags;
        for (set, word) in [
            (flags.no_inline, " noinline"),
            (flags.always_inline, " always_inline"),
            (flags.inline_hint, " inline"),
            (function.legal, " legal"),
        ] {
            f.write_str(if set { word } else { "" })?;
        }
        if function.legal {
            write!(f, " {}", function.outgoing)?;
            function.incoming.iter().try_for_each(|p| write!(f, " {p}"))?;
        }
        writeln!(f, " {{{}", At(function.loc))?;
        for (i, slot) in function.slots.iter().enumerate() {
            writeln!(f, "  slot s{i} {} {}", slot.size, slot.align)?;
        }
        for inlined in &function.inlined {
            writeln!(f, "  inlined {}{}", Name(self.module, inlined.callee), At(inlined.loc))?;
        }
        for variable in &function.variables {
            write!(f, "  variable {} {} {}", Quoted(&variable.name), variable.key, variable.inlined)?;
            if let Some(slot) = variable.slot {
                write!(f, " {slot}")?;
            }
            if let Some((first, bytes)) = variable.part {
                write!(f, " part {first} {bytes}")?;
            }
            writeln!(f, "{}", if variable.passed { " passed" } else { "" })?;
        }
        for (i, block) in function.blocks.iter().enumerate() {
            self.block(i, block, f)?;
        }
        writeln!(f, "}}")
    }
}

impl Printed<'_> {
    fn block(&self, index: usize, block: &BlockData, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "b{index}")?;
        if !block.params.is_empty() {
            f.write_char('(')?;
            for (i, param) in block.params.iter().enumerate() {
                write!(f, "{}{param} {}", if i == 0 { "" } else { ", " }, self.function.ty(*param))?;
            }
            f.write_char(')')?;
        }
        writeln!(f, ":")?;
        for &value in &block.nodes {
            let node = self.function.node(value);
            match node.ty {
                Some(ty) => write!(f, "  {value} {ty} = ")?,
                None => write!(f, "  {value} = ")?,
            }
            self.operation(&node.op, f)?;
            writeln!(f, "{}", At(node.loc))?;
        }
        f.write_str("  ")?;
        print_end(&block.end, f)?;
        writeln!(f, "{}", At(block.loc))
    }

    fn operation(&self, op: &Op, f: &mut Formatter<'_>) -> fmt::Result {
        match op {
            Op::Param => f.write_str("param"),
            Op::Nop => f.write_str("nop"),
            Op::Int(n) => write!(f, "int {n}"),
            Op::Float(bits) => write!(f, "float {bits:#x}"),
            Op::Symbol(symbol, offset) => write!(f, "symbol {} {offset}", Name(self.module, *symbol)),
            Op::Slot(slot, offset) => write!(f, "slot {slot} {offset}"),
            Op::Label(block) => write!(f, "label {block}"),
            Op::Unary(op, a) => write!(f, "{} {a}", op.name()),
            Op::Binary(op, a, b) => write!(f, "{} {a}, {b}", op.name()),
            Op::Select(a, b, c) => write!(f, "select {a}, {b}, {c}"),
            Op::Load(access, a, offset) => write!(f, "load {} {a} {offset}", Way(*access)),
            Op::Store(access, a, offset, b) => write!(f, "store {} {a} {offset}, {b}", Way(*access)),
            Op::Copy { to, from, size, align, volatile } => {
                write!(f, "copy {}{to}, {from}, {size} {align}", if *volatile { "volatile " } else { "" })
            }
            Op::Zero { to, size, align } => write!(f, "zero {to}, {size} {align}"),
            Op::Call(call) => self.call(call, f),
            Op::Part(a, n) => write!(f, "part {a} {n}"),
            Op::Asm(asm) => print_asm(asm, f),
            Op::TrapIf(compare, a, b, code) => write!(f, "trap.if {} {a}, {b}, {code}", compare.name()),
            Op::Alloca(a) => write!(f, "alloca {a}"),
            Op::StackSave => f.write_str("stack.save"),
            Op::StackRestore(a) => write!(f, "stack.restore {a}"),
            Op::VarArgs => f.write_str("var.args"),
            Op::Incoming(n) => write!(f, "incoming {n}"),
            Op::Outgoing(n) => write!(f, "outgoing {n}"),
            Op::FrameAddress => f.write_str("frame.address"),
            Op::ReturnAddress => f.write_str("return.address"),
        }
    }

    fn call(&self, call: &Call, f: &mut Formatter<'_>) -> fmt::Result {
        match call.callee {
            Callee::Symbol(symbol) => write!(f, "call {}", Name(self.module, symbol))?,
            Callee::Value(value) => write!(f, "call {value}")?,
        }
        f.write_str(" (")?;
        values(&call.args, f)?;
        write!(f, ") sig{}", call.signature)?;
        if !call.places.is_empty() {
            f.write_str(" at")?;
            call.places.iter().try_for_each(|p| write!(f, " {p}"))?;
        }
        Ok(())
    }
}

fn print_asm(asm: &Asm, f: &mut Formatter<'_>) -> fmt::Result {
    write!(f, "asm {}", Quoted(&asm.template))?;
    f.write_str(if asm.volatile { " volatile" } else { "" })?;
    f.write_str(if asm.memory { " memory" } else { "" })?;
    write!(f, " {} out", asm.clobbers)?;
    for out in &asm.outputs {
        write!(f, " {}{} {}", if out.early { "early " } else { "" }, AsmAt(out.place), out.ty)?;
    }
    f.write_str(" in")?;
    for input in &asm.inputs {
        write!(f, " {} {}", AsmAt(input.place), input.value)?;
    }
    f.write_str(" numbers")?;
    asm.numbers.iter().try_for_each(|n| write!(f, " {n}"))
}

/// The place of an operand of an `asm`.
struct AsmAt(AsmPlace);

impl Display for AsmAt {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            AsmPlace::General => f.write_str("general"),
            AsmPlace::Float => f.write_str("float"),
            AsmPlace::Fixed(n) => write!(f, "fixed {n}"),
            AsmPlace::FixedFloat(n) => write!(f, "fixed.float {n}"),
            AsmPlace::Lo => f.write_str("lo"),
            AsmPlace::Hi => f.write_str("hi"),
            AsmPlace::Memory => f.write_str("memory"),
            AsmPlace::Immediate => f.write_str("immediate"),
            AsmPlace::Same(n) => write!(f, "same {n}"),
        }
    }
}

/// An access.
struct Way(Access);

impl Display for Way {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.mem.name())?;
        f.write_str(if self.0.volatile { " volatile" } else { "" })?;
        f.write_str(if self.0.unaligned { " unaligned" } else { "" })
    }
}

fn values(values: &[Value], f: &mut Formatter<'_>) -> fmt::Result {
    for (i, value) in values.iter().enumerate() {
        write!(f, "{}{value}", if i == 0 { "" } else { ", " })?;
    }
    Ok(())
}

impl Display for Edge {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.block)?;
        if !self.args.is_empty() {
            f.write_char('(')?;
            values(&self.args, f)?;
            f.write_char(')')?;
        }
        Ok(())
    }
}

fn print_end(end: &Terminator, f: &mut Formatter<'_>) -> fmt::Result {
    match end {
        Terminator::None => f.write_str("none"),
        Terminator::Jump(edge) => write!(f, "jump {edge}"),
        Terminator::Branch(value, yes, no) => write!(f, "branch {value}, {yes}, {no}"),
        Terminator::Switch(value, cases, default) => {
            write!(f, "switch {value}")?;
            cases.iter().try_for_each(|(low, high, edge)| write!(f, ", {low} {high} {edge}"))?;
            write!(f, ", default {default}")
        }
        Terminator::Table(value, edges) => {
            write!(f, "table {value}")?;
            edges.iter().try_for_each(|edge| write!(f, ", {edge}"))
        }
        Terminator::Goto(value, blocks) => {
            write!(f, "goto {value}")?;
            blocks.iter().try_for_each(|block| write!(f, ", {block}"))
        }
        Terminator::Return(all) => {
            f.write_str(if all.is_empty() { "return" } else { "return " })?;
            values(all, f)
        }
        Terminator::Trap => f.write_str("trap"),
    }
}
