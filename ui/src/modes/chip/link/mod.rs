//! The page's end of the link to the worker.
//!
//! Commands carry a number, and every one is answered. Seeks while the slider is dragged need not all be shown: only
//! one is in flight at a time, and only the newest waits: see [`seek`].

pub mod seek;

use crate::shell::live::Live;
use crate::shell::wire;

use crate::modes::chip::link::seek::Seeks;
use crate::shell::wire::FromWorker;
use mcore::base::Cycle;
use mcore::modes::chip::session::{Command, Refused, Request, Update};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::JsValue;
use yew::Callback;

/// A message that the page receives.
#[derive(Debug)]
pub enum Heard {
    /// Updates of the session, in order.
    Updates(Vec<Update>),
    /// The worker has died, with the reason.
    Dead(String),
}

struct Inner {
    live: RefCell<Option<Live>>,
    next_id: Cell<u32>,
    seeks: RefCell<Seeks>,
    heard: Callback<Heard>,
}

/// The page's end of the link. Clones share the same link.
#[derive(Clone)]
pub struct Link(Rc<Inner>);

impl PartialEq for Link {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Link {
    /// A link without a worker; [`Link::start`] makes one.
    pub fn new(heard: Callback<Heard>) -> Self {
        Self(Rc::new(Inner { live: RefCell::default(), next_id: Cell::new(1), seeks: RefCell::default(), heard }))
    }

    /// Starts a worker, replacing the present one if there is one.
    pub fn start(&self) {
        self.0.live.take();
        *self.0.seeks.borrow_mut() = Seeks::default();
        match self.open() {
            Ok(live) => *self.0.live.borrow_mut() = Some(live),
            Err(error) => self.0.heard.emit(Heard::Dead(wire::error_text(&error))),
        }
    }

    /// Sends a command. Without a worker it is dropped: restarting the worker sets up the session anew.
    pub fn send(&self, command: Command) {
        let id = self.0.next_id.replace(self.0.next_id.get().wrapping_add(1));
        self.post(&Request { id, command });
    }

    /// Goes to a cycle, after the seek in flight and replacing the waiting one.
    pub fn seek(&self, cycle: Cycle) {
        if self.0.seeks.borrow_mut().ask(cycle) {
            self.post_seek(cycle);
        }
    }

    fn post_seek(&self, cycle: Cycle) {
        let id = self.0.next_id.replace(self.0.next_id.get().wrapping_add(1));
        self.0.seeks.borrow_mut().sent(id);
        self.post(&Request { id, command: Command::Seek(cycle) });
    }

    fn post(&self, request: &Request) {
        let sent = self.0.live.borrow().as_ref().map(|live| live.post(request));
        if let Some(Err(error)) = sent {
            self.0.heard.emit(Heard::Dead(wire::error_text(&error)));
        }
    }

    fn open(&self) -> Result<Live, JsValue> {
        // The worker holds these closures, so they hold the link only weakly.
        let (of_message, of_error) = (Rc::downgrade(&self.0), Rc::downgrade(&self.0));
        Live::start(
            move |data| {
                if let Some(inner) = of_message.upgrade() {
                    Self(inner).receive(data);
                }
            },
            move |message| {
                if let Some(inner) = of_error.upgrade() {
                    Self(inner).dead(message);
                }
            },
        )
    }

    fn receive(&self, data: JsValue) {
        match wire::decode(data) {
            Ok(FromWorker::Updates(updates)) => {
                for update in &updates {
                    if let Update::Done(id) | Update::Refused(id, _) = update {
                        let waiting = self.0.seeks.borrow_mut().answered(*id);
                        if let Some(cycle) = waiting {
                            self.post_seek(cycle);
                        }
                    }
                }
                self.0.heard.emit(Heard::Updates(updates));
            }
            Ok(FromWorker::Fatal(message)) => self.dead(message),
            Err(error) => self.dead(wire::error_text(&error)),
        }
    }

    fn dead(&self, message: String) {
        // Only the first error of a dying worker matters; the rest follow from it.
        if self.0.live.take().is_some() {
            self.0.heard.emit(Heard::Dead(message));
        }
    }
}

/// True for a refusal that the user need not see: dragging past the end, or pausing a run that has ended.
pub fn is_harmless(refused: &Refused) -> bool {
    matches!(refused, Refused::BeyondEnd { .. } | Refused::Ended)
}
