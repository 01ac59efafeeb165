//! MClib: the library that runs on the simulated chip. Its sources are in `core/lib`; students read them unchanged.

mod help;

pub use help::{Offer, offers};

use alloc::vec::Vec;
use mcore_base::SourceFile;

/// All files of the library by name; `.include "mclib.s"` includes all of them.
const FILES: [(&str, &str); 5] = [
    ("mclib.s", include_str!("../../../lib/mclib.s")),
    ("mc_place.s", include_str!("../../../lib/mc_place.s")),
    ("mc_dma.s", include_str!("../../../lib/mc_dma.s")),
    ("mc_sync.s", include_str!("../../../lib/mc_sync.s")),
    ("mc_system.s", include_str!("../../../lib/mc_system.s")),
];

/// The files that `.include` finds besides the student's own; the first one is the one to include.
pub fn library() -> Vec<SourceFile> {
    FILES.iter().map(|(name, text)| SourceFile { name: (*name).into(), text: (*text).into() }).collect()
}

/// True for the name of a file of the library.
pub fn is_library(file: &str) -> bool {
    FILES.iter().any(|(name, _)| *name == file)
}
