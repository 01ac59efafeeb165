//! The calling convention against gcc: random prototypes, half of the functions compiled by each.

use super::Level;
use super::tests::{compile, run_with_gcc};
use crate::ir::{
    Access, Binary, Callee, Loc, Mem, Module, Op, Param, Signature, Type, Unary, Value, build::Builder, fold,
};
use alloc::{format, string::String, vec::Vec};
use mcore_base::Rng;

/// One prototype with the arguments of its call.
struct Case {
    index: usize,
    params: Vec<Param>,
    /// Unnamed arguments follow.
    unnamed: Vec<Type>,
    result: Type,
    /// A struct of this many bytes as result.
    result_struct: Option<u32>,
    seed: u32,
}

fn random_case(rng: &mut Rng, index: usize) -> Case {
    let ty = |rng: &mut Rng| [Type::I32, Type::I64, Type::F32, Type::F64][rng.below(4) as usize];
    let mut params: Vec<Param> = (0..rng.below(6))
        .map(|_| match rng.below(4) {
            0 => {
                let align = [1, 4, 8][rng.below(3) as usize];
                Param::Struct { size: align * (1 + rng.below(24 / u64::from(align)) as u32), align }
            }
            _ => Param::Value(ty(rng)),
        })
        .collect();
    let is_variadic = rng.below(4) == 0;
    if is_variadic && params.is_empty() {
        params.push(Param::Value(Type::I32));
    }
    let unnamed = match is_variadic {
        true => (0..1 + rng.below(5)).map(|_| [Type::I32, Type::I64, Type::F64][rng.below(3) as usize]).collect(),
        false => Vec::new(),
    };
    let result_struct = (rng.below(5) == 0).then(|| 1 + rng.below(20) as u32);
    Case { index, params, unnamed, result: ty(rng), result_struct, seed: rng.next_u64() as u32 & 0xffff }
}

/// The number that argument `i` is made from; its byte `k` is `number + 3 k`.
fn number(case: &Case, i: usize) -> u32 {
    case.seed.wrapping_add(17 * i as u32) & 0x7f
}

fn c_type(ty: Type) -> &'static str {
    match ty {
        Type::I32 => "int",
        Type::I64 => "long long",
        Type::F32 => "float",
        Type::F64 => "double",
    }
}

impl Case {
    fn signature(&self, with_unnamed: bool) -> Signature {
        let mut params = self.params.clone();
        if self.result_struct.is_some() {
            params.insert(0, Param::Value(Type::I32));
        }
        if with_unnamed {
            params.extend(self.unnamed.iter().map(|t| Param::Value(*t)));
        }
        let result = Some(if self.result_struct.is_some() { Type::I32 } else { self.result });
        Signature { params, variadic: !self.unnamed.is_empty(), result, pair: false }
    }

    fn c_result(&self) -> String {
        match self.result_struct {
            Some(size) => format!("struct r{size}"),
            None => c_type(self.result).into(),
        }
    }

    fn c_params(&self) -> String {
        let mut all: Vec<String> = Vec::new();
        for (i, param) in self.params.iter().enumerate() {
            all.push(match param {
                Param::Value(ty) => format!("{} p{i}", c_type(*ty)),
                Param::Struct { size, align } => format!("struct s{size}_{align} p{i}"),
            });
        }
        if !self.unnamed.is_empty() {
            all.push("...".into());
        }
        if all.is_empty() { "void".into() } else { all.join(", ") }
    }

    /// The arguments of a call in C: declarations, and the list.
    fn c_arguments(&self) -> (String, String) {
        let (mut declarations, mut all) = (String::new(), Vec::new());
        for (i, param) in self.params.iter().enumerate() {
            let n = number(self, i);
            match param {
                Param::Value(ty) => all.push(format!("({}){n}", c_type(*ty))),
                Param::Struct { size, align } => {
                    declarations.push_str(&format!(
                        "struct s{size}_{align} a{i}; for (int k = 0; k < {size}; k++) ((char *)&a{i})[k] = {n} + 3 * k;\n"
                    ));
                    all.push(format!("a{i}"));
                }
            }
        }
        for (i, ty) in self.unnamed.iter().enumerate() {
            all.push(format!("({}){}", c_type(*ty), number(self, self.params.len() + i)));
        }
        (declarations, all.join(", "))
    }

    /// A function in C that mixes its arguments, and one that calls `callee`.
    fn c(&self) -> String {
        let Case { index, .. } = *self;
        let (result, params) = (self.c_result(), self.c_params());
        let mut body = String::from("int x = 1;\n");
        for (i, param) in self.params.iter().enumerate() {
            match param {
                Param::Value(_) => body.push_str(&format!("x = x * 31 + (int)p{i};\n")),
                Param::Struct { size, .. } => body
                    .push_str(&format!("for (int k = 0; k < {size}; k++) x = x * 31 + ((unsigned char *)&p{i})[k];\n")),
            }
        }
        if !self.unnamed.is_empty() {
            body.push_str(&format!("__builtin_va_list l; __builtin_va_start(l, p{});\n", self.params.len() - 1));
            for ty in &self.unnamed {
                body.push_str(&format!("x = x * 31 + (int)__builtin_va_arg(l, {});\n", c_type(*ty)));
            }
        }
        body.push_str(&match self.result_struct {
            Some(size) => format!("struct r{size} r; for (int k = 0; k < {size}; k++) r.b[k] = x + k; return r;\n"),
            None => format!("return ({result})(x & 0xffff);\n"),
        });
        let (declarations, arguments) = self.c_arguments();
        let take = match self.result_struct {
            Some(size) => format!("int s = 0; for (int k = 0; k < {size}; k++) s = s * 7 + r.b[k]; return s;"),
            None => "return (int)r;".into(),
        };
        let caller = |name: &str, callee: &str| {
            format!("int {name}_{index}(void) {{ {declarations}{result} r = {callee}_{index}({arguments}); {take} }}\n")
        };
        format!(
            "{result} gcc_{index}({params}) {{\n{body}}}\n{result} own_{index}({params});\nint by_own_{index}(void);\n{}{}",
            caller("both", "gcc"),
            caller("by_gcc", "own")
        )
    }

    /// The same functions in IR.
    fn ir(&self, module: &mut Module) {
        let own = module.symbol(&format!("own_{}", self.index));
        let mut b = Builder::new(own, self.signature(false), Loc::default());
        let first = usize::from(self.result_struct.is_some());
        let mut x = b.int(Type::I32, 1);
        for (i, param) in self.params.iter().enumerate() {
            let value = b.param(first + i);
            match param {
                Param::Value(ty) => {
                    let word = to_word(&mut b, value, *ty);
                    x = mix(&mut b, x, word);
                }
                Param::Struct { size, .. } => {
                    for k in 0..*size {
                        let byte = b.load_plain(Mem::U8, value, k as i32);
                        x = mix(&mut b, x, byte);
                    }
                }
            }
        }
        if !self.unnamed.is_empty() {
            let mut at = b.op(Op::VarArgs, Some(Type::I32));
            for ty in &self.unnamed {
                if ty.size() == 8 {
                    let (seven, mask) = (b.int(Type::I32, 7), b.int(Type::I32, -8));
                    let up = b.binary(Binary::Add, at, seven);
                    at = b.binary(Binary::And, up, mask);
                }
                let value = b.load_plain(Mem::of(*ty), at, 0);
                let size = b.int(Type::I32, ty.size().into());
                at = b.binary(Binary::Add, at, size);
                let word = to_word(&mut b, value, *ty);
                x = mix(&mut b, x, word);
            }
        }
        match self.result_struct {
            Some(size) => {
                let to = b.param(0);
                for k in 0..size {
                    let k_value = b.int(Type::I32, k.into());
                    let byte = b.binary(Binary::Add, x, k_value);
                    b.store(Access::plain(Mem::U8), to, k as i32, byte);
                }
                b.ret(Some(to));
            }
            None => {
                let mask = b.int(Type::I32, 0xffff);
                let x = b.binary(Binary::And, x, mask);
                let result = match self.result {
                    Type::I32 => x,
                    Type::I64 => b.unary(Unary::Extend, Type::I64, x),
                    ty => b.unary(Unary::ToFloat, ty, x),
                };
                b.ret(Some(result));
            }
        }
        module.functions.push(b.finish());
        self.ir_caller(module);
    }

    fn ir_caller(&self, module: &mut Module) {
        let by_own = module.symbol(&format!("by_own_{}", self.index));
        let callee = module.symbol(&format!("gcc_{}", self.index));
        let signature = Signature { result: Some(Type::I32), ..Signature::default() };
        let mut b = Builder::new(by_own, signature, Loc::default());
        let mut args: Vec<Value> = Vec::new();
        let result = self.result_struct.map(|size| {
            let slot = b.slot(size, 1);
            b.slot_address(slot, 0)
        });
        args.extend(result);
        for (i, param) in self.params.iter().enumerate() {
            let n = number(self, i);
            args.push(match param {
                Param::Value(ty) => constant(&mut b, *ty, n),
                Param::Struct { size, align } => {
                    let slot = b.slot(*size, *align);
                    let address = b.slot_address(slot, 0);
                    for k in 0..*size {
                        let byte = b.int(Type::I32, (n + 3 * k).into());
                        b.store(Access::plain(Mem::U8), address, k as i32, byte);
                    }
                    address
                }
            });
        }
        for (i, ty) in self.unnamed.iter().enumerate() {
            args.push(constant(&mut b, *ty, number(self, self.params.len() + i)));
        }
        let value = b.call(Callee::Symbol(callee), self.signature(true), args).unwrap();
        let word = match (result, self.result_struct) {
            (Some(address), Some(size)) => {
                let mut s = b.int(Type::I32, 0);
                for k in 0..size {
                    let (seven, byte) = (b.int(Type::I32, 7), b.load_plain(Mem::I8, address, k as i32));
                    let scaled = b.binary(Binary::Mul, s, seven);
                    s = b.binary(Binary::Add, scaled, byte);
                }
                s
            }
            _ => to_word(&mut b, value, self.result),
        };
        b.ret(Some(word));
        module.functions.push(b.finish());
    }
}

fn constant(b: &mut Builder, ty: Type, n: u32) -> Value {
    match ty {
        Type::I32 | Type::I64 => b.int(ty, n.into()),
        _ => b.float(ty, fold::unary(Unary::ToFloat, Type::I32, ty, n.into()).unwrap()),
    }
}

fn to_word(b: &mut Builder, value: Value, ty: Type) -> Value {
    match ty {
        Type::I32 => value,
        Type::I64 => b.unary(Unary::Low, Type::I32, value),
        _ => b.unary(Unary::ToInt, Type::I32, value),
    }
}

fn mix(b: &mut Builder, x: Value, word: Value) -> Value {
    let factor = b.int(Type::I32, 31);
    let scaled = b.binary(Binary::Mul, x, factor);
    b.binary(Binary::Add, scaled, word)
}

#[test]
fn functions_of_gcc_and_own_ones_call_each_other() {
    let mut rng = Rng::new(24);
    let cases: Vec<Case> = (0..200).map(|i| random_case(&mut rng, i)).collect();
    let mut c = String::new();
    let mut structs = alloc::collections::BTreeSet::new();
    for case in &cases {
        structs.extend(case.result_struct.map(|size| format!("struct r{size} {{ char b[{size}]; }};\n")));
        for param in &case.params {
            if let Param::Struct { size, align } = param {
                let (ty, count) = (["char", "int", "long long"][align.ilog2().div_ceil(2) as usize], size / align);
                structs.insert(format!("struct s{size}_{align} {{ {ty} m[{count}]; }};\n"));
            }
        }
    }
    structs.iter().for_each(|s| c.push_str(s));
    cases.iter().for_each(|case| c.push_str(&case.c()));
    c.push_str("void run(void) {\n");
    for case in &cases {
        for kind in ["both", "by_gcc", "by_own"] {
            c.push_str(&format!("show({}, {kind}_{}());\n", case.index, case.index));
        }
    }
    c.push_str("}\n");
    for level in Level::ALL {
        let mut module = Module::default();
        cases.iter().for_each(|case| case.ir(&mut module));
        let text = compile(&mut module, level).unwrap();
        let Some(out) = run_with_gcc(&format!("abi-{level:?}"), &[text], &c) else { return };
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines.len(), 3 * cases.len());
        for (case, found) in cases.iter().zip(lines.chunks(3)) {
            let shown = format!("{level:?}: {} f({})", case.c_result(), case.c_params());
            assert_eq!(found[1], found[0], "called by gcc: {shown}");
            assert_eq!(found[2], found[0], "calling gcc: {shown}");
        }
    }
}
