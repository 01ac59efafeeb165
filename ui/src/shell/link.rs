//! The page's end of the link to the worker of a mode, and the worker's end.

use crate::shell::live::Live;
use crate::shell::wire::{self, FromWorker};
use crate::shell::worker::host::{self, Work};
use gloo_render::{AnimationFrame, request_animation_frame};
use mcore::mode::{Command, CommandOf, Mode, Request, Session, Update, UpdateOf};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::JsValue;
use yew::Callback;

/// A mode whose commands and updates can be sent between page and worker.
pub trait Wired:
    Mode<
        Command: Serialize + DeserializeOwned + 'static,
        News: Serialize + DeserializeOwned + 'static,
        Frame: Serialize + DeserializeOwned + 'static,
        Row: Serialize + DeserializeOwned + 'static,
        Plan: 'static,
    > + 'static
{
}

impl<M> Wired for M where
    M: Mode<
            Command: Serialize + DeserializeOwned + 'static,
            News: Serialize + DeserializeOwned + 'static,
            Frame: Serialize + DeserializeOwned + 'static,
            Row: Serialize + DeserializeOwned + 'static,
            Plan: 'static,
        > + 'static
{
}

/// A message to the worker.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ToWorker<C> {
    /// For the session.
    Request(Request<C>),
    /// Files (`File[]`), which only the browser can transfer.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    Files(js_sys::Array),
}

/// A message from the worker.
pub enum Heard<M: Mode> {
    /// Updates of the session, in order.
    Updates(Vec<UpdateOf<M>>),
    /// The worker has died, for this reason.
    Dead(String),
}

struct Inner<M: Mode> {
    live: RefCell<Option<Live>>,
    next_id: Cell<u32>,
    heard: Callback<Heard<M>>,
    /// Acknowledges the last frame when the browser is about to show it.
    ack: RefCell<Option<AnimationFrame>>,
}

/// The link. Clones share it.
pub struct Link<M: Mode>(Rc<Inner<M>>);

impl<M: Mode> Clone for Link<M> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<M: Wired> Link<M> {
    /// A link without a worker; [`Link::start`] makes one.
    pub fn new(heard: Callback<Heard<M>>) -> Self {
        let (live, ack) = (RefCell::default(), RefCell::default());
        Self(Rc::new(Inner { live, next_id: Cell::new(1), heard, ack }))
    }

    /// Starts a worker, replacing the present one if there is one.
    pub fn start(&self) {
        self.0.live.take();
        self.0.ack.take();
        match self.open() {
            Ok(live) => *self.0.live.borrow_mut() = Some(live),
            Err(error) => self.0.heard.emit(Heard::Dead(wire::error_text(&error))),
        }
    }

    /// Sends a command. Without a worker it is dropped: a restart sets up the session anew.
    pub fn send(&self, command: CommandOf<M>) {
        let id = self.0.next_id.replace(self.0.next_id.get().wrapping_add(1));
        self.post(&ToWorker::Request(Request { id, command }));
    }

    /// Sends files, for the commands that follow.
    pub fn send_files(&self, files: js_sys::Array) {
        self.post(&ToWorker::Files(files));
    }

    fn post(&self, message: &ToWorker<CommandOf<M>>) {
        let sent = self.0.live.borrow().as_ref().map(|live| live.post(message));
        if let Some(Err(error)) = sent {
            self.dead(wire::error_text(&error));
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
                if updates.iter().any(|update: &UpdateOf<M>| matches!(update, Update::Frame(_))) {
                    self.acknowledge();
                }
                self.0.heard.emit(Heard::Updates(updates));
            }
            Ok(FromWorker::Fatal(message)) => self.dead(message),
            Err(error) => self.dead(wire::error_text(&error)),
        }
    }

    /// Requests the next frame when the browser is about to show this one, so frames never queue up.
    fn acknowledge(&self) {
        let link = Rc::downgrade(&self.0);
        let request = request_animation_frame(move |_| {
            if let Some(inner) = link.upgrade() {
                Self(inner).send(Command::Ack);
            }
        });
        *self.0.ack.borrow_mut() = Some(request);
    }

    fn dead(&self, message: String) {
        // Only the first error of a dying worker matters; the rest follow from it.
        if self.0.live.take().is_some() {
            self.0.heard.emit(Heard::Dead(message));
        }
    }
}

/// The session of a mode in its worker.
struct Worker<M: Mode> {
    session: Session<M>,
    take_files: fn(&mut Session<M>, &js_sys::Array),
}

impl<M: Wired> Work for Worker<M> {
    type Message = ToWorker<CommandOf<M>>;
    type Update = UpdateOf<M>;
    /// The number of finished runs: the next one may have another size.
    type Task = u64;

    fn leaves_work_alone(message: &Self::Message) -> bool {
        match message {
            ToWorker::Files(_) => true,
            ToWorker::Request(request) => matches!(request.command, Command::Ack),
        }
    }

    fn hear(&mut self, message: Self::Message) -> Vec<Self::Update> {
        match message {
            ToWorker::Files(list) => {
                (self.take_files)(&mut self.session, &list);
                Vec::new()
            }
            ToWorker::Request(request) => self.session.handle(request),
        }
    }

    fn is_busy(&self) -> bool {
        self.session.is_busy()
    }

    fn task(&self) -> u64 {
        self.session.ended()
    }

    fn run_slice(&mut self, part: u64) -> Vec<Self::Update> {
        self.session.run_slice(part)
    }
}

/// Starts the worker of a mode; files that the page sends go to `take_files`.
pub fn start_worker<M: Wired>(take_files: fn(&mut Session<M>, &js_sys::Array)) {
    host::start(Worker { session: Session::default(), take_files }, Vec::new());
}
