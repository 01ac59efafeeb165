//! Debug information as bytes, on its way from a compiler to the session.
//!
//! The format is that of the crate postcard, after a byte with the version.

use super::Unit;
use alloc::vec::Vec;

/// The first byte: the version of the format.
const VERSION: u8 = 5;

/// Units as bytes.
pub fn to_bytes(units: &[Unit]) -> Vec<u8> {
    // Writing to a vector does not fail.
    postcard::to_extend(units, alloc::vec![VERSION]).unwrap_or_default()
}

/// Units from bytes; none if a compiler has put something else there.
pub fn from_bytes(bytes: &[u8]) -> Vec<Unit> {
    let Some((&VERSION, rest)) = bytes.split_first() else { return Vec::new() };
    match postcard::take_from_bytes(rest) {
        Ok((units, [])) => units,
        _ => Vec::new(),
    }
}

/// A list by lines, in which each line is written as its distance from the one before.
pub(super) mod steps {
    use alloc::vec::Vec;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes it.
    pub fn serialize<T: Serialize, S: Serializer>(list: &[(u32, T)], to: S) -> Result<S::Ok, S::Error> {
        let mut last = 0u32;
        to.collect_seq(list.iter().map(|(line, at)| (line.wrapping_sub(core::mem::replace(&mut last, *line)), at)))
    }

    /// Reads it.
    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Vec<(u32, T)>, D::Error> {
        let mut list: Vec<(u32, T)> = Vec::deserialize(from)?;
        let mut last = 0u32;
        for (line, _) in &mut list {
            last = last.wrapping_add(*line);
            *line = last;
        }
        Ok(list)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{At, Field, Function, Gone, Inlined, Kind, Part, Place, Type, Variable, Word};
    use super::*;
    use alloc::{string::String, vec, vec::Vec};

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
