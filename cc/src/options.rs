//! The settings of a compilation, and its texts.

use crate::diag::Levels;
use alloc::{format, string::String, vec::Vec};
use mcore_base::SourceFile;

/// The edition of the language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edition {
    /// `-std=c17`.
    C17,
    /// `-std=gnu17`.
    #[default]
    Gnu17,
    /// `-std=gnu89`: calls of undeclared functions and implicit `int` are only warned of.
    Gnu89,
}

impl Edition {
    /// The edition by the name that `-std=` takes.
    pub fn of(name: &str) -> Option<Self> {
        Some(match name {
            "c99" | "c11" | "c17" | "c18" | "iso9899:2011" | "iso9899:2017" | "iso9899:1999" => Self::C17,
            "gnu99" | "gnu11" | "gnu17" | "gnu18" => Self::Gnu17,
            "c89" | "c90" | "ansi" | "gnu89" | "gnu90" => Self::Gnu89,
            _ => return None,
        })
    }
}

/// The settings of the front end.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The edition of the language.
    pub edition: Edition,
    /// Settings by `-D` (a name, or `NAME=TEXT`) and `-U` (a name with `-` in front), in their order.
    pub defines: Vec<String>,
    /// Folders of `-I`, without a slash at the end.
    pub folders: Vec<String>,
    /// Settings by `-W`.
    pub levels: Levels,
    /// The level of optimisation is above 0, so `__OPTIMIZE__` is defined.
    pub optimise: bool,
    /// Plain names such as `memcpy` are not known as builtins.
    pub no_builtin: bool,
    /// The headers of the library that may be included; `None` for all.
    pub headers: Option<Vec<String>>,
    /// Size of node memory in bytes: no object is larger.
    pub memory_size: u32,
}

/// The names that every unit begins with, as text.
pub(crate) const PREDEFINED: &str = include_str!("pp/predefined.h");

impl Options {
    /// The text that is read before each unit: predefined macros and those of the command line.
    pub fn prelude(&self) -> String {
        let mut text = String::from(PREDEFINED);
        text.push_str(
            "#define __STDC_HOSTED__ 0\n#define __STDC_NO_ATOMICS__ 1\n\
             #define __STDC_NO_THREADS__ 1\n#define __MCORE__ 1\n#define __DATE__ \"Jan  1 2026\"\n\
             #define __TIME__ \"00:00:00\"\n#define __MIPSEL 1\n#define _ILP32 1\n#define __ILP32__ 1\n",
        );
        if self.edition != Edition::Gnu89 {
            text.push_str("#define __STDC_VERSION__ 201710L\n");
        }
        if self.edition == Edition::C17 {
            text.push_str("#define __STRICT_ANSI__ 1\n");
        }
        text.push_str(if self.optimise { "#define __OPTIMIZE__ 1\n" } else { "#define __NO_INLINE__ 1\n" });
        for define in &self.defines {
            let line = match (define.strip_prefix('-'), define.split_once('=')) {
                (Some(name), _) => format!("#undef {name}\n"),
                (None, Some((name, value))) => format!("#define {name} {}\n", value.replace('\n', " ")),
                (None, None) => format!("#define {define} 1\n"),
            };
            text.push_str(&line);
        }
        text
    }
}

/// The texts of a compilation.
#[derive(Clone, Copy, Debug)]
pub struct Input<'t> {
    /// The text to translate.
    pub unit: &'t SourceFile,
    /// Texts of the project that it can include.
    pub project: &'t [&'t SourceFile],
    /// Texts of the library that it can include.
    pub library: &'t [&'t SourceFile],
    /// The result of [`Options::prelude`].
    pub prelude: &'t str,
}

/// The folder of a file name, with its slash.
fn folder(name: &str) -> &str {
    name.rfind('/').map_or("", |at| &name[..=at])
}

/// A path without `.` and `..` where they can be resolved.
fn tidy(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

impl<'t> Input<'t> {
    /// A text to include, and whether it is of the library.
    pub fn find(&self, name: &str, quoted: bool, from: &str, folders: &[String]) -> Option<(&'t SourceFile, bool)> {
        let unit = self.unit;
        let own = |wanted: &str| {
            let wanted = tidy(wanted);
            let all = self.project.iter().copied().chain([unit]);
            all.clone().find(|f| f.name == wanted).or_else(|| all.into_iter().find(|f| tidy(&f.name) == wanted))
        };
        let library = |wanted: &str| self.library.iter().copied().find(|f| f.name == wanted || tidy(&f.name) == wanted);
        if quoted && let Some(found) = own(&format!("{}{name}", folder(from))) {
            return Some((found, false));
        }
        for base in folders {
            if let Some(found) = own(&format!("{base}/{name}")) {
                return Some((found, false));
            }
        }
        let beside = || library(&format!("{}{name}", folder(from)));
        if quoted {
            let in_library = beside().or_else(|| library(name));
            own(name).map(|f| (f, false)).or(in_library.map(|f| (f, true)))
        } else {
            // Not beside: `<time.h>` in `sys/types.h` is not `sys/time.h`.
            library(name).or_else(beside).map(|f| (f, true)).or(own(name).map(|f| (f, false)))
        }
    }

    /// Names of all texts that can be included.
    pub fn names(&self) -> impl Iterator<Item = &'t str> {
        self.project.iter().chain(self.library).map(|f| f.name.as_str()).filter(|name| name.ends_with(".h"))
    }
}
