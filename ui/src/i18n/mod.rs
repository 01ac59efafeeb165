//! The page's own messages, in Japanese and English (Fluent files in `ui/locales`, which `ui/build.rs` reads).
//!
//! Texts about the machine (messages, reasons, tips) are sent by the session as `Text` in both languages.
//! [`I18n::text`] picks one, so switching the language needs no data from the worker.

mod marks;
mod words;

use mcore::base::{Lang, Text};
use std::rc::Rc;
use yew::{AttrValue, hook, use_context};

/// The messages of a file in `ui/locales`, in the form of `ui/build.rs`.
macro_rules! messages {
    ($file:literal) => {
        include_str!(concat!(env!("OUT_DIR"), "/", $file))
    };
}
pub(crate) use messages;

/// The English messages of the page of the chip.
const EN: &str = messages!("en.ftl");
/// The Japanese messages of the page of the chip.
const JA: &str = messages!("ja.ftl");
/// Messages of the frame of these modes: the page of the chip does without them.
const LAB_EN: &str = messages!("lab.en.ftl");
const LAB_JA: &str = messages!("lab.ja.ftl");

/// The messages of a mode that has a page of its own, by [`messages!`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Words {
    /// English.
    pub en: &'static str,
    /// Japanese.
    pub ja: &'static str,
}

/// The messages of one language. Cheap to clone; equal if language and number of sources are equal.
#[derive(Clone)]
pub struct I18n {
    /// The language.
    pub lang: Lang,
    sources: Rc<[words::Words]>,
}

impl PartialEq for I18n {
    fn eq(&self, other: &Self) -> bool {
        self.lang == other.lang && self.sources.len() == other.sources.len()
    }
}

impl I18n {
    /// Reads the messages of a language for the page of the chip.
    pub fn new(lang: Lang) -> Self {
        Self::of(lang, &[page(lang)])
    }

    /// Reads the messages of a language with those of a mode that has a page of its own; `words` are the mode's.
    pub fn with(lang: Lang, words: Words) -> Self {
        let (lab, mode) = if lang == Lang::Ja { (LAB_JA, words.ja) } else { (LAB_EN, words.en) };
        Self::of(lang, &[page(lang), lab, mode])
    }

    fn of(lang: Lang, sources: &[&'static str]) -> Self {
        Self { lang, sources: sources.iter().map(|source| words::Words::new(source)).collect() }
    }

    /// A message without values.
    pub fn t(&self, id: &str) -> AttrValue {
        self.tf(id, &[])
    }

    /// A message with values. Numbers are passed as formatted text, because the page groups digits. A message may have a
    /// variant for the number 1.
    pub fn tf(&self, id: &str, values: &[(&str, &str)]) -> AttrValue {
        match self.sources.iter().find_map(|source| source.get(id)) {
            Some(pattern) => words::filled(pattern, values).into(),
            // Cannot happen while the tests pass; the identifier at least says what is missing.
            None => id.to_owned().into(),
        }
    }

    /// One of the two languages of a text from the session.
    pub fn text<'a>(&self, text: &'a Text) -> &'a str {
        text.get(self.lang)
    }

    /// The language as HTML and browsers write it.
    pub fn tag(&self) -> &'static str {
        tag(self.lang)
    }
}

/// The messages of the page of the chip, which those of other modes use too.
fn page(lang: Lang) -> &'static str {
    if lang == Lang::Ja { JA } else { EN }
}

/// The messages of the page's language, for a component.
#[hook]
pub fn use_i18n() -> I18n {
    // The context is always present; English is only a safe default.
    use_context::<I18n>().unwrap_or_else(|| I18n::new(Lang::En))
}

/// The language as HTML and browsers write it.
pub fn tag(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "en",
        Lang::Ja => "ja",
    }
}

/// The language for a browser with these preferences, most preferred first: the first that the lab supports, else
/// English.
pub fn choose<'a>(preferred: impl IntoIterator<Item = &'a str>) -> Lang {
    for tag in preferred {
        match tag.split('-').next().unwrap_or_default().to_ascii_lowercase().as_str() {
            "ja" => return Lang::Ja,
            "en" => return Lang::En,
            _ => {}
        }
    }
    Lang::En
}

#[cfg(test)]
mod tests;
