//! Checks that a function is well formed. Every pass is followed by it in tests.

use super::{Binary, Block, Function, Op, Param, Terminator, Type, Unary, Value, graph::Graph, graph::places};
use alloc::{format, string::String, vec::Vec};

/// Checks a function; the error names the first fault.
pub fn verify(f: &Function) -> Result<(), String> {
    let graph = Graph::new(f);
    check_entry(f, &graph)?;
    let place = places(f);
    let mut index = alloc::vec![0usize; f.nodes.len()];
    for block in &graph.order {
        for (i, v) in f.blocks[block.index()].nodes.iter().enumerate() {
            index[v.index()] = i + 1;
        }
    }
    let check = Check { f, graph: &graph, place: &place, index: &index };
    for &block in &graph.order {
        check.block(block)?;
    }
    Ok(())
}

fn check_entry(f: &Function, graph: &Graph) -> Result<(), String> {
    let Some(entry) = f.blocks.first() else { return Err("no blocks".into()) };
    if !graph.preds[0].is_empty() {
        return Err("an edge leads to the entry".into());
    }
    let types: Vec<Type> = entry.params.iter().map(|p| f.ty(*p)).collect();
    let wanted: Vec<Type> = f
        .signature
        .params
        .iter()
        .map(|p| match p {
            Param::Value(ty) => *ty,
            Param::Struct { .. } => Type::I32,
        })
        .collect();
    if !f.legal && types != wanted {
        return Err(format!("the entry has parameters {types:?}, the signature {wanted:?}"));
    }
    if f.legal && types.len() != f.incoming.len() {
        return Err("the entry's parameters and their places differ in number".into());
    }
    Ok(())
}

struct Check<'a> {
    f: &'a Function,
    graph: &'a Graph,
    place: &'a [Block],
    index: &'a [usize],
}

impl Check<'_> {
    fn block(&self, block: Block) -> Result<(), String> {
        let data = &self.f.blocks[block.index()];
        for param in &data.params {
            if !matches!(self.f.op(*param), Op::Param) || self.f.node(*param).ty.is_none() {
                return Err(format!("{param} of {block} is no parameter"));
            }
        }
        for (i, &value) in data.nodes.iter().enumerate() {
            if self.place[value.index()] != block || self.index[value.index()] != i + 1 {
                return Err(format!("{value} is in two places"));
            }
            let mut fault = None;
            self.f.op(value).each_use(|used| {
                fault = fault.take().or_else(|| self.reaches(used, block, i + 1));
            });
            if let Some(fault) = fault.or_else(|| self.types(value)) {
                return Err(format!("{value} in {block}: {fault}"));
            }
        }
        let mut fault = None;
        data.end.each_use(|used| fault = fault.take().or_else(|| self.reaches(used, block, usize::MAX)));
        match fault.or_else(|| self.end(&data.end)) {
            Some(fault) => Err(format!("end of {block}: {fault}")),
            None => Ok(()),
        }
    }

    /// Checks that a value is defined on every way to a place.
    fn reaches(&self, used: Value, block: Block, position: usize) -> Option<String> {
        let Some(&home) = self.place.get(used.index()) else { return Some(format!("{used} does not exist")) };
        if home.0 == u32::MAX {
            return Some(format!("{used} is in no block"));
        }
        if self.f.node(used).ty.is_none() && !matches!(self.f.op(used), Op::Asm(_)) {
            return Some(format!("{used} has no value"));
        }
        let before =
            if home == block { self.index[used.index()] < position } else { self.graph.dominates(home, block) };
        (!before).then(|| format!("{used} of {home} does not dominate its use"))
    }

    fn types(&self, value: Value) -> Option<String> {
        let f = self.f;
        let node = f.node(value);
        let ty = |v: &Value| f.ty(*v);
        let result = match &node.op {
            Op::Param | Op::Nop => return Some("not an instruction".into()),
            Op::Int(_) => {
                return (!matches!(node.ty, Some(Type::I32 | Type::I64))).then(|| "type of a constant".into());
            }
            Op::Float(_) => return (!node.ty.is_some_and(Type::is_float)).then(|| "type of a constant".into()),
            Op::Unary(op, a) => return unary_fault(*op, ty(a), node.ty),
            Op::Binary(op, a, b) => return binary_fault(*op, ty(a), ty(b), node.ty),
            Op::Select(c, a, b) => {
                if ty(c) != Type::I32 || ty(a) != ty(b) {
                    return Some("operands of select".into());
                }
                Some(ty(a))
            }
            Op::Load(access, a, _) => {
                if ty(a) != Type::I32 {
                    return Some("type of the address".into());
                }
                Some(access.mem.ty())
            }
            Op::Store(access, a, _, b) => {
                if ty(a) != Type::I32 || ty(b) != access.mem.ty() {
                    return Some("types of the store".into());
                }
                None
            }
            Op::Call(call) => return self.call_fault(call, node.ty),
            Op::Part(..) => node.ty,
            Op::Copy { .. } | Op::Zero { .. } | Op::Asm(_) | Op::TrapIf(..) | Op::StackRestore(_) => None,
            _ => Some(Type::I32),
        };
        if f.legal && (node.ty == Some(Type::I64)) {
            return Some("i64 after legalisation".into());
        }
        (node.ty != result).then(|| format!("type {:?} instead of {result:?}", node.ty))
    }

    fn call_fault(&self, call: &super::Call, ty: Option<Type>) -> Option<String> {
        if self.f.legal {
            return (call.args.len() != call.places.len()).then(|| "arguments and places differ in number".into());
        }
        if call.args.len() != call.signature.params.len() {
            return Some("arguments and signature differ in number".into());
        }
        for (arg, param) in call.args.iter().zip(&call.signature.params) {
            let wanted = match param {
                Param::Value(ty) => *ty,
                Param::Struct { .. } => Type::I32,
            };
            if self.f.ty(*arg) != wanted {
                return Some(format!("argument {arg} is no {wanted}"));
            }
        }
        (ty != call.signature.result).then(|| "type of the result".into())
    }

    fn end(&self, end: &Terminator) -> Option<String> {
        for edge in end.edges() {
            let Some(target) = self.f.blocks.get(edge.block.index()) else { return Some("no such block".into()) };
            let wanted: Vec<Type> = target.params.iter().map(|p| self.f.ty(*p)).collect();
            let given: Vec<Type> = edge.args.iter().map(|p| self.f.ty(*p)).collect();
            if wanted != given {
                return Some(format!("{} takes {wanted:?}, not {given:?}", edge.block));
            }
        }
        match end {
            Terminator::None => Some("missing".into()),
            Terminator::Branch(v, ..) | Terminator::Switch(v, ..) | Terminator::Table(v, _)
                if self.f.ty(*v) != Type::I32 =>
            {
                Some("type of the condition".into())
            }
            Terminator::Goto(_, blocks) if blocks.iter().any(|b| !self.f.blocks[b.index()].params.is_empty()) => {
                Some("a computed goto leads to a block with parameters".into())
            }
            Terminator::Return(values) if !self.f.legal => {
                let signature = &self.f.signature;
                let wanted = usize::from(signature.result.is_some()) + usize::from(signature.pair);
                let good = values.len() == wanted && values.iter().all(|v| Some(self.f.ty(*v)) == signature.result);
                (!good).then(|| "type of the result".into())
            }
            _ => None,
        }
    }
}

fn unary_fault(op: Unary, a: Type, result: Option<Type>) -> Option<String> {
    use Type::{F32, F64, I32, I64};
    let result = result?;
    let good = match op {
        Unary::Ext8 | Unary::Ext16 | Unary::Clz => (a, result) == (I32, I32),
        Unary::Bswap => a == result && !a.is_float(),
        Unary::Extend | Unary::ExtendZero => (a, result) == (I32, I64),
        Unary::Low | Unary::High => (a, result) == (I64, I32),
        Unary::FNeg | Unary::FAbs | Unary::FSqrt => a == result && a.is_float(),
        Unary::Widen => (a, result) == (F32, F64),
        Unary::Narrow => (a, result) == (F64, F32),
        Unary::ToFloat | Unary::ToFloatU => !a.is_float() && result.is_float(),
        Unary::ToInt | Unary::ToIntU => a.is_float() && !result.is_float(),
        Unary::Bits => a.is_float() && !result.is_float() && a.size() == result.size(),
        Unary::FromBits => !a.is_float() && result.is_float() && a.size() == result.size(),
        Unary::LowWord | Unary::HighWord => (a, result) == (F64, I32),
        Unary::Opaque => a == result,
    };
    (!good).then(|| format!("{} from {a} to {result}", op.name()))
}

fn binary_fault(op: Binary, a: Type, b: Type, result: Option<Type>) -> Option<String> {
    use Type::{F64, I32, I64};
    let result = result?;
    let good = match op {
        Binary::Pair => (a, b, result) == (I32, I32, I64),
        Binary::Join => (a, b, result) == (I32, I32, F64),
        Binary::MulHiS | Binary::MulHiU | Binary::Rotr | Binary::AddTrap | Binary::SubTrap => {
            (a, b, result) == (I32, I32, I32)
        }
        _ if op.is_shift() => !a.is_float() && b == I32 && result == a,
        _ if op.is_compare() => a == b && result == I32 && a.is_float() == op.is_float(),
        _ => a == b && result == a && a.is_float() == op.is_float(),
    };
    (!good).then(|| format!("{} of {a} and {b} to {result}", op.name()))
}
