//! Memories: pages that are copied only when written, and the map from addresses to what answers there.

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
pub(crate) use range::{PlainRange, Words};

use page::{Page, WORDS as PAGE_WORDS};

/// Bytes in a page, of node memory as of main memory (M-Core paper: the page buffer holds 4 KiB).
pub const PAGE_BYTES: u32 = 4096;
