//! Text for people, always in both languages of the lab.

use alloc::string::String;
use serde::{Deserialize, Serialize};

/// A language of the lab.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Japanese.
    Ja,
}

/// One message in English and in Japanese.
///
/// The type deliberately has no constructor for a single language: a message without its translation does not compile.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Text {
    /// English.
    pub en: String,
    /// Japanese.
    pub ja: String,
}

impl Text {
    /// Both languages at once.
    pub fn new(en: impl Into<String>, ja: impl Into<String>) -> Self {
        Self { en: en.into(), ja: ja.into() }
    }

    /// A text that is the same in both languages (a name, a number).
    pub fn same(text: impl Into<String>) -> Self {
        let en: String = text.into();
        Self { ja: en.clone(), en }
    }

    /// The text in one language.
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Ja => &self.ja,
        }
    }
}

/// A number with the English word for what it counts: `1 error`, `2 errors`.
///
/// ```
/// use mcore_base::counted;
/// assert_eq!([counted(0, "file", "files"), counted(1, "file", "files")], ["0 files", "1 file"]);
/// ```
pub fn counted(n: u64, one: &str, many: &str) -> String {
    alloc::format!("{n} {}", if n == 1 { one } else { many })
}

/// Builds a [`Text`] from an English and a Japanese format string; both may capture variables.
///
/// ```
/// use mcore_base::text;
/// let name = "loop";
/// let t = text!("no label `{name}`", "ラベル `{name}` はありません");
/// assert_eq!(t.en, "no label `loop`");
/// ```
#[macro_export]
macro_rules! text {
    ($en:literal, $ja:literal $(,)?) => {
        $crate::Text::new($crate::__private::format!($en), $crate::__private::format!($ja))
    };
}
