//! Random modules for tests: every run of `kernel` ends, reads no address as a number and no uninitialised memory.

use super::{build::Builder, build::Variable, *};
use alloc::{format, vec, vec::Vec};
use mcore_base::Rng;

/// Words of the global object and of the slots that functions use as arrays.
const WORDS: u64 = 16;

/// A module for a seed, with all features.
pub fn module(seed: u64) -> Module {
    module_of(seed, true)
}

/// A module for a seed; without `library` it needs no function of the compiler's library.
pub fn module_of(seed: u64, library: bool) -> Module {
    let mut rng = Rng::new(seed);
    let mut module = Module { files: vec!["random.c".into()], ..Module::default() };
    let data = module.add_symbol(Symbol { name: "data".into(), linkage: Linkage::Local, ..Symbol::default() });
    let bytes = (0..4 * WORDS).map(|_| rng.next_u64() as u8).collect();
    module.objects.push(Object { symbol: data, section: ".data".into(), align: 8, data: vec![Datum::Bytes(bytes)] });
    let mut known: Vec<(SymbolId, Signature)> = Vec::new();
    for i in 0..1 + rng.below(4) {
        let name = format!("f{i}");
        let linkage = if rng.below(2) == 0 { Linkage::Local } else { Linkage::Global };
        let symbol = module.add_symbol(Symbol { name, linkage, ..Symbol::default() });
        let signature = signature(&mut rng);
        let f = function(&mut rng, symbol, signature.clone(), data, &known, library);
        module.functions.push(f);
        known.push((symbol, signature));
    }
    let symbol = module.symbol("kernel");
    let signature = Signature { result: Some(Type::I32), ..Signature::default() };
    let f = function(&mut rng, symbol, signature, data, &known, library);
    module.functions.push(f);
    module
}

const TYPES: [Type; 4] = [Type::I32, Type::I64, Type::F32, Type::F64];

fn some_type(rng: &mut Rng) -> Type {
    // Words are most frequent, as in programs.
    TYPES[[0, 0, 0, 0, 1, 2, 3, 3][rng.below(8) as usize]]
}

fn signature(rng: &mut Rng) -> Signature {
    let params = (0..rng.below(7))
        .map(|_| match rng.below(8) {
            0 => Param::Struct { size: 1 + rng.below(24) as u32, align: [1, 4, 8][rng.below(3) as usize] },
            _ => Param::Value(some_type(rng)),
        })
        .map(|p| match p {
            Param::Struct { size, align } => Param::Struct { size: size.next_multiple_of(align), align },
            value => value,
        })
        .collect();
    Signature { params, variadic: false, result: Some(some_type(rng)), pair: false }
}

struct Maker<'r> {
    rng: &'r mut Rng,
    b: Builder,
    /// Variables by type, in the order of [`TYPES`].
    variables: [Vec<Variable>; 4],
    data: SymbolId,
    array: SlotId,
    known: &'r [(SymbolId, Signature)],
    library: bool,
    /// Statements that may still be made.
    left: u32,
}

fn function(
    rng: &mut Rng,
    symbol: SymbolId,
    signature: Signature,
    data: SymbolId,
    known: &[(SymbolId, Signature)],
    library: bool,
) -> Function {
    let result = signature.result.unwrap_or(Type::I32);
    let params = signature.params.clone();
    let left = 5 + rng.below(40) as u32;
    let mut b = Builder::new(symbol, signature, Loc::default());
    let array = b.slot(4 * WORDS as u32, 8);
    let mut m = Maker { rng, b, variables: Default::default(), data, array, known, library, left };
    m.begin(&params);
    m.statements(0);
    let mut out = m.combine();
    out = m.convert(out, result);
    m.b.ret(Some(out));
    m.b.finish()
}

impl Maker<'_> {
    /// Gives the array and all variables values, some of them from parameters.
    fn begin(&mut self, params: &[Param]) {
        let address = self.b.slot_address(self.array, 0);
        for i in 0..WORDS {
            let value = self.int(Type::I32);
            self.b.store(Access::plain(Mem::I32), address, 4 * i as i32, value);
        }
        for (index, ty) in TYPES.into_iter().enumerate() {
            for _ in 0..3 {
                let variable = self.b.variable(ty);
                let value = self.constant(ty);
                self.b.set(variable, value);
                self.variables[index].push(variable);
            }
        }
        for (i, param) in params.iter().enumerate() {
            let (value, ty) = match *param {
                Param::Value(ty) => (self.b.param(i), ty),
                Param::Struct { size, .. } => {
                    let at = self.rng.below(u64::from(size)) as i32;
                    let address = self.b.param(i);
                    (self.b.load_plain(Mem::U8, address, at), Type::I32)
                }
            };
            let variable = self.pick(ty);
            self.b.set(variable, value);
        }
    }

    fn pick(&mut self, ty: Type) -> Variable {
        let list = &self.variables[ty as usize];
        list[self.rng.below(list.len() as u64) as usize]
    }

    fn int(&mut self, ty: Type) -> Value {
        let n = match self.rng.below(5) {
            0 => self.rng.range(-4, 40),
            1 => self.rng.range(-70_000, 70_000),
            2 => 1 << self.rng.below(if ty == Type::I64 { 63 } else { 31 }),
            3 => [0, 1, -1, 255, 0xffff, i64::from(i32::MIN), 0x8000][self.rng.below(7) as usize],
            _ => self.rng.next_u64() as i64,
        };
        self.b.int(ty, n)
    }

    fn constant(&mut self, ty: Type) -> Value {
        match ty {
            Type::I32 | Type::I64 => self.int(ty),
            Type::F32 | Type::F64 => {
                // Numbers with few digits, so that sums and products often stay exact.
                let n = self.rng.range(-1000, 1000);
                let bits = fold::unary(Unary::ToFloat, Type::I32, ty, n as u64).unwrap_or(0);
                self.b.float(ty, bits)
            }
        }
    }

    /// A value of a type: a variable or a constant.
    fn value(&mut self, ty: Type) -> Value {
        if self.rng.below(5) == 0 {
            self.constant(ty)
        } else {
            let variable = self.pick(ty);
            self.b.get(variable)
        }
    }

    fn statements(&mut self, depth: u32) {
        for _ in 0..1 + self.rng.below(7) {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            match self.rng.below(if depth < 3 { 18 } else { 14 }) {
                0..8 => self.assign(),
                8..10 => self.store(),
                10..12 => self.call(),
                12 => {
                    let value = self.load();
                    let variable = self.pick(Type::I32);
                    self.b.set(variable, value);
                }
                13 => self.guarded_trap(),
                14 | 15 => self.condition(depth),
                16 => self.repeat(depth),
                _ => self.switch(depth),
            }
        }
    }

    fn assign(&mut self) {
        let ty = some_type(self.rng);
        let value = self.expression(ty);
        let variable = self.pick(ty);
        self.b.set(variable, value);
    }

    fn expression(&mut self, ty: Type) -> Value {
        use Binary::*;
        let choice = self.rng.below(10);
        if choice == 0 {
            let from = some_type(self.rng);
            let value = self.value(from);
            return self.convert(value, ty);
        }
        if choice == 1 {
            let (c, a, b) = (self.value(Type::I32), self.value(ty), self.value(ty));
            return self.b.select(c, a, b);
        }
        if ty.is_float() {
            let (a, b) = (self.value(ty), self.value(ty));
            if choice == 2 {
                let op = [Unary::FNeg, Unary::FAbs][self.rng.below(2) as usize];
                return self.b.unary(op, ty, a);
            }
            let op = [FAdd, FSub, FMul, FDiv, FMul, FAdd][self.rng.below(6) as usize];
            let value = self.b.binary(op, a, b);
            if op == FMul && self.rng.below(2) == 0 {
                let c = self.value(ty);
                return self.b.binary([FAdd, FSub][self.rng.below(2) as usize], value, c);
            }
            return value;
        }
        if choice == 2 {
            return self.unary_integer(ty);
        }
        let a = self.value(ty);
        let ops = [Add, Sub, Mul, And, Or, Xor, Shl, ShrU, ShrS, DivS, DivU, RemS, RemU, MulHiU, MulHiS, Rotr];
        let op = ops[self.rng.below(ops.len() as u64) as usize];
        match op {
            MulHiS | MulHiU | Rotr if ty == Type::I64 => a,
            Shl | ShrU | ShrS | Rotr => {
                let b = self.value(Type::I32);
                self.b.binary(op, a, b)
            }
            DivS | DivU | RemS | RemU => {
                if ty == Type::I64 && !self.library {
                    return a;
                }
                let (b, one) = (self.value(ty), self.b.int(ty, 1));
                let b = self.b.binary(Or, b, one);
                self.b.binary(op, a, b)
            }
            _ => {
                let b = self.value(ty);
                self.b.binary(op, a, b)
            }
        }
    }

    fn unary_integer(&mut self, ty: Type) -> Value {
        let value = self.value(ty);
        if ty == Type::I64 {
            return match self.rng.below(2) {
                0 => self.b.unary(Unary::Bswap, ty, value),
                _ => {
                    let (low, high) = (self.value(Type::I32), self.value(Type::I32));
                    self.b.binary(Binary::Pair, low, high)
                }
            };
        }
        let op = [Unary::Ext8, Unary::Ext16, Unary::Clz, Unary::Bswap][self.rng.below(4) as usize];
        self.b.unary(op, ty, value)
    }

    fn compare(&mut self) -> Value {
        use Binary::*;
        let ty = some_type(self.rng);
        let (a, b) = (self.value(ty), if self.rng.below(4) == 0 { self.zero(ty) } else { self.value(ty) });
        let op = match ty.is_float() {
            true => [FEq, FLt, FLe, FUn][self.rng.below(4) as usize],
            false => [Eq, Ne, LtS, LtU, LeS, LeU][self.rng.below(6) as usize],
        };
        let value = self.b.binary(op, a, b);
        if self.rng.below(4) == 0 {
            let one = self.b.int(Type::I32, 1);
            return self.b.binary(Xor, value, one);
        }
        value
    }

    fn zero(&mut self, ty: Type) -> Value {
        if ty.is_float() { self.b.float(ty, 0) } else { self.b.int(ty, 0) }
    }

    /// A value as another type; floating-point numbers become integers by their bits if they are out of range.
    fn convert(&mut self, value: Value, to: Type) -> Value {
        let from = self.b.function().ty(value);
        match (from, to) {
            _ if from == to => value,
            (Type::I32, Type::I64) => {
                self.b.unary([Unary::Extend, Unary::ExtendZero][self.rng.below(2) as usize], to, value)
            }
            (Type::I64, Type::I32) => self.b.unary([Unary::Low, Unary::High][self.rng.below(2) as usize], to, value),
            (Type::I32, _) => self.b.unary([Unary::ToFloat, Unary::ToFloatU][self.rng.below(2) as usize], to, value),
            (Type::I64, _) if self.library => self.b.unary(Unary::ToFloat, to, value),
            (Type::I64, _) => {
                let word = self.b.unary(Unary::High, Type::I32, value);
                self.b.unary(Unary::ToFloat, to, word)
            }
            (Type::F32, Type::F64) => self.b.unary(Unary::Widen, to, value),
            (Type::F64, Type::F32) => self.b.unary(Unary::Narrow, to, value),
            (_, Type::I64) => {
                let double = self.convert(value, Type::F64);
                self.b.unary(Unary::Bits, to, double)
            }
            (_, Type::I32) => match self.rng.below(3) {
                0 => {
                    let single = self.convert(value, Type::F32);
                    self.b.unary(Unary::Bits, to, single)
                }
                n => self.b.unary(if n == 1 { Unary::ToInt } else { Unary::ToIntU }, to, value),
            },
            _ => value,
        }
    }

    /// The address of a word of the data or the array, for a random index.
    fn address(&mut self) -> (Value, i32) {
        let base = match self.rng.below(2) {
            0 => self.b.symbol(self.data, 0),
            _ => self.b.slot_address(self.array, 0),
        };
        if self.rng.below(2) == 0 {
            return (base, 4 * self.rng.below(WORDS) as i32);
        }
        let (index, mask, two) =
            (self.value(Type::I32), self.b.int(Type::I32, WORDS as i64 - 1), self.b.int(Type::I32, 2));
        let index = self.b.binary(Binary::And, index, mask);
        let index = self.b.binary(Binary::Shl, index, two);
        (self.b.binary(Binary::Add, base, index), 0)
    }

    fn load(&mut self) -> Value {
        let (address, offset) = self.address();
        let mem = [Mem::I32, Mem::I32, Mem::I8, Mem::U8, Mem::I16, Mem::U16][self.rng.below(6) as usize];
        let access = Access { mem, volatile: self.rng.below(8) == 0, unaligned: false };
        self.b.load(access, address, offset)
    }

    fn store(&mut self) {
        let (address, offset) = self.address();
        match self.rng.below(8) {
            0 => {
                let base = self.b.slot_address(self.array, 8);
                let from = self.b.symbol(self.data, 16);
                let size = 1 + self.rng.below(40) as u32;
                self.b.op(Op::Copy { to: base, from, size, align: 8, volatile: false }, None);
            }
            1 => {
                let to = self.b.slot_address(self.array, 4);
                let size = 1 + self.rng.below(50) as u32;
                self.b.op(Op::Zero { to, size, align: 4 }, None);
            }
            2 => {
                let base = self.b.symbol(self.data, 0);
                let ty = [Type::I64, Type::F64][self.rng.below(2) as usize];
                let at = 8 * self.rng.below(WORDS / 2) as i32;
                let value = self.value(ty);
                self.b.store(Access::plain(Mem::of(ty)), base, at, value);
                let back = self.b.load_plain(Mem::of(ty), base, at ^ 8);
                let variable = self.pick(ty);
                self.b.set(variable, back);
            }
            n => {
                let mem = [Mem::I32, Mem::I32, Mem::I32, Mem::U8, Mem::I16][n as usize - 3];
                let value = self.value(Type::I32);
                self.b.store(Access::plain(mem), address, offset, value);
            }
        }
    }

    fn call(&mut self) {
        if self.known.is_empty() {
            return;
        }
        let (symbol, signature) = self.known[self.rng.below(self.known.len() as u64) as usize].clone();
        let mut args = Vec::new();
        for param in &signature.params {
            args.push(match *param {
                Param::Value(ty) => self.value(ty),
                Param::Struct { .. } => self.b.slot_address(self.array, 0),
            });
        }
        let callee =
            if self.rng.below(4) == 0 { Callee::Value(self.b.symbol(symbol, 0)) } else { Callee::Symbol(symbol) };
        if let Some(value) = self.b.call(callee, signature, args) {
            let variable = self.pick(self.b.function().ty(value));
            self.b.set(variable, value);
        }
    }

    fn guarded_trap(&mut self) {
        let (a, mask, limit) = (self.value(Type::I32), self.b.int(Type::I32, 15), self.b.int(Type::I32, 16));
        let a = self.b.binary(Binary::And, a, mask);
        self.b.trap_if(Compare::GeU, a, limit, 7);
    }

    fn condition(&mut self, depth: u32) {
        let condition = self.compare();
        let (yes, no, after) = (self.b.block(), self.b.block(), self.b.block());
        self.b.branch(condition, yes, no);
        for block in [yes, no] {
            self.b.seal(block);
            self.b.switch_to(block);
            if self.rng.below(4) != 0 {
                self.statements(depth + 1);
            }
            self.b.jump(after);
        }
        self.b.seal(after);
        self.b.switch_to(after);
    }

    fn repeat(&mut self, depth: u32) {
        let counter = self.b.variable(Type::I32);
        let start = self.b.int(Type::I32, 0);
        self.b.set(counter, start);
        let (head, body, after) = (self.b.block(), self.b.block(), self.b.block());
        self.b.jump(head);
        self.b.switch_to(head);
        let limit = self.rng.below(9) as i64;
        let (at, limit) = (self.b.get(counter), self.b.int(Type::I32, limit));
        let more = self.b.binary(Binary::LtS, at, limit);
        self.b.branch(more, body, after);
        self.b.seal(body);
        self.b.switch_to(body);
        self.statements(depth + 1);
        if self.rng.below(2) == 0 {
            // The counter as index.
            let base = self.b.symbol(self.data, 0);
            let (at, two) = (self.b.get(counter), self.b.int(Type::I32, 2));
            let offset = self.b.binary(Binary::Shl, at, two);
            let address = self.b.binary(Binary::Add, base, offset);
            let value = self.b.load_plain(Mem::I32, address, 4);
            let variable = self.pick(Type::I32);
            let old = self.b.get(variable);
            let sum = self.b.binary(Binary::Add, old, value);
            self.b.set(variable, sum);
        }
        if self.rng.below(4) == 0 {
            let leave = self.compare();
            let on = self.b.block();
            self.b.branch(leave, after, on);
            self.b.seal(on);
            self.b.switch_to(on);
        }
        let (at, one) = (self.b.get(counter), self.b.int(Type::I32, 1));
        let next = self.b.binary(Binary::Add, at, one);
        self.b.set(counter, next);
        self.b.jump(head);
        self.b.seal(head);
        self.b.seal(after);
        self.b.switch_to(after);
    }

    fn switch(&mut self, depth: u32) {
        let value = self.value(Type::I32);
        let mask = self.b.int(Type::I32, 15);
        let value = self.b.binary(Binary::And, value, mask);
        let after = self.b.block();
        let mut cases = Vec::new();
        let mut next = 0;
        for _ in 0..2 + self.rng.below(8) {
            let low = next + self.rng.below(2) as i32;
            let high = low + self.rng.below(2) as i32;
            next = high + 1;
            cases.push((low, high, self.b.block()));
        }
        self.b.switch(value, &cases, after);
        for (_, _, block) in cases {
            self.b.seal(block);
            self.b.switch_to(block);
            self.statements(depth + 1);
            self.b.jump(after);
        }
        self.b.seal(after);
        self.b.switch_to(after);
    }

    /// A word made of all variables and of the memory.
    fn combine(&mut self) -> Value {
        let mut sum = self.b.int(Type::I32, 1);
        for index in 0..4 {
            for variable in self.variables[index].clone() {
                let value = self.b.get(variable);
                let value = self.convert(value, Type::I32);
                sum = self.mix(sum, value);
            }
        }
        for _ in 0..3 {
            let value = self.load();
            sum = self.mix(sum, value);
        }
        sum
    }

    fn mix(&mut self, sum: Value, value: Value) -> Value {
        let factor = self.b.int(Type::I32, 31);
        let product = self.b.binary(Binary::Mul, sum, factor);
        self.b.binary(Binary::Add, product, value)
    }
}
