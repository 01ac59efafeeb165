//! Names and spellings, each held once and compared by its number.

use alloc::{string::String, vec, vec::Vec};

/// A spelling: an identifier, a number, or a string with its quotes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sym(pub u32);

macro_rules! known {
    ($($(#[$doc:meta])* $name:ident = $text:literal),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u32)]
        #[derive(Clone, Copy)]
        enum Index { $($name),* }
        /// The spellings that every [`Names`] begins with.
        pub const KNOWN: &[&str] = &[$($text),*];
        /// Numbers of spellings that the compiler itself looks for.
        pub mod sym {
            use super::{Index, Sym};
            $(pub const $name: Sym = Sym(Index::$name as u32);)*
        }
    };
}

known! {
    EMPTY = "",
    // Keywords; `Keyword::of` relies on this order.
    AUTO = "auto", BREAK = "break", CASE = "case", CHAR = "char", CONST = "const", CONTINUE = "continue",
    DEFAULT = "default", DO = "do", DOUBLE = "double", ELSE = "else", ENUM = "enum", EXTERN = "extern",
    FLOAT = "float", FOR = "for", GOTO = "goto", IF = "if", INLINE = "inline", INT = "int", LONG = "long",
    REGISTER = "register", RESTRICT = "restrict", RETURN = "return", SHORT = "short", SIGNED = "signed",
    SIZEOF = "sizeof", STATIC = "static", STRUCT = "struct", SWITCH = "switch", TYPEDEF = "typedef",
    UNION = "union", UNSIGNED = "unsigned", VOID = "void", VOLATILE = "volatile", WHILE = "while",
    U_ALIGNAS = "_Alignas", U_ALIGNOF = "_Alignof", U_BOOL = "_Bool", U_GENERIC = "_Generic",
    U_NORETURN = "_Noreturn", U_STATIC_ASSERT = "_Static_assert", ASM = "asm", TYPEOF = "typeof",
    // Other spellings of keywords.
    U_INLINE = "__inline", UU_INLINE = "__inline__", U_RESTRICT = "__restrict", UU_RESTRICT = "__restrict__",
    U_CONST = "__const", UU_CONST = "__const__", U_VOLATILE = "__volatile", UU_VOLATILE = "__volatile__",
    U_SIGNED = "__signed", UU_SIGNED = "__signed__", U_ASM = "__asm", UU_ASM = "__asm__", U_TYPEOF = "__typeof",
    UU_TYPEOF = "__typeof__", U_ALIGN_OF = "__alignof", UU_ALIGN_OF = "__alignof__",
    // Words that only GNU C knows.
    EXTENSION = "__extension__", ATTRIBUTE = "__attribute__", U_ATTRIBUTE = "__attribute", LABEL = "__label__",
    // Words of features that are out.
    U_COMPLEX = "_Complex", UU_COMPLEX = "__complex__", U_IMAGINARY = "_Imaginary", U_ATOMIC = "_Atomic",
    U_THREAD_LOCAL = "_Thread_local", THREAD = "__thread", INT128 = "__int128", INT128_T = "__int128_t",
    UINT128_T = "__uint128_t", FLOAT128 = "__float128", U_FLOAT128 = "_Float128", DECIMAL32 = "_Decimal32",
    DECIMAL64 = "_Decimal64", DECIMAL128 = "_Decimal128", REAL = "__real__", IMAG = "__imag__",
    LAST_KEYWORD = "__auto_type",
    // The preprocessor.
    DEFINE = "define", UNDEF = "undef", INCLUDE = "include", INCLUDE_NEXT = "include_next", IFDEF = "ifdef",
    IFNDEF = "ifndef", ELIF = "elif", ELIFDEF = "elifdef", ELIFNDEF = "elifndef", ENDIF = "endif", LINE = "line",
    ERROR = "error", WARNING = "warning", PRAGMA = "pragma", IDENT = "ident", SCCS = "sccs", ASSERT = "assert",
    DEFINED = "defined", VA_ARGS = "__VA_ARGS__", VA_OPT = "__VA_OPT__", HAS_INCLUDE = "__has_include",
    HAS_ATTRIBUTE = "__has_attribute", HAS_BUILTIN = "__has_builtin", HAS_C_ATTRIBUTE = "__has_c_attribute",
    M_FILE = "__FILE__", M_LINE = "__LINE__", M_COUNTER = "__COUNTER__", M_INCLUDE_LEVEL = "__INCLUDE_LEVEL__",
    M_BASE_FILE = "__BASE_FILE__", U_PRAGMA = "_Pragma", ONCE = "once", PACK = "pack", PUSH = "push", POP = "pop",
    STDC = "STDC", GCC = "GCC", DIAGNOSTIC = "diagnostic", IGNORED = "ignored", POISON = "poison",
    SYSTEM_HEADER = "system_header", TRUE = "true", FALSE = "false",
    // Names with a meaning of their own.
    MAIN = "main", FUNC = "__func__", FUNCTION = "__FUNCTION__", PRETTY = "__PRETTY_FUNCTION__",
    STATIC_ASSERT = "static_assert", VA_LIST = "__builtin_va_list", ALIGN = "aligned", BOOL = "bool",
    STRING = "string", WCHAR = "wchar_t", CLEANUP = "cleanup",
}

/// All spellings of a compilation.
#[derive(Clone, Debug)]
pub struct Names {
    pool: String,
    ends: Vec<u32>,
    /// Open addressing; 0 is free, else the number of a spelling plus 1. Only looked up, never listed.
    table: Vec<u32>,
}

impl Default for Names {
    fn default() -> Self {
        let mut names = Self { pool: String::new(), ends: Vec::new(), table: vec![0; 2048] };
        for text in KNOWN {
            names.intern(text);
        }
        names
    }
}

fn hash(text: &str) -> u32 {
    let mut hash = 0x811c_9dc5u32;
    for byte in text.as_bytes() {
        hash = (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    }
    hash ^ hash >> 15
}

impl Names {
    /// The number of a spelling.
    pub fn intern(&mut self, text: &str) -> Sym {
        if self.ends.len() * 2 >= self.table.len() {
            self.grow();
        }
        let mask = self.table.len() - 1;
        let mut slot = hash(text) as usize & mask;
        loop {
            let entry = self.table[slot];
            if entry == 0 {
                break;
            }
            if self.text(Sym(entry - 1)) == text {
                return Sym(entry - 1);
            }
            slot = (slot + 1) & mask;
        }
        self.pool.push_str(text);
        self.ends.push(self.pool.len() as u32);
        self.table[slot] = self.ends.len() as u32;
        Sym(self.ends.len() as u32 - 1)
    }

    fn grow(&mut self) {
        let mut table = vec![0; self.table.len() * 2];
        let mask = table.len() - 1;
        for index in 0..self.ends.len() as u32 {
            let mut slot = hash(self.text(Sym(index))) as usize & mask;
            while table[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            table[slot] = index + 1;
        }
        self.table = table;
    }

    /// The spelling with a number.
    pub fn text(&self, sym: Sym) -> &str {
        let index = sym.0 as usize;
        let start = if index == 0 { 0 } else { self.ends.get(index - 1).copied().unwrap_or(0) };
        let end = self.ends.get(index).copied().unwrap_or(start);
        self.pool.get(start as usize..end as usize).unwrap_or("")
    }

    /// How many spellings there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if there is none, which never happens.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn each_spelling_has_one_number() {
        let mut names = Names::default();
        assert_eq!(names.intern("while"), sym::WHILE);
        assert_eq!(names.text(sym::LAST_KEYWORD), "__auto_type");
        let many: Vec<Sym> = (0..5000).map(|n| names.intern(&format!("name{n}"))).collect();
        for (n, sym) in many.into_iter().enumerate() {
            let text = format!("name{n}");
            assert_eq!(names.text(sym), text);
            assert_eq!(names.intern(&text), sym);
        }
    }
}
