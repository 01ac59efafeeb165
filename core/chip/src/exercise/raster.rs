//! Pictures of the Netpbm formats: PBM, PGM and PPM, as text (P1 to P3) or as bytes (P4 to P6).

use alloc::vec::Vec;

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raster {
    /// Pixels in a row.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// Samples of a pixel: 1 (grey) or 3 (red, green, blue).
    pub channels: usize,
    /// The value of white.
    pub maximum: u16,
    /// All samples, row by row from the top. In a PBM, 0 is black and 1 is white.
    pub samples: Vec<u16>,
}

/// The numbers of a text, without comments.
struct Numbers<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Numbers<'_> {
    /// Passes blanks and comments.
    fn pass_blanks(&mut self) {
        while let Some(byte) = self.bytes.get(self.at) {
            match byte {
                b'#' => {
                    while self.bytes.get(self.at).is_some_and(|b| *b != b'\n') {
                        self.at += 1;
                    }
                }
                b if b.is_ascii_whitespace() => self.at += 1,
                _ => break,
            }
        }
    }

    /// The next number, of at most `digits` digits.
    fn next(&mut self, digits: usize) -> Option<usize> {
        self.pass_blanks();
        let rest = self.bytes.get(self.at..)?;
        let length = rest.iter().take(digits).take_while(|b| b.is_ascii_digit()).count();
        let text = core::str::from_utf8(&rest[..length]).ok()?;
        self.at += length;
        text.parse().ok()
    }
}

impl Raster {
    /// Maximum number of pixels of a picture.
    pub const MAX_PIXELS: usize = 1 << 24;

    /// Reads a picture. `None` if it is none, is cut off, or is too large.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let kind = match bytes {
            [b'P', kind @ b'1'..=b'6', ..] => kind - b'0',
            _ => return None,
        };
        let mut numbers = Numbers { bytes, at: 2 };
        let (width, height) = (numbers.next(9)?, numbers.next(9)?);
        let is_bits = kind == 1 || kind == 4;
        let maximum = if is_bits { 1 } else { u16::try_from(numbers.next(9)?).ok().filter(|maximum| *maximum > 0)? };
        let channels = if kind == 3 || kind == 6 { 3 } else { 1 };
        let pixels = width.checked_mul(height).filter(|pixels| *pixels <= Self::MAX_PIXELS)?;
        let count = pixels * channels;
        let samples: Vec<u16> = match kind {
            1 => (0..count).map(|_| numbers.next(1).map(|bit| u16::from(bit == 0))).collect::<Option<_>>()?,
            2 | 3 => (0..count).map(|_| u16::try_from(numbers.next(9)?).ok()).collect::<Option<_>>()?,
            4 => {
                let row = width.div_ceil(8);
                let data = bytes.get(numbers.at + 1..)?.get(..row * height)?;
                let bit = |i: usize| u16::from(data[i / width * row + i % width / 8] >> (7 - i % width % 8) & 1 == 0);
                (0..pixels).map(bit).collect()
            }
            _ => {
                let size = if maximum < 256 { 1 } else { 2 };
                let data = bytes.get(numbers.at + 1..)?.get(..count * size)?;
                data.chunks_exact(size).map(|s| s.iter().fold(0, |sum, byte| sum << 8 | u16::from(*byte))).collect()
            }
        };
        Some(Self { width, height, channels, maximum, samples })
    }

    /// The first pixel, column and row from 0, with a sample that differs by more than a tolerance. `None` if there is none.
    /// Both pictures must have the same shape.
    pub fn difference(&self, other: &Self, tolerance: u16) -> Option<(usize, usize)> {
        let far = |(a, b): (&u16, &u16)| a.abs_diff(*b) > tolerance;
        let at = self.samples.iter().zip(&other.samples).position(far)? / self.channels;
        Some((at % self.width, at / self.width))
    }

    /// True if both have the same size, channels and maximum.
    pub fn has_shape_of(&self, other: &Self) -> bool {
        let shape = |p: &Self| (p.width, p.height, p.channels, p.maximum);
        shape(self) == shape(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_bytes_give_the_same_picture() {
        let grey =
            Raster { width: 3, height: 2, channels: 1, maximum: 255, samples: [0, 10, 20, 30, 40, 255].to_vec() };
        assert_eq!(Raster::read(b"P2\n# a comment\n3 2\n255\n0 10 20\n30 40 255\n"), Some(grey.clone()));
        assert_eq!(Raster::read(b"P5 3 2 255\n\x00\x0a\x14\x1e\x28\xff"), Some(grey.clone()));
        assert_eq!(Raster::read(b"P5 3 2 255\n\x00\x0a\x14\x1e\x28"), None, "cut off");
        let wide = Raster::read(b"P5 1 1 1000\n\x03\xe8").map(|picture| picture.samples);
        assert_eq!(wide, Some([1000].to_vec()));
        let color = Raster { width: 1, height: 1, channels: 3, maximum: 9, samples: [1, 2, 3].to_vec() };
        assert_eq!(Raster::read(b"P3 1 1 9 1 2 3"), Some(color.clone()));
        assert_eq!(Raster::read(b"P6 1 1 9\n\x01\x02\x03"), Some(color));
        let bits =
            Raster { width: 10, height: 1, channels: 1, maximum: 1, samples: [0, 1, 0, 1, 1, 1, 1, 1, 0, 0].to_vec() };
        assert_eq!(Raster::read(b"P1 10 1\n1010000011"), Some(bits.clone()));
        assert_eq!(Raster::read(b"P4 10 1\n\xa0\xc0"), Some(bits));
        for bad in [&b""[..], b"P7 1 1", b"P2 99999 99999 255 1", b"P2 1 1 0 0", b"P2 1 1 70000 0", b"P2 2 1 255 1"] {
            assert_eq!(Raster::read(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn pictures_differ_beyond_a_tolerance() {
        let a = Raster::read(b"P2 2 2 255 1 2 3 4").expect("a picture");
        let b = Raster::read(b"P2 2 2 255 1 2 3 9").expect("a picture");
        assert_eq!((a.difference(&b, 4), a.difference(&b, 5)), (Some((1, 1)), None));
        assert!(a.has_shape_of(&b) && !a.has_shape_of(&Raster { maximum: 9, ..b.clone() }));
    }
}
