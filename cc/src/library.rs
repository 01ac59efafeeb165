//! The C library: headers, and units of which a program gets those that it needs.

use alloc::vec::Vec;
use mcore::base::SourceFile;

mod texts {
    include!(concat!(env!("OUT_DIR"), "/library.rs"));
}

/// The text of one of them.
fn part(from: u32, to: u32) -> &'static str {
    texts::ALL.get(from as usize..to as usize).unwrap_or_default()
}

/// A unit of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its name, as in messages and in the line map.
    pub name: &'static str,
    /// Its text: C, or assembly if the name ends so.
    pub text: &'static str,
    /// The names that it defines for others, with a blank between two of them: a table of texts would be larger.
    names: &'static str,
}

impl Unit {
    /// The functions and objects that it defines for others.
    pub fn defines(&self) -> impl Iterator<Item = &'static str> {
        self.names.split_whitespace()
    }

    /// True for a unit in C.
    pub fn is_c(&self) -> bool {
        self.name.ends_with(".c")
    }
}

/// All units, in the order of their names.
pub fn units() -> impl Iterator<Item = Unit> {
    texts::UNITS.iter().map(|(name, from, to, names)| Unit { name, text: part(*from, *to), names })
}

/// The unit that defines a name.
pub fn unit_of(name: &str) -> Option<Unit> {
    units().find(|unit| unit.defines().any(|defined| defined == name))
}

/// True for a label of MClib in assembly.
pub fn is_on_chip(name: &str) -> bool {
    texts::ON_CHIP.split_whitespace().any(|label| label == name)
}

/// The headers as files.
pub fn headers() -> Vec<SourceFile> {
    let file = |(name, from, to): &(&str, u32, u32)| SourceFile { name: (*name).into(), text: part(*from, *to).into() };
    texts::HEADERS.iter().map(file).collect()
}

/// All texts as files, for pages that show them and for messages.
pub fn texts() -> Vec<SourceFile> {
    let units = units().map(|unit| SourceFile { name: unit.name.into(), text: unit.text.into() });
    headers().into_iter().chain(units).collect()
}
