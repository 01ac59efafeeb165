//! The page's own messages, in Japanese and English: Fluent files in `ui/locales`, which the page fetches in a packed form beside its
//! program (package `mcore-messages`).
//!
//! Texts about the machine (messages, reasons, tips) are sent by the session as `Text` in both languages.
//! [`I18n::text`] picks one, so switching the language needs no data from the worker.

use js_sys::Promise;
use mcore::base::{Lang, Text};
use mcore_messages::{Words, filled};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use yew::{AttrValue, hook, use_context};

/// The messages of one language. Cheap to clone.
#[derive(Clone)]
pub struct I18n {
    pub lang: Lang,
    words: Rc<Words>,
}

impl PartialEq for I18n {
    fn eq(&self, other: &Self) -> bool {
        self.lang == other.lang
    }
}

thread_local! {
    /// The messages that have been read.
    static READ: RefCell<Vec<I18n>> = const { RefCell::new(Vec::new()) };
}

impl I18n {
    /// The messages of a language for the page of this program, which are read once. Until they have arrived ([`Choices::arrived`]), those of
    /// another language take their place.
    pub fn new(lang: Lang) -> Self {
        READ.with_borrow_mut(|read| {
            if let Some(known) = read.iter().find(|known| known.lang == lang) {
                return known.clone();
            }
            let words = |lang| source::packed(tag(lang)).map(|packed| Rc::new(Words::new(&packed)));
            let other = if lang == Lang::En { Lang::Ja } else { Lang::En };
            match words(lang) {
                Some(words) => {
                    let new = Self { lang, words };
                    read.push(new.clone());
                    new
                }
                None => Self { lang, words: words(other).unwrap_or_else(|| Rc::new(Words::new(""))) },
            }
        })
    }

    /// A message without values.
    pub fn t(&self, id: &str) -> AttrValue {
        self.tf(id, &[])
    }

    /// A message with values. Numbers are passed as formatted text, because the page groups digits. A message may have a
    /// variant for the number 1.
    pub fn tf(&self, id: &str, values: &[(&str, &str)]) -> AttrValue {
        match self.words.get(id) {
            Some(pattern) => filled(pattern, values).into(),
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

/// The messages of the page's language, for a component.
#[hook]
pub fn use_i18n() -> I18n {
    // The context is always present; English is only a safe default.
    use_context::<I18n>().unwrap_or_else(|| I18n::new(Lang::En))
}

#[wasm_bindgen]
extern "C" {
    /// A promise that the messages of a language have arrived.
    #[wasm_bindgen(js_namespace = mcoreBoot, js_name = language)]
    fn language(lang: &str) -> Promise;
}

/// The user's choices of a language, of which the newest one counts: the messages of an earlier one may arrive later.
#[derive(Clone, Debug, Default)]
pub struct Choices(Rc<Cell<u32>>);

impl Choices {
    /// Waits for the messages of a language, which are fetched if that has not happened yet: whether they are here, or `None` if
    /// another language has been chosen since.
    pub async fn arrived(&self, lang: Lang) -> Option<bool> {
        self.newest(async { JsFuture::from(language(tag(lang))).await.is_ok() }).await
    }

    /// The result of a request, unless there is a newer one.
    async fn newest<T>(&self, request: impl Future<Output = T>) -> Option<T> {
        let number = self.0.get().wrapping_add(1);
        self.0.set(number);
        let result = request.await;
        (self.0.get() == number).then_some(result)
    }
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

/// Where the packed messages are read from.
#[cfg(not(test))]
mod source {
    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        /// The packed messages of this page in a language, if they have arrived.
        #[wasm_bindgen(js_namespace = mcoreBoot, js_name = messages)]
        pub fn packed(lang: &str) -> Option<String>;
    }
}

#[cfg(test)]
mod source {
    pub use super::tests::packed;
}

#[cfg(test)]
mod tests;
