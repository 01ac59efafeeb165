//! Legalisation: `I64` becomes two words, arguments get the registers and stack words of the calling convention, copies
//! become loads and stores or calls of the library.
//!
//! It is needed at every level. After it [`Function::legal`] is set and no value has the type `I64`.

use super::legal_long::Pair;
use crate::ir::{
    Access, Binary, Block, Call, Callee, Function, Held, Loc, Mem, Module, Op, Param, Signature, SymbolId, Terminator,
    Type, Unary, Value,
    abi::{self, Place},
    fold,
    graph::Graph,
};
use alloc::{boxed::Box, vec, vec::Vec};

/// Maximum number of loads that a copy becomes; a larger one is a call of `memcpy`.
const MAX_PARTS: usize = 16;

/// Legalises all functions of a module.
pub fn module(module: &mut Module) {
    let mut functions = core::mem::take(&mut module.functions);
    for f in &mut functions {
        if !f.legal {
            let taken = core::mem::take(f);
            *f = function(module, taken);
        }
    }
    module.functions = functions;
}

/// Legalises one function; `module` gets the symbols of helpers.
pub fn function(module: &mut Module, f: Function) -> Function {
    let count = f.nodes.len();
    let mut legal = Legal {
        module,
        alias: (0..count as u32).map(Value).collect(),
        pairs: vec![None; count],
        out: Vec::new(),
        loc: Loc::default(),
        f,
    };
    legal.run();
    legal.f
}

/// The state of the legalisation of one function.
pub(super) struct Legal<'m> {
    module: &'m mut Module,
    pub(super) f: Function,
    /// The value that replaces each old value.
    alias: Vec<Value>,
    /// The two words of each old `I64`.
    pairs: Vec<Option<Pair>>,
    /// The nodes of the current block.
    out: Vec<Value>,
    loc: Loc,
}

impl Legal<'_> {
    fn run(&mut self) {
        let graph = Graph::new(&self.f);
        self.drop_unreachable(&graph);
        for &block in graph.order.iter().skip(1) {
            self.split_params(block);
        }
        for &block in &graph.order {
            if block.0 == 0 {
                self.entry();
            }
            let nodes = core::mem::take(&mut self.f.blocks[block.index()].nodes);
            for value in nodes {
                self.node(value);
            }
            self.end(block);
            let made = core::mem::take(&mut self.out);
            self.f.blocks[block.index()].nodes = made;
        }
        self.mark();
        self.f.outgoing = self.outgoing(&graph);
        self.f.legal = true;
    }

    /// The marks have the new values.
    fn mark(&mut self) {
        for block in 0..self.f.blocks.len() {
            for at in 0..self.f.blocks[block].marks.len() {
                let Held::Value(v) = self.f.blocks[block].marks[at].held else { continue };
                let is_known = !matches!(self.f.op(v), Op::Int(_));
                let held = match (self.pairs.get(v.index()).copied().flatten(), self.alias.get(v.index())) {
                    (Some((low, high)), _) => Held::Pair(low, high),
                    (None, Some(new)) if self.f.node(v).ty != Some(Type::I64) => Held::Value(*new),
                    (None, _) if is_known => Held::Removed,
                    _ => Held::Value(v),
                };
                self.f.blocks[block].marks[at].held = held;
            }
        }
    }

    fn drop_unreachable(&mut self, graph: &Graph) {
        for block in self.f.block_ids().filter(|b| !graph.is_reachable(*b)) {
            let data = &mut self.f.blocks[block.index()];
            data.nodes.clear();
            data.params.clear();
            data.end = Terminator::Trap;
        }
    }

    /// Bytes of arguments that calls pass on the stack, at least 16 if there is a call.
    fn outgoing(&self, graph: &Graph) -> u32 {
        let mut bytes = 0;
        for block in &graph.order {
            for value in &self.f.blocks[block.index()].nodes {
                if let Op::Call(call) = self.f.op(*value) {
                    bytes = bytes.max(4 * abi::layout(&call.signature).total);
                }
            }
        }
        bytes
    }

    fn split_params(&mut self, block: Block) {
        let params = core::mem::take(&mut self.f.blocks[block.index()].params);
        for param in params {
            let loc = self.f.node(param).loc;
            if self.f.ty(param) == Type::I64 {
                let low = self.f.add_param(block, Type::I32, loc);
                let high = self.f.add_param(block, Type::I32, loc);
                self.pairs[param.index()] = Some((low, high));
            } else {
                self.f.blocks[block.index()].params.push(param);
            }
        }
    }

    /// Adds a node to the current block.
    pub(super) fn emit(&mut self, op: Op, ty: Option<Type>) -> Value {
        let value = self.f.add(op, ty, self.loc);
        self.out.push(value);
        value
    }

    /// A constant word.
    pub(super) fn word(&mut self, n: i32) -> Value {
        self.emit(Op::Int(n.into()), Some(Type::I32))
    }

    /// An operation on words or floating-point numbers with a result of one type, computed at once if it can be.
    pub(super) fn unary(&mut self, op: Unary, ty: Type, a: Value) -> Value {
        self.emit(Op::Unary(op, a), Some(ty))
    }

    /// An operation on two words, computed at once if it can be.
    pub(super) fn binary(&mut self, op: Binary, a: Value, b: Value) -> Value {
        if let (Some(x), Some(y)) = (self.f.int(a), self.f.int(b))
            && let Some(bits) = fold::binary(op, Type::I32, x as u64, y as u64)
        {
            return self.word(bits as u32 as i32);
        }
        match (op, self.f.int(a), self.f.int(b)) {
            (Binary::Add | Binary::Or | Binary::Xor | Binary::Sub, _, Some(0)) => return a,
            (Binary::Add | Binary::Or | Binary::Xor, Some(0), _) => return b,
            (Binary::And | Binary::Mul, _, Some(0)) => return b,
            (Binary::And | Binary::Mul, Some(0), _) => return a,
            _ => {}
        }
        self.emit(Op::Binary(op, a, b), Some(Type::I32))
    }

    /// A select on words.
    pub(super) fn select(&mut self, condition: Value, a: Value, b: Value) -> Value {
        self.emit(Op::Select(condition, a, b), Some(Type::I32))
    }

    /// The new value of an old one that is no `I64`.
    pub(super) fn get(&self, value: Value) -> Value {
        self.alias[value.index()]
    }

    /// True if an old value, which has been legalised, was an `I64`. A call's node has its new type already.
    fn is_long(&self, value: Value) -> bool {
        self.pairs.get(value.index()).is_some_and(Option::is_some)
    }

    /// The words of an old `I64`.
    pub(super) fn pair(&mut self, value: Value) -> Pair {
        match self.pairs[value.index()] {
            Some(pair) => pair,
            // Only for a value that is no `I64`: the function was not well formed.
            None => {
                let zero = self.word(0);
                (zero, zero)
            }
        }
    }

    /// Keeps a node as it is, with new operands.
    fn keep(&mut self, value: Value) {
        let (alias, pairs) = (&self.alias, &self.pairs);
        // An `asm` gets the low word of an `I64`.
        self.f.nodes[value.index()].op.each_use_mut(|v| *v = pairs[v.index()].map_or(alias[v.index()], |p| p.0));
        self.out.push(value);
    }

    /// Declares that an old value is now another one.
    pub(super) fn become_value(&mut self, old: Value, new: Value) {
        self.alias[old.index()] = new;
    }

    fn become_pair(&mut self, old: Value, pair: Pair) {
        self.pairs[old.index()] = Some(pair);
    }

    fn node(&mut self, value: Value) {
        self.loc = self.f.node(value).loc;
        let ty = self.f.node(value).ty;
        let op = self.f.op(value).clone();
        match &op {
            Op::Int(n) if ty == Some(Type::I64) => {
                let pair = (self.word(*n as i32), self.word((*n >> 32) as i32));
                self.become_pair(value, pair);
            }
            Op::Unary(op, a) if ty == Some(Type::I64) || self.is_long(*a) => {
                let (op, a) = (*op, *a);
                if let Some(pair) = self.long_unary(value, op, a) {
                    self.become_pair(value, pair);
                }
            }
            Op::Binary(op, a, b) if ty == Some(Type::I64) || self.is_long(*a) => {
                if let Some(pair) = self.long_binary(value, *op, *a, *b) {
                    self.become_pair(value, pair);
                }
            }
            Op::Select(c, a, b) if ty == Some(Type::I64) => {
                let (c, (a_low, a_high), (b_low, b_high)) = (self.get(*c), self.pair(*a), self.pair(*b));
                let pair = (self.select(c, a_low, b_low), self.select(c, a_high, b_high));
                self.become_pair(value, pair);
            }
            Op::Load(access, a, offset) if access.mem == Mem::I64 => {
                let (a, access) = (self.get(*a), Access { mem: Mem::I32, ..*access });
                let low = self.emit(Op::Load(access, a, *offset), Some(Type::I32));
                let high = self.emit(Op::Load(access, a, offset.wrapping_add(4)), Some(Type::I32));
                self.become_pair(value, (low, high));
            }
            Op::Store(access, a, offset, b) if access.mem == Mem::I64 => {
                let (a, access, (low, high)) = (self.get(*a), Access { mem: Mem::I32, ..*access }, self.pair(*b));
                self.emit(Op::Store(access, a, *offset, low), None);
                self.emit(Op::Store(access, a, offset.wrapping_add(4), high), None);
            }
            Op::Copy { to, from, size, align, .. } => {
                let (to, from) = (self.get(*to), self.get(*from));
                self.copy(to, 0, from, *size, *align);
            }
            Op::Zero { to, size, align } => {
                let to = self.get(*to);
                self.zero(to, *size, *align);
            }
            Op::Call(call) => self.call(value, call),
            Op::VarArgs => {
                let next = abi::layout(&self.f.signature).next;
                self.f.nodes[value.index()].op = Op::Incoming(4 * next as i32);
                self.out.push(value);
            }
            _ => self.keep(value),
        }
    }

    fn end(&mut self, block: Block) {
        let data = &mut self.f.blocks[block.index()];
        self.loc = data.loc;
        let mut end = core::mem::take(&mut data.end);
        match &mut end {
            Terminator::Branch(v, ..)
            | Terminator::Switch(v, ..)
            | Terminator::Table(v, _)
            | Terminator::Goto(v, _) => {
                *v = self.get(*v);
            }
            Terminator::Return(values) => {
                let given = core::mem::take(values);
                for value in given {
                    if self.is_long(value) {
                        let (low, high) = self.pair(value);
                        values.extend([low, high]);
                    } else {
                        values.push(self.get(value));
                    }
                }
            }
            _ => {}
        }
        for edge in end.edges_mut() {
            let mut args = Vec::with_capacity(edge.args.len());
            for arg in &edge.args {
                match self.pairs.get(arg.index()).copied().flatten() {
                    Some((low, high)) => args.extend([low, high]),
                    None => args.push(self.get(*arg)),
                }
            }
            edge.args = args;
        }
        self.f.blocks[block.index()].end = end;
    }

    /// The parameters of the function: where they arrive, and their values.
    fn entry(&mut self) {
        let layout = abi::layout(&self.f.signature);
        let params = core::mem::take(&mut self.f.blocks[0].params);
        let signature = self.f.signature.clone();
        self.loc = self.f.loc;
        // The words of a struct and unnamed arguments that arrive in registers go to their words on the stack.
        let mut homes = Vec::new();
        for ((param, words), value) in signature.params.iter().zip(&layout.words).zip(params) {
            match (param, words.float) {
                (Param::Value(ty), Some(register)) => {
                    let new = self.incoming(*ty, Place::Float(register));
                    self.become_value(value, new);
                }
                (Param::Value(ty), None) => self.word_param(value, *ty, *words),
                (Param::Struct { .. }, _) => {
                    homes.extend(words.first..(words.first + words.count).min(4));
                    self.f.nodes[value.index()].op = Op::Incoming(4 * words.first as i32);
                    self.out.push(value);
                }
            }
        }
        if signature.variadic {
            homes.extend(layout.next..4);
        }
        for word in homes {
            let arrived = self.incoming(Type::I32, abi::word_place(word));
            let address = self.emit(Op::Incoming(4 * word as i32), Some(Type::I32));
            self.emit(Op::Store(Access::plain(Mem::I32), address, 0, arrived), None);
        }
    }

    /// A new parameter of the entry, in a place.
    fn incoming(&mut self, ty: Type, place: Place) -> Value {
        self.f.incoming.push(place);
        self.f.add_param(Block(0), ty, self.loc)
    }

    /// A parameter that arrives in argument words.
    fn word_param(&mut self, value: Value, ty: Type, words: abi::Words) {
        let place = abi::word_place(words.first);
        match (ty, place) {
            (Type::I32, _) | (Type::F32 | Type::F64, Place::Stack(_)) => {
                let new = self.incoming(ty, place);
                self.become_value(value, new);
            }
            (Type::F32, _) => {
                let word = self.incoming(Type::I32, place);
                let new = self.unary(Unary::FromBits, Type::F32, word);
                self.become_value(value, new);
            }
            (Type::I64 | Type::F64, _) => {
                let low = self.incoming(Type::I32, place);
                let high = self.incoming(Type::I32, abi::word_place(words.first + 1));
                if ty == Type::I64 {
                    self.become_pair(value, (low, high));
                } else {
                    let new = self.emit(Op::Binary(Binary::Join, low, high), Some(Type::F64));
                    self.become_value(value, new);
                }
            }
        }
    }

    fn call(&mut self, value: Value, call: &Call) {
        let layout = abi::layout(&call.signature);
        let (mut args, mut places) = (Vec::new(), Vec::new());
        let mut pass = |value, place| {
            args.push(value);
            places.push(place);
        };
        let mut registers = Vec::new();
        for ((arg, param), words) in call.args.iter().zip(&call.signature.params).zip(&layout.words) {
            match (*param, words.float) {
                (Param::Value(_), Some(register)) => pass(self.get(*arg), Place::Float(register)),
                (Param::Value(Type::I64), None) => {
                    let (low, high) = self.pair(*arg);
                    pass(low, abi::word_place(words.first));
                    pass(high, abi::word_place(words.first + 1));
                }
                (Param::Value(ty), None) => {
                    let (arg, place) = (self.get(*arg), abi::word_place(words.first));
                    match (ty, place) {
                        (Type::F32, Place::General(_)) => pass(self.unary(Unary::Bits, Type::I32, arg), place),
                        (Type::F64, Place::General(_)) => {
                            pass(self.unary(Unary::LowWord, Type::I32, arg), place);
                            let high = self.unary(Unary::HighWord, Type::I32, arg);
                            pass(high, abi::word_place(words.first + 1));
                        }
                        _ => pass(arg, place),
                    }
                }
                (Param::Struct { size, align }, _) => {
                    let from = self.get(*arg);
                    let in_registers = (4u32.saturating_sub(words.first) * 4).min(size);
                    registers.push((from, *words, size, align));
                    if size > in_registers {
                        let offset = 4 * words.first.max(4) as i32;
                        let to = self.emit(Op::Outgoing(offset), Some(Type::I32));
                        let low = in_registers as i32;
                        self.copy(to, low, from, size - in_registers, align.min(8));
                    }
                }
            }
        }
        // Copies to the stack can be calls, so the words of structs for registers are read after them.
        for (from, words, size, align) in registers {
            for i in (0..words.count).take_while(|i| words.first + i < 4) {
                let word = self.struct_word(from, i, size, align);
                args.push(word);
                places.push(abi::word_place(words.first + i));
            }
        }
        let callee = match call.callee {
            Callee::Value(v) => Callee::Value(self.get(v)),
            symbol => symbol,
        };
        let call = Call { callee, args, signature: call.signature.clone(), places };
        let is_long = call.signature.result == Some(Type::I64);
        let node = &mut self.f.nodes[value.index()];
        node.op = Op::Call(Box::new(call));
        self.out.push(value);
        if is_long {
            node.ty = Some(Type::I32);
            let high = self.emit(Op::Part(value, 1), Some(Type::I32));
            self.become_pair(value, (value, high));
        }
    }

    /// Calls a function of the library whose arguments are words or floating-point numbers, without `I64`.
    pub(super) fn library(&mut self, name: &str, signature: Signature, words: &[Value]) -> Value {
        let symbol = self.helper(name);
        let layout = abi::layout(&signature);
        let mut places = Vec::new();
        for words in &layout.words {
            match words.float {
                Some(register) => places.push(Place::Float(register)),
                None => places.extend((0..words.count).map(|i| abi::word_place(words.first + i))),
            }
        }
        let ty = match signature.result {
            Some(Type::I64) => Some(Type::I32),
            other => other,
        };
        let call = Call { callee: Callee::Symbol(symbol), args: words.to_vec(), signature, places };
        self.emit(Op::Call(Box::new(call)), ty)
    }

    fn helper(&mut self, name: &str) -> SymbolId {
        self.module.symbol(name)
    }

    /// One word of a struct for a register; bytes after its end are 0.
    fn struct_word(&mut self, from: Value, index: u32, size: u32, align: u32) -> Value {
        let (offset, rest) = (4 * index as i32, size - 4 * index);
        let load = |this: &mut Self, mem: Mem, at: i32| {
            let access = Access { mem, volatile: false, unaligned: align < mem.size() };
            this.emit(Op::Load(access, from, offset + at), Some(Type::I32))
        };
        if rest >= 4 {
            return load(self, Mem::I32, 0);
        }
        let mut word = load(self, if rest == 1 { Mem::U8 } else { Mem::U16 }, 0);
        if rest == 3 {
            let top = load(self, Mem::U8, 2);
            let sixteen = self.word(16);
            let top = self.binary(Binary::Shl, top, sixteen);
            word = self.binary(Binary::Or, word, top);
        }
        word
    }

    /// Copies `size` bytes from `from + skip` to `to`.
    fn copy(&mut self, to: Value, skip: i32, from: Value, size: u32, align: u32) {
        let all = parts(size, align, true);
        if all.len() > MAX_PARTS {
            let (skip, size) = (self.word(skip), self.word(size as i32));
            let from = self.binary(Binary::Add, from, skip);
            self.memory_call("memcpy", &[to, from, size]);
            return;
        }
        for (offset, mem, unaligned) in all {
            let access = Access { mem, volatile: false, unaligned };
            let part = self.emit(Op::Load(access, from, skip + offset), Some(mem.ty()));
            self.emit(Op::Store(access, to, offset, part), None);
        }
    }

    fn zero(&mut self, to: Value, size: u32, align: u32) {
        let all = parts(size, align, false);
        let zero = self.word(0);
        if all.len() > MAX_PARTS {
            let size = self.word(size as i32);
            self.memory_call("memset", &[to, zero, size]);
            return;
        }
        for (offset, mem, unaligned) in all {
            self.emit(Op::Store(Access { mem, volatile: false, unaligned }, to, offset, zero), None);
        }
    }

    fn memory_call(&mut self, name: &str, words: &[Value]) {
        let params = vec![Param::Value(Type::I32); 3];
        let signature = Signature { params, variadic: false, result: Some(Type::I32), pair: false };
        self.library(name, signature, words);
    }
}

/// The accesses that copy an object: offset, form, and whether it may be unaligned. Doubles move 8 bytes at once.
fn parts(size: u32, align: u32, doubles: bool) -> Vec<(i32, Mem, bool)> {
    let mut all = Vec::new();
    let mut at = 0;
    while at < size && all.len() <= MAX_PARTS {
        let rest = size - at;
        let mem = match rest {
            8.. if align >= 8 && doubles => Mem::F64,
            4.. => Mem::I32,
            2.. => Mem::U16,
            _ => Mem::U8,
        };
        // A halfword at an odd address is cheaper as two bytes.
        let mem = if mem == Mem::U16 && align < 2 { Mem::U8 } else { mem };
        all.push((at as i32, mem, align < mem.size()));
        at += mem.size();
    }
    all
}
