//! Keeps a session in a worker going: receives the page's messages, and works in slices between them.

use super::pace::Pace;
use super::scope::{Turns, listen, now, post_updates, report_panics};
use crate::shell::wire::Form;
use gloo_timers::callback::Timeout;
use mcore::modes::chip::session::{SLICE_MS, SliceBudget};
use serde::Serialize;
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use wasm_bindgen::JsValue;

/// A session in a worker.
pub trait Work: 'static {
    /// The form of the updates.
    type Form: Form;
    /// A message of the page.
    type Message: 'static;
    /// An update for the page.
    type Update: Serialize;
    /// The present task; see [`Work::task`].
    type Task: PartialEq;

    /// Decodes a message.
    ///
    /// # Errors
    ///
    /// It is none that this program knows.
    fn read(message: JsValue) -> Result<Self::Message, JsValue>;

    /// Whether a message leaves the work as it is. After any other message the learned speed is discarded: for another
    /// program or machine it may be wrong by a factor of thousands. If a large chip ran as many cycles as a small one
    /// does in a few milliseconds, it would not react for minutes.
    fn leaves_work_alone(message: &Self::Message) -> bool;

    /// Handles a message.
    fn hear(&mut self, message: Self::Message) -> Vec<Self::Update>;

    /// Whether there is work to do.
    fn is_busy(&self) -> bool;

    /// The present task. When it changes, the learned speed is discarded too.
    fn task(&self) -> Self::Task;

    /// Simulates that many cycles, accesses or events, depending on the unit of the session.
    fn run_slice(&mut self, part: u64) -> Vec<Self::Update>;

    /// Cycles per second; `None`: as fast as possible.
    fn pace(&self) -> Option<u32> {
        None
    }
}

/// The work with the parts that keep it going.
struct Host<W: Work> {
    work: W,
    /// The slice budget, learned for this task.
    slice_budget: SliceBudget,
    task: Option<W::Task>,
    pace: Pace,
    turns: Turns,
    /// A slice has been requested and has not started.
    scheduled: bool,
    /// Wakes the worker up later, when a slow pace leaves spare time.
    _timer: Option<Timeout>,
    this: Weak<RefCell<Self>>,
}

/// Starts the worker: sends `greeting` to the page and then listens to it.
pub fn start<W: Work>(work: W, greeting: Vec<W::Update>) {
    report_panics();
    let host = Rc::new_cyclic(|this: &Weak<RefCell<Host<W>>>| {
        let turns = Turns::new(Host::turn_of(this));
        RefCell::new(Host {
            work,
            slice_budget: SliceBudget::default(),
            task: None,
            pace: Pace::default(),
            turns,
            scheduled: false,
            _timer: None,
            this: this.clone(),
        })
    });
    post_updates::<W::Form, _>(&greeting);
    // From here on the browser holds it.
    listen(W::read, move |message| host.borrow_mut().answer(message));
}

impl<W: Work> Host<W> {
    /// The callback of turns and timers. No callback runs during a slice, so the host is never borrowed twice.
    fn turn_of(this: &Weak<RefCell<Self>>) -> impl Fn() + 'static {
        let this = this.clone();
        move || {
            if let Some(host) = this.upgrade() {
                host.borrow_mut().slice();
            }
        }
    }

    fn answer(&mut self, message: W::Message) {
        if !W::leaves_work_alone(&message) {
            self.slice_budget = SliceBudget::default();
        }
        post_updates::<W::Form, _>(&self.work.hear(message));
        self.schedule();
    }

    /// Works for about [`SLICE_MS`], then lets messages through.
    fn slice(&mut self) {
        self.scheduled = false;
        if !self.work.is_busy() {
            self.pace.rest();
            return;
        }
        let begin = now();
        let mut allowed = match self.work.pace() {
            None => {
                self.pace.rest();
                u64::MAX
            }
            Some(per_second) => self.pace.due(per_second, begin),
        };
        while allowed > 0 && self.work.is_busy() {
            let task = Some(self.work.task());
            if task != self.task {
                (self.slice_budget, self.task) = (SliceBudget::default(), task);
            }
            let part = self.slice_budget.next().min(allowed);
            let before = now();
            let updates = self.work.run_slice(part);
            let after = now();
            self.slice_budget.learn(part, after - before);
            allowed = allowed.saturating_sub(part);
            post_updates::<W::Form, _>(&updates);
            if after - begin >= SLICE_MS {
                break;
            }
        }
        self.schedule();
    }

    /// Requests the next slice: at once, or when the pace allows the next cycle.
    fn schedule(&mut self) {
        if self.scheduled || !self.work.is_busy() {
            return;
        }
        self.scheduled = true;
        match self.work.pace().map(|per_second| self.pace.wait_ms(per_second, now())) {
            None | Some(0) => {
                if !self.turns.ask() {
                    self.wake_after(0);
                }
            }
            Some(ms) => self.wake_after(ms),
        }
    }

    fn wake_after(&mut self, ms: u32) {
        self._timer = Some(Timeout::new(ms, Self::turn_of(&self.this)));
    }
}
