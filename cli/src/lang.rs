//! The language of the command's messages.

use mcore::base::Lang;
use std::ffi::OsString;
use std::sync::OnceLock;

static SPOKEN: OnceLock<Lang> = OnceLock::new();

/// Sets the language of this run, for functions that cannot take it as an argument.
pub fn settle(lang: Lang) {
    SPOKEN.get_or_init(|| lang);
}

/// The language of this run.
pub fn spoken() -> Lang {
    SPOKEN.get().copied().unwrap_or_default()
}

/// The language of `--lang`, else of the environment in the order of POSIX, else English. It is needed before the
/// arguments are parsed, because errors in them are reported in it too.
pub fn chosen(words: &[OsString], variable: impl Fn(&str) -> Option<String>) -> Lang {
    let mut words = words.iter().skip(1).map(|w| w.to_string_lossy());
    while let Some(word) = words.next() {
        let value = match word.as_ref() {
            "--" => break,
            "--lang" => words.next().map(|w| w.into_owned()),
            other => other.strip_prefix("--lang=").map(str::to_owned),
        };
        if let Some(value) = value {
            return of(&value);
        }
    }
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(variable).find(|v| !v.is_empty());
    set.map_or(Lang::En, |locale| of(&locale))
}

fn of(locale: &str) -> Lang {
    let language = locale.split(['_', '.', '-', '@']).next().unwrap_or_default();
    if language.eq_ignore_ascii_case("ja") { Lang::Ja } else { Lang::En }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_comes_before_the_environment() {
        let words = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
        let none = |_: &str| None;
        let lang = |name: &str| (name == "LANG").then(|| "ja_JP.UTF-8".to_owned());
        let posix = |name: &str| Some(if name == "LC_ALL" { "C" } else { "ja_JP.UTF-8" }.to_owned());
        let empty = |name: &str| Some(if name == "LC_ALL" { "" } else { "ja" }.to_owned());
        assert_eq!(chosen(&words("mcore run a.s"), none), Lang::En);
        assert_eq!(chosen(&words("mcore run a.s"), lang), Lang::Ja);
        assert_eq!(chosen(&words("mcore run a.s"), posix), Lang::En);
        assert_eq!(chosen(&words("mcore run a.s"), empty), Lang::Ja);
        assert_eq!(chosen(&words("mcore --lang en run a.s"), lang), Lang::En);
        assert_eq!(chosen(&words("mcore run --lang=ja a.s"), none), Lang::Ja);
        assert_eq!(chosen(&words("mcore run -- --lang=ja"), none), Lang::En);
    }
}
