//! The page's end of the wire to the interconnect mode's worker.

use crate::link::Live;
use crate::link::wire::{self, FromWorker};
use gloo_render::{AnimationFrame, request_animation_frame};
use mcore::session::{NsimCommand, NsimUpdate};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use yew::Callback;

/// The wire. Clones are the same wire.
#[derive(Clone)]
pub struct Link {
    live: Rc<RefCell<Option<Live>>>,
    heard: Callback<FromWorker<NsimUpdate>>,
    /// What will say that a picture has been shown.
    ack: Rc<RefCell<Option<AnimationFrame>>>,
}

impl Link {
    /// A wire without a worker.
    pub fn new(heard: Callback<FromWorker<NsimUpdate>>) -> Self {
        Self { live: Rc::default(), heard, ack: Rc::default() }
    }

    /// Starts a worker, in place of the present one if there is one.
    pub fn start(&self) {
        self.live.take();
        match self.open() {
            Ok(live) => *self.live.borrow_mut() = Some(live),
            Err(error) => self.heard.emit(FromWorker::Fatal(wire::error_text(&error))),
        }
    }

    /// Sends a command.
    pub fn send(&self, command: &NsimCommand) {
        let sent = self.live.borrow().as_ref().map(|live| live.post(command));
        if let Some(Err(error)) = sent {
            self.heard.emit(FromWorker::Fatal(wire::error_text(&error)));
        }
    }

    fn open(&self) -> Result<Live, JsValue> {
        // The worker holds this, so it holds the link only weakly.
        let (heard, live, ack) = (self.heard.clone(), Rc::downgrade(&self.live), self.ack.clone());
        let on_message = move |data| {
            let message = wire::decode(data).unwrap_or_else(|error| FromWorker::Fatal(wire::error_text(&error)));
            if let FromWorker::Updates(updates) = &message
                && updates.iter().any(|update| matches!(update, NsimUpdate::Frame(_)))
                && let Some(live) = live.upgrade()
            {
                // The next picture is asked for when the browser is about to show this one, so they never queue up.
                let link = Self { live, heard: heard.clone(), ack: Rc::default() };
                let request = request_animation_frame(move |_| link.send(&NsimCommand::Ack));
                *ack.borrow_mut() = Some(request);
            }
            heard.emit(message);
        };
        let heard = self.heard.clone();
        Live::start(on_message, move |message| heard.emit(FromWorker::Fatal(message)))
    }
}
