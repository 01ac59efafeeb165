//! The page's end of the wire to the worker of this mode.

use crate::link::Live;
use crate::link::wire::{self, FromWorker};
use mcore::session::{PmnetCommand, PmnetUpdate};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use yew::Callback;

/// A message to the worker.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ToWorker {
    /// For the session.
    Command(PmnetCommand),
    /// Trace files (`File[]`), which only the browser can carry.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    Files(js_sys::Array),
}

/// The wire. Clones are the same wire.
#[derive(Clone)]
pub struct Link {
    live: Rc<RefCell<Option<Live>>>,
    heard: Callback<FromWorker<PmnetUpdate>>,
}

impl Link {
    /// A wire without a worker.
    pub fn new(heard: Callback<FromWorker<PmnetUpdate>>) -> Self {
        Self { live: Rc::default(), heard }
    }

    /// Starts a worker, in place of the present one if there is one.
    pub fn start(&self) {
        self.live.take();
        match self.open() {
            Ok(live) => *self.live.borrow_mut() = Some(live),
            Err(error) => self.heard.emit(FromWorker::Fatal(wire::error_text(&error))),
        }
    }

    /// Sends a message.
    pub fn send(&self, message: &ToWorker) {
        let sent = self.live.borrow().as_ref().map(|live| live.post(message));
        if let Some(Err(error)) = sent {
            self.heard.emit(FromWorker::Fatal(wire::error_text(&error)));
        }
    }

    fn open(&self) -> Result<Live, JsValue> {
        let heard = self.heard.clone();
        let on_message = move |data| {
            heard.emit(wire::decode(data).unwrap_or_else(|error| FromWorker::Fatal(wire::error_text(&error))));
        };
        let heard = self.heard.clone();
        Live::start(on_message, move |message| heard.emit(FromWorker::Fatal(message)))
    }
}
