//! What can be undone outlives the page: some time after the last edit the editor's histories are handed out to be kept, and they
//! are taken up again when the same text is opened.

use super::{Live, Newest};
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::{Rc, Weak};

/// How long nothing must be written before histories are handed out, in milliseconds: making them costs more than an edit.
const AFTER_MS: u32 = 600;
/// Longest history that is kept, in UTF-16 units of its JSON.
const LONGEST: u32 = 1_000_000;

/// Hands histories out.
pub struct Saver {
    live: Weak<RefCell<Option<Live>>>,
    /// Told the name of a document and its history; an empty one is too long to be kept.
    told: Newest<(String, String)>,
    changed: RefCell<BTreeSet<String>>,
    timer: RefCell<Option<Timeout>>,
}

impl Saver {
    /// A saver for the editor in `live`.
    pub fn new(live: &Rc<RefCell<Option<Live>>>, told: Newest<(String, String)>) -> Rc<Self> {
        Rc::new(Self { live: Rc::downgrade(live), told, changed: RefCell::default(), timer: RefCell::default() })
    }

    /// A document has been edited.
    pub fn changed(self: &Rc<Self>, name: &str) {
        self.changed.borrow_mut().insert(name.to_owned());
        let this = self.clone();
        *self.timer.borrow_mut() = Some(Timeout::new(AFTER_MS, move || this.hand_out()));
    }

    fn hand_out(&self) {
        let Some(live) = self.live.upgrade() else { return };
        let histories: Vec<_> = match live.borrow().as_ref() {
            Some(live) => std::mem::take(&mut *self.changed.borrow_mut())
                .into_iter()
                .filter(|name| live.names.iter().any(|n| *n == **name))
                .map(|name| (live.handle.history(&name, LONGEST), name))
                .collect(),
            None => return,
        };
        for (history, name) in histories {
            self.told.borrow().emit((name, history));
        }
    }
}
