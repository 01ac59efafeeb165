//! The messages of a language, read from their packed form.

use super::marks::{CHOICE, END, FORM, ID, KEY, VALUE};

/// Messages by identifier.
pub struct Words(Vec<(Box<str>, Box<str>)>);

impl Words {
    /// Reads packed messages, which are sorted.
    pub fn new(packed: &str) -> Self {
        let messages = packed.split(END).filter_map(|message| message.split_once(ID));
        Self(messages.map(|(id, pattern)| (id.into(), pattern.into())).collect())
    }

    /// The pattern of a message.
    pub fn get(&self, id: &str) -> Option<&str> {
        let index = self.0.binary_search_by(|(own, _)| (**own).cmp(id)).ok()?;
        self.0.get(index).map(|(_, pattern)| &**pattern)
    }
}

/// A pattern with these values.
pub fn filled(pattern: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::new();
    // Text and choices alternate.
    for (index, piece) in pattern.split(CHOICE).enumerate() {
        if index % 2 == 0 {
            fill(piece, values, &mut out);
            continue;
        }
        let mut parts = piece.split(FORM);
        let value = parts.next().and_then(|name| value_of(name, values));
        let mut forms = parts.filter_map(|form| form.split_once(KEY));
        if let Some((_, form)) = forms.find(|(key, _)| key.is_empty() || Some(*key) == value) {
            fill(form, values, &mut out);
        }
    }
    out
}

/// Appends a pattern without choices.
fn fill(pattern: &str, values: &[(&str, &str)], out: &mut String) {
    // Text and names alternate.
    for (index, piece) in pattern.split(VALUE).enumerate() {
        if index % 2 == 0 {
            out.push_str(piece);
        } else if let Some(value) = value_of(piece, values) {
            out.push_str(value);
        } else {
            // Cannot happen while the page is right; the name at least says what is missing.
            out.extend(["{$", piece, "}"]);
        }
    }
}

fn value_of<'a>(name: &str, values: &[(&str, &'a str)]) -> Option<&'a str> {
    values.iter().find(|(own, _)| *own == name).map(|(_, value)| *value)
}
