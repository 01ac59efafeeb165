//! What keeps a session in a worker going: it hears the page, and works in slices in between.

use super::pace::Pace;
use super::scope::{Turns, listen, now, post_updates, tell_panics};
use gloo_timers::callback::Timeout;
use mcore::session::{Quota, SLICE_MS};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::cell::RefCell;
use std::rc::{Rc, Weak};

/// A session in a worker.
pub trait Work: 'static {
    /// What the page says.
    type Message: DeserializeOwned + 'static;
    /// What the page is told.
    type Update: Serialize;
    /// What is worked at; see [`Work::task`].
    type Task: PartialEq;

    /// Whether a message leaves the work as it is. After all others what the clock has taught is forgotten: it may be wrong by
    /// a factor of thousands for another program or another machine. With as many cycles as a small chip does in a few
    /// milliseconds a large one would be deaf for minutes.
    fn leaves_work_alone(message: &Self::Message) -> bool;

    /// Takes a message.
    fn hear(&mut self, message: Self::Message) -> Vec<Self::Update>;

    /// Whether there is something to work at.
    fn is_busy(&self) -> bool;

    /// What is worked at. When it changes, what the clock has taught is forgotten too.
    fn task(&self) -> Self::Task;

    /// Works at so many cycles, accesses or events, whatever the session counts.
    fn run_slice(&mut self, part: u64) -> Vec<Self::Update>;

    /// Cycles a second; none: as fast as can be.
    fn pace(&self) -> Option<u32> {
        None
    }
}

/// The work with what keeps it going.
struct Host<W: Work> {
    work: W,
    /// How much to ask for, learned with this task.
    quota: Quota,
    task: Option<W::Task>,
    pace: Pace,
    turns: Turns,
    /// A slice has been asked for and has not begun.
    scheduled: bool,
    /// Wakes us up later, when a slow pace leaves time to spare.
    _timer: Option<Timeout>,
    this: Weak<RefCell<Self>>,
}

/// Starts the worker: tells the page of `greeting` and listens from now on.
pub fn start<W: Work>(work: W, greeting: Vec<W::Update>) {
    tell_panics();
    let host = Rc::new_cyclic(|this: &Weak<RefCell<Host<W>>>| {
        let turns = Turns::new(Host::turn_of(this));
        RefCell::new(Host {
            work,
            quota: Quota::default(),
            task: None,
            pace: Pace::default(),
            turns,
            scheduled: false,
            _timer: None,
            this: this.clone(),
        })
    });
    post_updates(greeting);
    // From here on the browser holds it.
    listen(move |message| host.borrow_mut().answer(message));
}

impl<W: Work> Host<W> {
    /// What a turn or a timer calls. Nothing calls back in the midst of a slice, so the host is never borrowed twice.
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
            self.quota = Quota::default();
        }
        post_updates(self.work.hear(message));
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
                (self.quota, self.task) = (Quota::default(), task);
            }
            let part = self.quota.next().min(allowed);
            let before = now();
            let updates = self.work.run_slice(part);
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
