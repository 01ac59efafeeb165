//! Formats of `printf` and `scanf` against the arguments.

use super::Lint;
use crate::diag::Finding;
use crate::tree::{ExprId, ExprKind, FormatAt};
use crate::types::Ty;
use alloc::{string::String, vec::Vec};
use mcore_base::{counted, text};

/// The format of a function of the library, whose header may be missing.
pub(super) fn position(name: &str) -> Option<FormatAt> {
    let (format, first) = match name {
        "printf" | "mc_printf" | "scanf" => (1, 2),
        "fprintf" | "sprintf" | "fscanf" | "sscanf" => (2, 3),
        "snprintf" => (3, 4),
        "vprintf" => (1, 0),
        "vfprintf" | "vsprintf" => (2, 0),
        "vsnprintf" => (3, 0),
        _ => return None,
    };
    Some(FormatAt { scans: name.ends_with("scanf"), format, first })
}

/// The argument that a conversion takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    Int,
    Long,
    Double,
    Text,
    /// A string of `wchar_t`.
    Wide,
    Pointer,
    /// Pointers, of `scanf`: to integers of some bytes, to characters, to floating-point numbers of some bytes, to pointers.
    ToInteger(u32),
    ToText,
    ToFloating(u32),
    ToPointer,
}

/// A conversion in a format.
struct Conversion {
    spelling: String,
    takes: Takes,
}

/// Reads the conversions of a format.
struct Reader<'a> {
    format: &'a [u8],
    at: usize,
    /// Place of the percent sign of the present conversion.
    start: usize,
}

impl<'a> Reader<'a> {
    fn new(format: &'a [u8]) -> Self {
        let end = format.iter().position(|c| *c == 0).unwrap_or(format.len());
        Self { format: &format[..end], at: 0, start: 0 }
    }

    /// Passes the next percent sign. False at the end of the format.
    fn begin(&mut self) -> bool {
        let Some(ahead) = self.format[self.at..].iter().position(|c| *c == b'%') else { return false };
        self.start = self.at + ahead;
        self.at = self.start + 1;
        true
    }

    /// Takes the next character.
    fn next(&mut self) -> Option<u8> {
        let c = *self.format.get(self.at)?;
        self.at += 1;
        Some(c)
    }

    /// Takes the next character if it is one of these.
    fn take(&mut self, of: &[u8]) -> Option<u8> {
        self.format.get(self.at).filter(|c| of.contains(c))?;
        self.next()
    }

    fn take_all(&mut self, of: &[u8]) {
        while self.take(of).is_some() {}
    }

    /// The conversion as far as it has been read.
    fn spelling(&self) -> String {
        String::from_utf8_lossy(&self.format[self.start..self.at]).into_owned()
    }
}

const DIGITS: &[u8] = b"0123456789";

/// The conversions of a format, or what is wrong with it.
fn conversions(format: &[u8]) -> Result<Vec<Conversion>, String> {
    let mut out = Vec::new();
    let mut reader = Reader::new(format);
    while reader.begin() {
        reader.take_all(b"-+ #0'");
        for _ in 0..2 {
            if reader.take(b"*").is_some() {
                out.push(Conversion { spelling: "*".into(), takes: Takes::Int });
            }
            reader.take_all(DIGITS);
            reader.take(b".");
        }
        let mut long = 0;
        while let Some(c) = reader.take(b"hlztjL") {
            long += match c {
                b'l' => 1,
                b'j' => 2,
                _ => 0,
            };
        }
        let takes = match reader.next() {
            Some(b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'b') if long >= 2 => Takes::Long,
            Some(b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'c' | b'b') => Takes::Int,
            Some(b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A') => Takes::Double,
            Some(b's') if long > 0 => Takes::Wide,
            Some(b's') => Takes::Text,
            Some(b'p' | b'n') => Takes::Pointer,
            Some(b'%') => continue,
            _ => return Err(reader.spelling()),
        };
        out.push(Conversion { spelling: reader.spelling(), takes });
    }
    Ok(out)
}

/// The conversions of a format of `scanf` that store something, or what is wrong with it.
fn scanned(format: &[u8]) -> Result<Vec<Conversion>, String> {
    let mut out = Vec::new();
    let mut reader = Reader::new(format);
    while reader.begin() {
        let discarded = reader.take(b"*").is_some();
        reader.take_all(DIGITS);
        let (mut long, mut short) = (0, 0);
        while let Some(c) = reader.take(b"hlztjLq") {
            match c {
                b'h' => short += 1,
                b'l' => long += 1,
                b'j' | b'L' | b'q' => long += 2,
                _ => {}
            }
        }
        let takes = match reader.next() {
            Some(b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'n') => Takes::ToInteger(match (long, short) {
                (2.., _) => 8,
                (_, 2..) => 1,
                (_, 1) => 2,
                _ => 4,
            }),
            Some(b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A') => {
                Takes::ToFloating(if long > 0 { 8 } else { 4 })
            }
            Some(b's' | b'c') => Takes::ToText,
            Some(b'[') => {
                reader.take(b"^");
                // A bracket that comes first is a member of the set.
                reader.take(b"]");
                loop {
                    match reader.next() {
                        Some(b']') => break,
                        Some(_) => {}
                        None => return Err(reader.spelling()),
                    }
                }
                Takes::ToText
            }
            Some(b'p') => Takes::ToPointer,
            Some(b'%') => continue,
            _ => return Err(reader.spelling()),
        };
        if !discarded {
            out.push(Conversion { spelling: reader.spelling(), takes });
        }
    }
    Ok(out)
}

impl Lint<'_, '_> {
    pub(super) fn format(&mut self, name: &str, place: FormatAt, args: &[ExprId]) {
        let FormatAt { scans, format: at, first } = place;
        let Some(format) = args.get(at.wrapping_sub(1) as usize).copied() else { return };
        let mut bare = self.bare(format);
        if let ExprKind::Decay(inner) = self.unit.expr(bare).kind {
            bare = inner;
        }
        let pos = self.pos(format);
        let ExprKind::String(string) = self.unit.expr(bare).kind else {
            if !scans
                && args.len() as u32 == at
                && first > 0
                && !matches!(self.unit.expr(bare).kind, ExprKind::Conditional(..))
            {
                let message = text!(
                    "the format is not a literal and has no arguments",
                    "書式が文字列リテラルではなく、引数もありません"
                );
                let tip = text!("write `{name}(\"%s\", …)`", "`{name}(\"%s\", …)` と書いてください");
                self.push(Finding::named("format", pos, message).tip(tip));
            }
            return;
        };
        let bytes = &self.unit.strings[string.index()].bytes;
        let all = match if scans { scanned(bytes) } else { conversions(bytes) } {
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
            Takes::Wide => {
                let wide = types.pointee(ty).is_some_and(|to| types.is_integer(to) && types.size(to) == Some(4));
                (wide, "wchar_t *")
            }
            Takes::Pointer => (types.is_pointer(ty), "void *"),
            Takes::ToInteger(bytes) => {
                let wanted = match bytes {
                    1 => "signed char *",
                    2 => "short *",
                    4 => "int *",
                    _ => "long long *",
                };
                let fits = |to| types.is_integer(to) && types.size(to) == Some(bytes);
                (types.pointee(ty).is_some_and(fits), wanted)
            }
            Takes::ToText => {
                let chars = types.pointee(ty).is_some_and(|to| matches!(to.id, 3..=5) || types.is_void(to));
                (chars, "char *")
            }
            Takes::ToFloating(bytes) => {
                let fits = |to| types.is_floating(to) && types.size(to) == Some(bytes);
                (types.pointee(ty).is_some_and(fits), if bytes == 4 { "float *" } else { "double *" })
            }
            Takes::ToPointer => (types.pointee(ty).is_some_and(|to| types.is_pointer(to)), "void **"),
        };
        if fits {
            return;
        }
        if matches!(conversion.takes, Takes::ToInteger(_) | Takes::ToText | Takes::ToFloating(_) | Takes::ToPointer) {
            return self.scanned_into(conversion, arg, number, wanted);
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
        } else if types.is_complex(ty) {
            let tip = text!(
                "print the two parts: `creal` and `cimag` of `<complex.h>` give them",
                "実部と虚部を `<complex.h>` の `creal` と `cimag` で取り出し、それぞれ表示してください"
            );
            finding = finding.tip(tip);
        }
        self.push(finding);
    }

    /// An argument of `scanf` that is no pointer to what its conversion stores.
    fn scanned_into(&mut self, conversion: &Conversion, arg: ExprId, number: usize, wanted: &str) {
        let types = &self.unit.types;
        let ty = self.unit.ty(arg);
        let shown = types.show(self.unit.ty(self.bare(arg)), self.names);
        let spelling = &conversion.spelling;
        let message = text!(
            "`{spelling}` takes `{wanted}`, but argument {number} is `{shown}`",
            "`{spelling}` には `{wanted}` が必要ですが、第 {number} 引数は `{shown}` です"
        );
        let to = types.pointee(ty);
        let tip = match to {
            None if types.is_integer(ty) || types.is_floating(ty) => {
                Some(text!("give the address of the variable, by `&`", "変数のアドレスを `&` で渡してください"))
            }
            Some(to) => {
                let better = match types.size(to) {
                    Some(8) if types.is_floating(to) => Some("%lf"),
                    Some(4) if types.is_floating(to) => Some("%f"),
                    Some(8) if types.is_integer(to) => Some("%lld"),
                    Some(4) if types.is_integer(to) => Some("%d"),
                    Some(2) if types.is_integer(to) => Some("%hd"),
                    Some(1) if types.is_integer(to) => Some("%c"),
                    _ => None,
                };
                better.map(|better| text!("`{better}` fits `{shown}`", "`{shown}` には `{better}` を使います"))
            }
            None => None,
        };
        let mut finding = Finding::named("format", self.pos(arg), message);
        if let Some(tip) = tip {
            finding = finding.tip(tip);
        }
        self.push(finding);
    }
}
