//! The viewport: which part of the picture is visible.

use crate::paint::pinch::{Pixel, pinch};

/// Width and height of a picture.
pub type Extent = (f64, f64);

/// Minimum scale at the start: boxes stay readable. The user can zoom out further.
const READABLE: f64 = 0.62;
/// Maximum scale at the start: small systems are not enlarged beyond this.
const LARGEST: f64 = 1.2;
/// Minimum and maximum scale when zooming.
const SCALES: (f64, f64) = (0.1, 6.0);
/// Pixels of the picture that stay in sight.
const KEEP: f64 = 60.0;

/// The viewport.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// Pixels of the page per pixel of the picture.
    pub scale: f64,
    /// Coordinate of the picture at the left edge.
    pub x: f64,
    /// Coordinate of the picture at the upper edge.
    pub y: f64,
}

impl Viewport {
    /// The whole picture, as far as it stays readable, on a stage of that size.
    pub fn fit((mw, mh): Extent, (w, h): (f64, f64)) -> Self {
        let (mw, mh) = (mw.max(1.0), mh.max(1.0));
        let scale = (w / mw).min(h / mh).clamp(READABLE, LARGEST);
        let centred = |seen: f64, whole: f64| if seen >= whole { (whole - seen) / 2.0 } else { 0.0 };
        Self { scale, x: centred(w / scale, mw), y: centred(h / scale, mh) }
    }

    /// Scaled around a point of the stage, which stays in place.
    #[must_use]
    pub fn zoomed(self, factor: f64, (px, py): Pixel) -> Self {
        let scale = (self.scale * factor).clamp(SCALES.0, SCALES.1);
        let stay = 1.0 / self.scale - 1.0 / scale;
        Self { scale, x: self.x + px * stay, y: self.y + py * stay }
    }

    /// The viewport when pointers that were at `before` on the stage are at `now`: one shifts the picture, two zoom
    /// too. It is computed from where they were pressed, so that no error accumulates, not even while the scale is at
    /// its limit.
    #[must_use]
    pub fn dragged(self, before: &[Pixel], now: &[Pixel]) -> Self {
        let shifted = |(dx, dy): Pixel| Self { x: self.x - dx / self.scale, y: self.y - dy / self.scale, ..self };
        match (before, now) {
            ([a], [b]) => shifted((b.0 - a.0, b.1 - a.1)),
            ([a, b], [c, d]) => {
                let fingers = pinch([*a, *b], [*c, *d]);
                shifted(fingers.shift).zoomed(fingers.factor, fingers.at)
            }
            _ => self,
        }
    }

    /// Limited so that some of the picture stays in sight on a stage of that size.
    #[must_use]
    pub fn within(self, (mw, mh): Extent, (w, h): (f64, f64)) -> Self {
        let x = self.x.min((mw - KEEP).max(0.0)).max(KEEP.min(mw) - w / self.scale);
        let y = self.y.min((mh - KEEP).max(0.0)).max(KEEP.min(mh) - h / self.scale);
        Self { x, y, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEWPORT: Viewport = Viewport { scale: 0.5, x: 10.0, y: 20.0 };

    /// The point of the picture at a point of the stage.
    fn under(viewport: Viewport, (x, y): Pixel) -> Pixel {
        (viewport.x + x / viewport.scale, viewport.y + y / viewport.scale)
    }

    fn same(a: Pixel, b: Pixel) -> bool {
        (a.0 - b.0).abs() < 1e-9 && (a.1 - b.1).abs() < 1e-9
    }

    #[test]
    fn zooming_keeps_the_point_under_the_hand() {
        let point = (100.0, 40.0);
        assert!(same(under(VIEWPORT, point), under(VIEWPORT.zoomed(1.7, point), point)));
    }

    #[test]
    fn what_is_under_one_finger_goes_with_it() {
        let moved = VIEWPORT.dragged(&[(100.0, 40.0)], &[(60.0, 90.0)]);
        assert_eq!(moved.scale, VIEWPORT.scale);
        assert!(same(under(VIEWPORT, (100.0, 40.0)), under(moved, (60.0, 90.0))));
    }

    #[test]
    fn what_is_under_two_fingers_goes_with_both() {
        let (before, now) = ([(100.0, 40.0), (200.0, 40.0)], [(80.0, 140.0), (280.0, 140.0)]);
        let nearer = VIEWPORT.dragged(&before, &now);
        assert!((nearer.scale - 1.0).abs() < 1e-9);
        for (was, is) in before.into_iter().zip(now) {
            assert!(same(under(VIEWPORT, was), under(nearer, is)));
        }
        // Together at the same distance: only a shift.
        let shifted = VIEWPORT.dragged(&before, &[(110.0, 45.0), (210.0, 45.0)]);
        assert_eq!(shifted, VIEWPORT.dragged(&[(0.0, 0.0)], &[(10.0, 5.0)]));
    }

    #[test]
    fn at_the_ends_of_the_scale_the_middle_still_goes_with_the_fingers() {
        let before = [(100.0, 40.0), (102.0, 40.0)];
        for now in [[(0.0, 40.0), (900.0, 60.0)], [(300.0, 10.0), (300.0, 10.0)]] {
            let viewport = VIEWPORT.dragged(&before, &now);
            assert!(viewport.scale == SCALES.0 || viewport.scale == SCALES.1, "{viewport:?}");
            let middle = ((now[0].0 + now[1].0) / 2.0, (now[0].1 + now[1].1) / 2.0);
            assert!(same(under(VIEWPORT, (101.0, 40.0)), under(viewport, middle)));
        }
    }
}
