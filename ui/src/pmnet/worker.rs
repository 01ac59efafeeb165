//! The worker's side of the mode: owns the session, runs it in slices between messages.

use super::files;
use super::link::ToWorker;
use crate::worker::pace::{Quota, SLICE_MS};
use crate::worker::scope::{Turns, listen, now, post_updates, tell_panics};
use mcore::session::PmnetSession;
use std::cell::RefCell;

struct Host {
    session: PmnetSession,
    quota: Quota,
    turns: Turns,
    scheduled: bool,
}

thread_local! {
    static HOST: RefCell<Option<Host>> = const { RefCell::new(None) };
}

/// Starts the worker.
pub fn start() {
    tell_panics();
    let turns = Turns::new(|| with_host(Host::slice));
    let host = Host { session: PmnetSession::default(), quota: Quota::default(), turns, scheduled: false };
    HOST.with(|cell| *cell.borrow_mut() = Some(host));
    listen(|message| with_host(|host| host.answer(message)));
}

impl Host {
    fn answer(&mut self, message: ToWorker) {
        match message {
            ToWorker::Files(list) => self.session.take_files(files::of(&list)),
            ToWorker::Command(command) => {
                // What the clock has taught may be wrong for another memory system.
                self.quota = Quota::default();
                post_updates(self.session.handle(command));
            }
        }
        self.schedule();
    }

    fn slice(&mut self) {
        self.scheduled = false;
        let begin = now();
        while self.session.is_busy() {
            let part = self.quota.next();
            let before = now();
            let updates = self.session.run_slice(part);
            let after = now();
            self.quota.learn(part, after - before);
            post_updates(updates);
            if after - begin >= SLICE_MS {
                break;
            }
        }
        self.schedule();
    }

    fn schedule(&mut self) {
        if !self.scheduled && self.session.is_busy() {
            self.scheduled = self.turns.ask();
        }
    }
}

fn with_host(act: impl FnOnce(&mut Host)) {
    HOST.with(|cell| {
        if let Some(host) = cell.borrow_mut().as_mut() {
            act(host);
        }
    });
}
