//! `__builtin_…`, and library functions that are instructions.

use super::Sema;
use crate::source::Pos;
use crate::token::Token;
use crate::tree::{Binary, Builtin, ExprId, ExprKind, Function, FunctionId, Unary};
use crate::types::Ty;
use alloc::{string::String, vec, vec::Vec};
use mcore_base::text;

/// Builtins with fixed types: the name after `__builtin_`, its type as in `library`, and what it is.
const PLAIN: &[(&str, &str, Builtin)] = &[
    ("abs", "ii", Builtin::Abs),
    ("alloca", "pz", Builtin::Alloca),
    ("bswap16", "uu", Builtin::Bswap16),
    ("bswap32", "uu", Builtin::Bswap),
    ("bswap64", "MM", Builtin::Bswap),
    ("clrsb", "ii", Builtin::Clrsb),
    ("clrsbl", "il", Builtin::Clrsb),
    ("clrsbll", "iL", Builtin::Clrsb),
    ("clz", "iu", Builtin::Clz),
    ("clzl", "iu", Builtin::Clz),
    ("clzll", "iM", Builtin::Clz),
    ("copysign", "ddd", Builtin::Copysign),
    ("copysignf", "fff", Builtin::Copysign),
    ("copysignl", "ddd", Builtin::Copysign),
    ("ctz", "iu", Builtin::Ctz),
    ("ctzl", "iu", Builtin::Ctz),
    ("ctzll", "iM", Builtin::Ctz),
    ("fabs", "dd", Builtin::Fabs),
    ("fabsf", "ff", Builtin::Fabs),
    ("fabsl", "dd", Builtin::Fabs),
    ("ffs", "ii", Builtin::Ffs),
    ("ffsl", "ii", Builtin::Ffs),
    ("ffsll", "iL", Builtin::Ffs),
    ("labs", "ll", Builtin::Abs),
    ("llabs", "LL", Builtin::Abs),
    ("parity", "iu", Builtin::Parity),
    ("parityl", "iu", Builtin::Parity),
    ("parityll", "iM", Builtin::Parity),
    ("popcount", "iu", Builtin::Popcount),
    ("popcountl", "iu", Builtin::Popcount),
    ("popcountll", "iM", Builtin::Popcount),
    ("sqrt", "dd", Builtin::Sqrt),
    ("sqrtf", "ff", Builtin::Sqrt),
    ("sqrtl", "dd", Builtin::Sqrt),
    ("trap", "v", Builtin::Trap),
    ("unreachable", "v", Builtin::Unreachable),
];

/// Functions of the library that are such builtins when called by their own names.
const OWN_NAMES: &[&str] =
    &["abs", "alloca", "copysign", "copysignf", "fabs", "fabsf", "ffs", "labs", "llabs", "sqrt", "sqrtf"];

/// Builtins that are not functions of the library and have no fixed type.
const OTHERS: &[&str] = &[
    "add_overflow",
    "alloca_with_align",
    "assume_aligned",
    "classify_type",
    "complex",
    "constant_p",
    "expect",
    "expect_with_probability",
    "frame_address",
    "huge_val",
    "huge_valf",
    "huge_vall",
    "inf",
    "inff",
    "infl",
    "isfinite",
    "isfinitef",
    "isfinitel",
    "isgreater",
    "isgreaterequal",
    "isinf",
    "isinf_sign",
    "isinff",
    "isinfl",
    "isless",
    "islessequal",
    "islessgreater",
    "isnan",
    "isnanf",
    "isnanl",
    "isnormal",
    "isunordered",
    "memcpy",
    "memset",
    "mul_overflow",
    "nan",
    "nanf",
    "nanl",
    "object_size",
    "prefetch",
    "return_address",
    "signbit",
    "signbitf",
    "signbitl",
    "sub_overflow",
    "va_copy",
    "va_end",
    "va_start",
];

/// `sadd`, `uaddl` and so on: sign, operation, size.
fn typed_overflow(name: &str) -> Option<(Builtin, Ty)> {
    let word = name.strip_suffix("_overflow")?;
    let (signed, rest) = match word.as_bytes().first()? {
        b's' => (true, &word[1..]),
        b'u' => (false, &word[1..]),
        _ => return None,
    };
    let (builtin, size) = if let Some(size) = rest.strip_prefix("add") {
        (Builtin::AddOverflow, size)
    } else if let Some(size) = rest.strip_prefix("sub") {
        (Builtin::SubOverflow, size)
    } else {
        (Builtin::MulOverflow, rest.strip_prefix("mul")?)
    };
    let ty = match (size, signed) {
        ("", true) => Ty::INT,
        ("", false) => Ty::UINT,
        ("l", true) => Ty::LONG,
        ("l", false) => Ty::ULONG,
        ("ll", true) => Ty::LLONG,
        ("ll", false) => Ty::ULLONG,
        _ => return None,
    };
    Some((builtin, ty))
}

impl Sema<'_, '_> {
    /// True if `__builtin_NAME` is known.
    pub fn has_builtin(name: &str) -> bool {
        PLAIN.binary_search_by_key(&name, |p| p.0).is_ok()
            || OTHERS.binary_search(&name).is_ok()
            || typed_overflow(name).is_some()
            || super::library::header_of(name).is_some()
            || matches!(name, "va_arg" | "offsetof" | "types_compatible_p" | "choose_expr")
    }

    /// The library function that `__builtin_NAME` calls, if the compiler makes no instructions of it.
    pub fn builtin_function(&mut self, name: &str, token: Token) -> Option<ExprId> {
        let own = PLAIN.binary_search_by_key(&name, |p| p.0).is_ok()
            || OTHERS.binary_search(&name).is_ok()
            || typed_overflow(name).is_some();
        if own { None } else { self.library_function(name, token.pos) }
    }

    /// A function of the library by its name.
    pub fn library_function(&mut self, name: &str, pos: Pos) -> Option<ExprId> {
        let ty = self.library_type(name)?;
        let sym = self.names.intern(name);
        let id = match self.known_function(sym) {
            Some(id) => id,
            None => self.new_function(Function {
                name: sym,
                ty,
                pos,
                global: true,
                external: true,
                implicit: true,
                ..Function::default()
            }),
        };
        Some(self.function(id, pos))
    }

    /// A builtin with its arguments.
    pub fn builtin(&mut self, name: &str, token: Token, args: Vec<ExprId>, pos: Pos) -> ExprId {
        if args.iter().any(|a| self.ty(*a).is_error()) {
            return self.wrong(pos);
        }
        if let Ok(i) = PLAIN.binary_search_by_key(&name, |p| p.0) {
            let (_, letters, builtin) = PLAIN[i];
            return self.plain_builtin(builtin, letters, args, pos);
        }
        if let Some((builtin, ty)) = typed_overflow(name) {
            return self.overflow(builtin, Some(ty), args, pos);
        }
        let count = args.len();
        let wanted = match name {
            "inf" | "inff" | "infl" | "huge_val" | "huge_valf" | "huge_vall" => 0..=0,
            "prefetch" => 1..=3,
            "expect_with_probability" | "add_overflow" | "sub_overflow" | "mul_overflow" | "memcpy" | "memset" => 3..=3,
            "assume_aligned" => 2..=3,
            "va_start" => 1..=2,
            "expect" | "alloca_with_align" | "isgreater" | "isgreaterequal" | "isless" | "islessequal"
            | "islessgreater" | "isunordered" | "object_size" | "va_copy" | "complex" => 2..=2,
            _ => 1..=1,
        };
        if OTHERS.binary_search(&name).is_err() {
            let word = self.names.text(token.sym);
            let message = text!("`{word}` is not available here", "`{word}` は使えません");
            self.error("not-available", token.pos, message);
            return self.wrong(pos);
        }
        if !wanted.contains(&count) {
            let (least, word) = (*wanted.start(), self.names.text(token.sym));
            let message = text!(
                "`{word}` takes {least} arguments, {count} are given",
                "`{word}` の引数は {least} 個ですが、{count} 個が渡されています"
            );
            self.error("arguments", pos, message);
            return self.wrong(pos);
        }
        self.other_builtin(name, args, pos)
    }

    fn plain_builtin(&mut self, builtin: Builtin, letters: &str, args: Vec<ExprId>, pos: Pos) -> ExprId {
        let letters = letters.as_bytes();
        let (wanted, given) = (letters.len() - 1, args.len());
        if wanted != given {
            let message = text!(
                "the builtin takes {wanted} arguments, {given} are given",
                "引数は {wanted} 個ですが、{given} 個が渡されています"
            );
            self.error("arguments", pos, message);
            return self.wrong(pos);
        }
        let ty_of = |sema: &mut Self, letter: u8| match letter {
            b'M' => Ty::ULLONG,
            b'p' => sema.unit.types.pointer(Ty::VOID),
            b'v' => Ty::VOID,
            b'i' => Ty::INT,
            b'l' => Ty::LONG,
            b'L' => Ty::LLONG,
            b'd' => Ty::DOUBLE,
            b'f' => Ty::FLOAT,
            _ => Ty::UINT,
        };
        let mut values = Vec::new();
        for (arg, letter) in args.into_iter().zip(&letters[1..]) {
            let ty = ty_of(self, *letter);
            values.push(self.assigned(arg, ty, &text!("argument", "引数")));
        }
        let result = ty_of(self, letters[0]);
        if let Some(folded) = self.fold_builtin(builtin, &values, result, pos) {
            return folded;
        }
        self.add(ExprKind::Builtin(builtin, values), result, pos)
    }

    /// The value of a builtin of constants.
    fn fold_builtin(&mut self, builtin: Builtin, args: &[ExprId], result: Ty, pos: Pos) -> Option<ExprId> {
        let first = *args.first()?;
        let ty = self.ty(first);
        if let ExprKind::Float(bits) = self.unit.expr(first).kind {
            let format = self.format(ty);
            let bits = match builtin {
                Builtin::Fabs => format.abs(bits),
                Builtin::Sqrt => {
                    let (root, exact) = format.sqrt(bits);
                    let _ = exact;
                    root
                }
                Builtin::Copysign => match self.unit.expr(args[1]).kind {
                    ExprKind::Float(sign) => {
                        let top = if self.unit.types.size(ty) == Some(4) { 1u64 << 31 } else { 1u64 << 63 };
                        format.abs(bits) | sign & top
                    }
                    _ => return None,
                },
                _ => return None,
            };
            return Some(self.add(ExprKind::Float(bits), result, pos));
        }
        let n = self.unit.int(first)?;
        let wide = self.unit.types.size(ty) == Some(8);
        let (u, bits) = if wide { (n as u64, 64) } else { (u64::from(n as u32), 32) };
        let value = match builtin {
            Builtin::Clz if u != 0 => i64::from(u.leading_zeros()) - (64 - bits),
            Builtin::Clrsb => i64::from((n ^ n >> 63).leading_zeros()) - 1 - (64 - bits),
            Builtin::Ctz if u != 0 => i64::from(u.trailing_zeros()),
            Builtin::Ffs => {
                if u == 0 {
                    0
                } else {
                    i64::from(u.trailing_zeros()) + 1
                }
            }
            Builtin::Popcount => i64::from(u.count_ones()),
            Builtin::Parity => i64::from(u.count_ones() & 1),
            Builtin::Bswap16 => i64::from((u as u16).swap_bytes()),
            Builtin::Bswap if wide => u.swap_bytes() as i64,
            Builtin::Bswap => i64::from((u as u32).swap_bytes()),
            Builtin::Abs => n.wrapping_abs(),
            _ => return None,
        };
        Some(self.integer(value, result, pos))
    }

    fn other_builtin(&mut self, name: &str, args: Vec<ExprId>, pos: Pos) -> ExprId {
        let a = args.first().copied().unwrap_or_default();
        match name {
            "constant_p" => {
                let mut e = a;
                while let ExprKind::Decay(inner) | ExprKind::Cast(inner, _) = self.unit.expr(e).kind {
                    e = inner;
                }
                let known = matches!(
                    self.unit.expr(e).kind,
                    ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Complex(..) | ExprKind::String(_)
                );
                self.integer(i64::from(known), Ty::INT, pos)
            }
            "classify_type" => {
                let ty = self.ty(a);
                let types = &self.unit.types;
                let class = match () {
                    () if types.is_void(ty) => 0,
                    () if types.is_integer(ty) => 1,
                    () if types.is_floating(ty) => 8,
                    () if types.is_complex(ty) => 9,
                    () if types.is_record(ty) => {
                        if types.record(ty).is_some_and(|r| r.is_union) {
                            13
                        } else {
                            12
                        }
                    }
                    () => 5,
                };
                self.integer(class, Ty::INT, pos)
            }
            "object_size" => {
                let kind = args.get(1).and_then(|e| self.unit.int(*e)).unwrap_or(0);
                self.integer(if kind & 2 != 0 { 0 } else { -1 }, Ty::UINT, pos)
            }
            "expect" | "expect_with_probability" => {
                let e = self.assigned(a, Ty::LONG, &text!("argument", "引数"));
                let rest = self.effects(&args[1..], pos);
                match rest {
                    Some(first) => self.comma(first, e, pos),
                    None => self.convert_as(e, Ty::LONG, true),
                }
            }
            "assume_aligned" => {
                let pointer = self.unit.types.pointer(Ty::VOID);
                self.assigned(a, pointer, &text!("argument", "引数"))
            }
            "prefetch" => {
                let values: Vec<ExprId> = args.into_iter().map(|e| self.value(e)).collect();
                self.add(ExprKind::Builtin(Builtin::Nothing, values), Ty::VOID, pos)
            }
            "alloca_with_align" => self.plain_builtin(Builtin::Alloca, "pz", vec![a], pos),
            "return_address" | "frame_address" => {
                let pointer = self.unit.types.pointer(Ty::VOID);
                let level = self.unit.int(a);
                if level != Some(0) {
                    if level.is_none() {
                        self.error(
                            "constant",
                            pos,
                            text!("the level must be constant", "段数は定数でなければなりません"),
                        );
                    }
                    return self.add(ExprKind::Int(0), pointer, pos);
                }
                let builtin = if name == "return_address" { Builtin::ReturnAddress } else { Builtin::FrameAddress };
                self.add(ExprKind::Builtin(builtin, Vec::new()), pointer, pos)
            }
            "inf" | "huge_val" | "infl" | "huge_vall" | "inff" | "huge_valf" => {
                let ty = float_of(name);
                let bits = self.format(ty).infinity();
                self.add(ExprKind::Float(bits), ty, pos)
            }
            "nan" | "nanf" | "nanl" => {
                let ty = float_of(name);
                let bits = self.format(ty).nan();
                self.add(ExprKind::Float(bits), ty, pos)
            }
            "isnan" | "isnanf" | "isnanl" | "signbit" | "signbitf" | "signbitl" => {
                let Some(e) = self.floating_argument(a, pos) else { return self.wrong(pos) };
                if let ExprKind::Float(bits) = self.unit.expr(e).kind {
                    let format = self.format(self.ty(e));
                    let truth = if name.starts_with("isnan") {
                        format.order(bits, bits).is_none()
                    } else {
                        format.abs(bits) != bits
                    };
                    return self.integer(i64::from(truth), Ty::INT, pos);
                }
                let builtin = if name.starts_with("isnan") { Builtin::IsNan } else { Builtin::SignBit };
                self.add(ExprKind::Builtin(builtin, vec![e]), Ty::INT, pos)
            }
            "complex" => self.complex(a, args[1], pos),
            "isinf" | "isinff" | "isinfl" => self.classify("isinf", a, pos),
            "isfinite" | "isfinitef" | "isfinitel" => self.classify("isfinite", a, pos),
            "isinf_sign" | "isnormal" => self.classify(name, a, pos),
            "isgreater" => self.binary(Binary::Gt, args[0], args[1], pos),
            "isgreaterequal" => self.binary(Binary::Ge, args[0], args[1], pos),
            "isless" => self.binary(Binary::Lt, args[0], args[1], pos),
            "islessequal" => self.binary(Binary::Le, args[0], args[1], pos),
            "isunordered" => {
                let (x, y, ty) = self.usual(args[0], args[1]);
                if !self.unit.types.is_floating(ty) {
                    return self.integer(0, Ty::INT, pos);
                }
                self.add(ExprKind::Builtin(Builtin::Unordered, vec![x, y]), Ty::INT, pos)
            }
            "islessgreater" => {
                let (x, y, _) = self.usual(args[0], args[1]);
                let (first, x) = self.temporary(x);
                let (second, y) = self.temporary(y);
                let less = self.binary(Binary::Lt, x, y, pos);
                let greater = self.binary(Binary::Gt, x, y, pos);
                let both = self.logic(true, less, greater, pos);
                let inner = self.comma(second, both, pos);
                self.comma(first, inner, pos)
            }
            "add_overflow" => self.overflow(Builtin::AddOverflow, None, args, pos),
            "sub_overflow" => self.overflow(Builtin::SubOverflow, None, args, pos),
            "mul_overflow" => self.overflow(Builtin::MulOverflow, None, args, pos),
            "memcpy" | "memset" => self.memory(name, args, pos),
            "va_start" | "va_end" => {
                let Some(list) = self.list_argument(a, pos) else { return self.wrong(pos) };
                let builtin = if name == "va_start" { Builtin::VaStart } else { Builtin::VaEnd };
                if name == "va_start" {
                    self.check_va_start(pos);
                }
                self.add(ExprKind::Builtin(builtin, vec![list]), Ty::VOID, pos)
            }
            _ => {
                let Some(to) = self.list_argument(a, pos) else { return self.wrong(pos) };
                let from = self.value(args[1]);
                self.add(ExprKind::Builtin(Builtin::VaCopy, vec![to, from]), Ty::VOID, pos)
            }
        }
    }

    /// Arguments that are computed only for their effects, unless they are constants.
    fn effects(&mut self, args: &[ExprId], pos: Pos) -> Option<ExprId> {
        let mut out = None;
        for arg in args {
            if matches!(self.unit.expr(*arg).kind, ExprKind::Int(_) | ExprKind::Float(_)) {
                continue;
            }
            out = Some(match out {
                Some(before) => self.comma(before, *arg, pos),
                None => *arg,
            });
        }
        out
    }

    fn check_va_start(&mut self, pos: Pos) {
        let id = self.current.as_ref().map(|c| c.id);
        let variadic =
            id.and_then(|id| self.unit.types.signature(self.unit.function(id).ty)).is_some_and(|f| f.variadic);
        if !variadic {
            self.error(
                "va-start",
                pos,
                text!("`va_start` is only for functions with `...`", "`va_start` は `...` を持つ関数だけで使えます"),
            );
        }
    }

    /// The list of `va_start` and the like: a place.
    fn list_argument(&mut self, e: ExprId, pos: Pos) -> Option<ExprId> {
        let pointer = self.unit.types.pointer(Ty::VOID);
        if self.ty(e).id != pointer.id || !self.is_place(e) {
            self.error(
                "va-list",
                pos,
                text!("the argument must be a `va_list`", "引数は `va_list` でなければなりません"),
            );
            return None;
        }
        self.writable(e, pos);
        self.mark_read(e);
        Some(e)
    }

    /// `va_arg (list, ty)`.
    pub fn va_arg(&mut self, list: ExprId, ty: Ty, pos: Pos) -> ExprId {
        if self.ty(list).is_error() || ty.is_error() {
            return self.wrong(pos);
        }
        let Some(list) = self.list_argument(list, pos) else { return self.wrong(pos) };
        let promoted = if ty.id == Ty::FLOAT.id { Ty::DOUBLE } else { self.promoted(ty) };
        if promoted.id != ty.plain().id
            && (ty.id == Ty::FLOAT.id || self.unit.types.is_integer(ty) && self.unit.types.size(ty) < Some(4))
        {
            let (a, b) = (self.show(ty), self.show(promoted));
            let message = text!("`{a}` is passed as `{b}`", "`{a}` は `{b}` として渡されます");
            self.warn("varargs", pos, message);
            let e = self.add(ExprKind::VaArg(list), promoted, pos);
            return self.convert(e, ty);
        }
        if !self.unit.types.is_complete(ty) {
            let shown = self.show(ty);
            self.error(
                "incomplete-type",
                pos,
                text!("the size of `{shown}` is not known", "`{shown}` の大きさがわかりません"),
            );
            return self.wrong(pos);
        }
        let ty = ty.plain();
        if self.unit.types.is_array(ty) {
            let e = self.add(ExprKind::VaArg(list), ty, pos);
            return self.value(e);
        }
        self.add(ExprKind::VaArg(list), ty, pos)
    }

    fn floating_argument(&mut self, e: ExprId, pos: Pos) -> Option<ExprId> {
        let e = self.promote(e);
        let ty = self.ty(e);
        if self.unit.types.is_floating(ty) {
            return Some(self.convert(e, ty));
        }
        if self.unit.types.is_integer(ty) {
            return Some(self.convert(e, Ty::DOUBLE));
        }
        let shown = self.show(ty);
        self.error("operands", pos, text!("a number is needed, not `{shown}`", "数が必要です。`{shown}` は使えません"));
        None
    }

    /// Tests of kinds of floating-point numbers by comparisons.
    fn classify(&mut self, name: &str, a: ExprId, pos: Pos) -> ExprId {
        let Some(e) = self.floating_argument(a, pos) else { return self.wrong(pos) };
        let ty = self.ty(e).plain();
        let bits = self.format(ty).infinity();
        let infinity = self.add(ExprKind::Float(bits), ty, pos);
        if name == "isinf_sign" {
            let minus = self.unary(Some(Unary::Neg), infinity, pos);
            let (first, value) = self.temporary(e);
            let up = self.binary(Binary::Eq, value, infinity, pos);
            let down = self.binary(Binary::Eq, value, minus, pos);
            let sign = self.binary(Binary::Sub, up, down, pos);
            return self.comma(first, sign, pos);
        }
        let size = self.unit.types.size(ty);
        let magnitude = match self.unit.expr(e).kind {
            ExprKind::Float(bits) => {
                let bits = self.format(ty).abs(bits);
                self.add(ExprKind::Float(bits), ty, pos)
            }
            _ => self.add(ExprKind::Builtin(Builtin::Fabs, vec![e]), ty, pos),
        };
        match name {
            "isinf" => self.binary(Binary::Eq, magnitude, infinity, pos),
            "isfinite" => self.binary(Binary::Lt, magnitude, infinity, pos),
            _ => {
                let least = if size == Some(4) { 0x0080_0000 } else { 0x0010_0000_0000_0000 };
                let least = self.add(ExprKind::Float(least), ty, pos);
                let (first, value) = self.temporary(magnitude);
                let low = self.binary(Binary::Ge, value, least, pos);
                let high = self.binary(Binary::Lt, value, infinity, pos);
                let both = self.logic(false, low, high, pos);
                self.comma(first, both, pos)
            }
        }
    }

    /// `__builtin_add_overflow (a, b, &result)` and its like.
    fn overflow(&mut self, builtin: Builtin, ty: Option<Ty>, args: Vec<ExprId>, pos: Pos) -> ExprId {
        let [a, b, to] = args[..] else {
            let given = args.len();
            let message = text!(
                "the builtin takes 3 arguments, {given} are given",
                "引数は 3 個ですが、{given} 個が渡されています"
            );
            self.error("arguments", pos, message);
            return self.wrong(pos);
        };
        let (mut a, mut b) = (self.promote(a), self.promote(b));
        if let Some(ty) = ty {
            a = self.assigned(a, ty, &text!("argument 1", "第 1 引数"));
            b = self.assigned(b, ty, &text!("argument 2", "第 2 引数"));
        }
        let to = self.value(to);
        let target = self.unit.types.pointee(self.ty(to));
        let good = target.is_some_and(|t| self.unit.types.is_integer(t) && !t.is_const())
            && self.unit.types.is_integer(self.ty(a))
            && self.unit.types.is_integer(self.ty(b));
        if !good {
            let message =
                text!("two whole numbers and a pointer to one are needed", "整数 2 つと整数へのポインタが必要です");
            self.error("operands", pos, message);
            return self.wrong(pos);
        }
        self.add(ExprKind::Builtin(builtin, vec![a, b, to]), Ty::BOOL, pos)
    }

    /// `memcpy` and `memset`: the compiler may copy small objects itself.
    fn memory(&mut self, name: &str, args: Vec<ExprId>, pos: Pos) -> ExprId {
        let Some(f) = self.library_function(name, pos) else { return self.wrong(pos) };
        self.call(f, args, pos)
    }

    /// The result of a call of a library function by its own name, if the compiler replaces it by instructions.
    pub(super) fn own_builtin(
        &mut self,
        function: FunctionId,
        args: &[ExprId],
        result: Ty,
        pos: Pos,
    ) -> Option<ExprId> {
        if self.options.no_builtin {
            return None;
        }
        let known = self.unit.function(function);
        if known.body.is_some() || !known.global {
            return None;
        }
        let name = self.names.text(known.name);
        if name.starts_with('c') {
            let name = String::from(name);
            if let Some(e) = self.own_complex(&name, args, pos) {
                return Some(e);
            }
        }
        let name = self.names.text(self.unit.function(function).name);
        if OWN_NAMES.binary_search(&name).is_err() {
            return None;
        }
        let i = PLAIN.binary_search_by_key(&name, |p| p.0).ok()?;
        let (name, letters, builtin) = PLAIN[i];
        let name = String::from(name);
        let ty = self.library_type(&name)?;
        if args.len() + 1 != letters.len() || !self.unit.types.compatible(ty, self.unit.function(function).ty) {
            return None;
        }
        if let Some(folded) = self.fold_builtin(builtin, args, result, pos) {
            return Some(folded);
        }
        Some(self.add(ExprKind::Builtin(builtin, args.to_vec()), result, pos))
    }
}

/// The type of a constant by the last letter of its builtin.
fn float_of(name: &str) -> Ty {
    match name {
        "inff" | "huge_valf" | "nanf" => Ty::FLOAT,
        "infl" | "huge_vall" | "nanl" => Ty::LDOUBLE,
        _ => Ty::DOUBLE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(PLAIN.is_sorted_by_key(|p| p.0));
        assert!(OTHERS.is_sorted());
        assert!(OWN_NAMES.is_sorted());
        assert_eq!(typed_overflow("umull_overflow"), Some((Builtin::MulOverflow, Ty::ULONG)));
        assert_eq!(typed_overflow("add_overflow"), None);
    }
}
