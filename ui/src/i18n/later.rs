//! The messages of the parts of the page that are loaded later: they are loaded with them (`www/dist/rest.mjs`).

use super::messages;
use mcore::base::Lang;

const EN: &str = messages!("later.en.ftl");
const JA: &str = messages!("later.ja.ftl");

/// The messages of a language. Never inlined: its data belongs to the part of the program that this function is in.
#[inline(never)]
pub fn later(lang: Lang) -> &'static str {
    if lang == Lang::Ja { JA } else { EN }
}
