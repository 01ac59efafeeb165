//! The C library: headers, and units of which a program gets those that it needs.

use alloc::string::String;
use alloc::vec::Vec;
use mcore_base::SourceFile;
use std::sync::LazyLock;

mod texts {
    include!(concat!(env!("OUT_DIR"), "/library.rs"));
}

/// The library, unpacked.
struct Library {
    headers: Vec<SourceFile>,
    units: Vec<Unit>,
}

/// Unpacked once, when the first build asks for it.
static LIBRARY: LazyLock<Library> = LazyLock::new(unpack);

fn unpack() -> Library {
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
        Some(Unit { file: SourceFile { name: name.into(), text: text.into() }, names: names.into() })
    };
    // A header defines nothing.
    let (units, headers): (Vec<Unit>, Vec<Unit>) =
        all.split('\0').filter_map(unit).partition(|unit| unit.file.name.starts_with("lib/"));
    Library { headers: headers.into_iter().map(|unit| unit.file).collect(), units }
}

/// A unit of the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its name, as in messages and in the line map, and its text: C, or assembly if the name ends so.
    pub file: SourceFile,
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
        self.file.name.ends_with(".c")
    }
}

/// All units.
pub fn units() -> &'static [Unit] {
    &LIBRARY.units
}

/// The unit that defines a name.
pub fn unit_of(name: &str) -> Option<&'static Unit> {
    units().iter().find(|unit| unit.defines().any(|defined| defined == name))
}

/// True for a label of MClib in assembly.
pub fn is_on_chip(name: &str) -> bool {
    texts::ON_CHIP.split_whitespace().any(|label| label == name)
}

/// The headers as files.
pub fn headers() -> &'static [SourceFile] {
    &LIBRARY.headers
}

/// All texts as files, for pages that show them and for messages.
pub fn texts() -> Vec<SourceFile> {
    let units = units().iter().map(|unit| &unit.file);
    headers().iter().chain(units).cloned().collect()
}
