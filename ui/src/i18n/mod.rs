//! The page's own messages, in Japanese and English (Fluent files in `ui/locales`).
//!
//! Texts about the machine (messages, reasons, tips) are sent by the session as `Text` in both languages.
//! [`I18n::text`] picks one, so switching the language needs no data from the worker.

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use mcore::base::{Lang, Text};
use std::rc::Rc;
use unic_langid::LanguageIdentifier;
use yew::{AttrValue, hook, use_context};

/// Source of the English messages.
const EN: &str = include_str!("../../locales/en.ftl");
/// Source of the Japanese messages.
const JA: &str = include_str!("../../locales/ja.ftl");
/// Messages of the frame of the other modes; the page of the chip does not need them.
const LAB_EN: &str = include_str!("../../locales/lab.en.ftl");
const LAB_JA: &str = include_str!("../../locales/lab.ja.ftl");

/// The message files of a mode that has a page of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Words {
    /// English.
    pub en: &'static str,
    /// Japanese.
    pub ja: &'static str,
}

/// The messages of one language. Cheap to clone; equal if the language is equal.
#[derive(Clone)]
pub struct I18n {
    /// The language.
    pub lang: Lang,
    bundle: Rc<FluentBundle<FluentResource>>,
}

impl PartialEq for I18n {
    fn eq(&self, other: &Self) -> bool {
        self.lang == other.lang
    }
}

impl I18n {
    /// Reads the messages of a language.
    pub fn new(lang: Lang) -> Self {
        Self::of(lang, &[if lang == Lang::Ja { JA } else { EN }])
    }

    /// Reads the messages of a language with those of a mode that has a page of its own; `words` are the mode's.
    pub fn with(lang: Lang, words: Words) -> Self {
        let sources = if lang == Lang::Ja { [JA, LAB_JA, words.ja] } else { [EN, LAB_EN, words.en] };
        Self::of(lang, &sources)
    }

    fn of(lang: Lang, sources: &[&str]) -> Self {
        // Both tags are well formed. They select only the plural rules, which the messages do not use: `[1]` is a
        // number.
        let id = tag(lang).parse::<LanguageIdentifier>().unwrap_or_default();
        let mut bundle = FluentBundle::new(vec![id]);
        // The direction marks that Fluent puts around values would be copied together with addresses and numbers.
        bundle.set_use_isolating(false);
        for source in sources {
            // If Fluent can read only part of a file, its other messages still work; the tests require all.
            let resource = FluentResource::try_new((*source).to_owned()).unwrap_or_else(|(partial, _)| partial);
            // Fails only for a message defined twice, of which the first is used; the tests allow none.
            let _ = bundle.add_resource(resource);
        }
        Self { lang, bundle: Rc::new(bundle) }
    }

    /// A message without values.
    pub fn t(&self, id: &str) -> AttrValue {
        self.format(id, None).into()
    }

    /// A message with values. Numbers are passed as formatted text, because the page groups digits, not Fluent. A
    /// message may have a variant for the number 1.
    pub fn tf(&self, id: &str, values: &[(&str, &str)]) -> AttrValue {
        let mut args = FluentArgs::with_capacity(values.len());
        for (name, value) in values {
            args.set(*name, if *value == "1" { FluentValue::from(1) } else { FluentValue::from(*value) });
        }
        self.format(id, Some(&args)).into()
    }

    /// One of the two languages of a text from the session.
    pub fn text<'a>(&self, text: &'a Text) -> &'a str {
        text.get(self.lang)
    }

    /// The language as HTML and browsers write it.
    pub fn tag(&self) -> &'static str {
        tag(self.lang)
    }

    fn format(&self, id: &str, args: Option<&FluentArgs<'_>>) -> String {
        let Some(pattern) = self.bundle.get_message(id).and_then(|m| m.value()) else {
            // Cannot happen while the tests pass; the ID at least names the missing message.
            return id.to_owned();
        };
        let mut errors = Vec::new();
        self.bundle.format_pattern(pattern, args, &mut errors).into_owned()
    }
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
