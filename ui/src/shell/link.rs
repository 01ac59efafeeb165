//! The page's end of the link to the worker of a mode, and the worker's end.

use crate::shell::line::{Heard, Line};
use crate::shell::wire::{Form as _, Objects};
use crate::shell::worker::host::{self, Work};
use gloo_render::{AnimationFrame, request_animation_frame};
use mcore::mode::{Command, CommandOf, Mode, Request, Session, Update, UpdateOf};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::{JsCast as _, JsValue};
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
enum ToWorker<C> {
    /// For the session.
    Request(Request<C>),
    /// Files (`File[]`), which only the browser can transfer: posted as they are.
    Files(js_sys::Array),
}

struct Inner<M: Mode> {
    line: Line,
    heard: Callback<Heard<UpdateOf<M>>>,
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
    pub fn new(heard: Callback<Heard<UpdateOf<M>>>) -> Self {
        Self(Rc::new(Inner { line: Line::default(), heard, ack: RefCell::default() }))
    }

    /// Starts a worker, replacing the present one if there is one.
    pub fn start(&self) {
        self.0.ack.take();
        let link = Rc::downgrade(&self.0);
        self.0.line.start::<Objects, _>(move |heard| {
            if let Some(inner) = link.upgrade() {
                Self(inner).hear(heard);
            }
        });
    }

    /// Sends a command. Without a worker it is dropped: a restart sets up the session anew.
    pub fn send(&self, command: CommandOf<M>) {
        let id = self.0.line.next_id();
        self.posted(self.0.line.post::<Objects>(&Request { id, command }));
    }

    /// Sends files, for the commands that follow.
    pub fn send_files(&self, files: js_sys::Array) {
        self.posted(self.0.line.post_object(&files));
    }

    fn posted(&self, outcome: Result<(), String>) {
        if let Err(why) = outcome {
            self.0.heard.emit(Heard::Dead(why));
        }
    }

    fn hear(&self, heard: Heard<UpdateOf<M>>) {
        if let Heard::Updates(updates) = &heard
            && updates.iter().any(|update| matches!(update, Update::Frame(_)))
        {
            self.acknowledge();
        }
        self.0.heard.emit(heard);
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
}

/// The session of a mode in its worker.
struct Worker<M: Mode> {
    session: Session<M>,
    take_files: fn(&mut Session<M>, &js_sys::Array),
}

impl<M: Wired> Work for Worker<M> {
    type Form = Objects;
    type Message = ToWorker<CommandOf<M>>;
    type Update = UpdateOf<M>;
    /// The number of finished runs: the next one may have another size.
    type Task = u64;

    fn read(message: JsValue) -> Result<Self::Message, JsValue> {
        match message.dyn_into::<js_sys::Array>() {
            Ok(files) => Ok(ToWorker::Files(files)),
            Err(message) => Objects::decode(message).map(ToWorker::Request),
        }
    }

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
