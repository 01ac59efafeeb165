//! The worker of the chip: owns its session.

use super::compiler::beside::Beside;
use crate::shell::wire::{Bytes, Form as _};
use crate::shell::worker::host;
use mcore::modes::chip::session::{Command, Compilers, Request, Session, Task, Update};
use std::sync::Arc;
use wasm_bindgen::JsValue;

impl host::Work for Session {
    type Form = Bytes;
    type Message = Request;
    type Update = Update;
    type Task = Option<Task>;

    fn read(message: JsValue) -> Result<Request, JsValue> {
        Bytes::decode(message)
    }

    fn leaves_work_alone(request: &Request) -> bool {
        request.command == Command::Ack
    }

    fn hear(&mut self, request: Request) -> Vec<Update> {
        self.handle(request)
    }

    fn is_busy(&self) -> bool {
        self.is_busy()
    }

    fn task(&self) -> Option<Task> {
        self.task()
    }

    fn run_slice(&mut self, part: u64) -> Vec<Update> {
        self.run_slice(part)
    }

    fn pace(&self) -> Option<u32> {
        self.pace()
    }
}

/// Starts the worker: greets the page and then listens to it.
pub fn start() {
    let session = Session::with_compilers(Compilers::new(vec![Arc::new(Beside::default())]));
    let hello = session.hello();
    host::start(session, vec![hello]);
}
