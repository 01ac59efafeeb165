//! Debug information as bytes, on its way from a compiler to the session.
//!
//! Numbers are written in groups of seven bits, the lowest first; a set eighth bit says that another group follows. A text
//! is its length and its bytes, a list its length and its parts. The page fetches the writer with the compiler, so it is
//! short.

use super::{At, Field, Function, Gone, Inlined, Kind, Part, Place, Type, Unit, Variable, Word};
use alloc::{string::String, vec::Vec};

/// The first byte: the version of the format.
const VERSION: u8 = 4;

struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, mut n: u64) {
        while n > 0x7f {
            self.0.push(n as u8 | 0x80);
            n >>= 7;
        }
        self.0.push(n as u8);
    }

    /// Small numbers of either sign are short.
    fn signed(&mut self, n: i64) {
        self.number(((n << 1) ^ (n >> 63)) as u64);
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.extend_from_slice(text.as_bytes());
    }

    fn list<T>(&mut self, all: &[T], mut each: impl FnMut(&mut Self, &T)) {
        self.number(all.len() as u64);
        all.iter().for_each(|one| each(self, one));
    }

    fn numbers(&mut self, all: &[u32]) {
        all.iter().for_each(|n| self.number((*n).into()));
    }

    fn ty(&mut self, ty: &Type) {
        self.text(&ty.name);
        match &ty.kind {
            Kind::Void => self.numbers(&[0]),
            Kind::Bool => self.numbers(&[1]),
            Kind::Character(signed) => self.numbers(&[2, (*signed).into()]),
            Kind::Integer(size, signed) => self.numbers(&[3, (*size).into(), (*signed).into()]),
            Kind::Float(size) => self.numbers(&[4, (*size).into()]),
            Kind::Enum(signed, constants) => {
                self.numbers(&[5, (*signed).into()]);
                self.list(constants, |w, (name, n)| {
                    w.text(name);
                    w.signed(*n);
                });
            }
            Kind::Pointer(to) => self.numbers(&[6, *to]),
            Kind::Array(of, None) => self.numbers(&[7, *of]),
            Kind::Array(of, Some(count)) => self.numbers(&[8, *of, *count]),
            Kind::Record(size, fields) => {
                self.numbers(&[9, *size]);
                self.list(fields, |w, f| {
                    w.text(&f.name);
                    // A bit-field has at least one bit.
                    let (first, width) = f.bits.unwrap_or_default();
                    w.numbers(&[f.ty, f.offset, first.into(), width.into()]);
                });
            }
            Kind::Function => self.numbers(&[10]),
        }
    }

    fn variable(&mut self, v: &Variable) {
        self.text(&v.name);
        self.numbers(&[v.ty, v.first, v.last, v.parameter.into(), v.inlined]);
        match &v.place {
            Place::Frame { offset, align } => {
                self.numbers(&[0, *align]);
                self.signed((*offset).into());
            }
            Place::Label(label) => {
                self.numbers(&[1]);
                self.text(label);
            }
            Place::Gone(why) => self.numbers(&[2, gone(*why)]),
            Place::List(list) => {
                self.numbers(&[3]);
                self.places(list);
            }
            Place::Parts(parts) => {
                self.numbers(&[4]);
                self.list(parts, |w, part| {
                    w.numbers(&[part.first, part.size]);
                    w.places(&part.list);
                });
            }
        }
    }

    fn places(&mut self, list: &[(u32, At)]) {
        let mut last = 0;
        self.list(list, |w, (line, at)| {
            w.number(line.wrapping_sub(last).into());
            last = *line;
            w.at(at);
        });
    }

    fn at(&mut self, at: &At) {
        match at {
            At::Register(n) => self.numbers(&[0, (*n).into()]),
            At::Frame(offset) => {
                self.numbers(&[1]);
                self.signed((*offset).into());
            }
            At::Pair(low, high) => {
                self.numbers(&[2]);
                self.word(*low);
                self.word(*high);
            }
            At::Bits(bits) => {
                self.numbers(&[3]);
                self.signed(*bits as i64);
            }
            At::Address(label, offset) => {
                self.numbers(&[4]);
                self.text(label);
                self.signed((*offset).into());
            }
            At::Gone(why) => self.numbers(&[5, gone(*why)]),
            At::Memory { offset, align } => {
                self.numbers(&[6, *align]);
                self.signed((*offset).into());
            }
        }
    }

    fn word(&mut self, word: Word) {
        match word {
            Word::Register(n) => self.numbers(&[0, n.into()]),
            Word::Frame(offset) => {
                self.numbers(&[1]);
                self.signed(offset.into());
            }
            Word::Bits(bits) => self.numbers(&[2, bits]),
        }
    }

    fn unit(&mut self, unit: &Unit) {
        self.text(&unit.assembly);
        self.list(&unit.types, Self::ty);
        self.list(&unit.functions, |w, f| {
            w.text(&f.label);
            w.text(&f.file);
            w.list(&f.variables, Self::variable);
            w.list(&f.inlined, |w, call| {
                w.text(&call.label);
                w.text(&call.file);
                w.numbers(&[call.around, call.line, call.column]);
            });
            w.list(&f.calls, |w, (line, call)| w.numbers(&[*line, *call]));
        });
        self.list(&unit.globals, Self::variable);
    }
}

/// The number of each reason.
const GONE: [Gone; 7] =
    [Gone::Unused, Gone::Optimised, Gone::Variable, Gone::Unset, Gone::Over, Gone::Removed, Gone::Later];

fn gone(why: Gone) -> u32 {
    GONE.iter().position(|known| *known == why).unwrap_or(0) as u32
}

/// Units as bytes.
pub fn to_bytes(units: &[Unit]) -> Vec<u8> {
    let mut writer = Writer(alloc::vec![VERSION]);
    writer.list(units, Writer::unit);
    writer.0
}

struct Reader<'b>(&'b [u8]);

impl Reader<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn long(&mut self) -> Option<u64> {
        let mut n = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            n |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(n);
            }
        }
        None
    }

    fn number(&mut self) -> Option<u32> {
        self.long()?.try_into().ok()
    }

    fn small(&mut self) -> Option<u8> {
        self.long()?.try_into().ok()
    }

    fn truth(&mut self) -> Option<bool> {
        Some(self.long()? != 0)
    }

    fn signed(&mut self) -> Option<i64> {
        let n = self.long()?;
        Some((n >> 1) as i64 ^ -((n & 1) as i64))
    }

    fn text(&mut self) -> Option<String> {
        let length = self.number()? as usize;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        core::str::from_utf8(text).ok().map(String::from)
    }

    fn list<T>(&mut self, mut each: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.number()?;
        // The length may be wrong, so no room is reserved for it: a missing part ends the list with the text.
        (0..count).map(|_| each(self)).collect()
    }

    fn ty(&mut self) -> Option<Type> {
        let name = self.text()?;
        let kind = match self.number()? {
            0 => Kind::Void,
            1 => Kind::Bool,
            2 => Kind::Character(self.truth()?),
            3 => Kind::Integer(self.small()?, self.truth()?),
            4 => Kind::Float(self.small()?),
            5 => Kind::Enum(self.truth()?, self.list(|r| Some((r.text()?, r.signed()?)))?),
            6 => Kind::Pointer(self.number()?),
            7 => Kind::Array(self.number()?, None),
            8 => Kind::Array(self.number()?, Some(self.number()?)),
            9 => Kind::Record(
                self.number()?,
                self.list(|r| {
                    let (name, ty, offset) = (r.text()?, r.number()?, r.number()?);
                    let (first, width) = (r.small()?, r.small()?);
                    Some(Field { name, ty, offset, bits: (width > 0).then_some((first, width)) })
                })?,
            ),
            10 => Kind::Function,
            _ => return None,
        };
        Some(Type { name, kind })
    }

    fn variable(&mut self) -> Option<Variable> {
        let (name, ty, first, last) = (self.text()?, self.number()?, self.number()?, self.number()?);
        let (parameter, inlined) = (self.truth()?, self.number()?);
        let place = match self.number()? {
            0 => {
                let align = self.number()?;
                Place::Frame { offset: self.signed()?.try_into().ok()?, align }
            }
            1 => Place::Label(self.text()?),
            2 => Place::Gone(self.gone()?),
            3 => Place::List(self.places()?),
            4 => Place::Parts(self.list(|r| Some(Part { first: r.number()?, size: r.number()?, list: r.places()? }))?),
            _ => return None,
        };
        Some(Variable { name, ty, first, last, parameter, inlined, place })
    }

    fn places(&mut self) -> Option<Vec<(u32, At)>> {
        let mut last = 0u32;
        self.list(|r| {
            last = last.wrapping_add(r.number()?);
            Some((last, r.at()?))
        })
    }

    fn gone(&mut self) -> Option<Gone> {
        GONE.get(self.number()? as usize).copied()
    }

    fn at(&mut self) -> Option<At> {
        Some(match self.number()? {
            0 => At::Register(self.small()?),
            1 => At::Frame(self.signed()?.try_into().ok()?),
            2 => At::Pair(self.word()?, self.word()?),
            3 => At::Bits(self.signed()? as u64),
            4 => At::Address(self.text()?, self.signed()?.try_into().ok()?),
            5 => At::Gone(self.gone()?),
            6 => {
                let align = self.number()?;
                At::Memory { offset: self.signed()?.try_into().ok()?, align }
            }
            _ => return None,
        })
    }

    fn word(&mut self) -> Option<Word> {
        Some(match self.number()? {
            0 => Word::Register(self.small()?),
            1 => Word::Frame(self.signed()?.try_into().ok()?),
            2 => Word::Bits(self.number()?),
            _ => return None,
        })
    }

    fn unit(&mut self) -> Option<Unit> {
        let function = |r: &mut Self| {
            let (label, file) = (r.text()?, r.text()?);
            let variables = r.list(Self::variable)?;
            let inlined = r.list(|r| {
                let (label, file) = (r.text()?, r.text()?);
                Some(Inlined { label, file, around: r.number()?, line: r.number()?, column: r.number()? })
            })?;
            let calls = r.list(|r| Some((r.number()?, r.number()?)))?;
            Some(Function { label, file, variables, inlined, calls })
        };
        Some(Unit {
            assembly: self.text()?,
            types: self.list(Self::ty)?,
            functions: self.list(function)?,
            globals: self.list(Self::variable)?,
        })
    }
}

/// Units from bytes; none if a compiler has put something else there.
pub fn from_bytes(bytes: &[u8]) -> Vec<Unit> {
    let mut reader = Reader(bytes);
    let units = if reader.byte() == Some(VERSION) { reader.list(Reader::unit) } else { None };
    units.filter(|_| reader.0.is_empty()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{vec, vec::Vec};

    fn units() -> Vec<Unit> {
        let kinds = vec![
            Kind::Void,
            Kind::Bool,
            Kind::Character(true),
            Kind::Integer(8, false),
            Kind::Float(4),
            Kind::Enum(true, vec![("LOW".into(), -129), ("HIGH".into(), i64::MAX)]),
            Kind::Pointer(3),
            Kind::Array(2, None),
            Kind::Array(2, Some(u32::MAX)),
            Kind::Record(
                12,
                vec![
                    Field { name: "値".into(), ty: 3, offset: 0, bits: None },
                    Field { name: String::new(), ty: 3, offset: 8, bits: Some((7, 33)) },
                ],
            ),
            Kind::Function,
        ];
        let places = [
            Place::Frame { offset: -2048, align: 16 },
            Place::Label("x.1".into()),
            Place::Gone(Gone::Unused),
            Place::Gone(Gone::Optimised),
            Place::Gone(Gone::Variable),
            Place::List(vec![
                (3, At::Gone(Gone::Unset)),
                (4, At::Register(63)),
                (9, At::Frame(-8)),
                (700, At::Pair(Word::Register(4), Word::Frame(-12))),
                (701, At::Pair(Word::Bits(u32::MAX), Word::Bits(7))),
                (702, At::Bits(u64::MAX - 1)),
                (703, At::Address("table".into(), -4)),
                (704, At::Memory { offset: -64, align: 32 }),
                (90, At::Gone(Gone::Removed)),
                (91, At::Gone(Gone::Later)),
                (u32::MAX, At::Gone(Gone::Over)),
            ]),
            Place::Parts(vec![
                Part { first: 0, size: 4, list: vec![(3, At::Register(4)), (9, At::Gone(Gone::Over))] },
                Part { first: 300, size: 8, list: Vec::new() },
            ]),
        ];
        let variable = |place: &Place| Variable {
            name: "n".into(),
            ty: 1,
            first: 3,
            last: 400,
            parameter: matches!(place, Place::Label(_)),
            inlined: 300,
            place: place.clone(),
        };
        let variables: Vec<Variable> = places.iter().map(variable).collect();
        vec![
            Unit {
                assembly: "a.c.s".into(),
                types: kinds.into_iter().map(|kind| Type { name: "t".into(), kind }).collect(),
                functions: vec![Function {
                    label: "f".into(),
                    file: "a.c".into(),
                    variables: variables.clone(),
                    inlined: vec![Inlined { label: "g".into(), file: "b.h".into(), around: 1, line: 400, column: 9 }],
                    calls: vec![(700, 1), (u32::MAX, 0)],
                }],
                globals: variables,
            },
            Unit::default(),
        ]
    }

    #[test]
    fn all_kinds_and_places_are_read_as_they_were_written() {
        assert_eq!(from_bytes(&to_bytes(&units())), units());
        assert_eq!(from_bytes(&to_bytes(&[])), []);
    }

    #[test]
    fn bytes_of_something_else_are_no_units() {
        let bytes = to_bytes(&units());
        for end in 0..bytes.len() {
            assert_eq!(from_bytes(&bytes[..end]), [], "cut at {end}");
        }
        assert_eq!(from_bytes(&[bytes.as_slice(), &[0]].concat()), []);
        assert_eq!(from_bytes(b"{}"), []);
        assert_eq!(from_bytes(&[VERSION, 0xff, 0xff, 0xff, 0xff, 0x0f]), [], "a list without parts");
        for at in 0..bytes.len() {
            for byte in [0, 0x7f, 0x80, 0xff] {
                let mut changed = bytes.clone();
                changed[at] = byte;
                // Whatever is read, reading ends.
                let _ = from_bytes(&changed);
            }
        }
    }
}
