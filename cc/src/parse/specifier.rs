//! The specifiers at the beginning of a declaration: storage class, qualifiers and the type.

use super::{Parser, attribute};
use crate::diag::Finding;
use crate::names::{Sym, sym};
use crate::options::Edition;
use crate::sema::{Class, Meaning};
use crate::source::Pos;
use crate::token::{Kind, P, Token, flag};
use crate::tree::Attributes;
use crate::types::{Ty, qual};
use mcore_base::text;

/// The specifiers of a declaration.
#[derive(Clone, Debug, Default)]
pub(super) struct Specs {
    /// The type.
    pub ty: Ty,
    /// The storage class.
    pub class: Class,
    /// `inline`.
    pub inline: bool,
    /// No type was named.
    pub implicit: bool,
    /// `__auto_type`: the type is that of the initialiser.
    pub auto_type: bool,
    /// A struct, union or enum was named or declared here.
    pub tagged: bool,
    /// Attributes, with the alignment of `_Alignas`.
    pub attributes: Attributes,
    /// The place of all.
    pub pos: Pos,
}

/// How often each word of a type was seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Words {
    signed: u8,
    unsigned: u8,
    short: u8,
    long: u8,
    complex: u8,
    base: Sym,
}

impl Parser<'_, '_> {
    /// True if a declaration or the name of a type begins with a token.
    pub(super) fn begins_type(&self, token: Token) -> bool {
        if token.kind != Kind::Name {
            return false;
        }
        match self.word_of(token) {
            sym::EMPTY => self.sema.is_type(token.sym),
            sym::AUTO
            | sym::CHAR
            | sym::CONST
            | sym::DOUBLE
            | sym::ENUM
            | sym::EXTERN
            | sym::FLOAT
            | sym::INLINE
            | sym::INT
            | sym::LONG
            | sym::REGISTER
            | sym::RESTRICT
            | sym::SHORT
            | sym::SIGNED
            | sym::STATIC
            | sym::STRUCT
            | sym::TYPEDEF
            | sym::UNION
            | sym::UNSIGNED
            | sym::VOID
            | sym::VOLATILE
            | sym::U_ALIGNAS
            | sym::U_BOOL
            | sym::U_NORETURN
            | sym::TYPEOF
            | sym::ATTRIBUTE
            | sym::LAST_KEYWORD
            | sym::U_COMPLEX
            | sym::UU_COMPLEX
            | sym::U_IMAGINARY
            | sym::U_ATOMIC
            | sym::U_THREAD_LOCAL
            | sym::THREAD
            | sym::INT128
            | sym::INT128_T
            | sym::UINT128_T
            | sym::FLOAT128
            | sym::U_FLOAT128
            | sym::DECIMAL32
            | sym::DECIMAL64
            | sym::DECIMAL128 => true,
            _ => false,
        }
    }

    /// True if a declaration begins at the current token.
    pub(super) fn begins_declaration(&self) -> bool {
        match self.word() {
            sym::EXTENSION => {
                let mut ahead = 1;
                while self.word_of(self.peek(ahead)) == sym::EXTENSION {
                    ahead += 1;
                }
                self.begins_type(self.peek(ahead))
            }
            sym::EMPTY if self.sema.is_type(self.token.sym) && self.token.kind == Kind::Name => {
                // A label may have the name of a type.
                !self.peek(1).is(P::Colon)
            }
            _ => {
                self.begins_type(self.token)
                    || self.is_unknown_type()
                    || self.is_unknown_complex(self.token, Words::default())
            }
        }
    }

    /// True for a name without meaning that another name follows on its line: most probably a type.
    pub(super) fn is_unknown_type(&self) -> bool {
        let next = self.peek(1);
        self.is_name(self.token)
            && self.is_name(next)
            && next.flags & flag::FIRST == 0
            && self.sema.look(self.token.sym).is_none()
    }

    /// Reads specifiers.
    pub(super) fn specifiers(&mut self) -> Specs {
        let begin = self.token.pos;
        let mut specs = Specs::default();
        let mut words = Words::default();
        let mut quals = 0;
        let mut named: Option<Ty> = None;
        loop {
            let token = self.token;
            if token.kind != Kind::Name {
                if self.at_attribute() {
                    self.attributes(&mut specs.attributes);
                    continue;
                }
                break;
            }
            let none = named.is_none() && words == Words::default();
            match self.word() {
                sym::EMPTY => {
                    if named.is_none() && self.is_unknown_complex(token, words) {
                        self.unknown_type(token);
                        self.bump();
                        words.complex += 1;
                        continue;
                    }
                    if !none {
                        break;
                    }
                    if let Some(Meaning::Type(ty, align)) = self.sema.look(token.sym) {
                        self.bump();
                        specs.attributes.align = specs.attributes.align.max(align);
                        named = Some(ty);
                        continue;
                    }
                    if self.is_unknown_type()
                        || (self.sema.look(token.sym).is_none()
                            && self.peek(1).is(P::Star)
                            && self.peek(2).kind == Kind::Name)
                    {
                        self.unknown_type(token);
                        self.bump();
                        named = Some(Ty::ERROR);
                        continue;
                    }
                    break;
                }
                sym::EXTENSION => {}
                sym::CONST => quals |= qual::CONST,
                sym::VOLATILE => quals |= qual::VOLATILE,
                sym::RESTRICT => quals |= qual::RESTRICT,
                sym::TYPEDEF => self.class(&mut specs, Class::Typedef),
                sym::EXTERN => self.class(&mut specs, Class::Extern),
                sym::STATIC => self.class(&mut specs, Class::Static),
                sym::AUTO => self.class(&mut specs, Class::Auto),
                sym::REGISTER => self.class(&mut specs, Class::Register),
                sym::INLINE => specs.inline = true,
                sym::U_NORETURN => specs.attributes.no_return = true,
                sym::SIGNED => words.signed += 1,
                sym::UNSIGNED => words.unsigned += 1,
                sym::SHORT => words.short += 1,
                sym::LONG => words.long += 1,
                sym::U_COMPLEX | sym::UU_COMPLEX => words.complex += 1,
                sym::VOID | sym::CHAR | sym::INT | sym::FLOAT | sym::DOUBLE | sym::U_BOOL => {
                    if named.is_some_and(Ty::is_error) {
                        // The type is wrong already.
                    } else if words.base != sym::EMPTY || named.is_some() {
                        self.two_types(token.pos);
                    } else {
                        words.base = token.sym;
                    }
                }
                sym::U_ALIGNAS => {
                    self.bump();
                    self.align_as(&mut specs.attributes);
                    continue;
                }
                sym::ATTRIBUTE => {
                    self.attributes(&mut specs.attributes);
                    continue;
                }
                sym::STRUCT | sym::UNION => {
                    let ty = self.record();
                    specs.tagged = true;
                    self.name_type(&mut named, words, ty, token.pos);
                    continue;
                }
                sym::ENUM => {
                    let ty = self.enumeration();
                    specs.tagged = true;
                    self.name_type(&mut named, words, ty, token.pos);
                    continue;
                }
                sym::TYPEOF => {
                    let ty = self.type_of();
                    self.name_type(&mut named, words, ty, token.pos);
                    continue;
                }
                sym::LAST_KEYWORD => specs.auto_type = true,
                sym::U_IMAGINARY
                | sym::U_ATOMIC
                | sym::U_THREAD_LOCAL
                | sym::THREAD
                | sym::INT128
                | sym::INT128_T
                | sym::UINT128_T
                | sym::FLOAT128
                | sym::U_FLOAT128
                | sym::DECIMAL32
                | sym::DECIMAL64
                | sym::DECIMAL128 => {
                    self.not_available(token);
                    if !matches!(token.sym, sym::U_THREAD_LOCAL | sym::THREAD | sym::U_ATOMIC) {
                        named = Some(Ty::ERROR);
                    }
                    if token.sym == sym::U_ATOMIC && self.peek(1).is(P::LParen) {
                        self.bump();
                        self.bump();
                        named = Some(self.type_name());
                        self.expect(P::RParen);
                        continue;
                    }
                }
                _ => break,
            }
            self.bump();
            if self.lost {
                break;
            }
        }
        specs.pos = self.sema.range(begin, self.last);
        let ty = match named {
            Some(ty) => {
                if words != Words::default() && !ty.is_error() {
                    self.two_types(specs.pos);
                }
                ty
            }
            None if words == Words::default() => {
                specs.implicit = !specs.auto_type;
                Ty::INT
            }
            None => self.combine(words, specs.pos),
        };
        specs.ty = ty.with(quals);
        if let Some(mode) = specs.attributes.mode.take() {
            specs.ty = attribute::with_mode(&self.sema.unit.types, specs.ty, mode);
        }
        specs
    }

    fn name_type(&mut self, named: &mut Option<Ty>, words: Words, ty: Ty, pos: Pos) {
        if named.is_some_and(|t| !t.is_error()) || words != Words::default() {
            self.two_types(pos);
        }
        if !named.is_some_and(Ty::is_error) {
            *named = Some(ty);
        }
    }

    fn two_types(&mut self, pos: Pos) {
        let message = text!("two types in one declaration", "1 つの宣言に型が 2 つあります");
        let tip = text!("a `;` may be missing before it", "前に `;` が抜けているかもしれません");
        self.sema.report.push(Finding::error("type", pos, message).tip(tip));
    }

    fn class(&mut self, specs: &mut Specs, class: Class) {
        if specs.class != Class::None && specs.class != class {
            let pos = self.token.pos;
            let message = text!("two storage classes in one declaration", "1 つの宣言に記憶クラスが 2 つあります");
            self.sema.error("storage-class", pos, message);
        }
        specs.class = class;
    }

    fn combine(&mut self, words: Words, pos: Pos) -> Ty {
        let Words { signed, unsigned, short, long, complex, base } = words;
        if complex > 0 {
            return self.combine_complex(words, pos);
        }
        let ty = match (base, signed, unsigned, short, long) {
            (sym::VOID, 0, 0, 0, 0) => Some(Ty::VOID),
            (sym::U_BOOL, 0, 0, 0, 0) => Some(Ty::BOOL),
            (sym::CHAR, 0, 0, 0, 0) => Some(Ty::CHAR),
            (sym::CHAR, 1, 0, 0, 0) => Some(Ty::SCHAR),
            (sym::CHAR, 0, 1, 0, 0) => Some(Ty::UCHAR),
            (sym::FLOAT, 0, 0, 0, 0) => Some(Ty::FLOAT),
            (sym::DOUBLE, 0, 0, 0, 0) => Some(Ty::DOUBLE),
            (sym::DOUBLE, 0, 0, 0, 1) => Some(Ty::LDOUBLE),
            (sym::INT | sym::EMPTY, 0..=1, 0, 1, 0) => Some(Ty::SHORT),
            (sym::INT | sym::EMPTY, 0, 1, 1, 0) => Some(Ty::USHORT),
            (sym::INT | sym::EMPTY, 0..=1, 0, 0, 0) => Some(Ty::INT),
            (sym::INT | sym::EMPTY, 0, 1, 0, 0) => Some(Ty::UINT),
            (sym::INT | sym::EMPTY, 0..=1, 0, 0, 1) => Some(Ty::LONG),
            (sym::INT | sym::EMPTY, 0, 1, 0, 1) => Some(Ty::ULONG),
            (sym::INT | sym::EMPTY, 0..=1, 0, 0, 2) => Some(Ty::LLONG),
            (sym::INT | sym::EMPTY, 0, 1, 0, 2) => Some(Ty::ULLONG),
            _ => None,
        };
        ty.unwrap_or_else(|| {
            let message = text!("these words do not form a type", "これらの語の組み合わせは型になりません");
            self.sema.error("type", pos, message);
            Ty::ERROR
        })
    }

    /// The type of words with `_Complex`; alone it is `double _Complex`, as in gcc.
    fn combine_complex(&mut self, words: Words, pos: Pos) -> Ty {
        let Words { signed, unsigned, short, long, complex, base } = words;
        match (base, long, [signed, unsigned, short, complex]) {
            (sym::FLOAT, 0, [0, 0, 0, 1]) => Ty::CFLOAT,
            (sym::DOUBLE | sym::EMPTY, 0, [0, 0, 0, 1]) => Ty::CDOUBLE,
            (sym::DOUBLE, 1, [0, 0, 0, 1]) => Ty::CLDOUBLE,
            _ => {
                let message = text!("these words do not form a type", "これらの語の組み合わせは型になりません");
                let tip = text!(
                    "the parts of a complex number are `float`, `double` or `long double`",
                    "複素数の実部と虚部は `float`、`double`、`long double` のどれかです"
                );
                self.sema.report.push(Finding::error("type", pos, message).tip(tip));
                Ty::ERROR
            }
        }
    }

    fn align_as(&mut self, into: &mut Attributes) {
        let opened = self.token.pos;
        if !self.expect(P::LParen) {
            return;
        }
        let align = if self.begins_type(self.token) {
            let ty = self.type_name();
            self.sema.unit.types.align(ty)
        } else {
            let e = self.constant_expression();
            self.alignment(e, opened)
        };
        into.align = into.align.max(align);
        self.close(P::RParen, opened);
    }

    /// `typeof (…)`.
    fn type_of(&mut self) -> Ty {
        self.bump();
        let opened = self.token.pos;
        if !self.expect(P::LParen) {
            return Ty::ERROR;
        }
        let ty = if self.begins_type(self.token) || self.word() == sym::EXTENSION && self.begins_type(self.peek(1)) {
            self.type_name()
        } else {
            self.sema.unevaluated += 1;
            let e = self.expression();
            self.sema.unevaluated -= 1;
            self.sema.unit.types.declared(self.sema.ty(e))
        };
        self.close(P::RParen, opened);
        ty
    }

    /// True for `complex` without its header: after `double` or `float` and before what has the type, or before such a word.
    fn is_unknown_complex(&self, token: Token, words: Words) -> bool {
        if token.kind != Kind::Name
            || self.sema.names.text(token.sym) != "complex"
            || self.sema.look(token.sym).is_some()
        {
            return false;
        }
        let next = self.peek(1);
        match words.base {
            // `double complex)` is a parameter with this name.
            sym::DOUBLE | sym::FLOAT => self.is_name(next) || next.is(P::Star),
            sym::EMPTY => next.kind == Kind::Name && matches!(self.word_of(next), sym::DOUBLE | sym::FLOAT | sym::LONG),
            _ => false,
        }
    }

    /// Reports a name that should be a type.
    fn unknown_type(&mut self, token: Token) {
        let name = self.sema.names.text(token.sym);
        let mut finding =
            Finding::error("unknown-type", token.pos, text!("`{name}` is not a type", "`{name}` という型はありません"));
        finding = self.sema.suggest_type(finding, token.sym, token.pos);
        let name = self.sema.names.text(token.sym);
        let is_news = match (crate::sema::type_header(name), &finding.tip) {
            (Some(header), _) => self.sema.is_news(header),
            (None, Some(tip)) if name.starts_with("MPI_") => self.sema.is_news_of_mpi(&tip.en.clone(), token.pos),
            _ => true,
        };
        if is_news {
            self.sema.report.push(finding);
        }
    }

    /// Reports a word of a feature that is out.
    pub(super) fn not_available(&mut self, token: Token) {
        let word = self.sema.names.text(token.sym);
        let message = text!("`{word}` is not available here", "`{word}` は使えません");
        let tip = match token.sym {
            sym::U_IMAGINARY => text!("use `_Complex`", "`_Complex` を使ってください"),
            sym::U_ATOMIC => text!(
                "each memory has one core, so `volatile` is enough; nodes communicate by messages",
                "メモリごとにコアは 1 つなので `volatile` で足ります。ノード間はメッセージで通信します"
            ),
            sym::U_THREAD_LOCAL | sym::THREAD => text!(
                "there are no threads: each node has its own variables",
                "スレッドはありません。変数はノードごとに別々です"
            ),
            sym::INT128 | sym::INT128_T | sym::UINT128_T => {
                text!("use `long long` or two of them", "`long long` か、その 2 つ組を使ってください")
            }
            _ => text!("use `float` or `double`", "`float` か `double` を使ってください"),
        };
        self.sema.report.push(Finding::error("not-available", token.pos, message).tip(tip));
    }

    /// The type of a declaration without one.
    pub(super) fn implicit_int(&mut self, pos: Pos) {
        if self.sema.options.edition == Edition::Gnu89 {
            self.sema.warn(
                "implicit-int",
                pos,
                text!("the type is missing; it is `int`", "型がありません。`int` とします"),
            );
            return;
        }
        let finding = Finding::named("implicit-int", pos, text!("the type is missing", "型がありません"));
        let tip = text!(
            "write `int` if that is meant; the option `-std=gnu89` takes old programs as they are",
            "`int` のつもりなら `int` と書いてください。古いプログラムは、オプション `-std=gnu89` でそのままコンパイルできます"
        );
        self.sema.report.push(finding.tip(tip));
    }
}
