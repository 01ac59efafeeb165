//! Tokens of the preprocessor and of the language.

use crate::names::Sym;
use crate::source::Pos;

macro_rules! punctuators {
    ($($name:ident = $text:literal),* $(,)?) => {
        /// An operator or another sign.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum P { $($name),* }
        impl P {
            /// Its spelling.
            pub fn text(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }
        }
    };
}

punctuators! {
    LParen = "(", RParen = ")", LBracket = "[", RBracket = "]", LBrace = "{", RBrace = "}",
    Dot = ".", Arrow = "->", PlusPlus = "++", MinusMinus = "--", And = "&", Star = "*", Plus = "+", Minus = "-",
    Tilde = "~", Not = "!", Slash = "/", Percent = "%", Shl = "<<", Shr = ">>", Lt = "<", Gt = ">", Le = "<=",
    Ge = ">=", EqEq = "==", Ne = "!=", Caret = "^", Or = "|", AndAnd = "&&", OrOr = "||", Question = "?",
    Colon = ":", ColonColon = "::", Semi = ";", Ellipsis = "...", Assign = "=", StarAssign = "*=",
    SlashAssign = "/=", PercentAssign = "%=", PlusAssign = "+=", MinusAssign = "-=", ShlAssign = "<<=",
    ShrAssign = ">>=", AndAssign = "&=", CaretAssign = "^=", OrAssign = "|=", Comma = ",", Hash = "#",
    HashHash = "##",
}

/// The kind of a [`Token`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An identifier or keyword.
    Name,
    /// A preprocessing number.
    Number,
    /// A character constant, with prefix and quotes.
    Char,
    /// A string literal, with prefix and quotes.
    Str,
    /// An operator or another sign.
    Punct(P),
    /// The name of a header with its brackets or quotes; only after `#include`.
    Header,
    /// A character that begins no token.
    Other,
    /// The end of a line; never outside the preprocessor.
    Newline,
    /// Empty argument next to `##`; never outside the preprocessor.
    Marker,
    /// A `#pragma` that the parser executes; the spelling names it.
    Pragma,
    /// The end.
    Eof,
}

/// One token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: Kind,
    /// Bits of [`flag`].
    pub flags: u8,
    /// Its spelling, without backslashes at ends of lines.
    pub sym: Sym,
    /// Its position.
    pub pos: Pos,
}

/// Bits of [`Token::flags`].
pub mod flag {
    /// White space is in front of the token.
    pub const SPACE: u8 = 1;
    /// The token is the first of its line.
    pub const FIRST: u8 = 2;
    /// The name is never expanded again ("blue paint").
    pub const PAINTED: u8 = 4;
    /// A digraph: `<:` for `[`.
    pub const DIGRAPH: u8 = 8;
}

impl Token {
    /// True for this sign.
    #[inline]
    pub fn is(&self, p: P) -> bool {
        self.kind == Kind::Punct(p)
    }

    /// True for this name.
    #[inline]
    pub fn is_name(&self, sym: Sym) -> bool {
        self.kind == Kind::Name && self.sym == sym
    }

    /// True with white space in front.
    pub fn spaced(&self) -> bool {
        self.flags & flag::SPACE != 0
    }

    /// The same token with or without white space in front.
    #[must_use]
    pub fn with_space(mut self, spaced: bool) -> Self {
        self.flags = self.flags & !flag::SPACE | if spaced { flag::SPACE } else { 0 };
        self
    }
}
