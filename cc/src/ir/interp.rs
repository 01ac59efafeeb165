//! An interpreter: the independent judge of passes and of the code made.
//!
//! It runs functions before and after legalisation, and each kind can call the other: arguments always go through the
//! registers and stack words of the calling convention.

use super::{
    Access, Asm, AsmPlace, Block, Call, Callee, Datum, Function, Mem, Module, Op, Param, SymbolId, Terminator, Type,
    Unary, Value, abi, abi::Place, fold,
};
use alloc::{format, string::String, vec, vec::Vec};

/// First address of memory.
const BASE: u32 = 0x1000;
/// First address of functions, 16 bytes each.
const TEXT: u32 = 0x4000_0000;
/// First address of blocks.
const LABELS: u32 = 0x8000_0000;
/// Maximum nesting of calls.
const DEEPEST: u32 = 200;

/// The end of a run without a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A trap: division by zero, overflow, a condition, or a place that is never reached.
    Trap(String),
    /// More steps than allowed.
    Steps,
    /// The program does something that the interpreter cannot follow.
    Fault(String),
}

/// A function outside the module: gets the machine and the argument words, returns the result's bits.
pub type Host<'h> = dyn FnMut(&str, &mut Memory, &[u32]) -> Option<u64> + 'h;

/// Memory of the interpreter.
#[derive(Clone, Debug)]
pub struct Memory(Vec<u8>);

impl Memory {
    fn range(&self, address: u32, size: u32) -> Result<core::ops::Range<usize>, Stop> {
        let start = address.checked_sub(BASE).map(|a| a as usize);
        let range = start.map(|a| a..a + size as usize).filter(|r| r.end <= self.0.len());
        range.ok_or_else(|| Stop::Fault(format!("no memory at {address:#x}")))
    }

    /// The bytes at an address.
    pub fn read(&self, address: u32, size: u32) -> Result<&[u8], Stop> {
        let range = self.range(address, size)?;
        Ok(&self.0[range])
    }

    /// Writes bytes at an address.
    pub fn write(&mut self, address: u32, bytes: &[u8]) -> Result<(), Stop> {
        let range = self.range(address, bytes.len() as u32)?;
        self.0[range].copy_from_slice(bytes);
        Ok(())
    }

    fn word(&self, address: u32) -> Result<u32, Stop> {
        self.read(address, 4).map(|b| fold::loaded(Mem::I32, b) as u32)
    }
}

/// A module being run.
pub struct Machine<'m, 'h> {
    module: &'m Module,
    host: &'h mut Host<'h>,
    pub memory: Memory,
    addresses: Vec<u32>,
    sp: u32,
    /// The second part of the last complex number that a function returned.
    second: u64,
    general: [u32; 4],
    float: [u64; 2],
    steps: u64,
    depth: u32,
}

impl core::fmt::Debug for Machine<'_, '_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Machine").field("sp", &self.sp).field("steps", &self.steps).finish_non_exhaustive()
    }
}

/// A call in progress.
struct Frame<'m> {
    f: &'m Function,
    index: usize,
    values: Vec<u64>,
    /// High words and second parts of results, and outputs of `asm`.
    parts: Vec<(Value, u8, u64)>,
    slots: Vec<u32>,
    /// `$sp` of the caller.
    caller: u32,
    outgoing: u32,
}

impl<'m, 'h> Machine<'m, 'h> {
    /// A machine with the module's objects in memory; at most `steps` operations are run.
    pub fn new(module: &'m Module, size: u32, steps: u64, host: &'h mut Host<'h>) -> Result<Self, Stop> {
        let mut addresses: Vec<u32> = (0..module.symbols.len() as u32).map(|i| TEXT + 16 * i).collect();
        let mut next = BASE;
        for object in &module.objects {
            next = next.next_multiple_of(object.align.max(1));
            addresses[object.symbol.index()] = next;
            next = next.saturating_add(object.size());
        }
        let memory = Memory(vec![0; size as usize]);
        let sp = (BASE + size - 64) & !7;
        let (general, float) = ([0; 4], [0; 2]);
        let mut machine = Self { module, host, memory, addresses, sp, second: 0, general, float, steps, depth: 0 };
        machine.load()?;
        Ok(machine)
    }

    fn load(&mut self) -> Result<(), Stop> {
        for object in &self.module.objects {
            let mut at = self.addresses[object.symbol.index()];
            for datum in &object.data {
                let word = match datum {
                    Datum::Bytes(bytes) => {
                        self.memory.write(at, bytes)?;
                        at += bytes.len() as u32;
                        continue;
                    }
                    Datum::Zero(n) => {
                        at += n;
                        continue;
                    }
                    Datum::Address(symbol, offset) => self.addresses[symbol.index()].wrapping_add(*offset as u32),
                    Datum::Label(symbol, block) => {
                        let index = self.module.functions.iter().position(|f| f.symbol == *symbol);
                        label(index.unwrap_or(0), *block)
                    }
                };
                self.memory.write(at, &word.to_le_bytes())?;
                at += 4;
            }
        }
        Ok(())
    }

    /// The address of a symbol.
    pub fn address(&self, symbol: SymbolId) -> u32 {
        self.addresses[symbol.index()]
    }

    /// Calls a function with arguments of its parameters' types. Returns the bits of the result, 0 without one.
    pub fn call(&mut self, symbol: SymbolId, args: &[u64]) -> Result<u64, Stop> {
        let Some(f) = self.module.function(symbol) else { return Err(Stop::Fault("no such function".into())) };
        let layout = abi::layout(&f.signature);
        self.sp -= (layout.total * 4).next_multiple_of(8);
        for ((param, words), bits) in f.signature.params.iter().zip(&layout.words).zip(args) {
            self.pass(*param, *words, *bits)?;
        }
        let result = self.run(symbol);
        self.sp += (layout.total * 4).next_multiple_of(8);
        result
    }

    /// Puts an argument into its registers and words.
    fn pass(&mut self, param: Param, words: abi::Words, bits: u64) -> Result<(), Stop> {
        if let Some(register) = words.float {
            self.float[usize::from(register == 14)] = bits;
            return Ok(());
        }
        for i in 0..words.count {
            let word = match param {
                Param::Value(_) => (bits >> (32 * i)) as u32,
                Param::Struct { size, .. } => {
                    let rest = (size - 4 * i).min(4);
                    let bytes = self.memory.read(bits as u32 + 4 * i, rest)?;
                    bytes.iter().rev().fold(0, |n, b| n << 8 | u32::from(*b))
                }
            };
            self.put(abi::word_place(words.first + i), Type::I32, u64::from(word))?;
        }
        Ok(())
    }

    fn put(&mut self, place: Place, ty: Type, bits: u64) -> Result<(), Stop> {
        match place {
            Place::General(n) => self.general[usize::from(n - 4)] = bits as u32,
            Place::Float(n) => self.float[usize::from(n == 14)] = bits,
            Place::Stack(offset) => {
                let address = self.sp.wrapping_add(offset as u32);
                self.memory.write(address, &bits.to_le_bytes()[..ty.size() as usize])?;
            }
        }
        Ok(())
    }

    fn run(&mut self, symbol: SymbolId) -> Result<u64, Stop> {
        let found = self.module.functions.iter().position(|f| f.symbol == symbol);
        let Some(index) = found else { return self.outside(symbol) };
        if self.depth >= DEEPEST {
            return Err(Stop::Fault("calls are nested too deeply".into()));
        }
        self.depth += 1;
        let f = &self.module.functions[index];
        let caller = self.sp;
        let outgoing = if f.legal { f.outgoing } else { outgoing(f) };
        let mut slots = Vec::with_capacity(f.slots.len());
        for slot in &f.slots {
            self.sp = self.sp.wrapping_sub(slot.size) & !(slot.align.max(4) - 1);
            slots.push(self.sp);
        }
        self.sp = self.sp.wrapping_sub(outgoing) & !7;
        if self.sp < BASE + 0x1000 {
            return Err(Stop::Fault("the stack is full".into()));
        }
        let mut frame = Frame { f, index, values: vec![0; f.nodes.len()], parts: Vec::new(), slots, caller, outgoing };
        self.enter(&mut frame)?;
        let result = self.blocks(&mut frame);
        self.sp = caller;
        self.depth -= 1;
        result
    }

    /// A helper of the library, or a function of the host.
    fn outside(&mut self, symbol: SymbolId) -> Result<u64, Stop> {
        let name = self.module.symbols[symbol.index()].name.as_str();
        let [a, b, c, _] = self.general;
        let (left, right) = (u64::from(a) | u64::from(b) << 32, u64::from(c) | u64::from(self.general[3]) << 32);
        let zero = || Stop::Trap("division by zero".into());
        Ok(match name {
            "__divdi3" => fold::binary(super::Binary::DivS, Type::I64, left, right).ok_or_else(zero)?,
            "__udivdi3" => fold::binary(super::Binary::DivU, Type::I64, left, right).ok_or_else(zero)?,
            "__moddi3" => fold::binary(super::Binary::RemS, Type::I64, left, right).ok_or_else(zero)?,
            "__umoddi3" => fold::binary(super::Binary::RemU, Type::I64, left, right).ok_or_else(zero)?,
            "__floatdidf" => convert_long(Unary::ToFloat, Type::I64, Type::F64, left),
            "__floatdisf" => convert_long(Unary::ToFloat, Type::I64, Type::F32, left),
            "__floatundidf" => convert_long(Unary::ToFloatU, Type::I64, Type::F64, left),
            "__floatundisf" => convert_long(Unary::ToFloatU, Type::I64, Type::F32, left),
            "__fixdfdi" | "__fixunsdfdi" => convert_long(Unary::ToInt, Type::F64, Type::I64, self.float[0]),
            "__fixsfdi" | "__fixunssfdi" => convert_long(Unary::ToInt, Type::F32, Type::I64, self.float[0]),
            "memcpy" => {
                let bytes = self.memory.read(b, c)?.to_vec();
                self.memory.write(a, &bytes)?;
                u64::from(a)
            }
            "memset" => {
                self.memory.write(a, &vec![b as u8; c as usize])?;
                u64::from(a)
            }
            _ => {
                let mut words = self.general.to_vec();
                for i in 4..16 {
                    words.push(self.memory.word(self.sp + 4 * i).unwrap_or(0));
                }
                (self.host)(name, &mut self.memory, &words)
                    .ok_or_else(|| Stop::Fault(format!("no function `{name}`")))?
            }
        })
    }

    /// Gives the entry's parameters their values.
    fn enter(&mut self, frame: &mut Frame<'m>) -> Result<(), Stop> {
        let f = frame.f;
        let params = &f.blocks[0].params;
        if f.legal {
            for (param, place) in params.iter().zip(&f.incoming) {
                let ty = f.ty(*param);
                frame.values[param.index()] = match *place {
                    Place::General(n) => fold::word(self.general[usize::from(n - 4)]),
                    Place::Float(n) => self.float[usize::from(n == 14)],
                    Place::Stack(offset) => {
                        let address = frame.caller.wrapping_add(offset as u32);
                        fold::loaded(Mem::of(ty), self.memory.read(address, ty.size())?)
                    }
                };
            }
            return Ok(());
        }
        let layout = abi::layout(&f.signature);
        for (i, word) in self.general.into_iter().enumerate() {
            let is_struct =
                f.signature.params.iter().zip(&layout.words).any(|(p, w)| {
                    matches!(p, Param::Struct { .. }) && (w.first..w.first + w.count).contains(&(i as u32))
                });
            if is_struct || f.signature.variadic && i as u32 >= layout.next {
                self.memory.write(frame.caller + 4 * i as u32, &word.to_le_bytes())?;
            }
        }
        for ((param, words), value) in f.signature.params.iter().zip(&layout.words).zip(params) {
            frame.values[value.index()] = match (param, words.float) {
                (Param::Struct { .. }, _) => fold::word(frame.caller + 4 * words.first),
                (_, Some(register)) => self.float[usize::from(register == 14)],
                (Param::Value(ty), None) => {
                    let mut bits = 0;
                    for i in 0..words.count {
                        let word = match abi::word_place(words.first + i) {
                            Place::General(n) => self.general[usize::from(n - 4)],
                            Place::Stack(offset) => self.memory.word(frame.caller.wrapping_add(offset as u32))?,
                            Place::Float(_) => 0,
                        };
                        bits |= u64::from(word) << (32 * i);
                    }
                    if *ty == Type::I32 { fold::word(bits as u32) } else { bits }
                }
            };
        }
        Ok(())
    }

    fn blocks(&mut self, frame: &mut Frame<'m>) -> Result<u64, Stop> {
        let mut at = Block(0);
        loop {
            let block = &frame.f.blocks[at.index()];
            for &value in &block.nodes {
                self.steps = self.steps.checked_sub(1).ok_or(Stop::Steps)?;
                frame.values[value.index()] = self.operation(frame, value)?;
            }
            self.steps = self.steps.checked_sub(1).ok_or(Stop::Steps)?;
            let get = |v: &Value| frame.values[v.index()];
            let edge = match &block.end {
                Terminator::Jump(edge) => edge,
                Terminator::Branch(v, yes, no) => {
                    if get(v) as u32 != 0 {
                        yes
                    } else {
                        no
                    }
                }
                Terminator::Switch(v, cases, default) => {
                    let n = get(v) as i32;
                    cases.iter().find(|c| c.0 <= n && n <= c.1).map_or(default, |c| &c.2)
                }
                Terminator::Table(v, edges) => {
                    edges.get(get(v) as u32 as usize).ok_or_else(|| Stop::Fault("index outside a table".into()))?
                }
                Terminator::Goto(v, blocks) => {
                    let target = get(v) as u32;
                    let found = blocks.iter().find(|b| label(frame.index, **b) == target);
                    at = *found.ok_or_else(|| Stop::Fault("goto to no label".into()))?;
                    continue;
                }
                Terminator::Return(values) => {
                    return Ok(match values.as_slice() {
                        [] => 0,
                        [real, imag] if frame.f.signature.pair => {
                            self.second = get(imag);
                            get(real)
                        }
                        [low, high, ..] => u64::from(get(low) as u32) | get(high) << 32,
                        [one] => get(one),
                    });
                }
                Terminator::Trap => return Err(Stop::Trap("a place that is never reached".into())),
                Terminator::None => return Err(Stop::Fault("a block without end".into())),
            };
            let args: Vec<u64> = edge.args.iter().map(get).collect();
            at = edge.block;
            for (param, bits) in frame.f.blocks[at.index()].params.iter().zip(args) {
                frame.values[param.index()] = bits;
            }
        }
    }

    fn operation(&mut self, frame: &mut Frame<'m>, value: Value) -> Result<u64, Stop> {
        let f = frame.f;
        let get = |v: &Value| frame.values[v.index()];
        let ty = f.ty(value);
        Ok(match f.op(value) {
            Op::Param | Op::Nop => 0,
            Op::Int(n) => *n as u64,
            Op::Float(bits) => *bits,
            Op::Symbol(symbol, offset) => fold::word(self.address(*symbol).wrapping_add(*offset as u32)),
            Op::Slot(slot, offset) => fold::word(frame.slots[slot.index()].wrapping_add(*offset as u32)),
            Op::Label(block) => fold::word(label(frame.index, *block)),
            Op::Unary(op, a) => match fold::unary(*op, f.ty(*a), ty, get(a)) {
                Some(bits) => bits,
                None => convert_long(*op, f.ty(*a), ty, get(a)),
            },
            Op::Binary(op, a, b) => fold::binary(*op, f.ty(*a), get(a), get(b))
                .ok_or_else(|| Stop::Trap(format!("{} in {value}", op.name())))?,
            Op::Select(c, a, b) => get(if get(c) as u32 != 0 { a } else { b }),
            Op::Load(access, a, offset) => {
                let address = self.aligned(*access, get(a), *offset)?;
                fold::loaded(access.mem, self.memory.read(address, access.mem.size())?)
            }
            Op::Store(access, a, offset, b) => {
                let address = self.aligned(*access, get(a), *offset)?;
                let bits = get(b);
                self.memory.write(address, &bits.to_le_bytes()[..access.mem.size() as usize])?;
                0
            }
            Op::Copy { to, from, size, .. } => {
                let bytes = self.memory.read(get(from) as u32, *size)?.to_vec();
                self.memory.write(get(to) as u32, &bytes)?;
                0
            }
            Op::Zero { to, size, .. } => {
                self.memory.write(get(to) as u32, &vec![0; *size as usize])?;
                0
            }
            Op::Call(call) => self.call_node(frame, value, call)?,
            Op::Part(of, index) => {
                let found = frame.parts.iter().rfind(|p| p.0 == *of && p.1 == *index);
                found.map_or(0, |p| p.2)
            }
            Op::Asm(asm) => {
                let outputs = empty_asm(asm, &get)?;
                let parts = outputs.into_iter().enumerate().map(|(i, bits)| (value, i as u8, bits));
                frame.parts.retain(|p| p.0 != value);
                frame.parts.extend(parts);
                0
            }
            Op::TrapIf(compare, a, b, code) => {
                if fold::compare(*compare, get(a) as u32, get(b) as u32) {
                    return Err(Stop::Trap(format!("trap {}", code & super::TRAP_CODE)));
                }
                0
            }
            Op::Alloca(size) => {
                self.sp = self.sp.wrapping_sub((get(size) as u32).wrapping_add(7) & !7);
                fold::word(self.sp + frame.outgoing)
            }
            Op::StackSave => fold::word(self.sp),
            Op::StackRestore(a) => {
                self.sp = get(a) as u32;
                0
            }
            Op::VarArgs => fold::word(frame.caller + 4 * abi::layout(&f.signature).next),
            Op::Incoming(offset) => fold::word(frame.caller.wrapping_add(*offset as u32)),
            Op::Outgoing(offset) => fold::word(self.sp.wrapping_add(*offset as u32)),
            Op::FrameAddress => fold::word(self.sp),
            Op::ReturnAddress => 0,
        })
    }

    fn aligned(&self, access: Access, base: u64, offset: i32) -> Result<u32, Stop> {
        let address = (base as u32).wrapping_add(offset as u32);
        if !access.unaligned && address % access.mem.size() != 0 {
            return Err(Stop::Fault(format!("address {address:#x} is not aligned")));
        }
        Ok(address)
    }

    fn call_node(&mut self, frame: &mut Frame<'m>, value: Value, call: &Call) -> Result<u64, Stop> {
        let get = |v: &Value| frame.values[v.index()];
        if frame.f.legal {
            for (arg, place) in call.args.iter().zip(&call.places) {
                self.put(*place, frame.f.ty(*arg), get(arg))?;
            }
        } else {
            let layout = abi::layout(&call.signature);
            for ((arg, param), words) in call.args.iter().zip(&call.signature.params).zip(&layout.words) {
                self.pass(*param, *words, get(arg))?;
            }
        }
        let symbol = match call.callee {
            Callee::Symbol(symbol) => symbol,
            Callee::Value(v) => {
                let address = get(&v) as u32;
                let found = self.addresses.iter().position(|a| *a == address);
                SymbolId(found.ok_or_else(|| Stop::Fault(format!("no function at {address:#x}")))? as u32)
            }
        };
        let bits = self.run(symbol)?;
        if call.signature.pair {
            frame.parts.retain(|p| p.0 != value);
            frame.parts.push((value, 1, self.second));
        }
        Ok(match call.signature.result {
            Some(Type::I32) => fold::word(bits as u32),
            Some(Type::I64) if frame.f.legal => {
                frame.parts.retain(|p| p.0 != value);
                frame.parts.push((value, 1, fold::word((bits >> 32) as u32)));
                fold::word(bits as u32)
            }
            _ => bits,
        })
    }
}

/// The address of a block.
fn label(function: usize, block: Block) -> u32 {
    LABELS | (function as u32) << 16 | block.0
}

/// Bytes of arguments that the calls of a function pass on the stack.
fn outgoing(f: &Function) -> u32 {
    let words = f.nodes.iter().map(|n| match &n.op {
        Op::Call(call) => abi::layout(&call.signature).total,
        Op::Copy { .. } | Op::Zero { .. } => 4,
        _ => 4,
    });
    4 * words.max().unwrap_or(4)
}

/// Conversions between `I64` and floating-point numbers, as the library's functions make them, with whole arithmetic.
fn convert_long(op: Unary, from: Type, to: Type, a: u64) -> u64 {
    match op {
        Unary::ToFloat | Unary::ToFloatU => {
            let negative = op == Unary::ToFloat && (a as i64) < 0;
            let magnitude = if negative { a.wrapping_neg() } else { a };
            integer_to_float(magnitude, negative, to)
        }
        _ => float_to_integer(a, from),
    }
}

/// A whole number as a floating-point number, rounded to nearest.
fn integer_to_float(magnitude: u64, negative: bool, to: Type) -> u64 {
    let (fraction, bias, sign) = if to == Type::F32 { (23, 127, 31) } else { (52, 1023, 63) };
    let sign = u64::from(negative) << sign;
    if magnitude == 0 {
        return sign;
    }
    let exponent = 63 - magnitude.leading_zeros();
    let bits = if exponent <= fraction {
        magnitude << (fraction - exponent)
    } else {
        let shift = exponent - fraction;
        let (whole, lost, half) = (magnitude >> shift, magnitude & ((1 << shift) - 1), 1u64 << (shift - 1));
        whole + u64::from(lost > half || lost == half && whole & 1 != 0)
    };
    // The leading 1 of the fraction adds to the exponent, as does a carry.
    sign | ((u64::from(exponent + bias - 1) << fraction) + bits)
}

/// A floating-point number as a whole one, towards zero; without meaning outside the range of `I64`.
fn float_to_integer(a: u64, from: Type) -> u64 {
    let (fraction, bias, sign) = if from == Type::F32 { (23, 127, 31) } else { (52, 1023, 63) };
    let exponent = (a >> fraction & ((1 << (sign - fraction)) - 1)) as i32 - bias;
    let significand = a & ((1 << fraction) - 1) | 1 << fraction;
    let magnitude = match exponent {
        ..0 => 0,
        64.. => 0,
        e if e <= fraction => significand >> (fraction - e),
        e => significand << (e - fraction),
    };
    if a >> sign & 1 != 0 { magnitude.wrapping_neg() } else { magnitude }
}

/// The outputs of an `asm` without text: inputs in the place of an output pass through.
fn empty_asm(asm: &Asm, get: &dyn Fn(&Value) -> u64) -> Result<Vec<u64>, Stop> {
    if !asm.template.trim().is_empty() {
        return Err(Stop::Fault("assembly cannot be interpreted".into()));
    }
    let tied = |i: usize| asm.inputs.iter().find(|input| input.place == AsmPlace::Same(i as u8));
    Ok((0..asm.outputs.len()).map(|i| tied(i).map_or(0, |input| get(&input.value))).collect())
}
