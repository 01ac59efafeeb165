//! The languages of programs, and the one table of file extensions.

/// A language that programs are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    /// Assembly, for the lab's own assembler.
    Assembly,
    C,
}

/// The kind of a program's file, by its extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// A text that is translated separately.
    Unit(Language),
    /// A text that units of any language include.
    Header,
    /// A compiled and linked program.
    Executable,
    /// The node of each rank of MPI.
    RankMap,
    /// Data that the program opens as a file, or a source includes.
    Data,
}

/// Every extension of a program's files. Other files, such as reports and pictures, are no part of a program.
const ENDINGS: [(&str, FileKind); 15] = [
    (".s", FileKind::Unit(Language::Assembly)),
    (".S", FileKind::Unit(Language::Assembly)),
    (".asm", FileKind::Unit(Language::Assembly)),
    // The assembler leaves out included files, so these need no kind of their own.
    (".inc", FileKind::Unit(Language::Assembly)),
    (".c", FileKind::Unit(Language::C)),
    (".h", FileKind::Header),
    (".elf", FileKind::Executable),
    (".map", FileKind::RankMap),
    (".txt", FileKind::Data),
    (".dat", FileKind::Data),
    (".csv", FileKind::Data),
    (".in", FileKind::Data),
    (".pgm", FileKind::Data),
    (".ppm", FileKind::Data),
    (".pbm", FileKind::Data),
];

impl FileKind {
    /// The kind of a file by its name; `None` if it is no file of a program.
    ///
    /// ```
    /// use mcore_toolchain::{FileKind, Language};
    /// assert_eq!(FileKind::of("sum.s"), Some(FileKind::Unit(Language::Assembly)));
    /// assert_eq!(FileKind::of("report.pdf"), None);
    /// ```
    pub fn of(name: &str) -> Option<Self> {
        ENDINGS.iter().find(|(ending, _)| name.ends_with(ending)).map(|(_, kind)| *kind)
    }

    /// True for a text of a program in some language.
    pub fn is_source(self) -> bool {
        matches!(self, Self::Unit(_) | Self::Header)
    }

    /// True for a text that a compiler of C reads.
    pub fn is_of_c(self) -> bool {
        matches!(self, Self::Unit(Language::C) | Self::Header)
    }

    /// The language of a file that is translated separately.
    pub fn unit(self) -> Option<Language> {
        match self {
            Self::Unit(language) => Some(language),
            Self::Header | Self::Executable | Self::RankMap | Self::Data => None,
        }
    }
}
