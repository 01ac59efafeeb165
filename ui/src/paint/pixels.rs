//! A picture in memory, for the far view.
//!
//! From afar the mesh is tens of thousands of tiny rectangles. Handing each to the browser costs more than filling its
//! few pixels here; the finished picture goes to the canvas in one piece.

use super::palette::Rgb;

/// Pixels as a canvas wants them: red, green, blue, opacity.
#[derive(Default)]
pub struct Pixels {
    width: usize,
    height: usize,
    data: Vec<u8>,
    ink: Rgb,
}

impl Pixels {
    /// Begins a picture of one colour.
    pub fn begin(&mut self, width: usize, height: usize, background: Rgb) {
        (self.width, self.height) = (width, height);
        self.data.resize(width * height * 4, 0);
        let [r, g, b] = background;
        self.data.chunks_exact_mut(4).for_each(|p| p.copy_from_slice(&[r, g, b, 255]));
    }

    /// Chooses the colour of the blocks that follow.
    pub fn ink(&mut self, ink: Rgb) {
        self.ink = ink;
    }

    /// Draws a rectangle; pixels that it covers in part take on a part of its colour.
    pub fn block(&mut self, x: f64, y: f64, w: f64, h: f64) {
        let (x0, x1) = (x.max(0.0), (x + w).min(self.width as f64));
        let (y0, y1) = (y.max(0.0), (y + h).min(self.height as f64));
        if x0 >= x1 || y0 >= y1 {
            return;
        }
        // How much of the pixel from `i` to `i + 1` lies between `from` and `to`, of 256.
        let cover = |i: usize, from: f64, to: f64| ((to.min(i as f64 + 1.0) - from.max(i as f64)) * 256.0) as u32;
        let (left, right) = (x0 as usize, x1.ceil() as usize);
        for row in y0 as usize..y1.ceil() as usize {
            let down = cover(row, y0, y1);
            let from = (row * self.width + left) * 4;
            let pixels = self.data[from..from + (right - left) * 4].chunks_exact_mut(4);
            for (i, pixel) in pixels.enumerate() {
                let share = (down * cover(left + i, x0, x1)) >> 8;
                for (old, new) in pixel.iter_mut().zip(self.ink) {
                    *old = ((u32::from(*old) * (256 - share) + u32::from(new) * share) >> 8) as u8;
                }
            }
        }
    }

    /// The picture and its width.
    pub fn finished(&self) -> (&[u8], usize) {
        (&self.data, self.width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn red(pixels: &Pixels) -> Vec<u8> {
        pixels.data.chunks_exact(4).map(|p| p[0]).collect()
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
        assert!(pixels.data.chunks_exact(4).all(|p| p[3] == 255));
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
