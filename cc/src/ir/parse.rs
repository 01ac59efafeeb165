//! Reading the text form. Values keep their numbers, so text that was printed and read prints the same.

use super::{
    Access, Asm, AsmIn, AsmOut, AsmPlace, Binary, Block, BlockData, Call, Callee, Compare, Datum, DebugVariable, Edge,
    Function, Inlined, Linkage, Loc, Mem, Module, Node, Object, Op, Param, Signature, Slot, SlotId, Symbol, SymbolId,
    Terminator, Type, Unary, Value, abi::Place,
};
use alloc::{borrow::ToOwned, boxed::Box, string::String, vec::Vec};

/// Text that is no module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Line of the text, from 1.
    pub line: usize,
    /// The expected thing.
    pub expected: &'static str,
}

type Read<T> = Result<T, &'static str>;

/// Reads a module.
pub fn read(text: &str) -> Result<Module, ReadError> {
    let mut reader = Reader { module: Module::default(), function: None, block: None };
    for (i, line) in text.lines().enumerate() {
        let mut tokens = Tokens { rest: line };
        reader.line(&mut tokens).map_err(|expected| ReadError { line: i + 1, expected })?;
    }
    match reader.function {
        Some(_) => Err(ReadError { line: text.lines().count(), expected: "`}` at the end" }),
        None => Ok(reader.module),
    }
}

/// The rest of a line, taken token by token.
struct Tokens<'t> {
    rest: &'t str,
}

impl<'t> Tokens<'t> {
    fn peek(&self) -> &'t str {
        let rest = self.rest.trim_start();
        let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-');
        let end = match rest.chars().next() {
            None => 0,
            Some(c) if word(c) => rest.find(|c| !word(c)).unwrap_or(rest.len()),
            Some(c) => c.len_utf8(),
        };
        &rest[..end]
    }

    fn next(&mut self) -> &'t str {
        let token = self.peek();
        let rest = self.rest.trim_start();
        self.rest = &rest[token.len()..];
        token
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.peek() == token && !token.is_empty();
        if found {
            self.next();
        }
        found
    }

    fn expect(&mut self, token: &'static str) -> Read<()> {
        if self.take(token) { Ok(()) } else { Err(token) }
    }

    fn number<T: core::str::FromStr>(&mut self) -> Read<T> {
        self.next().parse().map_err(|_| "a number")
    }

    /// A number after a prefix, such as `v12`.
    fn numbered(&mut self, prefix: char) -> Read<u32> {
        let number = self.next().strip_prefix(prefix).and_then(|n| n.parse().ok());
        number.ok_or("a numbered name")
    }

    fn value(&mut self) -> Read<Value> {
        self.numbered('v').map(Value)
    }

    fn block(&mut self) -> Read<Block> {
        self.numbered('b').map(Block)
    }

    fn quoted(&mut self) -> Read<String> {
        let rest = self.rest.trim_start().strip_prefix('"').ok_or("a string")?;
        let mut text = String::new();
        let mut chars = rest.char_indices();
        while let Some((i, c)) = chars.next() {
            match c {
                '"' => {
                    self.rest = &rest[i + 1..];
                    return Ok(text);
                }
                '\\' => match chars.next() {
                    Some((_, 'n')) => text.push('\n'),
                    Some((_, c)) => text.push(c),
                    None => break,
                },
                c => text.push(c),
            }
        }
        Err("the end of the string")
    }

    fn ty(&mut self) -> Read<Type> {
        let found = ty(self.peek()).ok_or("a type")?;
        self.next();
        Ok(found)
    }

    fn loc(&mut self) -> Read<Loc> {
        let mut loc = Loc::default();
        if !self.take("!") {
            return Ok(loc);
        }
        loc.file = self.number()?;
        self.expect(":")?;
        loc.line = self.number()?;
        self.expect(":")?;
        let column = self.next();
        loc.statement = column.ends_with('s');
        loc.column = column.trim_end_matches('s').parse().map_err(|_| "a column")?;
        if self.take("^") {
            loc.inlined = self.number()?;
        }
        Ok(loc)
    }

    fn signature(&mut self) -> Read<Signature> {
        let mut signature = Signature::default();
        self.expect("(")?;
        while !self.take(")") {
            if self.take("...") {
                signature.variadic = true;
            } else if self.take("struct") {
                signature.params.push(Param::Struct { size: self.number()?, align: self.number()? });
            } else {
                signature.params.push(Param::Value(self.ty()?));
            }
            self.take(",");
        }
        // A minus sign can begin a number, so it is a word of its own here.
        if self.take("-") {
            self.expect(">")?;
            signature.pair = self.take("pair");
            signature.result = Some(self.ty()?);
        }
        Ok(signature)
    }

    fn places(&mut self) -> Read<Vec<Place>> {
        let mut places = Vec::new();
        loop {
            let token = self.peek();
            let Some((kind, number)) = token.split_at_checked(1) else { break };
            let Ok(number) = number.parse::<i32>() else { break };
            places.push(match kind {
                "g" => Place::General(number as u8),
                "f" => Place::Float(number as u8),
                "s" => Place::Stack(number),
                _ => break,
            });
            self.next();
        }
        Ok(places)
    }

    fn access(&mut self) -> Read<Access> {
        let name = self.next();
        let mem = *Mem::ALL.iter().find(|m| m.name() == name).ok_or("a kind of access")?;
        let volatile = self.take("volatile");
        let unaligned = self.take("unaligned");
        Ok(Access { mem, volatile, unaligned })
    }

    fn edge(&mut self) -> Read<Edge> {
        let mut edge = Edge::to(self.block()?);
        if self.take("(") {
            while !self.take(")") {
                edge.args.push(self.value()?);
                self.take(",");
            }
        }
        Ok(edge)
    }
}

fn ty(word: &str) -> Option<Type> {
    [Type::I32, Type::I64, Type::F32, Type::F64]
        .into_iter()
        .zip(["i32", "i64", "f32", "f64"])
        .find(|t| t.1 == word)
        .map(|t| t.0)
}

struct Reader {
    module: Module,
    function: Option<Function>,
    block: Option<usize>,
}

impl Reader {
    fn line(&mut self, t: &mut Tokens<'_>) -> Read<()> {
        if t.peek().is_empty() {
            return Ok(());
        }
        if self.function.is_some() { self.function_line(t) } else { self.module_line(t) }
    }

    fn symbol(&mut self, t: &mut Tokens<'_>) -> Read<SymbolId> {
        t.expect("@")?;
        let name = t.quoted()?;
        Ok(self.module.symbol(&name))
    }

    fn module_line(&mut self, t: &mut Tokens<'_>) -> Read<()> {
        match t.next() {
            "file" => {
                let name = t.quoted()?;
                self.module.files.push(name);
            }
            "symbol" => {
                let name = t.quoted()?;
                let linkage = match t.next() {
                    "global" => Linkage::Global,
                    "weak" => Linkage::Weak,
                    "local" => Linkage::Local,
                    _ => return Err("a linkage"),
                };
                let (pure, no_return, constant) = (t.take("pure"), t.take("noreturn"), t.take("constant"));
                self.module.symbols.push(Symbol { name, linkage, pure, no_return, constant });
            }
            "assembly" => {
                let text = t.quoted()?;
                let loc = t.loc()?;
                self.module.assembly.push((text, loc));
            }
            "object" => self.object(t)?,
            "function" => self.function(t)?,
            _ => return Err("`symbol`, `object` or `function`"),
        }
        Ok(())
    }

    fn object(&mut self, t: &mut Tokens<'_>) -> Read<()> {
        let symbol = self.symbol(t)?;
        let section = t.quoted()?;
        let align = t.number()?;
        t.expect("{")?;
        let mut data = Vec::new();
        loop {
            data.push(match t.next() {
                "}" => break,
                "zero" => Datum::Zero(t.number()?),
                "bytes" => {
                    let hex = if t.peek() == "zero" { "" } else { t.next() };
                    let byte = |i: usize| hex.get(i..i + 2).and_then(|h| u8::from_str_radix(h, 16).ok());
                    let bytes: Option<Vec<u8>> = (0..hex.len()).step_by(2).map(byte).collect();
                    Datum::Bytes(bytes.ok_or("bytes")?)
                }
                "address" => Datum::Address(self.symbol(t)?, t.number()?),
                "label" => Datum::Label(self.symbol(t)?, t.block()?),
                _ => return Err("`bytes`, `zero`, `address` or `label`"),
            });
        }
        self.module.objects.push(Object { symbol, section, align, data });
        Ok(())
    }

    fn function(&mut self, t: &mut Tokens<'_>) -> Read<()> {
        let mut f = Function { symbol: self.symbol(t)?, signature: t.signature()?, ..Function::default() };
        f.flags.no_inline = t.take("noinline");
        f.flags.always_inline = t.take("always_inline");
        f.flags.inline_hint = t.take("inline");
        f.legal = t.take("legal");
        if f.legal {
            f.outgoing = t.number()?;
            f.incoming = t.places()?;
        }
        t.expect("{")?;
        f.loc = t.loc()?;
        self.function = Some(f);
        self.block = None;
        Ok(())
    }

    fn function_line(&mut self, t: &mut Tokens<'_>) -> Read<()> {
        let Some(mut f) = self.function.take() else { return Err("a function") };
        let result = self.in_function(&mut f, t);
        if result == Ok(true) {
            self.module.functions.push(f);
        } else {
            self.function = Some(f);
        }
        result.map(|_| ())
    }

    /// Reads a line of a function; true at its end.
    fn in_function(&mut self, f: &mut Function, t: &mut Tokens<'_>) -> Read<bool> {
        let token = t.peek();
        let numbered = |prefix| token.strip_prefix(prefix).is_some_and(|n: &str| n.parse::<u32>().is_ok());
        if t.take("}") {
            return Ok(true);
        } else if numbered('b') {
            self.block_line(f, t)?;
        } else if numbered('v') {
            let value = t.value()?;
            let ty = if t.peek() == "=" { None } else { Some(t.ty()?) };
            t.expect("=")?;
            let op = self.operation(t)?;
            let loc = t.loc()?;
            define(f, value, Node { op, ty, loc });
            let block = self.block.and_then(|b| f.blocks.get_mut(b)).ok_or("a block before the nodes")?;
            block.nodes.push(value);
        } else if t.take("slot") {
            t.next();
            f.slots.push(Slot { size: t.number()?, align: t.number()? });
        } else if t.take("inlined") {
            let callee = self.symbol(t)?;
            f.inlined.push(Inlined { callee, loc: t.loc()? });
        } else if t.take("variable") {
            let (name, key, inlined) = (t.quoted()?, t.number()?, t.number()?);
            let part = if t.take("part") { Some((t.number()?, t.number()?)) } else { None };
            let passed = t.take("passed");
            let slot = if t.peek().is_empty() { None } else { Some(SlotId(t.numbered('s')?)) };
            f.variables.push(DebugVariable { name, key, inlined, slot, passed, part });
        } else {
            let end = end(t)?;
            let loc = t.loc()?;
            let block = self.block.and_then(|b| f.blocks.get_mut(b)).ok_or("a block before its end")?;
            block.end = end;
            block.loc = loc;
        }
        Ok(false)
    }

    fn block_line(&mut self, f: &mut Function, t: &mut Tokens<'_>) -> Read<()> {
        let block = t.block()?;
        if block.index() != f.blocks.len() {
            return Err("blocks in the order of their numbers");
        }
        let mut data = BlockData::default();
        if t.take("(") {
            while !t.take(")") {
                let value = t.value()?;
                let ty = t.ty()?;
                define(f, value, Node { op: Op::Param, ty: Some(ty), loc: Loc::default() });
                data.params.push(value);
                t.take(",");
            }
        }
        t.expect(":")?;
        f.blocks.push(data);
        self.block = Some(block.index());
        Ok(())
    }

    fn operation(&mut self, t: &mut Tokens<'_>) -> Read<Op> {
        let name = t.next();
        if let Some(op) = Unary::ALL.iter().find(|op| op.name() == name) {
            return Ok(Op::Unary(*op, t.value()?));
        }
        if let Some(op) = Binary::ALL.iter().find(|op| op.name() == name) {
            let a = t.value()?;
            t.expect(",")?;
            return Ok(Op::Binary(*op, a, t.value()?));
        }
        Ok(match name {
            "nop" => Op::Nop,
            "int" => Op::Int(t.number()?),
            "float" => {
                let digits = t.next().strip_prefix("0x").ok_or("a hexadecimal number")?;
                Op::Float(u64::from_str_radix(digits, 16).map_err(|_| "a hexadecimal number")?)
            }
            "symbol" => Op::Symbol(self.symbol(t)?, t.number()?),
            "slot" => Op::Slot(SlotId(t.numbered('s')?), t.number()?),
            "label" => Op::Label(t.block()?),
            "load" => Op::Load(t.access()?, t.value()?, t.number()?),
            "part" => Op::Part(t.value()?, t.number()?),
            "alloca" => Op::Alloca(t.value()?),
            "stack.save" => Op::StackSave,
            "stack.restore" => Op::StackRestore(t.value()?),
            "var.args" => Op::VarArgs,
            "incoming" => Op::Incoming(t.number()?),
            "outgoing" => Op::Outgoing(t.number()?),
            "frame.address" => Op::FrameAddress,
            "return.address" => Op::ReturnAddress,
            "call" => self.call(t)?,
            "asm" => Op::Asm(Box::new(asm(t)?)),
            _ => return listed(name, t),
        })
    }

    fn call(&mut self, t: &mut Tokens<'_>) -> Read<Op> {
        let callee = if t.peek() == "@" { Callee::Symbol(self.symbol(t)?) } else { Callee::Value(t.value()?) };
        t.expect("(")?;
        let mut args = Vec::new();
        while !t.take(")") {
            args.push(t.value()?);
            t.take(",");
        }
        t.expect("sig")?;
        let signature = t.signature()?;
        let places = if t.take("at") { t.places()? } else { Vec::new() };
        Ok(Op::Call(Box::new(Call { callee, args, signature, places })))
    }
}

/// Operations whose operands have commas.
fn listed(name: &str, t: &mut Tokens<'_>) -> Read<Op> {
    let comma_value = |t: &mut Tokens<'_>| {
        t.expect(",")?;
        t.value()
    };
    Ok(match name {
        "select" => Op::Select(t.value()?, comma_value(t)?, comma_value(t)?),
        "store" => Op::Store(t.access()?, t.value()?, t.number()?, comma_value(t)?),
        "copy" => {
            let volatile = t.take("volatile");
            let (to, from) = (t.value()?, comma_value(t)?);
            t.expect(",")?;
            Op::Copy { to, from, size: t.number()?, align: t.number()?, volatile }
        }
        "zero" => {
            let to = t.value()?;
            t.expect(",")?;
            Op::Zero { to, size: t.number()?, align: t.number()? }
        }
        "trap.if" => {
            let name = t.next();
            let compare = *Compare::ALL.iter().find(|c| c.name() == name).ok_or("a condition")?;
            let (a, b) = (t.value()?, comma_value(t)?);
            t.expect(",")?;
            Op::TrapIf(compare, a, b, t.number()?)
        }
        _ => return Err("an operation"),
    })
}

/// Puts a node at the place that its number says.
fn define(f: &mut Function, value: Value, node: Node) {
    let empty = || Node { op: Op::Nop, ty: None, loc: Loc::default() };
    if value.index() >= f.nodes.len() {
        f.nodes.resize_with(value.index().min(1 << 24) + 1, empty);
    }
    if let Some(place) = f.nodes.get_mut(value.index()) {
        *place = node;
    }
}

fn asm_place(t: &mut Tokens<'_>) -> Read<AsmPlace> {
    Ok(match t.next() {
        "general" => AsmPlace::General,
        "float" => AsmPlace::Float,
        "fixed" => AsmPlace::Fixed(t.number()?),
        "fixed.float" => AsmPlace::FixedFloat(t.number()?),
        "lo" => AsmPlace::Lo,
        "hi" => AsmPlace::Hi,
        "memory" => AsmPlace::Memory,
        "immediate" => AsmPlace::Immediate,
        "same" => AsmPlace::Same(t.number()?),
        _ => return Err("the place of an operand"),
    })
}

fn asm(t: &mut Tokens<'_>) -> Read<Asm> {
    let template = t.quoted()?.to_owned();
    let (volatile, memory) = (t.take("volatile"), t.take("memory"));
    let clobbers = t.number()?;
    let mut asm =
        Asm { template, outputs: Vec::new(), inputs: Vec::new(), numbers: Vec::new(), clobbers, memory, volatile };
    t.expect("out")?;
    while !t.take("in") {
        let early = t.take("early");
        asm.outputs.push(AsmOut { place: asm_place(t)?, ty: t.ty()?, early });
    }
    while !t.take("numbers") {
        asm.inputs.push(AsmIn { place: asm_place(t)?, value: t.value()? });
    }
    while let Ok(number) = t.peek().parse() {
        t.next();
        asm.numbers.push(number);
    }
    Ok(asm)
}

fn end(t: &mut Tokens<'_>) -> Read<Terminator> {
    Ok(match t.next() {
        "none" => Terminator::None,
        "trap" => Terminator::Trap,
        "jump" => Terminator::Jump(t.edge()?),
        "branch" => {
            let value = t.value()?;
            t.expect(",")?;
            let yes = t.edge()?;
            t.expect(",")?;
            Terminator::Branch(value, yes, t.edge()?)
        }
        "switch" => {
            let value = t.value()?;
            let mut cases = Vec::new();
            loop {
                t.expect(",")?;
                if t.take("default") {
                    break Terminator::Switch(value, cases, t.edge()?);
                }
                cases.push((t.number()?, t.number()?, t.edge()?));
            }
        }
        "table" => {
            let value = t.value()?;
            let mut edges = Vec::new();
            while t.take(",") {
                edges.push(t.edge()?);
            }
            Terminator::Table(value, edges)
        }
        "goto" => {
            let value = t.value()?;
            let mut blocks = Vec::new();
            while t.take(",") {
                blocks.push(t.block()?);
            }
            Terminator::Goto(value, blocks)
        }
        "return" => {
            let mut values = Vec::new();
            while t.peek().starts_with('v') {
                values.push(t.value()?);
                t.take(",");
            }
            Terminator::Return(values)
        }
        _ => return Err("an operation or the end of a block"),
    })
}
