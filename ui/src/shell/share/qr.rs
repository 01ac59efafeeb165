//! The QR code of an address, as the path of a picture.

use qrcodegen::{QrCode, QrCodeEcc};

/// Width of the white border in cells, as the standard requires.
const QUIET: i32 = 4;

/// A QR code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// Cells per side, including the white border.
    pub side: i32,
    /// Path of the dark cells for an SVG picture with one unit per cell.
    pub path: String,
}

impl Code {
    /// The code of a text; `None` if it is too long for one.
    pub fn of(text: &str) -> Option<Self> {
        let code = QrCode::encode_text(text, QrCodeEcc::Low).ok()?;
        let side = code.size();
        let mut path = String::new();
        for y in 0..side {
            let mut x = 0;
            while x < side {
                let from = x;
                while x < side && code.get_module(x, y) {
                    x += 1;
                }
                if x > from {
                    path.push_str(&format!("M{} {}h{}v1h-{}z", from + QUIET, y + QUIET, x - from, x - from));
                } else {
                    x += 1;
                }
            }
        }
        Some(Self { side: side + 2 * QUIET, path })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_its_finder_patterns_and_a_border() {
        let code = Code::of("https://example.org/#share=1").expect("short");
        assert_eq!(code.side, 25 + 8, "version 2");
        assert!(code.path.starts_with("M4 4h7v1h-7z"), "{}", &code.path[..40]);
        assert!(code.path.contains("M22 4h7v1h-7z"));
    }

    #[test]
    fn an_address_that_is_too_long_has_none() {
        assert!(Code::of(&"x".repeat(2900)).is_some());
        assert_eq!(Code::of(&"x".repeat(3000)), None);
    }
}
