//! Formats of `printf` against the arguments.

use super::Lint;
use crate::diag::Finding;
use crate::tree::{ExprId, ExprKind};
use crate::types::Ty;
use alloc::{string::String, vec::Vec};
use mcore_base::{counted, text};

/// The places of format and first argument of a function of the library, from 1; 0 if the arguments are in a list.
pub(super) fn position(name: &str) -> Option<(u32, u32)> {
    Some(match name {
        "printf" | "mc_printf" => (1, 2),
        "fprintf" | "sprintf" => (2, 3),
        "snprintf" => (3, 4),
        "vprintf" => (1, 0),
        "vfprintf" | "vsprintf" => (2, 0),
        "vsnprintf" => (3, 0),
        _ => return None,
    })
}

/// The argument that a conversion takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    Int,
    Long,
    Double,
    Text,
    Pointer,
}

/// A conversion in a format.
struct Conversion {
    spelling: String,
    takes: Takes,
}

/// The conversions of a format, or what is wrong with it.
fn conversions(format: &[u8]) -> Result<Vec<Conversion>, String> {
    let mut out = Vec::new();
    let mut i = 0;
    while i < format.len() && format[i] != 0 {
        if format[i] != b'%' {
            i += 1;
            continue;
        }
        let start = i;
        i += 1;
        while i < format.len() && b"-+ #0".contains(&format[i]) {
            i += 1;
        }
        for _ in 0..2 {
            if format.get(i) == Some(&b'*') {
                out.push(Conversion { spelling: "*".into(), takes: Takes::Int });
                i += 1;
            }
            while format.get(i).is_some_and(u8::is_ascii_digit) {
                i += 1;
            }
            if format.get(i) == Some(&b'.') {
                i += 1;
            }
        }
        let mut long = 0;
        while let Some(c @ (b'h' | b'l' | b'z' | b't' | b'j' | b'L')) = format.get(i) {
            long += match c {
                b'l' => 1,
                b'j' => 2,
                _ => 0,
            };
            i += 1;
        }
        let spelling = String::from_utf8_lossy(&format[start..(i + 1).min(format.len())]).replace('\0', "");
        let takes = match format.get(i) {
            Some(b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'b') if long >= 2 => Takes::Long,
            Some(b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'c' | b'b') => Takes::Int,
            Some(b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A') => Takes::Double,
            Some(b's') => Takes::Text,
            Some(b'p' | b'n') => Takes::Pointer,
            Some(b'%') => {
                i += 1;
                continue;
            }
            _ => return Err(spelling),
        };
        out.push(Conversion { spelling, takes });
        i += 1;
    }
    Ok(out)
}

impl Lint<'_, '_> {
    pub(super) fn format(&mut self, name: &str, (at, first): (u32, u32), args: &[ExprId]) {
        let Some(format) = args.get(at.wrapping_sub(1) as usize).copied() else { return };
        let mut bare = self.bare(format);
        if let ExprKind::Decay(inner) = self.unit.expr(bare).kind {
            bare = inner;
        }
        let pos = self.pos(format);
        let ExprKind::String(string) = self.unit.expr(bare).kind else {
            if args.len() as u32 == at && first > 0 && !matches!(self.unit.expr(bare).kind, ExprKind::Conditional(..)) {
                let message = text!(
                    "the format is not a literal and has no arguments",
                    "書式が文字列リテラルではなく、引数もありません"
                );
                let tip = text!("write `{name}(\"%s\", …)`", "`{name}(\"%s\", …)` と書いてください");
                self.push(Finding::named("format", pos, message).tip(tip));
            }
            return;
        };
        let all = match conversions(&self.unit.strings[string.index()].bytes) {
            Ok(all) => all,
            Err(wrong) => {
                let message = text!("`{wrong}` is not a conversion", "`{wrong}` という変換はありません");
                let tip = text!("a percent sign itself is `%%`", "パーセント記号そのものは `%%` と書きます");
                return self.push(Finding::named("format", pos, message).tip(tip));
            }
        };
        if first == 0 {
            return;
        }
        let given = args.get(first as usize - 1..).unwrap_or(&[]);
        for (i, conversion) in all.iter().enumerate() {
            let Some(arg) = given.get(i) else {
                let (spelling, count) = (&conversion.spelling, given.len());
                let are = crate::sema::given(count);
                let message = text!(
                    "`{spelling}` has no argument: {are}",
                    "`{spelling}` に対応する引数がありません（引数は {count} 個）"
                );
                return self.push(Finding::named("format", pos, message));
            };
            self.conversion(conversion, *arg, i + first as usize);
        }
        if given.len() > all.len() {
            let (n, m) = (all.len(), given.len());
            let (takes, are) = (counted(n as u64, "argument", "arguments"), crate::sema::given(m));
            let message = text!("the format takes {takes}, {are}", "書式の引数は {n} 個ですが、{m} 個が渡されています");
            self.push(Finding::named("format", self.pos(given[n]), message));
        }
    }

    fn conversion(&mut self, conversion: &Conversion, arg: ExprId, number: usize) {
        let types = &self.unit.types;
        let ty = self.unit.ty(arg);
        if ty.is_error() {
            return;
        }
        let size = types.size(ty);
        let (fits, wanted) = match conversion.takes {
            Takes::Int => (types.is_integer(ty) && size == Some(4), "int"),
            Takes::Long => (types.is_integer(ty) && size == Some(8), "long long"),
            Takes::Double => (types.is_floating(ty) && size == Some(8), "double"),
            Takes::Text => {
                let chars = types.pointee(ty).is_some_and(|to| matches!(to.id, 3..=5) || types.is_void(to));
                (chars, "char *")
            }
            Takes::Pointer => (types.is_pointer(ty), "void *"),
        };
        if fits {
            return;
        }
        let shown_ty = self.unit.ty(self.bare(arg));
        let shown = types.show(shown_ty, self.names);
        let spelling = &conversion.spelling;
        let message = text!(
            "`{spelling}` takes `{wanted}`, but argument {number} is `{shown}`",
            "`{spelling}` には `{wanted}` が必要ですが、第 {number} 引数は `{shown}` です"
        );
        let better = match () {
            () if types.is_floating(ty) => Some("%f"),
            () if types.is_integer(ty) && size == Some(8) => Some(if types.is_signed(ty) { "%lld" } else { "%llu" }),
            () if types.is_integer(ty) => Some(if types.is_signed(ty) { "%d" } else { "%u" }),
            () if types.pointee(ty).is_some_and(|to| to.id == Ty::CHAR.id) => Some("%s"),
            () if types.is_pointer(ty) => Some("%p"),
            () => None,
        };
        let mut finding = Finding::named("format", self.pos(arg), message);
        if let Some(better) = better {
            finding = finding.tip(text!("`{better}` fits `{shown}`", "`{shown}` には `{better}` を使います"));
        }
        self.push(finding);
    }
}
