//! Types as a programmer writes them.

use super::{Kind, Length, Ty, Types, qual};
use crate::names::{Names, Sym};
use alloc::{format, string::String};

fn quals(bits: u8) -> String {
    let mut text = String::new();
    for (bit, name) in [(qual::CONST, "const "), (qual::VOLATILE, "volatile "), (qual::RESTRICT, "restrict ")] {
        if bits & bit != 0 {
            text.push_str(name);
        }
    }
    text
}

impl Types {
    /// The type in C.
    pub fn show(&self, ty: Ty, names: &Names) -> String {
        let mut declarator = String::new();
        let mut ty = ty;
        for _ in 0..64 {
            match self.kind(ty) {
                Kind::Pointer(to) => {
                    let inner = declarator;
                    declarator = format!("*{}{inner}", quals(ty.quals));
                    if self.is_array(*to) || self.is_function(*to) {
                        declarator = format!("({})", declarator.trim_end());
                    }
                    ty = *to;
                }
                Kind::Array(of, length) => {
                    match length {
                        Length::Known(n) => declarator = format!("{declarator}[{n}]"),
                        Length::Unknown => declarator.push_str("[]"),
                        Length::Variable(_) | Length::Star => declarator.push_str("[*]"),
                    }
                    ty = of.with(ty.quals);
                }
                Kind::Function(f) => {
                    declarator.push('(');
                    for (i, param) in f.params.iter().enumerate() {
                        if i > 0 {
                            declarator.push_str(", ");
                        }
                        declarator.push_str(&if i < 16 { self.show_short(*param, names) } else { "...".into() });
                    }
                    if f.variadic {
                        declarator.push_str(", ...");
                    } else if f.prototype && f.params.is_empty() {
                        declarator.push_str("void");
                    }
                    declarator.push(')');
                    ty = f.result;
                }
                _ => break,
            }
        }
        let base = self.base_name(ty, names);
        let declarator = declarator.trim_end();
        let space = if declarator.is_empty() { "" } else { " " };
        format!("{}{base}{space}{declarator}", quals(ty.quals))
    }

    /// As [`Types::show`], but function types within are not shown in full.
    fn show_short(&self, ty: Ty, names: &Names) -> String {
        match self.kind(ty) {
            Kind::Pointer(to) if self.is_function(*to) => "function pointer".into(),
            Kind::Pointer(to) => format!("{} *", self.show_flat(*to, names)),
            _ => self.show_flat(ty, names),
        }
    }

    fn show_flat(&self, ty: Ty, names: &Names) -> String {
        match self.kind(ty) {
            Kind::Pointer(to) => match self.kind(*to) {
                Kind::Pointer(_) | Kind::Array(..) | Kind::Function(_) => "pointer".into(),
                _ => format!("{}{} *", quals(to.quals), self.base_name(*to, names)),
            },
            Kind::Array(..) => "array".into(),
            Kind::Function(_) => "function".into(),
            _ => format!("{}{}", quals(ty.quals), self.base_name(ty, names)),
        }
    }

    fn base_name(&self, ty: Ty, names: &Names) -> String {
        let tagged = |word: &str, tag: Sym| {
            if tag == Sym(0) { format!("{word} {{…}}") } else { format!("{word} {}", names.text(tag)) }
        };
        match self.kind(ty) {
            Kind::Error => "<error>".into(),
            Kind::Void => "void".into(),
            Kind::Bool => "_Bool".into(),
            Kind::Char => "char".into(),
            Kind::SChar => "signed char".into(),
            Kind::UChar => "unsigned char".into(),
            Kind::Short => "short".into(),
            Kind::UShort => "unsigned short".into(),
            Kind::Int => "int".into(),
            Kind::UInt => "unsigned int".into(),
            Kind::Long => "long".into(),
            Kind::ULong => "unsigned long".into(),
            Kind::LLong => "long long".into(),
            Kind::ULLong => "unsigned long long".into(),
            Kind::Float => "float".into(),
            Kind::Double => "double".into(),
            Kind::LDouble => "long double".into(),
            Kind::CFloat => "float _Complex".into(),
            Kind::CDouble => "double _Complex".into(),
            Kind::CLDouble => "long double _Complex".into(),
            Kind::Bits(of, width) => format!("{}:{width}", self.base_name(*of, names)),
            Kind::Enum(index) => self.enums.get(*index as usize).map_or_else(String::new, |e| tagged("enum", e.tag)),
            Kind::Record(index) => self
                .records
                .get(*index as usize)
                .map_or_else(String::new, |r| tagged(if r.is_union { "union" } else { "struct" }, r.tag)),
            Kind::Pointer(_) | Kind::Array(..) | Kind::Function(_) => "…".into(),
        }
    }
}
