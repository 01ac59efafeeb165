//! The C library: headers, and units of which a program gets those that it needs.

use alloc::string::String;
use alloc::vec::Vec;
use mcore_base::SourceFile;

mod texts {
    include!(concat!(env!("OUT_DIR"), "/library.rs"));
}

/// All headers and units; a header defines nothing.
fn all() -> Vec<Unit> {
    let words: Vec<&str> = texts::WORDS.split(' ').collect();
    let mut all = String::new();
    for byte in texts::ALL {
        match byte.checked_sub(128).and_then(|number| words.get(usize::from(number))) {
            Some(word) => all.push_str(word),
            None => all.push(char::from(*byte)),
        }
    }
    let unit = |part: &str| {
        let (head, text) = part.split_once('\n')?;
        let (name, names) = head.split_once(' ')?;
        Some(Unit { name: name.into(), text: text.into(), names: names.into() })
    };
    all.split('\0').filter_map(unit).collect()
}

/// A unit of the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its name, as in messages and in the line map.
    pub name: String,
    /// Its text: C, or assembly if the name ends so.
    pub text: String,
    /// The names that it defines for others, with a blank between two of them.
    names: String,
}

impl Unit {
    /// The functions and objects that it defines for others.
    pub fn defines(&self) -> impl Iterator<Item = &str> {
        self.names.split_whitespace()
    }

    /// True for a unit in C.
    pub fn is_c(&self) -> bool {
        self.name.ends_with(".c")
    }
}

/// All units.
pub fn units() -> impl Iterator<Item = Unit> {
    all().into_iter().filter(|unit| unit.name.starts_with("lib/"))
}

/// The unit of these that defines a name.
pub fn unit_of<'a>(units: &'a [Unit], name: &str) -> Option<&'a Unit> {
    units.iter().find(|unit| unit.defines().any(|defined| defined == name))
}

/// True for a label of MClib in assembly.
pub fn is_on_chip(name: &str) -> bool {
    texts::ON_CHIP.split_whitespace().any(|label| label == name)
}

/// The headers as files.
pub fn headers() -> Vec<SourceFile> {
    let headers = all().into_iter().filter(|unit| !unit.name.starts_with("lib/"));
    headers.map(|unit| SourceFile { name: unit.name, text: unit.text }).collect()
}

/// All texts as files, for pages that show them and for messages.
pub fn texts() -> Vec<SourceFile> {
    let units = units().map(|unit| SourceFile { name: unit.name, text: unit.text });
    headers().into_iter().chain(units).collect()
}
