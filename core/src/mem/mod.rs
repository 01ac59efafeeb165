//! Memories: pages that are copied only when written, and the map from addresses to what answers there.

mod address;
mod main_memory;
mod node_memory;

pub use address::{Access, AccessError, AddressMap, NULL_PAGE, REGISTER_PAGE, Target};
pub use main_memory::{MainMemory, MainMemoryFull};
pub use node_memory::NodeMemory;

use alloc::sync::Arc;

/// Bytes in a page, of node memory as of main memory (M-Core paper: the page buffer holds 4 KiB).
pub const PAGE_BYTES: u32 = 4096;
/// Words in a page.
pub const PAGE_WORDS: usize = PAGE_BYTES as usize / 4;

/// A page that clones share until one of them writes; `None` reads as zeroes and costs nothing.
type Page = Option<Arc<[u32; PAGE_WORDS]>>;

static ZEROES: [u32; PAGE_WORDS] = [0; PAGE_WORDS];

fn page_mut(page: &mut Page) -> &mut [u32; PAGE_WORDS] {
    Arc::make_mut(page.get_or_insert_with(|| Arc::new([0; PAGE_WORDS])))
}

/// True if the page costs memory of its own, given the page at the same place in another clone.
fn is_own(page: &Page, other: Option<&Page>) -> bool {
    match (page, other) {
        (None, _) => false,
        (Some(a), Some(Some(b))) => !Arc::ptr_eq(a, b),
        (Some(_), _) => true,
    }
}
