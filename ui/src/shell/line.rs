//! The worker of a link, and the numbers of the commands sent to it.
//!
//! The links of all modes use it, so a worker that dies, or to which nothing can be posted, is treated alike everywhere:
//! it is dropped, and its first error is reported.

use super::live::{Live, Program};
use super::wire::{self, Form, FromWorker};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::JsValue;

/// A message that the page receives.
#[derive(Debug, PartialEq, Eq)]
pub enum Heard<U> {
    /// Updates of the session, in order.
    Updates(Vec<U>),
    /// The worker has died, for this reason.
    Dead(String),
}

/// A worker, if there is one, and the number of the next command.
pub struct Line<W = Live>(Rc<Inner<W>>);

struct Inner<W> {
    worker: RefCell<Option<W>>,
    next_id: Cell<u32>,
}

impl<W> Default for Line<W> {
    fn default() -> Self {
        Self(Rc::new(Inner { worker: RefCell::new(None), next_id: Cell::new(1) }))
    }
}

impl<W> Line<W> {
    /// The number for a new command. Numbers also differ between workers: no answer of an earlier worker can be taken for
    /// one of the present worker.
    pub fn next_id(&self) -> u32 {
        self.0.next_id.replace(self.0.next_id.get().wrapping_add(1))
    }

    /// Drops the present worker and uses the one that `start` makes.
    ///
    /// # Errors
    /// The reason why it cannot be started.
    fn replace(&self, start: impl FnOnce() -> Result<W, String>) -> Result<(), String> {
        self.0.worker.take();
        *self.0.worker.borrow_mut() = Some(start()?);
        Ok(())
    }

    /// Posts by `post`. Without a worker nothing happens. A worker to which nothing can be posted is dropped.
    ///
    /// # Errors
    /// The reason, at the first error of this worker.
    fn post_by(&self, post: impl FnOnce(&W) -> Result<(), String>) -> Result<(), String> {
        let posted = self.0.worker.borrow().as_ref().map_or(Ok(()), post);
        match posted {
            Err(why) if self.drop_worker() => Err(why),
            _ => Ok(()),
        }
    }

    /// Handles a message of the worker, or the reason why there is none. Only the first error of a dying worker is
    /// reported; the others follow from it.
    fn receive<U>(&self, message: Result<FromWorker<U>, String>) -> Option<Heard<U>> {
        match message {
            Ok(FromWorker::Updates(updates)) => Some(Heard::Updates(updates)),
            Ok(FromWorker::Fatal(why)) | Err(why) => self.drop_worker().then_some(Heard::Dead(why)),
        }
    }

    /// Ends the worker. Nothing is reported: the next message starts another one.
    pub fn end(&self) {
        self.drop_worker();
    }

    /// Drops the worker. True if there was one.
    fn drop_worker(&self) -> bool {
        let worker = self.0.worker.take();
        worker.is_some()
    }
}

impl Line {
    /// Starts a worker of the open mode in place of the present one. Its reports go to `hear`.
    pub fn start<F: Form, U: DeserializeOwned>(&self, hear: impl Fn(Heard<U>) + Clone + 'static) {
        self.start_program::<F, U>(Program::Simulator, hear);
    }

    /// Starts a worker with a program in place of the present one.
    pub fn start_program<F: Form, U: DeserializeOwned>(
        &self,
        program: Program,
        hear: impl Fn(Heard<U>) + Clone + 'static,
    ) {
        let started = self.replace(|| {
            // The worker holds these closures, so they hold the line only weakly.
            let (of_message, of_error) = (Rc::downgrade(&self.0), Rc::downgrade(&self.0));
            let (hear, hear_error) = (hear.clone(), hear.clone());
            let live = Live::start(
                program,
                move |data| {
                    let heard = of_message.upgrade().and_then(|inner| {
                        let message = wire::decode_from_worker::<F, U>(data).map_err(|error| wire::error_text(&error));
                        Self(inner).receive(message)
                    });
                    heard.into_iter().for_each(&hear);
                },
                move |why| {
                    let heard = of_error.upgrade().and_then(|inner| Self(inner).receive(Err(why)));
                    heard.into_iter().for_each(&hear_error);
                },
            );
            live.map_err(|error| wire::error_text(&error))
        });
        if let Err(why) = started {
            hear(Heard::Dead(why));
        }
    }

    /// Lets the worker load the C compiler before it handles the next message.
    ///
    /// # Errors
    /// As for [`Line::post`].
    pub fn load_compiler(&self) -> Result<(), String> {
        self.post_by(|live| live.load_compiler().map_err(|error| wire::error_text(&error)))
    }

    /// True if there is a worker.
    pub fn is_live(&self) -> bool {
        self.0.worker.borrow().is_some()
    }

    /// Posts a message. Without a worker it is dropped: a restart sets up the session anew.
    ///
    /// # Errors
    /// The reason why it cannot be posted, at the first error of this worker. The worker is dropped.
    pub fn post<F: Form>(&self, message: &impl Serialize) -> Result<(), String> {
        self.post_by(|live| {
            F::encode(message).and_then(|message| live.post(&message)).map_err(|error| wire::error_text(&error))
        })
    }

    /// Posts an object of the browser as it is.
    ///
    /// # Errors
    /// As for [`Line::post`].
    pub fn post_object(&self, object: &JsValue) -> Result<(), String> {
        self.post_by(|live| live.post(object).map_err(|error| wire::error_text(&error)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A worker that takes messages or does not.
    struct Worker {
        takes: bool,
        /// Shared with the test, which sees whether the worker was dropped.
        _alive: Rc<()>,
    }

    fn line(takes: bool) -> (Line<Worker>, Rc<()>) {
        let (line, alive) = (Line::default(), Rc::new(()));
        assert_eq!(line.replace(|| Ok(Worker { takes, _alive: alive.clone() })), Ok(()));
        (line, alive)
    }

    fn post(line: &Line<Worker>) -> Result<(), String> {
        line.post_by(|worker| if worker.takes { Ok(()) } else { Err("broken".into()) })
    }

    fn fatal(why: &str) -> Result<FromWorker<u8>, String> {
        Ok(FromWorker::Fatal(why.into()))
    }

    fn lives(alive: &Rc<()>) -> bool {
        Rc::strong_count(alive) > 1
    }

    #[test]
    fn only_the_first_error_of_a_worker_is_reported() {
        let (line, alive) = line(true);
        assert_eq!(line.receive(Ok(FromWorker::Updates(vec![1, 2]))), Some(Heard::Updates(vec![1, 2])));
        assert!(lives(&alive));
        assert_eq!(line.receive(fatal("first")), Some(Heard::Dead("first".into())));
        assert!(!lives(&alive));
        assert_eq!(line.receive(fatal("second")), None);
        assert_eq!(line.receive::<u8>(Err("third".into())), None);
        assert_eq!(post(&line), Ok(()), "without a worker a message is dropped");
    }

    #[test]
    fn a_worker_to_which_nothing_can_be_posted_is_dropped() {
        let (line, alive) = line(false);
        assert_eq!(post(&line), Err("broken".into()));
        assert!(!lives(&alive));
        assert_eq!(post(&line), Ok(()), "it is reported once");
        assert_eq!(line.receive::<u8>(Err("it also reports itself".into())), None);
    }

    #[test]
    fn a_worker_that_is_ended_reports_nothing_and_can_be_replaced() {
        let (line, first) = line(true);
        line.end();
        assert!(!lives(&first));
        assert_eq!(line.receive(fatal("late")), None);
        assert_eq!(post(&line), Ok(()), "without a worker a message is dropped");
        let second = Rc::new(());
        assert_eq!(line.replace(|| Ok(Worker { takes: true, _alive: second.clone() })), Ok(()));
        assert!(lives(&second));
    }

    #[test]
    fn another_worker_has_other_numbers_and_reports_its_own_first_error() {
        let (line, first) = line(true);
        assert_eq!([line.next_id(), line.next_id(), line.next_id()], [1, 2, 3]);
        let second = Rc::new(());
        assert_eq!(line.replace(|| Ok(Worker { takes: true, _alive: second.clone() })), Ok(()));
        assert!(!lives(&first) && lives(&second));
        assert_eq!(line.next_id(), 4);
        assert_eq!(line.receive(fatal("again")), Some(Heard::Dead("again".into())));
        assert_eq!(line.replace(|| Err("no workers here".into())), Err("no workers here".into()));
        assert_eq!(line.receive(fatal("none was started")), None);
    }
}
