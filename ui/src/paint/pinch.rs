//! Two-finger gestures on a picture.

/// A position, in pixels.
pub type Pixel = (f64, f64);

/// The effect of two fingers: first the picture is shifted, then scaled around a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pinch {
    /// The shift: that of the midpoint between the fingers.
    pub shift: Pixel,
    /// The factor of the scale; below 1 the picture shrinks.
    pub factor: f64,
    /// The fixed point: the present midpoint between the fingers.
    pub at: Pixel,
}

/// Fingers closer than this do not define a scale.
const NEAR: f64 = 1.0;

/// The effect of two fingers that moved from `before` to `now`, such that the picture between them follows.
pub fn pinch(before: [Pixel; 2], now: [Pixel; 2]) -> Pinch {
    let middle = |[a, b]: [Pixel; 2]| ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
    let apart = |[a, b]: [Pixel; 2]| (a.0 - b.0).hypot(a.1 - b.1);
    let (from, at) = (middle(before), middle(now));
    let factor = if apart(before) > NEAR { apart(now) / apart(before) } else { 1.0 };
    Pinch { shift: (at.0 - from.0, at.1 - from.1), factor, at }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingers_shift_by_their_middle_and_enlarge_by_their_distance() {
        let wide = pinch([(10.0, 20.0), (30.0, 20.0)], [(20.0, 10.0), (20.0, 50.0)]);
        assert_eq!(wide, Pinch { shift: (0.0, 10.0), factor: 2.0, at: (20.0, 30.0) });
        let one = pinch([(0.0, 0.0), (100.0, 0.0)], [(50.0, 0.0), (100.0, 0.0)]);
        assert_eq!(one, Pinch { shift: (25.0, 0.0), factor: 0.5, at: (75.0, 0.0) });
    }

    #[test]
    fn fingers_on_one_place_only_shift() {
        let none = pinch([(5.0, 5.0), (5.0, 5.5)], [(5.0, 5.0), (300.0, 5.0)]);
        assert_eq!(none.factor, 1.0);
    }
}
