//! Memories: copy-on-write pages, and the map from addresses to targets.

mod address;
mod main_memory;
mod node_memory;
mod packed;
mod page;
mod range;

pub use address::{Access, AccessError, AddressMap, NULL_PAGE, REGISTER_PAGE, Target};
pub use main_memory::{MainMemory, MainMemoryFull};
pub use node_memory::NodeMemory;
pub use packed::PackedMemory;
pub use range::{PlainRange, Words};

use page::{Page, WORDS as PAGE_WORDS};

/// Bytes per page, in node memory and in main memory (M-Core paper: the page buffer holds 4 KiB).
pub const PAGE_BYTES: u32 = 4096;
