//! The types of C, each held once, with sizes and alignments of the ABI o32.

pub mod layout;
mod show;
#[cfg(test)]
mod tests;

use crate::names::Sym;
use crate::source::Pos;
use alloc::{collections::BTreeMap, rc::Rc, vec::Vec};

/// Qualifiers of a type.
pub mod qual {
    /// `const`.
    pub const CONST: u8 = 1;
    /// `volatile`.
    pub const VOLATILE: u8 = 2;
    /// `restrict`.
    pub const RESTRICT: u8 = 4;
}

/// A type: a number in [`Types`], and qualifiers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ty {
    /// Index of its kind.
    pub id: u32,
    /// Bits of [`qual`].
    pub quals: u8,
}

/// The number of elements of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Length {
    /// Known to the compiler.
    Known(u32),
    /// `[]`.
    Unknown,
    /// Held by a hidden object with this number when the program runs.
    Variable(u32),
    /// `[*]`.
    Star,
}

/// A function's type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FunctionType {
    pub result: Ty,
    /// The parameters.
    pub params: Vec<Ty>,
    /// With `...`.
    pub variadic: bool,
    /// False for `()`: nothing is known of the parameters.
    pub prototype: bool,
}

/// The kinds of types, with their parts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Follows from an error; fits everywhere.
    Error,
    Void,
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LLong,
    ULLong,
    Float,
    Double,
    LDouble,
    /// `float _Complex`: two numbers in memory, the real part first.
    CFloat,
    /// `double _Complex`.
    CDouble,
    /// `long double _Complex`.
    CLDouble,
    /// An index of [`Types::enums`].
    Enum(u32),
    /// The type of a bit-field as a value: the type that it is declared with, and the width in bits.
    Bits(Ty, u8),
    Pointer(Ty),
    Array(Ty, Length),
    Function(Rc<FunctionType>),
    /// An index of [`Types::records`].
    Record(u32),
}

macro_rules! base {
    ($($name:ident $kind:ident $id:literal,)*) => {
        impl Ty {
            $(#[doc = concat!("The type `", stringify!($kind), "`.")] pub const $name: Self = Self { id: $id, quals: 0 };)*
        }
        const BASE: &[Kind] = &[$(Kind::$kind),*];
    };
}

base! {
    ERROR Error 0, VOID Void 1, BOOL Bool 2, CHAR Char 3, SCHAR SChar 4, UCHAR UChar 5, SHORT Short 6,
    USHORT UShort 7, INT Int 8, UINT UInt 9, LONG Long 10, ULONG ULong 11, LLONG LLong 12, ULLONG ULLong 13,
    FLOAT Float 14, DOUBLE Double 15, LDOUBLE LDouble 16, CFLOAT CFloat 17, CDOUBLE CDouble 18, CLDOUBLE CLDouble 19,
}

impl Ty {
    /// The type without qualifiers.
    #[must_use]
    pub fn plain(self) -> Self {
        Self { quals: 0, ..self }
    }

    /// The type with these qualifiers added.
    #[must_use]
    pub fn with(self, quals: u8) -> Self {
        Self { quals: self.quals | quals, ..self }
    }

    /// True with `volatile`.
    pub fn is_volatile(self) -> bool {
        self.quals & qual::VOLATILE != 0
    }

    /// True with `const`.
    pub fn is_const(self) -> bool {
        self.quals & qual::CONST != 0
    }

    /// True for the type that follows from an error.
    pub fn is_error(self) -> bool {
        self.id == 0
    }
}

/// A member of a struct or union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name; empty for an unnamed bit-field or an anonymous struct or union.
    pub name: Sym,
    /// Its type.
    pub ty: Ty,
    /// Bytes from the beginning; for a bit-field, of the byte with its first bit.
    pub offset: u32,
    /// For a bit-field: its first bit in that byte (0 to 7), and its width.
    pub bits: Option<(u8, u8)>,
    /// Its place in the source.
    pub pos: Pos,
    /// Its alignment if an attribute gives one, else 0.
    pub align: u32,
    /// With the attribute `packed`.
    pub packed: bool,
}

/// A struct or union.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Its tag, or empty.
    pub tag: Sym,
    /// True for `union`.
    pub is_union: bool,
    /// Its members.
    pub fields: Vec<Field>,
    /// Size in bytes.
    pub size: u32,
    /// Alignment in bytes.
    pub align: u32,
    /// The members are known.
    pub complete: bool,
    /// Between `{` and `}`.
    pub open: bool,
    /// The last member is an array without length.
    pub flexible: bool,
    /// Its place in the source.
    pub pos: Pos,
}

/// An enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enum {
    /// Its tag, or empty.
    pub tag: Sym,
    /// The integer type with the same values.
    pub underlying: Ty,
    /// Its constants are known.
    pub complete: bool,
    pub constants: Vec<(Sym, i64)>,
    /// Its place in the source.
    pub pos: Pos,
}

/// All types of a unit.
#[derive(Clone, Debug)]
pub struct Types {
    kinds: Vec<Kind>,
    known: BTreeMap<Kind, u32>,
    /// Structs and unions.
    pub records: Vec<Record>,
    /// Enumerations.
    pub enums: Vec<Enum>,
}

impl Default for Types {
    fn default() -> Self {
        let mut types = Self { kinds: Vec::new(), known: BTreeMap::new(), records: Vec::new(), enums: Vec::new() };
        for kind in BASE {
            types.of(kind.clone());
        }
        types
    }
}

/// A member that was found: the indices of the fields on the way, its offset, type and bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Bytes from the beginning of the outer record.
    pub offset: u32,
    /// Its type, with the qualifiers of the anonymous members around it.
    pub ty: Ty,
    /// As in [`Field::bits`].
    pub bits: Option<(u8, u8)>,
    /// Its place in the source.
    pub pos: Pos,
}

impl Types {
    /// The type of a kind.
    pub fn of(&mut self, kind: Kind) -> Ty {
        if let Some(id) = self.known.get(&kind) {
            return Ty { id: *id, quals: 0 };
        }
        let id = self.kinds.len() as u32;
        self.kinds.push(kind.clone());
        self.known.insert(kind, id);
        Ty { id, quals: 0 }
    }

    /// The kind of a type.
    pub fn kind(&self, ty: Ty) -> &Kind {
        self.kinds.get(ty.id as usize).unwrap_or(&Kind::Error)
    }

    /// The pointer to a type.
    pub fn pointer(&mut self, to: Ty) -> Ty {
        self.of(Kind::Pointer(to))
    }

    /// The array of a type.
    pub fn array(&mut self, of: Ty, length: Length) -> Ty {
        self.of(Kind::Array(of, length))
    }

    /// The function type.
    pub fn function(&mut self, f: FunctionType) -> Ty {
        self.of(Kind::Function(Rc::new(f)))
    }

    /// A new struct or union without members.
    pub fn new_record(&mut self, tag: Sym, is_union: bool, pos: Pos) -> Ty {
        self.records.push(Record { tag, is_union, align: 1, pos, ..Record::default() });
        self.of(Kind::Record(self.records.len() as u32 - 1))
    }

    /// A new enumeration without constants.
    pub fn new_enum(&mut self, tag: Sym, pos: Pos) -> Ty {
        let underlying = Ty::UINT;
        self.enums.push(Enum { tag, underlying, complete: false, constants: Vec::new(), pos });
        self.of(Kind::Enum(self.enums.len() as u32 - 1))
    }

    /// The type that a pointer points to.
    pub fn pointee(&self, ty: Ty) -> Option<Ty> {
        match self.kind(ty) {
            Kind::Pointer(to) => Some(*to),
            _ => None,
        }
    }

    /// The type of an array's elements, with the array's qualifiers, and its length.
    pub fn element(&self, ty: Ty) -> Option<(Ty, Length)> {
        match self.kind(ty) {
            Kind::Array(of, length) => Some((of.with(ty.quals), *length)),
            _ => None,
        }
    }

    /// The function type that a type is.
    pub fn signature(&self, ty: Ty) -> Option<Rc<FunctionType>> {
        match self.kind(ty) {
            Kind::Function(f) => Some(f.clone()),
            _ => None,
        }
    }

    /// The struct or union that a type is, as an index of [`Types::records`].
    pub fn record_index(&self, ty: Ty) -> Option<usize> {
        match self.kind(ty) {
            Kind::Record(index) => Some(*index as usize),
            _ => None,
        }
    }

    /// The struct or union that a type is.
    pub fn record(&self, ty: Ty) -> Option<&Record> {
        self.records.get(self.record_index(ty)?)
    }

    /// The type of a bit-field as a value, as in gcc: one with its own width, unless that is the width of the declared type.
    pub fn bit_field(&mut self, ty: Ty, width: u8) -> Ty {
        let whole = ty.id == Ty::BOOL.id || self.size(ty).is_none_or(|size| size * 8 <= u32::from(width));
        if whole { ty } else { self.of(Kind::Bits(ty.plain(), width)).with(ty.quals) }
    }

    /// The declared type of a bit-field; any other type itself.
    pub fn declared(&self, ty: Ty) -> Ty {
        match self.kind(ty) {
            Kind::Bits(of, _) => of.with(ty.quals),
            _ => ty,
        }
    }

    /// The bits of an integer type: those of a bit-field, else of all its bytes.
    pub fn width(&self, ty: Ty) -> u32 {
        match self.kind(ty) {
            Kind::Bits(_, width) => u32::from(*width),
            _ => self.size(ty).unwrap_or(4) * 8,
        }
    }

    /// The integer type that has the values of an enumeration, and that a bit-field is declared with; any other type itself.
    pub fn strip_enum(&self, ty: Ty) -> Ty {
        match self.kind(ty) {
            Kind::Bits(of, _) => self.strip_enum(*of),
            Kind::Enum(index) => self.enums.get(*index as usize).map_or(Ty::INT, |e| e.underlying),
            _ => ty,
        }
    }

    /// True for integers, `_Bool` and enumerations.
    pub fn is_integer(&self, ty: Ty) -> bool {
        (2..=13).contains(&ty.id) || matches!(self.kind(ty), Kind::Enum(_) | Kind::Bits(..))
    }

    /// True for `float`, `double` and `long double`.
    pub fn is_floating(&self, ty: Ty) -> bool {
        (14..=16).contains(&ty.id)
    }

    /// True for complex numbers.
    pub fn is_complex(&self, ty: Ty) -> bool {
        (17..=19).contains(&ty.id)
    }

    /// The type of the parts of a complex number; any other type itself.
    pub fn part(&self, ty: Ty) -> Ty {
        match ty.id {
            17 => Ty::FLOAT.with(ty.quals),
            18 => Ty::DOUBLE.with(ty.quals),
            19 => Ty::LDOUBLE.with(ty.quals),
            _ => ty,
        }
    }

    /// The complex type with parts of a floating-point type.
    pub fn complex_of(&self, ty: Ty) -> Ty {
        match ty.id {
            14 => Ty::CFLOAT,
            16 => Ty::CLDOUBLE,
            _ => Ty::CDOUBLE,
        }
    }

    /// True for integers, floating-point and complex numbers.
    pub fn is_arithmetic(&self, ty: Ty) -> bool {
        self.is_integer(ty) || self.is_floating(ty) || self.is_complex(ty)
    }

    /// True for pointers.
    pub fn is_pointer(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), Kind::Pointer(_))
    }

    /// True for arithmetic types and pointers.
    pub fn is_scalar(&self, ty: Ty) -> bool {
        self.is_arithmetic(ty) || self.is_pointer(ty)
    }

    /// True for arrays.
    pub fn is_array(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), Kind::Array(..))
    }

    /// True for functions.
    pub fn is_function(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), Kind::Function(_))
    }

    /// True for structs and unions.
    pub fn is_record(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), Kind::Record(_))
    }

    /// True for `void`.
    pub fn is_void(&self, ty: Ty) -> bool {
        ty.id == Ty::VOID.id
    }

    /// True for integers whose values have a sign.
    pub fn is_signed(&self, ty: Ty) -> bool {
        matches!(self.strip_enum(ty).id, 3 | 4 | 6 | 8 | 10 | 12)
    }

    /// The rank of an integer type for the usual conversions.
    pub fn rank(&self, ty: Ty) -> u32 {
        match self.strip_enum(ty).id {
            2 => 0,
            3..=5 => 1,
            6 | 7 => 2,
            8 | 9 => 3,
            10 | 11 => 4,
            _ => 5,
        }
    }

    /// The unsigned type of the same size.
    pub fn unsigned_of(&self, ty: Ty) -> Ty {
        match self.strip_enum(ty).id {
            3 | 4 => Ty::UCHAR,
            6 => Ty::USHORT,
            8 => Ty::UINT,
            10 => Ty::ULONG,
            12 => Ty::ULLONG,
            _ => self.strip_enum(ty).plain(),
        }
    }

    /// True if a type depends on lengths known only when the program runs.
    pub fn is_variable(&self, mut ty: Ty) -> bool {
        loop {
            match self.kind(ty) {
                Kind::Array(_, Length::Variable(_) | Length::Star) => return true,
                Kind::Array(of, _) => ty = *of,
                _ => return false,
            }
        }
    }

    /// True if a type, or what it points to or returns, has a length known only when the program runs.
    pub fn is_modified(&self, mut ty: Ty) -> bool {
        loop {
            match self.kind(ty) {
                Kind::Array(_, Length::Variable(_) | Length::Star) => return true,
                Kind::Array(of, _) | Kind::Pointer(of) => ty = *of,
                Kind::Function(f) => ty = f.result,
                _ => return false,
            }
        }
    }

    /// Looks a member up, also in anonymous members.
    pub fn find(&self, ty: Ty, name: Sym) -> Option<Found> {
        self.find_at(ty, name, 0)
    }

    fn find_at(&self, ty: Ty, name: Sym, depth: u32) -> Option<Found> {
        let record = self.record(ty)?;
        for field in &record.fields {
            if field.name == name && name != Sym(0) {
                let ty = field.ty.with(ty.quals & !qual::RESTRICT);
                return Some(Found { offset: field.offset, ty, bits: field.bits, pos: field.pos });
            }
            if field.name == Sym(0)
                && field.bits.is_none()
                && depth < 256
                && let Some(inner) = self.find_at(field.ty.with(ty.quals), name, depth + 1)
            {
                return Some(Found { offset: inner.offset + field.offset, ..inner });
            }
        }
        None
    }

    /// The size in bytes, if it is known to the compiler.
    pub fn size(&self, mut ty: Ty) -> Option<u32> {
        let mut count = 1u32;
        loop {
            let one = match self.kind(ty) {
                Kind::Error => 4,
                Kind::Void | Kind::Function(_) => return None,
                Kind::Bool | Kind::Char | Kind::SChar | Kind::UChar => 1,
                Kind::Short | Kind::UShort => 2,
                Kind::Int | Kind::UInt | Kind::Long | Kind::ULong | Kind::Float | Kind::Pointer(_) => 4,
                Kind::LLong | Kind::ULLong | Kind::Double | Kind::LDouble | Kind::CFloat => 8,
                Kind::CDouble | Kind::CLDouble => 16,
                Kind::Bits(of, _) => {
                    ty = *of;
                    continue;
                }
                Kind::Enum(index) => {
                    ty = self.enums.get(*index as usize).map_or(Ty::INT, |e| e.underlying);
                    continue;
                }
                Kind::Record(index) => {
                    let record = self.records.get(*index as usize)?;
                    if !record.complete {
                        return None;
                    }
                    record.size
                }
                Kind::Array(of, Length::Known(n)) => {
                    count = count.saturating_mul(*n);
                    ty = *of;
                    continue;
                }
                Kind::Array(..) => return None,
            };
            return Some(one.saturating_mul(count));
        }
    }

    /// The alignment in bytes.
    pub fn align(&self, mut ty: Ty) -> u32 {
        loop {
            match self.kind(ty) {
                Kind::Array(of, _) => ty = *of,
                Kind::Record(index) => return self.records.get(*index as usize).map_or(1, |r| r.align.max(1)),
                Kind::Void | Kind::Function(_) => return 1,
                Kind::CFloat | Kind::CDouble | Kind::CLDouble => ty = self.part(ty),
                _ => return self.size(ty).unwrap_or(1).max(1),
            }
        }
    }

    /// True if the size is known, now or when the program runs.
    pub fn is_complete(&self, ty: Ty) -> bool {
        match self.kind(ty) {
            Kind::Void | Kind::Function(_) | Kind::Array(_, Length::Unknown) => false,
            Kind::Record(index) => self.records.get(*index as usize).is_some_and(|r| r.complete),
            Kind::Array(of, _) => self.is_complete(*of),
            _ => true,
        }
    }

    /// True if two types are compatible, without regard of their outermost qualifiers.
    pub fn compatible(&self, a: Ty, b: Ty) -> bool {
        self.compatible_at(a, b, 0)
    }

    /// Whether what two pointers point to is compatible but for qualifiers; those of an array's elements do not count either (C23 6.2.5).
    pub fn compatible_plain(&self, a: Ty, b: Ty) -> bool {
        match (self.element(a), self.element(b)) {
            (Some((x, n)), Some((y, m))) => {
                !matches!((n, m), (Length::Known(n), Length::Known(m)) if n != m) && self.compatible_plain(x, y)
            }
            _ => self.compatible(a.plain(), b.plain()),
        }
    }

    fn same_quals(&self, a: Ty, b: Ty, depth: u32) -> bool {
        self.quals_of(a) == self.quals_of(b) && self.compatible_at(a, b, depth)
    }

    /// The qualifiers of a type; those of an array are those of its elements (C17 6.7.3).
    pub fn quals_of(&self, ty: Ty) -> u8 {
        let (mut ty, mut quals) = (ty, ty.quals);
        while let Some((of, _)) = self.element(ty) {
            ty = of;
            quals |= ty.quals;
        }
        quals
    }

    fn compatible_at(&self, a: Ty, b: Ty, depth: u32) -> bool {
        if a.id == b.id || a.is_error() || b.is_error() || depth > 256 {
            return true;
        }
        match (self.kind(a), self.kind(b)) {
            (Kind::Enum(_), _) | (_, Kind::Enum(_)) => {
                let (x, y) = (self.strip_enum(a), self.strip_enum(b));
                (x.id != a.id) != (y.id != b.id) && x.id == y.id
            }
            (Kind::Pointer(x), Kind::Pointer(y)) => self.same_quals(*x, *y, depth + 1),
            (Kind::Array(x, n), Kind::Array(y, m)) => {
                let fits = match (n, m) {
                    (Length::Known(n), Length::Known(m)) => n == m,
                    _ => true,
                };
                fits && self.same_quals(x.with(a.quals), y.with(b.quals), depth + 1)
            }
            (Kind::Function(f), Kind::Function(g)) => {
                if !self.same_quals(f.result.plain(), g.result.plain(), depth + 1) {
                    return false;
                }
                match (f.prototype, g.prototype) {
                    (true, true) => {
                        f.variadic == g.variadic
                            && f.params.len() == g.params.len()
                            && f.params
                                .iter()
                                .zip(&g.params)
                                .all(|(x, y)| self.compatible_at(x.plain(), y.plain(), depth + 1))
                    }
                    (true, false) => self.fits_promoted(f),
                    (false, true) => self.fits_promoted(g),
                    (false, false) => true,
                }
            }
            _ => false,
        }
    }

    /// True if a prototype fits calls without one.
    fn fits_promoted(&self, f: &FunctionType) -> bool {
        !f.variadic && f.params.iter().all(|p| p.id != Ty::FLOAT.id && !matches!(self.strip_enum(*p).id, 2..=7))
    }

    /// The type that has all that two compatible types say.
    pub fn composite(&mut self, a: Ty, b: Ty) -> Ty {
        if a.id == b.id {
            return a;
        }
        match (self.kind(a).clone(), self.kind(b).clone()) {
            (Kind::Pointer(x), Kind::Pointer(y)) => {
                let to = self.composite(x, y);
                self.pointer(to).with(a.quals)
            }
            (Kind::Array(x, n), Kind::Array(y, m)) => {
                let of = self.composite(x, y);
                let length = match (n, m) {
                    (Length::Known(_), _) => n,
                    (_, Length::Known(_)) => m,
                    (Length::Variable(_), _) => n,
                    _ => m,
                };
                self.array(of, length).with(a.quals)
            }
            (Kind::Function(f), Kind::Function(g)) => {
                if !g.prototype {
                    return a;
                }
                if !f.prototype {
                    return b;
                }
                let mut both = (*f).clone();
                both.result = self.composite(f.result, g.result);
                for (x, y) in both.params.iter_mut().zip(&g.params) {
                    *x = self.composite(*x, *y);
                }
                self.function(both)
            }
            _ => a,
        }
    }
}
