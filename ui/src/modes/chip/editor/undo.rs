//! Undo histories outlive the page: some time after the last edit they are handed out for storage, and they are
//! restored when the same text is opened again.

use super::{Live, Newest};
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::{Rc, Weak};

/// Milliseconds without an edit before histories are handed out: serialising them costs more than an edit.
const AFTER_MS: u32 = 600;
/// Maximum length of a stored history, in UTF-16 units of its JSON.
const LONGEST: u32 = 1_000_000;

/// Hands out histories.
pub struct Saver {
    live: Weak<RefCell<Option<Live>>>,
    /// Called with the name of a document and its history, which is empty if it is too long to store.
    listener_of: Newest<(String, String)>,
    changed: RefCell<BTreeSet<String>>,
    timer: RefCell<Option<Timeout>>,
}

impl Saver {
    /// A saver for the editor in `live`.
    pub fn new(live: &Rc<RefCell<Option<Live>>>, listener_of: Newest<(String, String)>) -> Rc<Self> {
        Rc::new(Self { live: Rc::downgrade(live), listener_of, changed: RefCell::default(), timer: RefCell::default() })
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
            self.listener_of.borrow().emit((name, history));
        }
    }
}
