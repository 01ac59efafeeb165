//! Errors in a DAT text.

use alloc::{format, string::String};
use mcore_base::Text;

/// An error: the object or class, the key, and advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatError {
    /// The object or class, for example ``cache_obj `L2` `` or `cache_class[3]`; empty for the text as a whole.
    pub place: String,
    /// The key; empty for the object as a whole.
    pub key: String,
    /// The problem, and advice.
    pub what: Text,
    /// The line of the text, from 1, if it is not JSON.
    pub line: Option<usize>,
}

impl DatError {
    pub(in crate::model) fn new(place: impl Into<String>, key: impl Into<String>, what: Text) -> Self {
        Self { place: place.into(), key: key.into(), what, line: None }
    }

    /// The line of the error in a text, from 1: that of the key if present, else that of the object's name.
    pub fn line_in(&self, text: &str) -> Option<usize> {
        if self.line.is_some() {
            return self.line;
        }
        let quoted = |word: &str| format!("\"{word}\"");
        let list = self.place.split([' ', '[']).next().unwrap_or_default();
        let mut at = if list.is_empty() { 0 } else { text.find(&quoted(list))? };
        let name = self.place.split_once('`').and_then(|(_, rest)| rest.strip_suffix('`'));
        if let Some(name) = name {
            // In JSON form, so that quotation marks in it are found too.
            let written = serde_json::to_string(name).ok()?;
            let mut from = at;
            loop {
                let found = from + text[from..].find(&written)?;
                let before = text[..found].trim_end();
                if before.strip_suffix(':').is_some_and(|b| b.trim_end().ends_with("\"name\"")) {
                    at = found;
                    break;
                }
                from = found + written.len();
            }
        }
        if !self.key.is_empty() {
            // The object that contains the name: the key may precede the name.
            let begin = if name.is_some() { text[..at].rfind('{').unwrap_or(at) } else { at };
            let end = text[at..].find('}').map_or(text.len(), |end| at + end);
            let key = text[begin..end].find(&quoted(&self.key)).map(|place| begin + place);
            at = key.unwrap_or(at);
        }
        Some(text[..at].matches('\n').count() + 1)
    }

    /// The whole message.
    pub fn text(&self) -> Text {
        let place = match (self.place.is_empty(), self.key.is_empty()) {
            (true, true) => return self.what.clone(),
            (true, false) => format!("`{}`", self.key),
            (false, true) => self.place.clone(),
            (false, false) => format!("{}, `{}`", self.place, self.key),
        };
        Text::new(format!("{place}: {}", self.what.en), format!("{place}: {}", self.what.ja))
    }
}
