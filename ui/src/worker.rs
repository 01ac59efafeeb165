//! The worker's side: owns the session, answers requests, simulates in slices between them.

mod pace;

use crate::link::wire::{self, FromWorker};
use gloo_timers::callback::Timeout;
use mcore::session::{Request, Session, Update};
use pace::{Pace, Quota, SLICE_MS};
use std::cell::RefCell;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent};

/// The session with what keeps it going.
struct Host {
    session: Session,
    quota: Quota,
    pace: Pace,
    /// Wakes us up after everything that is in the message queue now: the fastest way to let requests through.
    queue: MessageChannel,
    /// A slice has been asked for and has not begun.
    scheduled: bool,
    /// Wakes us up later, when a slow pace leaves time to spare.
    _timer: Option<Timeout>,
}

thread_local! {
    static HOST: RefCell<Option<Host>> = const { RefCell::new(None) };
}

/// Starts the worker: greets the page and listens from now on.
pub fn start() {
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        // The module stops right after this; the page shows the message, keeps the text and offers a new worker.
        post(&FromWorker::Fatal(info.to_string()));
    }));
    let session = Session::default();
    post(&FromWorker::Updates(vec![session.hello()]));

    let queue = MessageChannel::new().expect("every browser with WebAssembly has message channels");
    let on_turn = Closure::<dyn FnMut()>::new(|| with_host(Host::slice));
    queue.port1().set_onmessage(Some(on_turn.as_ref().unchecked_ref()));
    on_turn.forget();
    let host = Host { session, quota: Quota::default(), pace: Pace::default(), queue, scheduled: false, _timer: None };
    HOST.with(|cell| *cell.borrow_mut() = Some(host));

    let on_message =
        Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| match wire::decode_request(event.data()) {
            Ok(request) => with_host(|host| host.answer(request)),
            Err(error) => post(&FromWorker::Fatal(wire::error_text(&error))),
        });
    // Requests that came while the module was loading were kept by `www/worker.js`; it sends them on once we return.
    scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
}

impl Host {
    fn answer(&mut self, request: Request) {
        let updates = self.session.handle(request);
        post_updates(updates);
        self.schedule();
    }

    /// Simulates for about [`SLICE_MS`], then lets requests through.
    fn slice(&mut self) {
        self.scheduled = false;
        if !self.session.is_busy() {
            self.pace.rest();
            return;
        }
        let begin = now();
        let mut allowed = match self.session.pace() {
            None => {
                self.pace.rest();
                u64::MAX
            }
            Some(per_second) => self.pace.due(per_second, begin),
        };
        while allowed > 0 && self.session.is_busy() {
            let part = self.quota.next().min(allowed);
            let before = now();
            let updates = self.session.run_slice(part);
            let after = now();
            self.quota.learn(part, after - before);
            allowed = allowed.saturating_sub(part);
            post_updates(updates);
            if after - begin >= SLICE_MS {
                break;
            }
        }
        self.schedule();
    }

    /// Asks for the next slice: at once, or when the pace allows the next cycle.
    fn schedule(&mut self) {
        if self.scheduled || !self.session.is_busy() {
            return;
        }
        self.scheduled = true;
        match self.session.pace().map(|per_second| self.pace.wait_ms(per_second, now())) {
            None | Some(0) => {
                if self.queue.port2().post_message(&JsValue::NULL).is_err() {
                    self.wake_after(0);
                }
            }
            Some(ms) => self.wake_after(ms),
        }
    }

    fn wake_after(&mut self, ms: u32) {
        self._timer = Some(Timeout::new(ms, || with_host(Host::slice)));
    }
}

fn with_host(act: impl FnOnce(&mut Host)) {
    HOST.with(|cell| {
        if let Some(host) = cell.borrow_mut().as_mut() {
            act(host);
        }
    });
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

fn now() -> f64 {
    // `performance` exists in every worker; without it a slice would end by its count of cycles only.
    scope().performance().map_or(0.0, |p| p.now())
}

fn post_updates(updates: Vec<Update>) {
    if !updates.is_empty() {
        post(&FromWorker::Updates(updates));
    }
}

fn post(message: &FromWorker) {
    // If even this fails there is nobody left to tell.
    let _ = wire::encode(message).and_then(|value| scope().post_message(&value));
}
