//! Control characters as visible pictures.

use alloc::string::String;

/// A text from outside on one line: in place of each control character its picture, so that it can neither steer a terminal nor begin a
/// line. A control character of C1 is that of ESC with the letter that means the same.
pub fn pictures(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), with_picture)
}

fn with_picture(mut shown: String, c: char) -> String {
    match u32::from(c) {
        0x7f => shown.push('\u{2421}'),
        // ESC and a letter from @ to _ mean the same.
        code @ 0x80..=0x9f => {
            shown.push('\u{241b}');
            shown.extend(char::from_u32(code - 0x40));
        }
        code @ 0..0x20 => shown.extend(char::from_u32(0x2400 + code)),
        _ => shown.push(c),
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_shown_as_pictures() {
        assert_eq!(pictures("a\u{1b}[2J\u{7}\n\r\u{7f}é日\u{9b}31m\0"), "a␛[2J␇␊␍␡é日␛[31m␀");
        let all: String = (0..0xa0).filter_map(char::from_u32).collect();
        assert!(!pictures(&all).chars().any(char::is_control));
    }
}
