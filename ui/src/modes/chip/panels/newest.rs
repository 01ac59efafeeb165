//! The newest frame, bypassing the throttled view: during a run only the chip shows all frames.

use mcore::modes::chip::view::Frame;
use std::cell::RefCell;
use std::rc::Rc;
use yew::Callback;

/// Holds the newest frame and passes it to the chip. Clones share it.
#[derive(Clone, Default)]
pub struct Newest(Rc<Inner>);

#[derive(Default)]
struct Inner {
    frame: RefCell<Rc<Frame>>,
    heard: RefCell<Option<Callback<Rc<Frame>>>>,
}

impl PartialEq for Newest {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Newest {
    /// Passes a frame to the listener, if it is a new one.
    pub fn pass_on(&self, frame: &Rc<Frame>) {
        if Rc::ptr_eq(&self.0.frame.borrow(), frame) {
            return;
        }
        *self.0.frame.borrow_mut() = frame.clone();
        // The listener may call `listen` again.
        let heard = self.0.heard.borrow().clone();
        if let Some(heard) = heard {
            heard.emit(frame.clone());
        }
    }

    /// Calls `heard` with the newest frame, and from now on with each new one; replaces the previous listener.
    pub fn listen(&self, heard: Callback<Rc<Frame>>) {
        let frame = self.0.frame.borrow().clone();
        *self.0.heard.borrow_mut() = Some(heard.clone());
        heard.emit(frame);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_listens_hears_the_newest_and_then_each_once() {
        let newest = Newest::default();
        let at = |cycle| Rc::new(Frame { cycle, ..Frame::default() });
        newest.pass_on(&at(1));
        let heard: Rc<RefCell<Vec<u64>>> = Rc::default();
        let note = |sign: u64| {
            let heard = heard.clone();
            Callback::from(move |frame: Rc<Frame>| heard.borrow_mut().push(frame.cycle + sign))
        };
        newest.listen(note(0));
        let second = at(2);
        newest.pass_on(&second);
        newest.pass_on(&second);
        newest.listen(note(100));
        newest.pass_on(&at(3));
        assert_eq!(*heard.borrow(), [1, 2, 102, 103]);
    }
}
