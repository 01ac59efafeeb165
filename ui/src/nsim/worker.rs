//! The worker's side of the interconnect mode: owns the session, simulates in slices between commands.

use crate::worker::pace::{Quota, SLICE_MS};
use crate::worker::scope::{Turns, listen, now, post_updates, tell_panics};
use mcore::session::{NsimCommand, NsimSession, NsimUpdate};
use std::cell::RefCell;

struct Host {
    session: NsimSession,
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
    let host = Host { session: NsimSession::default(), quota: Quota::default(), turns, scheduled: false };
    HOST.with(|cell| *cell.borrow_mut() = Some(host));
    listen(|command| with_host(|host| host.answer(command)));
}

impl Host {
    fn answer(&mut self, command: NsimCommand) {
        // What the clock has taught may be wrong by a factor of thousands for another network.
        if command != NsimCommand::Ack {
            self.quota = Quota::default();
        }
        let updates = self.session.handle(command);
        post_updates(updates);
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
            if updates.iter().any(|update| matches!(update, NsimUpdate::Row(..))) {
                // The next one of a list is larger.
                self.quota = Quota::default();
            }
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
