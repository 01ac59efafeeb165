//! Pages and their memories: a page is placed when it is touched first.

use super::pages::{Pages, Slot};
use super::place::Places;

/// Pages that were touched, and where new ones go.
#[derive(Clone, Debug)]
pub(super) struct Homes {
    pub pages: Pages,
    pub places: Places,
    /// The trace touches more memory than can be followed; accesses are left out since.
    pub full: bool,
}

impl Homes {
    /// No page has been touched.
    pub fn new(pages: Pages, places: Places) -> Self {
        Self { pages, places, full: false }
    }

    /// The page of an address and its memory; the page is placed if it is new. None if there is no room to note it.
    #[inline(always)]
    pub fn settled(&mut self, core: usize, addr: u64) -> Option<(Slot, usize)> {
        let slot = self.pages.slot(addr);
        match slot.map(|slot| (slot, self.pages.home(slot))) {
            Ok((slot, Some(home))) => Some((slot, home)),
            _ => self.place(core, addr),
        }
    }

    #[inline(never)]
    fn place(&mut self, core: usize, addr: u64) -> Option<(Slot, usize)> {
        let placed = self.pages.slot(addr).and_then(|slot| {
            let home = self.places.place(core, addr);
            self.pages.settle(slot, home).map(|()| (slot, home))
        });
        self.full |= placed.is_err();
        placed.ok()
    }
}
