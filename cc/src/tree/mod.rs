//! The typed tree of a unit: what the parser makes and what is lowered.
//!
//! Expressions and statements are held in tables and named by numbers, so that deep ones need no deep stack to be
//! dropped. Constants are already folded, conversions are written out, initialisers are lists of offsets and values.

pub mod dump;

use crate::names::{Names, Sym};
use crate::source::Pos;
use crate::types::{Ty, Types};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::{boxed::Box, format, string::String, vec::Vec};
use mcore_base::{Text, text};

macro_rules! index {
    ($($(#[$doc:meta])* $name:ident,)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);
        impl $name {
            /// The index in its table.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

index! {
    /// An expression.
    ExprId,
    /// A statement.
    StmtId,
    /// A variable, or another object with a type and storage.
    ObjectId,
    /// A function.
    FunctionId,
    /// A label of the current function.
    LabelId,
    /// An initialiser.
    InitId,
    /// The contents of a string literal.
    StringId,
}

/// Operators with one operand; the operand has been promoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    Neg,
    /// Of a complex number: its conjugate.
    BitNot,
    /// `!`: the result is an `int`.
    Not,
}

/// Operators with two operands, which have been converted to one type (but for shifts).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    And,
    Or,
    Xor,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Binary {
    /// True for comparisons.
    pub fn is_compare(self) -> bool {
        matches!(self, Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge)
    }

    /// The spelling.
    pub fn text(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::Rem => "%",
            Self::Shl => "<<",
            Self::Shr => ">>",
            Self::And => "&",
            Self::Or => "|",
            Self::Xor => "^",
            Self::Eq => "==",
            Self::Ne => "!=",
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Gt => ">",
            Self::Ge => ">=",
        }
    }
}

/// Functions that the compiler makes instructions of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    Clrsb,
    Clz,
    Ctz,
    Ffs,
    Popcount,
    Parity,
    Bswap16,
    Bswap,
    Abs,
    Fabs,
    Sqrt,
    IsNan,
    Unordered,
    /// `isgreater` and the like do not raise; the two operands are compared by this operator.
    Trap,
    Unreachable,
    Alloca,
    ReturnAddress,
    FrameAddress,
    VaStart,
    VaEnd,
    VaCopy,
    AddOverflow,
    SubOverflow,
    MulOverflow,
    Memcpy,
    Memset,
    SignBit,
    Copysign,
    /// The complex number with these parts.
    Complex,
    /// Computes its arguments and has no value.
    Nothing,
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// Follows from an error.
    Error,
    /// An integer, extended by the sign of its type; also an address given as a number.
    Int(i64),
    /// A floating-point number: its bits in the format of its type.
    Float(u64),
    /// A complex number: the bits of its parts.
    Complex(u64, u64),
    /// A string literal: an object that is an array.
    String(StringId),
    /// A variable.
    Object(ObjectId),
    Function(FunctionId),
    /// A compound literal; its initialiser runs each time.
    Literal(ObjectId),
    /// An operator.
    Unary(Unary, ExprId),
    /// An operator.
    Binary(Binary, ExprId, ExprId),
    /// `&&`, or with `true` `||`.
    Logic(bool, ExprId, ExprId),
    /// A pointer, an integer of type `int` or `unsigned`, and the size of an element: their sum. True subtracts.
    Offset(ExprId, ExprId, ElementSize, bool),
    /// The number of elements between two pointers.
    Distance(ExprId, ExprId, ElementSize),
    /// `*p`; not a value but an object or function.
    Deref(ExprId),
    /// `&x`.
    Address(ExprId),
    /// An array as a pointer to its first element, or a function as a pointer to it.
    Decay(ExprId),
    /// A member of an object or value: offset and, for a bit-field, first bit and width. Also a part of a complex number.
    Member(ExprId, u32, Option<(u8, u8)>),
    /// `a = b`.
    Assign(ExprId, ExprId),
    /// `a op= b`: `a` is converted to the type, the operation done, its result converted back.
    Compound(Binary, ExprId, ExprId, Ty),
    /// `p += n` for a pointer; true subtracts.
    CompoundOffset(ExprId, ExprId, ElementSize, bool),
    /// `++` and `--`: the step (elements for pointers), and true if the value is that before it.
    Step(ExprId, i64, ElementSize, bool),
    /// `c ? a : b`.
    Conditional(ExprId, ExprId, ExprId),
    /// `a ?: b`: the condition's value, converted to the type, or the other. The first is the condition's operand.
    Elvis(ExprId, ExprId),
    /// `a, b`.
    Comma(ExprId, ExprId),
    /// A conversion to the type of the expression. True if it is written in the source.
    Cast(ExprId, bool),
    /// A call of a function by its address or name.
    Call(ExprId, Vec<ExprId>),
    /// A function that the compiler knows.
    Builtin(Builtin, Vec<ExprId>),
    /// `va_arg`: the list.
    VaArg(ExprId),
    /// `({ … })`.
    Block(StmtId),
    /// `&&label`.
    Label(LabelId),
    /// The size of an object whose length is known only when the program runs.
    SizeOf(Ty),
}

/// The size of an element that a pointer points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementSize {
    /// In bytes.
    Known(u32),
    /// That of a type with a length known only when the program runs.
    Of(Ty),
}

/// An expression with type and place.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Its kind and operands.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Ty,
    /// Its place: the whole range.
    pub pos: Pos,
    /// Nesting of expressions within.
    pub depth: u16,
    /// Bits of [`mark`].
    pub marks: u8,
}

/// Bits of [`Expr::marks`].
pub mod mark {
    /// Between parentheses.
    pub const PARENTHESES: u8 = 1;
    /// A constant that was written as one operand, so that folding left no trace of a computation.
    pub const LITERAL: u8 = 2;
    /// A null pointer constant, if it is 0: an integer constant, not a pointer by value.
    pub const NULL: u8 = 4;
    /// No integer constant expression, although its value is known.
    pub const FOLDED: u8 = 8;
}

/// A range of values of a `case`, and its label; by signed or unsigned 64-bit value of the switch's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// First value.
    pub low: i64,
    /// Last value.
    pub high: i64,
    /// Its place.
    pub pos: Pos,
}

/// An operand of `asm`.
#[derive(Clone, Debug, PartialEq)]
pub struct AsmOperand {
    /// The name in brackets, or empty.
    pub name: Sym,
    /// The constraint, with `=`, `+`, `&` and so on.
    pub constraint: String,
    /// The expression.
    pub expr: ExprId,
}

/// An `asm` statement.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asm {
    pub template: String,
    /// Results.
    pub outputs: Vec<AsmOperand>,
    /// Operands that it reads.
    pub inputs: Vec<AsmOperand>,
    /// Registers and `memory`.
    pub clobbers: Vec<String>,
    /// With `volatile`.
    pub volatile: bool,
    /// Without `:`: a percent sign in the template is only that.
    pub basic: bool,
}

/// The kinds of statements, with their parts.
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    Empty,
    Expr(ExprId),
    Block(Vec<StmtId>),
    If(ExprId, StmtId, Option<StmtId>),
    While(ExprId, StmtId),
    DoWhile(StmtId, ExprId),
    /// First part, condition, step, body.
    For(Option<StmtId>, Option<ExprId>, Option<ExprId>, StmtId),
    /// Value, body, cases in order of the text, whether there is `default`. Cases in the body are numbered likewise.
    Switch(ExprId, StmtId, Vec<Case>, bool),
    /// The number of a case in its switch, and the statement.
    Case(u32, StmtId),
    Default(StmtId),
    Label(LabelId, StmtId),
    Goto(LabelId),
    ComputedGoto(ExprId),
    Break,
    Continue,
    Return(Option<ExprId>),
    /// Storage for an automatic object begins to hold a value.
    Declare(ObjectId),
    /// The length of a variable array is computed into the hidden object.
    Length(ObjectId, ExprId),
    Asm(Box<Asm>),
}

/// A statement with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// Its kind and parts.
    pub kind: StmtKind,
    /// Its place.
    pub pos: Pos,
}

/// Where an object is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Storage {
    /// On the stack, or in registers.
    #[default]
    Auto,
    /// For the whole run, defined here.
    Static,
    /// At file scope without initialiser: defined unless another unit does it.
    Tentative,
    /// Defined elsewhere.
    Extern,
}

/// The place of a format among the parameters of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatAt {
    /// It is a format of `scanf`, not of `printf`.
    pub scans: bool,
    /// Index of the format, from 1.
    pub format: u32,
    /// Index of the first argument, from 1; 0 if the arguments are in a list.
    pub first: u32,
}

/// Attributes of objects and functions that the output keeps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attributes {
    /// `section`.
    pub section: Option<String>,
    /// `alias`.
    pub alias: Option<String>,
    /// The name in assembly, by `asm("name")`.
    pub asm: Option<String>,
    /// `weak`.
    pub weak: bool,
    /// `used`.
    pub used: bool,
    /// `unused`.
    pub unused: bool,
    /// `aligned(n)` or `_Alignas`, or 0.
    pub align: u32,
    /// `packed`.
    pub packed: bool,
    /// `noinline`.
    pub no_inline: bool,
    /// `always_inline`.
    pub always_inline: bool,
    /// `noreturn`.
    pub no_return: bool,
    /// `const` or `pure`.
    pub pure: bool,
    /// `warn_unused_result`.
    pub must_use: bool,
    /// `format(printf, …)` or `format(scanf, …)`.
    pub format: Option<FormatAt>,
    /// `mode(…)`.
    pub mode: Option<Ty>,
    /// `transparent_union`.
    pub transparent: bool,
    /// `fallthrough`.
    pub fallthrough: bool,
}

impl Attributes {
    /// Adds the attributes of another declaration.
    pub fn merge(&mut self, from: &Self) {
        macro_rules! take {
            ($($field:ident)*) => { $(if self.$field.is_none() { self.$field = from.$field.clone(); })* };
        }
        macro_rules! either {
            ($($field:ident)*) => { $(self.$field |= from.$field;)* };
        }
        take!(section alias asm format mode);
        either!(weak used unused packed no_inline always_inline no_return pure must_use transparent fallthrough);
        self.align = self.align.max(from.align);
    }
}

/// A variable, or another object.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object {
    /// Its name; empty for a compound literal or a hidden object.
    pub name: Sym,
    /// Its type.
    pub ty: Ty,
    /// Its place.
    pub pos: Pos,
    /// Where it is.
    pub storage: Storage,
    /// Visible to other units.
    pub global: bool,
    /// The function that it belongs to.
    pub function: Option<FunctionId>,
    pub param: bool,
    pub attributes: Attributes,
    /// Its initialiser.
    pub init: Option<InitId>,
    /// Its address is taken, so that it must be in memory.
    pub addressed: bool,
    pub read: bool,
    /// It is written, not counting its initialiser.
    pub written: bool,
    /// `register`.
    pub register: bool,
    /// For arrays of variable length: a number of the scope that begins here.
    pub scope: u32,
}

/// A part of an initialiser.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// Bytes from the beginning of the object.
    pub offset: u32,
    /// For a bit-field: first bit and width.
    pub bits: Option<(u8, u8)>,
    /// Its type.
    pub ty: Ty,
    /// Its value.
    pub expr: ExprId,
}

/// An initialiser: all that is not in the list is 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Init {
    /// Its parts, in order of evaluation; a later one replaces an earlier one of the same place.
    pub entries: Vec<Entry>,
    /// It is one value for the whole object, not a list in braces.
    pub whole: bool,
}

/// A label.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Label {
    pub name: Sym,
    /// Where it is defined.
    pub defined: Option<Pos>,
    /// Where it was first used.
    pub used: Option<Pos>,
    /// Its address is taken.
    pub addressed: bool,
    /// The innermost variable array whose scope it is in, or 0.
    pub scope: u32,
}

/// The body of a function.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    /// Its parameters.
    pub params: Vec<ObjectId>,
    /// Lengths of parameters that are arrays of variable arrays: computed at the start.
    pub prologue: Vec<StmtId>,
    pub block: StmtId,
    pub labels: Vec<Label>,
    /// The parameters were declared between `)` and `{`, so arguments are promoted.
    pub old_style: bool,
    /// The closing brace.
    pub end: Pos,
    /// For each variable array: the scope around it, by its number minus 1.
    pub scopes: Vec<u32>,
    /// All objects that were declared within.
    pub objects: Vec<ObjectId>,
}

/// A function.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Function {
    pub name: Sym,
    /// Its type.
    pub ty: Ty,
    /// Its place.
    pub pos: Pos,
    /// Visible to other units.
    pub global: bool,
    /// Declared `inline`.
    pub inline: bool,
    /// Some declaration has no `inline`, or has `extern`: the definition is for other units too.
    pub external: bool,
    pub attributes: Attributes,
    pub body: Option<Box<Body>>,
    /// Its name is used.
    pub used: bool,
    /// Only called, never declared.
    pub implicit: bool,
}

/// The contents of a string literal.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct StringData {
    /// Units, with the final 0.
    pub bytes: Vec<u8>,
    /// Bytes of a unit.
    pub width: u32,
}

/// A definition at file scope, in the order of the source.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// An object, at its first declaration.
    Object(ObjectId),
    /// A function with a body.
    Function(FunctionId),
    /// Assembly.
    Asm(String, Pos),
}

/// Facts about the source that warnings need and the tree does not show.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// Constants that were written as `sizeof` of an expression, and that expression.
    pub sizes: BTreeMap<ExprId, ExprId>,
    /// Statements with the attribute `fallthrough`.
    pub fallthrough: BTreeSet<StmtId>,
    /// Parameters that were declared as arrays.
    pub array_params: BTreeSet<ObjectId>,
}

/// A unit.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    pub types: Types,
    /// Expressions.
    pub exprs: Vec<Expr>,
    /// Statements.
    pub stmts: Vec<Stmt>,
    pub objects: Vec<Object>,
    pub functions: Vec<Function>,
    /// Initialisers.
    pub inits: Vec<Init>,
    pub strings: Vec<StringData>,
    /// Definitions, in order; also `static` objects within functions and compound literals outside them.
    pub items: Vec<Item>,
    /// Facts for warnings.
    pub notes: Notes,
}

impl Unit {
    /// An expression.
    #[inline]
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.index()]
    }

    /// The type of an expression.
    #[inline]
    pub fn ty(&self, id: ExprId) -> Ty {
        self.exprs[id.index()].ty
    }

    /// The words for an array, in messages: its name, or that of the array whose rows it is one of.
    pub fn array_words(&self, names: &Names, array: ExprId) -> Text {
        let (mut at, mut rows) = (array, String::new());
        loop {
            at = match self.expr(at).kind {
                ExprKind::Object(id) if self.object(id).name != Sym(0) => {
                    return Text::same(format!("`{}{rows}`", names.text(self.object(id).name)));
                }
                ExprKind::Deref(sum) | ExprKind::Offset(sum, ..) | ExprKind::Decay(sum) => {
                    if matches!(self.expr(at).kind, ExprKind::Offset(..)) {
                        rows += "[…]";
                    }
                    sum
                }
                _ => return text!("the array", "配列"),
            };
        }
    }

    /// A statement.
    #[inline]
    pub fn stmt(&self, id: StmtId) -> &Stmt {
        &self.stmts[id.index()]
    }

    /// An object.
    #[inline]
    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.index()]
    }

    /// A function.
    #[inline]
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }

    /// The integer that an expression is.
    pub fn int(&self, id: ExprId) -> Option<i64> {
        match self.expr(id).kind {
            ExprKind::Int(n) => Some(n),
            _ => None,
        }
    }

    /// Adds an object.
    pub fn add_object(&mut self, object: Object) -> ObjectId {
        self.objects.push(object);
        ObjectId(self.objects.len() as u32 - 1)
    }

    /// Adds a statement.
    pub fn add_stmt(&mut self, kind: StmtKind, pos: Pos) -> StmtId {
        self.stmts.push(Stmt { kind, pos });
        StmtId(self.stmts.len() as u32 - 1)
    }

    /// The operands of an expression, in order.
    pub fn operands(&self, id: ExprId) -> Vec<ExprId> {
        let mut all = Vec::new();
        self.each_operand(id, |e| all.push(e));
        all
    }

    /// Calls a function with each operand of an expression, in order.
    #[inline]
    pub fn each_operand(&self, id: ExprId, mut f: impl FnMut(ExprId)) {
        use ExprKind as E;
        match &self.expr(id).kind {
            E::Unary(_, a)
            | E::Deref(a)
            | E::Address(a)
            | E::Decay(a)
            | E::Member(a, ..)
            | E::Step(a, ..)
            | E::Cast(a, _)
            | E::VaArg(a) => f(*a),
            E::Binary(_, a, b)
            | E::Logic(_, a, b)
            | E::Offset(a, b, ..)
            | E::Distance(a, b, _)
            | E::Assign(a, b)
            | E::Compound(_, a, b, _)
            | E::CompoundOffset(a, b, ..)
            | E::Elvis(a, b)
            | E::Comma(a, b) => {
                f(*a);
                f(*b);
            }
            E::Conditional(a, b, c) => {
                f(*a);
                f(*b);
                f(*c);
            }
            E::Call(callee, args) => {
                f(*callee);
                args.iter().for_each(|e| f(*e));
            }
            E::Builtin(_, args) => args.iter().for_each(|e| f(*e)),
            E::Error
            | E::Int(_)
            | E::Float(_)
            | E::Complex(..)
            | E::String(_)
            | E::Object(_)
            | E::Function(_)
            | E::Literal(_)
            | E::Block(_)
            | E::Label(_)
            | E::SizeOf(_) => {}
        }
    }

    /// The expressions and statements directly within a statement, in order.
    pub fn parts(&self, id: StmtId) -> (Vec<ExprId>, Vec<StmtId>) {
        use StmtKind as S;
        let (mut exprs, mut stmts) = (Vec::new(), Vec::new());
        match &self.stmt(id).kind {
            S::Expr(e) | S::ComputedGoto(e) | S::Length(_, e) => exprs.push(*e),
            S::Block(all) => stmts.extend(all),
            S::If(c, yes, no) => {
                exprs.push(*c);
                stmts.push(*yes);
                stmts.extend(*no);
            }
            S::While(c, body) | S::DoWhile(body, c) | S::Switch(c, body, ..) => {
                exprs.push(*c);
                stmts.push(*body);
            }
            S::For(first, c, step, body) => {
                exprs.extend(c.iter().chain(step));
                stmts.extend(first);
                stmts.push(*body);
            }
            S::Case(_, s) | S::Default(s) | S::Label(_, s) => stmts.push(*s),
            S::Return(value) => exprs.extend(value),
            S::Asm(asm) => exprs.extend(asm.outputs.iter().chain(&asm.inputs).map(|o| o.expr)),
            S::Declare(object) => {
                if let Some(init) = self.object(*object).init {
                    exprs.extend(self.inits[init.index()].entries.iter().map(|e| e.expr));
                }
            }
            S::Empty | S::Goto(_) | S::Break | S::Continue => {}
        }
        (exprs, stmts)
    }
}
