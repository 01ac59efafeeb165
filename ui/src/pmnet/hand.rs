//! Mouse, pen and fingers on the stage: one shifts the picture or carries objects, two zoom.

use super::look::Look;
use crate::paint::pinch::Pixel;

/// Pixels that a pointer may tremble while it clicks: a hand is never quite still.
const TREMBLE: f64 = 5.0;

/// What pointers have hold of.
#[derive(Clone, Copy, Debug)]
enum Grip {
    /// The picture, of which this was seen.
    Picture(Look),
    /// The selected objects.
    Objects,
}

/// What the movement of a pointer does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Move {
    /// This is seen now.
    Look(Look),
    /// The objects are so far from where they are, in pixels of the page.
    Carry(f64, f64),
}

/// The pointers that are down, two at the most.
#[derive(Debug, Default)]
pub struct Hand {
    down: Vec<(i32, Pixel)>,
    /// What they have hold of, and where each was when the last of them came or went.
    grip: Option<(Grip, Vec<Pixel>)>,
    /// It is a drag or a pinch, so letting go is no click.
    moved: bool,
}

impl Hand {
    /// A pointer comes down while `seen` is seen; the `first` of its kind or not, on objects that it may carry or not.
    ///
    /// A second finger takes the picture, and objects that were being carried are to be shown where they were: who pinches puts
    /// one finger down a little before the other, often on an object, and has asked for no edit.
    pub fn press(&mut self, id: i32, at: Pixel, first: bool, carries: bool, seen: Look) {
        if first {
            // A pointer of whose end nothing was heard must not be half of a pinch for ever.
            *self = Self::default();
        }
        if self.down.len() == 2 {
            return;
        }
        self.down.push((id, at));
        self.moved = self.down.len() == 2;
        self.grab(if carries && !self.moved { Grip::Objects } else { Grip::Picture(seen) });
    }

    fn grab(&mut self, what: Grip) {
        self.grip = Some((what, self.places()));
    }

    fn places(&self) -> Vec<Pixel> {
        self.down.iter().map(|finger| finger.1).collect()
    }

    /// A pointer is elsewhere now. None, if that does nothing.
    pub fn drag(&mut self, id: i32, at: Pixel) -> Option<Move> {
        self.down.iter_mut().find(|finger| finger.0 == id)?.1 = at;
        let (what, before) = self.grip.as_ref()?;
        let (x, y) = *before.first()?;
        if !self.moved && (at.0 - x).abs() + (at.1 - y).abs() < TREMBLE {
            return None;
        }
        self.moved = true;
        Some(match what {
            Grip::Picture(from) => Move::Look(from.dragged(before, &self.places())),
            Grip::Objects => Move::Carry(at.0 - x, at.1 - y),
        })
    }

    /// A pointer goes up while `seen` is seen; one that is left goes on with the picture. True if it leaves the objects that it
    /// has carried where they are now.
    pub fn lift(&mut self, id: i32, seen: Look) -> bool {
        let before = self.down.len();
        self.down.retain(|finger| finger.0 != id);
        if self.down.len() == before {
            return false;
        }
        if !self.down.is_empty() {
            self.grab(Grip::Picture(seen));
            return false;
        }
        self.moved && matches!(self.grip.take(), Some((Grip::Objects, _)))
    }

    /// True if it is a drag or a pinch.
    pub fn moved(&self) -> bool {
        self.moved
    }

    /// A click is heard: true if it is the end of a drag or a pinch.
    pub fn ends(&mut self) -> bool {
        std::mem::take(&mut self.moved)
    }

    /// The click that would follow has come, or does not come any more.
    pub fn rest(&mut self) {
        self.moved &= !self.down.is_empty();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEEN: Look = Look { scale: 1.0, x: 0.0, y: 0.0 };

    #[test]
    fn a_hand_that_trembles_clicks() {
        let mut hand = Hand::default();
        hand.press(1, (10.0, 10.0), true, true, SEEN);
        assert_eq!(hand.drag(1, (12.0, 12.0)), None);
        assert!(!hand.lift(1, SEEN) && !hand.ends());
    }

    #[test]
    fn one_pointer_shifts_or_carries() {
        let mut hand = Hand::default();
        hand.press(1, (10.0, 10.0), true, false, SEEN);
        assert_eq!(hand.drag(1, (30.0, 5.0)), Some(Move::Look(Look { x: -20.0, y: 5.0, ..SEEN })));
        assert!(!hand.lift(1, SEEN) && hand.ends());
        hand.press(1, (10.0, 10.0), true, true, SEEN);
        assert_eq!(hand.drag(1, (30.0, 5.0)), Some(Move::Carry(20.0, -5.0)));
        assert!(hand.lift(1, SEEN), "the objects are to stay there");
        // A movement without a button, and a pointer that did not come down here.
        assert_eq!(hand.drag(1, (90.0, 5.0)), None);
        assert!(!hand.lift(7, SEEN));
    }

    #[test]
    fn a_second_finger_takes_the_picture_and_leaves_the_objects() {
        let mut hand = Hand::default();
        hand.press(1, (100.0, 100.0), true, true, SEEN);
        assert_eq!(hand.drag(1, (120.0, 100.0)), Some(Move::Carry(20.0, 0.0)));
        hand.press(2, (220.0, 100.0), false, true, SEEN);
        let Some(Move::Look(seen)) = hand.drag(2, (320.0, 100.0)) else { panic!("a pinch") };
        assert_eq!(seen.scale, 2.0);
        // A third one does nothing.
        hand.press(3, (0.0, 0.0), false, false, SEEN);
        assert_eq!(hand.drag(3, (50.0, 50.0)), None);
        // The one that is left goes on from what is seen now; nothing is edited at the end.
        assert!(!hand.lift(2, seen));
        assert_eq!(hand.drag(1, (130.0, 100.0)), Some(Move::Look(Look { x: seen.x - 10.0 / seen.scale, ..seen })));
        assert!(!hand.lift(1, seen) && hand.moved());
        hand.rest();
        assert!(!hand.ends(), "the next click is one");
    }

    #[test]
    fn a_finger_that_was_lost_is_forgotten() {
        let mut hand = Hand::default();
        hand.press(1, (0.0, 0.0), true, false, SEEN);
        hand.press(2, (100.0, 100.0), true, false, SEEN);
        assert_eq!(hand.drag(2, (110.0, 100.0)), Some(Move::Look(Look { x: -10.0, ..SEEN })));
    }
}
