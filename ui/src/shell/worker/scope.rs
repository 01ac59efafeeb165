//! The worker around a session: messages in both directions, the clock, turns.

use crate::shell::wire::{self, Form};
use js_sys::{Object, Reflect};
use serde::Serialize;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent};

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

/// Milliseconds since the worker started.
pub fn now() -> f64 {
    // `performance` exists in every worker; without it a slice would end only by its count of cycles.
    scope().performance().map_or(0.0, |p| p.now())
}

/// Posts updates to the page, if there are any.
pub fn post_updates<F: Form, U: Serialize>(updates: &Vec<U>) {
    if !updates.is_empty() {
        // If this fails, the page learns why; if even that fails, nothing can report it.
        let posted = F::encode(updates).and_then(|message| scope().post_message(&message));
        posted.unwrap_or_else(|error| post_fatal(&wire::error_text(&error)));
    }
}

/// Posts a [`FromWorker::Fatal`](wire::FromWorker::Fatal): the worker cannot go on, for this reason.
pub fn post_fatal(message: &str) {
    let object = Object::new();
    // If even this fails, nothing can report the error.
    let _ = Reflect::set(&object, &"fatal".into(), &message.into()).and_then(|_| scope().post_message(&object));
}

/// Reports a panic to the page. The module stops right after it; the page shows the message, keeps the work and offers
/// a new worker.
pub fn report_panics() {
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        post_fatal(&info.to_string());
    }));
}

/// From now on calls `heard` with each message of the page; `read` decodes it.
pub fn listen<T: 'static>(read: fn(JsValue) -> Result<T, JsValue>, heard: impl Fn(T) + 'static) {
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| match read(event.data()) {
        Ok(message) => heard(message),
        Err(error) => post_fatal(&wire::error_text(&error)),
    });
    // `www/boot/early.js` has kept the messages that arrived while the module was loading; it delivers them once `main`
    // returns.
    scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
}

/// Wakes the worker up after everything that is in the message queue now: the fastest way to let messages of the page
/// through. Empty if the browser offers no message channel.
pub struct Turns(Option<MessageChannel>);

impl Turns {
    /// Calls `turn` at each requested turn.
    pub fn new(turn: impl Fn() + 'static) -> Self {
        let queue = MessageChannel::new().ok();
        if let Some(queue) = &queue {
            let on_turn = Closure::<dyn FnMut()>::new(turn);
            queue.port1().set_onmessage(Some(on_turn.as_ref().unchecked_ref()));
            on_turn.forget();
        }
        Self(queue)
    }

    /// Requests a turn. False if the browser refuses.
    pub fn ask(&self) -> bool {
        self.0.as_ref().is_some_and(|queue| queue.port2().post_message(&JsValue::NULL).is_ok())
    }
}
