//! Pages and their memories: a page is placed when it is first touched.

use super::pages::{Pages, Slot};
use super::place::Places;

/// The touched pages, and the placement of new ones.
#[derive(Clone, Debug)]
pub(super) struct Homes {
    pub pages: Pages,
    pub places: Places,
    /// The trace touches more memory than can be tracked; accesses have been left out since.
    pub full: bool,
}

impl Homes {
    /// No page has been touched.
    pub fn new(pages: Pages, places: Places) -> Self {
        Self { pages, places, full: false }
    }

    /// The page of an address and its memory; places the page if it is new. `None` if there is no room to record it.
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
