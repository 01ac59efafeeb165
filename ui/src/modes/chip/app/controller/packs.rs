//! Packs that are not part of the site: from an address on the same server, or from a dropped file.

use super::Controller;
use crate::modes::chip::catalog::{self, Catalog, Pack};
use crate::modes::chip::store::{Action, Notice};
use crate::shell::packs::{fetch_catalog, named_pack};
use mcore::base::Text;
use mcore::packs::STANDARD_KIND;
use mcore::text;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

impl Controller {
    /// Adds a pack to the list, replacing one with the same name, and opens its first exercise.
    pub(super) fn add_pack(&self, pack: Result<Pack, Text>, open: bool) {
        let state = self.state();
        let pack = match pack {
            Ok(pack) => pack,
            Err(why) => return self.dispatch(Action::Notify(Notice::BadPack(why))),
        };
        let first = pack.first();
        let mut packs = state.catalog.as_ref().map_or_else(Vec::new, |c| c.packs.clone());
        packs.retain(|p| p.id != pack.id);
        packs.insert(0, pack);
        self.dispatch(Action::CatalogKnown(Rc::new(Catalog { packs })));
        match first {
            Some(first) if open => self.open_exercise(&first),
            Some(first) => *self.first.borrow_mut() = Some(first),
            None => self.dispatch(Action::Notify(Notice::BadPack(text!(
                "there is no exercise for this page in this pack",
                "この課題集には、このページの課題がありません"
            )))),
        }
    }

    /// Fetches the list of the site and the pack in the page's address (`?pack=course.zip`), and opens the first
    /// exercise.
    pub(super) fn fetch_packs(&self) {
        let Some(this) = self.this.upgrade() else { return };
        spawn_local(async move {
            this.read_stored_work().await;
            let named = match named_pack() {
                Some(address) => Some(catalog::fetch_bytes(&address).await),
                None => None,
            };
            // From here on nothing waits until the pack is added: the session may be ready, and would open another
            // exercise.
            match fetch_catalog(STANDARD_KIND).await {
                Ok(catalog) => this.dispatch(Action::CatalogKnown(Rc::new(catalog))),
                Err(message) => {
                    // The lab works without exercises too.
                    this.dispatch(Action::CatalogKnown(Rc::new(Catalog::default())));
                    this.dispatch(Action::FetchFailed(message));
                }
            }
            match named {
                Some(Ok(bytes)) => this.add_pack(Pack::from_archive(&bytes, STANDARD_KIND), false),
                Some(Err(why)) => this.dispatch(Action::FetchFailed(why)),
                None => {}
            }
            this.open_first();
        });
    }
}
