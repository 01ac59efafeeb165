//! The gallery of examples.

use super::super::Controller;
use super::After;
use crate::modes::chip::gallery::{self, Gallery};
use crate::modes::chip::store::{Action, Intent, StoredNews};
use mcore::base::NodeId;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

impl Controller {
    /// The examples, fetched on first use.
    pub(super) async fn gallery(&self) -> Option<Rc<Gallery>> {
        if let Some(gallery) = &self.state().stored_work.gallery {
            return Some(gallery.clone());
        }
        match gallery::fetch_gallery().await {
            Ok(gallery) => {
                let gallery = Rc::new(gallery);
                self.news(StoredNews::Gallery(gallery.clone()));
                Some(gallery)
            }
            Err(message) => {
                self.dispatch(Action::FetchFailed(message));
                None
            }
        }
    }

    pub(super) fn show_gallery(&self) {
        self.dispatch(Intent::Open(crate::modes::chip::store::Dialog::Gallery));
        let Some(this) = self.this.upgrade() else { return };
        spawn_local(async move {
            this.gallery().await;
        });
    }

    pub(super) fn open_example(&self, id: String) {
        let Some(this) = self.this.upgrade() else { return };
        spawn_local(async move {
            let Some(gallery) = this.gallery().await else { return };
            let Some(example) = gallery.find(&id) else { return };
            this.dispatch(Intent::CloseDialog);
            this.dispatch(Intent::ShowPhoneTab(crate::modes::chip::store::PhoneTab::Chip));
            let node = Some(NodeId::new(example.node.0, example.node.1));
            let after = After { run: true, pace: example.pace, node, ..After::default() };
            this.open_project(&example.project_id(), after);
        });
    }
}
