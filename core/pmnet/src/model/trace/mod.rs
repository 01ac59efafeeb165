//! Traces of memory accesses: their types, their sources, and the readers of the text formats.
//!
//! A trace is never held as a whole. A [`Source`] produces [`Batch`]es of some thousand accesses; between these there
//! are [`Mark`]s: the core of the following accesses, the start of a phase, or the work computed.

mod din;
mod directive;
mod generic;
mod hex;
mod lackey;
mod reader;

pub use reader::{BadLine, Format, MAX_LINE, Reader};

use super::machine::Work;
use alloc::{string::String, vec::Vec};
use mcore_base::Text;

/// Maximum bytes of one access.
pub const MAX_ACCESS: u32 = 1 << 16;
/// Maximum number of threads in one trace.
pub const MAX_THREADS: usize = 4096;

/// The kind of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum AccessKind {
    /// A load.
    Read,
    /// A store.
    Write,
    /// A non-temporal store: one that does not fetch the line that it writes.
    NonTemporal,
}

/// One load or store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    /// Address of the first byte.
    pub addr: u64,
    /// Bytes, 1 to [`MAX_ACCESS`]; `addr + size` is no larger than `u64::MAX`.
    pub size: u32,
    /// Thread, counted within the trace in the order of appearance.
    pub thread: u16,
    pub kind: AccessKind,
}

impl Access {
    /// A load by the first thread.
    pub const fn read(addr: u64, size: u32) -> Self {
        Self { addr, size, thread: 0, kind: AccessKind::Read }
    }

    /// A store by the first thread.
    pub const fn write(addr: u64, size: u32) -> Self {
        Self { addr, size, thread: 0, kind: AccessKind::Write }
    }

    /// True if the size is allowed and the last byte has an address.
    pub const fn is_sound(&self) -> bool {
        self.size >= 1 && self.size <= MAX_ACCESS && self.addr <= u64::MAX - self.size as u64
    }
}

/// An item between accesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// From here on, accesses of a thread are on this core: its number in the DAT, from 0, or its name.
    Core {
        /// The thread, as in [`Access::thread`].
        thread: u16,
        /// Number or name of the core.
        core: String,
    },
    /// A phase starts. All traces of a run enter their next phase together.
    Phase(String),
    /// A thread's core has computed this much.
    Work {
        /// The thread, as in [`Access::thread`].
        thread: u16,
        /// The amount.
        work: Work,
    },
}

/// A part of a trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// Accesses in their order.
    pub accesses: Vec<Access>,
    /// Marks, each with the number of accesses of this batch that precede it; in ascending order.
    pub marks: Vec<(usize, Mark)>,
    /// Threads that have appeared so far in the trace.
    pub threads: usize,
    /// For each access the number of the place in the program that made it, for [`Source::place`]; empty if the source knows no
    /// places.
    pub places: Vec<u32>,
}

impl Batch {
    /// Forgets accesses and marks.
    pub fn clear(&mut self) {
        self.accesses.clear();
        self.marks.clear();
        self.places.clear();
    }

    /// Appends a mark.
    pub fn mark(&mut self, mark: Mark) {
        self.marks.push((self.accesses.len(), mark));
    }
}

/// The source of a trace.
pub trait Source {
    /// Adds the next part to an empty batch: some hundreds to some ten thousands of accesses. False if there was
    /// nothing more.
    ///
    /// # Errors
    /// The reason why the trace cannot be read further.
    fn fill(&mut self, batch: &mut Batch) -> Result<bool, Text>;

    /// The place in the program with a number of [`Batch::places`], as a reader of the program knows it: `main.c:12`.
    fn place(&self, number: u32) -> Option<String> {
        let _ = number;
        None
    }

    /// Accesses of the whole trace, if known in advance.
    fn length(&self) -> Option<u64> {
        None
    }

    /// The reader of its text, with the lines that could not be understood; `None` if it is no text.
    fn reader(&self) -> Option<&Reader> {
        None
    }

    /// Bytes read from its file so far, and bytes of the whole file; `None` if it is no file.
    fn bytes(&self) -> Option<(u64, u64)> {
        None
    }
}
