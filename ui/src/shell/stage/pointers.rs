//! Mouse, pen and fingers on the stage: one pointer shifts the picture or drags objects, two zoom.

use super::viewport::Viewport;
use crate::paint::pinch::Pixel;
use crate::paint::tap::{Contact, Lift, Taps};

/// The thing that the pointers drag.
#[derive(Clone, Copy, Debug)]
enum Grip {
    /// The picture, with the viewport at that time.
    Picture(Viewport),
    /// The selected objects.
    Objects,
}

/// The effect of a pointer's movement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Move {
    /// The new viewport.
    Viewport(Viewport),
    /// The objects are dragged by this distance, in pixels of the page.
    Drag(f64, f64),
}

/// The effect of the end of a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It was a tap on the box with this number, or outside all boxes.
    Tap(Option<usize>),
    /// The dragged objects stay at their present place.
    Dragged,
    /// No further effect.
    Nothing,
}

/// The pressed pointers, at most two.
#[derive(Debug, Default)]
pub struct Pointers {
    down: Vec<(i32, Pixel)>,
    /// The thing that they drag, and the position of each when the last of them was pressed or released.
    grip: Option<(Grip, Vec<Pixel>)>,
    /// The box on which the first one was pressed.
    on: Option<usize>,
    /// Recognises taps.
    pub taps: Taps,
}

impl Pointers {
    /// A pointer is pressed on a box or outside all boxes; `carries` if it may drag objects; `seen` is the present
    /// viewport. True if it is the second one of two.
    ///
    /// A second finger drags the picture, and objects already dragged return to where they were: in a pinch one finger
    /// is pressed slightly before the other, often on an object, and the user did not intend an edit.
    pub fn press(&mut self, contact: Contact, on: Option<usize>, carries: bool, seen: Viewport) -> bool {
        if contact.primary {
            // A pointer whose release was missed must not stay half of a pinch for ever.
            self.down.clear();
            self.on = on;
        }
        self.taps.press(contact);
        if self.down.len() == 2 {
            return false;
        }
        self.down.push((contact.id, contact.at));
        let second = self.down.len() == 2;
        self.grab(if carries && !second { Grip::Objects } else { Grip::Picture(seen) });
        second
    }

    fn grab(&mut self, what: Grip) {
        self.grip = Some((what, self.places()));
    }

    fn places(&self) -> Vec<Pixel> {
        self.down.iter().map(|finger| finger.1).collect()
    }

    /// A pointer has moved. `None` if that has no effect.
    pub fn drag(&mut self, now: &Contact) -> Option<Move> {
        self.down.iter_mut().find(|finger| finger.0 == now.id)?.1 = now.at;
        if self.taps.trembles(now) {
            return None;
        }
        let (what, before) = self.grip.as_ref()?;
        let (x, y) = *before.first()?;
        Some(match what {
            Grip::Picture(from) => Move::Viewport(from.dragged(before, &self.places())),
            Grip::Objects => Move::Drag(now.at.0 - x, now.at.1 - y),
        })
    }

    /// A pointer is released, with `seen` as the present viewport; a remaining pointer continues with the picture.
    pub fn lift(&mut self, now: &Contact, seen: Viewport) -> End {
        let lift = self.taps.lift(now);
        let before = self.down.len();
        self.down.retain(|finger| finger.0 != now.id);
        if self.down.len() == before {
            return End::Nothing;
        }
        if !self.down.is_empty() {
            self.grab(Grip::Picture(seen));
            return End::Nothing;
        }
        match (lift, self.grip.take()) {
            (Lift::Tap, _) => End::Tap(self.on),
            (Lift::Other, Some((Grip::Objects, _))) => End::Dragged,
            _ => End::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEEN: Viewport = Viewport { scale: 1.0, x: 0.0, y: 0.0 };

    /// A finger at a position; the first one is the primary one.
    fn finger(id: i32, x: f64, y: f64) -> Contact {
        Contact { id, at: (x, y), time: 0.0, primary: id == 1, mouse: false }
    }

    #[test]
    fn a_hand_that_trembles_taps() {
        let mut pointers = Pointers::default();
        pointers.press(finger(1, 10.0, 10.0), Some(3), true, SEEN);
        assert_eq!(pointers.drag(&finger(1, 12.0, 12.0)), None);
        assert_eq!(pointers.lift(&finger(1, 12.0, 12.0), SEEN), End::Tap(Some(3)));
        pointers.press(finger(1, 90.0, 10.0), None, false, SEEN);
        assert_eq!(pointers.lift(&finger(1, 90.0, 10.0), SEEN), End::Tap(None));
    }

    #[test]
    fn one_pointer_shifts_or_carries_and_the_next_taps() {
        let mut pointers = Pointers::default();
        pointers.press(finger(1, 10.0, 10.0), None, false, SEEN);
        assert_eq!(pointers.drag(&finger(1, 30.0, 5.0)), Some(Move::Viewport(Viewport { x: -20.0, y: 5.0, ..SEEN })));
        assert_eq!(pointers.lift(&finger(1, 30.0, 5.0), SEEN), End::Nothing);
        pointers.press(finger(1, 10.0, 10.0), Some(3), true, SEEN);
        assert_eq!(pointers.drag(&finger(1, 30.0, 5.0)), Some(Move::Drag(20.0, -5.0)));
        assert_eq!(pointers.lift(&finger(1, 30.0, 5.0), SEEN), End::Dragged, "the objects are to stay there");
        // A movement without a button, and a pointer that was not pressed here.
        assert_eq!(pointers.drag(&finger(1, 90.0, 5.0)), None);
        assert_eq!(pointers.lift(&finger(7, 90.0, 5.0), SEEN), End::Nothing);
        pointers.press(finger(1, 30.0, 5.0), Some(3), true, SEEN);
        assert_eq!(pointers.lift(&finger(1, 30.0, 5.0), SEEN), End::Tap(Some(3)));
    }

    #[test]
    fn a_finger_that_stays_for_long_neither_taps_nor_carries() {
        let mut pointers = Pointers::default();
        pointers.press(finger(1, 10.0, 10.0), Some(3), true, SEEN);
        assert_eq!(pointers.lift(&Contact { time: 700.0, ..finger(1, 10.0, 10.0) }, SEEN), End::Nothing);
    }

    #[test]
    fn a_second_finger_takes_the_picture_and_leaves_the_objects() {
        let mut pointers = Pointers::default();
        assert!(!pointers.press(finger(1, 100.0, 100.0), Some(3), true, SEEN));
        assert_eq!(pointers.drag(&finger(1, 120.0, 100.0)), Some(Move::Drag(20.0, 0.0)));
        assert!(pointers.press(finger(2, 220.0, 100.0), Some(4), true, SEEN));
        let Some(Move::Viewport(seen)) = pointers.drag(&finger(2, 320.0, 100.0)) else { panic!("a pinch") };
        assert_eq!(seen.scale, 2.0);
        // A third one does nothing.
        assert!(!pointers.press(finger(3, 0.0, 0.0), None, false, SEEN));
        assert_eq!(pointers.drag(&finger(3, 50.0, 50.0)), None);
        // The remaining finger continues from the present viewport; nothing is edited at the end.
        assert_eq!(pointers.lift(&finger(2, 320.0, 100.0), seen), End::Nothing);
        assert_eq!(
            pointers.drag(&finger(1, 130.0, 100.0)),
            Some(Move::Viewport(Viewport { x: seen.x - 10.0 / seen.scale, ..seen }))
        );
        assert_eq!(pointers.lift(&finger(1, 130.0, 100.0), seen), End::Nothing);
        pointers.press(finger(1, 130.0, 100.0), Some(3), false, seen);
        assert_eq!(pointers.lift(&finger(1, 130.0, 100.0), seen), End::Tap(Some(3)), "the next tap is one");
    }

    #[test]
    fn a_finger_that_was_lost_is_forgotten() {
        let mut pointers = Pointers::default();
        pointers.press(finger(1, 0.0, 0.0), None, false, SEEN);
        pointers.press(Contact { primary: true, ..finger(2, 100.0, 100.0) }, None, false, SEEN);
        let now = Contact { primary: true, ..finger(2, 110.0, 100.0) };
        assert_eq!(pointers.drag(&now), Some(Move::Viewport(Viewport { x: -10.0, ..SEEN })));
    }
}
