//! The worker's side: owns the session, answers requests, simulates in slices between them.

pub(crate) mod pace;
pub(crate) mod scope;

use gloo_timers::callback::Timeout;
use mcore::session::{Command, Request, Session, Task};
use pace::{Pace, Quota, SLICE_MS};
use scope::{Turns, listen, now, post_updates, tell_panics};
use std::cell::RefCell;

/// The session with what keeps it going.
struct Host {
    session: Session,
    /// Cycles to ask for, learned with this task.
    quota: Quota,
    task: Option<Task>,
    pace: Pace,
    turns: Turns,
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
    tell_panics();
    let session = Session::default();
    post_updates(vec![session.hello()]);
    let turns = Turns::new(|| with_host(Host::slice));
    let host = Host {
        session,
        quota: Quota::default(),
        task: None,
        pace: Pace::default(),
        turns,
        scheduled: false,
        _timer: None,
    };
    HOST.with(|cell| *cell.borrow_mut() = Some(host));
    listen(|request| with_host(|host| host.answer(request)));
}

impl Host {
    fn answer(&mut self, request: Request) {
        // Another program, a breakpoint: what the clock has taught may be wrong by a factor of thousands. With as many cycles
        // as a small chip does in a few milliseconds a large one would be deaf for minutes.
        if request.command != Command::Ack {
            self.quota = Quota::default();
        }
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
            let task = self.session.task();
            if task != self.task {
                (self.quota, self.task) = (Quota::default(), task);
            }
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
                if !self.turns.ask() {
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
