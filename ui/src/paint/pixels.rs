//! A picture in memory, for the far view.
//!
//! From afar the mesh is tens of thousands of tiny rectangles. Passing each to the browser costs more than filling its
//! few pixels here; the finished picture goes to the canvas as a whole.

use super::palette::Rgb;

/// Pixels in the format of a canvas: red, green, blue, opacity.
#[derive(Default)]
pub struct Pixels {
    width: usize,
    height: usize,
    data: Vec<[u8; 4]>,
    ink: [u8; 4],
}

impl Pixels {
    /// Starts a picture of one colour.
    pub fn begin(&mut self, width: usize, height: usize, background: Rgb) {
        (self.width, self.height) = (width, height);
        self.data.clear();
        self.data.resize(width * height, opaque(background));
    }

    /// Chooses the colour of the blocks that follow.
    pub fn ink(&mut self, ink: Rgb) {
        self.ink = opaque(ink);
    }

    /// Draws a rectangle; pixels that it covers partly take on a part of its colour.
    pub fn block(&mut self, x: f64, y: f64, w: f64, h: f64) {
        // In 256ths of a pixel, inside the picture.
        let part = |at: f64, size: usize| (at.clamp(0.0, size as f64) * 256.0) as usize;
        let (x0, x1) = (part(x, self.width), part(x + w, self.width));
        let (y0, y1) = (part(y, self.height), part(y + h, self.height));
        if x0 >= x1 || y0 >= y1 {
            return;
        }
        let (left, right) = (x0 >> 8, x1.div_ceil(256));
        // How much of the first and of the last column is covered, in 256ths.
        let (first, last) = ((256 - (x0 & 255)).min(x1 - x0), x1 - ((right - 1) << 8));
        let ink = self.ink;
        for row in y0 >> 8..y1.div_ceil(256) {
            let down = y1.min((row + 1) << 8) - y0.max(row << 8);
            match &mut self.data[row * self.width + left..row * self.width + right] {
                [] => {}
                [only] => mix(only, ink, (down * first) >> 8),
                [head, middle @ .., tail] => {
                    mix(head, ink, (down * first) >> 8);
                    middle.iter_mut().for_each(|pixel| mix(pixel, ink, down));
                    mix(tail, ink, (down * last) >> 8);
                }
            }
        }
    }

    /// The picture and its width.
    pub fn finished(&self) -> (&[u8], usize) {
        (self.data.as_flattened(), self.width)
    }
}

const fn opaque([r, g, b]: Rgb) -> [u8; 4] {
    [r, g, b, 255]
}

/// Mixes in a share of a colour, in 256ths: two of the four values at a time, each with room for its product.
#[inline]
fn mix(pixel: &mut [u8; 4], ink: [u8; 4], share: usize) {
    const EVEN: u32 = 0x00ff_00ff;
    let (old, new, share) = (u32::from_le_bytes(*pixel), u32::from_le_bytes(ink), share as u32);
    let mixed = |old: u32, new: u32| (old & EVEN) * (256 - share) + (new & EVEN) * share;
    let (even, odd) = (mixed(old, new) >> 8, mixed(old >> 8, new >> 8));
    *pixel = (even & EVEN | odd & !EVEN).to_le_bytes();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn red(pixels: &Pixels) -> Vec<u8> {
        pixels.data.iter().map(|p| p[0]).collect()
    }

    fn picture() -> Pixels {
        let mut pixels = Pixels::default();
        pixels.begin(3, 2, [0; 3]);
        pixels.ink([255, 0, 0]);
        pixels
    }

    #[test]
    fn whole_pixels_take_the_colour_and_halves_half_of_it() {
        let mut pixels = picture();
        pixels.block(1.0, 0.0, 1.5, 1.0);
        assert_eq!(red(&pixels), [0, 255, 127, 0, 0, 0]);
        assert!(pixels.data.iter().all(|p| p[3] == 255));
    }

    #[test]
    fn every_value_of_a_colour_is_mixed_by_itself() {
        let mut pixels = Pixels::default();
        pixels.begin(4, 3, [10, 200, 255]);
        pixels.ink([250, 0, 255]);
        // A quarter of a corner, half of an edge, the whole of the middle.
        pixels.block(0.5, 0.5, 2.0, 2.0);
        let share = |old: f64, new: f64, part: f64| old + (new - old) * part;
        for (at, part) in [(0, 0.25), (1, 0.5), (4, 0.5), (5, 1.0), (6, 0.5), (10, 0.25), (3, 0.0), (7, 0.0)] {
            let expected = [share(10.0, 250.0, part), share(200.0, 0.0, part), 255.0, 255.0];
            for (value, expected) in pixels.data[at].iter().zip(expected) {
                assert!((f64::from(*value) - expected).abs() <= 1.0, "{at}: {:?}", pixels.data[at]);
            }
        }
    }

    #[test]
    fn what_is_outside_is_cut_off() {
        let mut pixels = picture();
        for (x, y) in [(-5.0, 0.0), (5.0, 0.0), (0.0, -5.0), (0.0, 5.0)] {
            pixels.block(x, y, 2.0, 2.0);
        }
        assert_eq!(red(&pixels), [0; 6]);
        pixels.block(-1.0, -1.0, 100.0, 100.0);
        assert_eq!(red(&pixels), [255; 6]);
    }
}
