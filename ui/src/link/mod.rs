//! The page's end of the wire to the worker.
//!
//! Commands go out with a number; every one is answered. Of the commands whose intermediate values nobody wants to see
//! (seeks while the slider is dragged) only one is under way at a time, and only the newest waits: see [`seek`].

pub mod seek;
pub mod wire;

use crate::link::seek::Seeks;
use crate::link::wire::FromWorker;
use mcore::base::Cycle;
use mcore::session::{Command, Refused, Request, Update};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};
use yew::Callback;

/// What the page hears.
#[derive(Debug)]
pub enum Heard {
    /// Updates of the session, in order.
    Updates(Vec<Update>),
    /// The worker is gone, and why.
    Dead(String),
}

#[wasm_bindgen]
extern "C" {
    /// Address of this program's generated module, left for us by `www/boot.js`.
    #[wasm_bindgen(thread_local_v2, js_namespace = mcoreBoot, js_name = js)]
    static MODULE_ADDRESS: String;

    /// Address of `www/worker.js`, likewise.
    #[wasm_bindgen(thread_local_v2, js_namespace = mcoreBoot, js_name = worker)]
    static WORKER_ADDRESS: String;
}

/// A worker that runs, with what listens to it. Dropping it ends the worker.
struct Live {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(ErrorEvent)>,
}

impl Drop for Live {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

struct Inner {
    live: RefCell<Option<Live>>,
    next_id: Cell<u32>,
    seeks: RefCell<Seeks>,
    heard: Callback<Heard>,
}

/// The page's end of the wire. Clones are the same wire.
#[derive(Clone)]
pub struct Link(Rc<Inner>);

impl PartialEq for Link {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Link {
    /// A wire without a worker; [`Link::start`] makes one.
    pub fn new(heard: Callback<Heard>) -> Self {
        Self(Rc::new(Inner { live: RefCell::default(), next_id: Cell::new(1), seeks: RefCell::default(), heard }))
    }

    /// Starts a worker, in place of the present one if there is one.
    pub fn start(&self) {
        self.0.live.take();
        *self.0.seeks.borrow_mut() = Seeks::default();
        match self.open() {
            Ok(live) => *self.0.live.borrow_mut() = Some(live),
            Err(error) => self.0.heard.emit(Heard::Dead(wire::error_text(&error))),
        }
    }

    /// Sends a command. Without a worker it goes nowhere: whoever restarts the worker sets up the session anew.
    pub fn send(&self, command: Command) {
        let id = self.0.next_id.replace(self.0.next_id.get().wrapping_add(1));
        self.post(&Request { id, command });
    }

    /// Goes to a cycle, after the seek that is under way and in place of the one that waits.
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
        let live = self.0.live.borrow();
        let Some(live) = live.as_ref() else { return };
        let sent = wire::encode(request).and_then(|message| live.worker.post_message(&message));
        if let Err(error) = sent {
            self.0.heard.emit(Heard::Dead(wire::error_text(&error)));
        }
    }

    fn open(&self) -> Result<Live, JsValue> {
        let js = MODULE_ADDRESS.with(Clone::clone);
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = WORKER_ADDRESS.with(|address| Worker::new_with_options(address, &options))?;

        let link = Rc::downgrade(&self.0);
        let on_message = Closure::new(move |event: MessageEvent| {
            if let Some(inner) = link.upgrade() {
                Self(inner).receive(event.data());
            }
        });
        let link = Rc::downgrade(&self.0);
        let on_error = Closure::new(move |event: ErrorEvent| {
            if let Some(inner) = link.upgrade() {
                Self(inner).dead(event.message());
            }
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));

        // The module is compiled once, here, and shared; the worker imports the same script.
        let first = js_sys::Object::new();
        js_sys::Reflect::set(&first, &"js".into(), &js.into())?;
        js_sys::Reflect::set(&first, &"wasm".into(), &wasm_bindgen::module())?;
        worker.post_message(&first)?;
        Ok(Live { worker, _on_message: on_message, _on_error: on_error })
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
        // Only the first word of a dying worker counts; the rest follows from it.
        if self.0.live.take().is_some() {
            self.0.heard.emit(Heard::Dead(message));
        }
    }
}

/// True for an answer that is no news to the user: dragging past the end or pausing what has ended.
pub fn is_harmless(refused: &Refused) -> bool {
    matches!(refused, Refused::BeyondEnd { .. } | Refused::Ended)
}
