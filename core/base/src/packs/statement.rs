//! Limits of statements and hints, for their readers: the page and `mcore pack check`.

use crate::Text;
use crate::text;

/// Maximum number of elements inside each other. Deeper text is shown without the inner elements.
pub const MAX_DEPTH: usize = 32;
/// Maximum number of definitions of links (`[name]: address`) in a text. A text with more is shown as it is written.
pub const MAX_DEFINITIONS: usize = 1000;

/// Why a text is not read as a statement, with its line.
pub fn refused(markdown: &str) -> Option<(u32, Text)> {
    let is_definition = |line: &str| line.trim_start_matches([' ', '>']).starts_with('[') && line.contains("]:");
    let (line, _) = (1u32..).zip(markdown.lines()).filter(|(_, line)| is_definition(line)).nth(MAX_DEFINITIONS)?;
    Some((
        line,
        text!(
            "the text has more than {MAX_DEFINITIONS} definitions of links; the page shows it as it is written",
            "リンクの定義が {MAX_DEFINITIONS} 個を超えています。ページには書かれたままの文章が表示されます"
        ),
    ))
}

/// True if a link of a statement leads out of the lab, but not to another site: to the root of the server, or above the folder of the lab.
/// The page shows it as text.
pub fn leaves(address: &str) -> bool {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let mut depth = 0i32;
    address.starts_with(['/', '\\'])
        || path.split('/').any(|part| {
            // Browsers decode the dots of a path.
            let part = part.to_ascii_lowercase().replace("%2e", ".");
            depth += match part.as_str() {
                ".." => -1,
                "" | "." => 0,
                _ => 1,
            };
            depth < 0
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    #[test]
    fn links_that_leave_the_lab_are_known() {
        for out in ["/etc/passwd", "../x.html", "../../x.html", "a/../../x", "%2e%2E/x", ".%2e/x", "//host/x", "\\x"] {
            assert!(leaves(out), "{out}");
        }
        for inside in ["docs/c.md", "a/../b", "./a", "#top", "?x=/../..", "https://example.org/../..", "a..b/..c"] {
            assert!(!leaves(inside), "{inside}");
        }
    }

    #[test]
    fn many_definitions_are_refused_with_their_line() {
        let text: String = (0..=MAX_DEFINITIONS).map(|n| alloc::format!("[a{n}]: https://example.org/{n}\n")).collect();
        assert_eq!(refused(&text).map(|found| found.0), Some(MAX_DEFINITIONS as u32 + 1));
        assert_eq!(refused(&text[..text.len() / 2]), None);
        assert_eq!(refused(&"[a](b) [c]: \n".replace("]: ", "] : ").repeat(3000)), None);
    }
}
