//! The C library: headers, and units of which a program gets those that it needs.

use alloc::vec::Vec;
use mcore::base::SourceFile;

mod texts {
    include!(concat!(env!("OUT_DIR"), "/library.rs"));
}

/// All headers and units; a header defines nothing.
fn all() -> impl Iterator<Item = Unit> {
    let mut rest = texts::ALL;
    texts::INDEX.lines().filter_map(move |line| {
        let mut fields = line.splitn(3, ' ');
        let (name, bytes, names) = (fields.next()?, fields.next()?.parse().ok()?, fields.next()?);
        let text;
        (text, rest) = rest.split_at_checked(bytes)?;
        Some(Unit { name, text, names })
    })
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

/// All units.
pub fn units() -> impl Iterator<Item = Unit> {
    all().filter(|unit| unit.name.starts_with("lib/"))
}

/// The unit that defines a name.
pub fn unit_of(name: &str) -> Option<Unit> {
    // Most names are those of the program.
    if !texts::INDEX.contains(name) {
        return None;
    }
    units().find(|unit| unit.defines().any(|defined| defined == name))
}

/// True for a label of MClib in assembly.
pub fn is_on_chip(name: &str) -> bool {
    texts::ON_CHIP.split_whitespace().any(|label| label == name)
}

/// The headers as files.
pub fn headers() -> Vec<SourceFile> {
    let headers = all().filter(|unit| !unit.name.starts_with("lib/"));
    headers.map(|unit| SourceFile { name: unit.name.into(), text: unit.text.into() }).collect()
}

/// All texts as files, for pages that show them and for messages.
pub fn texts() -> Vec<SourceFile> {
    let units = units().map(|unit| SourceFile { name: unit.name.into(), text: unit.text.into() });
    headers().into_iter().chain(units).collect()
}
