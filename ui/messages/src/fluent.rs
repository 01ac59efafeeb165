//! Reads messages in Fluent's syntax and packs them for the page.

use crate::marks::{CHOICE, END, FORM, ID, KEY, VALUE};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey};
use fluent_syntax::parser;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The languages of the page, as in the names of the files and as browsers write them.
pub const LANGUAGES: [&str; 2] = ["en", "ja"];

/// The name of the chip's page among the pages.
pub const CHIP: &str = "page";

type Result<T> = std::result::Result<T, String>;

/// The messages of a file: patterns by identifier.
type Messages = BTreeMap<String, String>;

/// The messages of all pages, read from a folder of Fluent files.
///
/// `en.ftl` has those of the chip's page, which every page has; `lab.en.ftl` those of the frame of the other modes; and
/// `<mode>.en.ftl` those of a mode. The name of a mode, `mode-<mode>`, is in the mode's file, but each page shows the names of all modes.
pub struct Locales {
    /// By the name of the file.
    files: BTreeMap<String, Messages>,
    modes: Vec<String>,
}

impl Locales {
    /// Reads the files in `folder`; `modes` are the modes with a page beside the chip's.
    ///
    /// # Errors
    ///
    /// A file is missing, cannot be read or has something that the page does not know; the text names the file.
    pub fn read(folder: &Path, modes: &[String]) -> Result<Self> {
        let mut files = BTreeMap::new();
        for part in ["", "lab"].into_iter().chain(modes.iter().map(String::as_str)) {
            for lang in LANGUAGES {
                let name = file(part, lang);
                let text = fs::read_to_string(folder.join(&name))
                    .map_err(|error| format!("cannot read ui/locales/{name}: {error}"))?;
                let read = messages(&text).map_err(|error| format!("ui/locales/{name}: {error}"))?;
                files.insert(name, read);
            }
        }
        let mut locales = Self { files, modes: modes.to_vec() };
        modes.iter().try_for_each(|mode| locales.move_name(mode))?;
        Ok(locales)
    }

    /// Moves the name of a mode to the messages that every page has.
    fn move_name(&mut self, mode: &str) -> Result<()> {
        let label = format!("mode-{mode}");
        for lang in LANGUAGES {
            let own = file(mode, lang);
            let name = self.files.get_mut(&own).and_then(|own| own.remove(&label));
            let name =
                name.ok_or_else(|| format!("ui/locales/{own} must have the name of the mode: `{label} = ...`"))?;
            self.files.entry(file("", lang)).or_default().insert(label.clone(), name);
        }
        Ok(())
    }

    /// The names of the pages: [`CHIP`] and the modes.
    pub fn pages(&self) -> impl Iterator<Item = &str> {
        std::iter::once(CHIP).chain(self.modes.iter().map(String::as_str))
    }

    /// The packed messages of a page in a language.
    pub fn packed(&self, page: &str, lang: &str) -> String {
        let parts: &[&str] = if page == CHIP { &[""] } else { &["", "lab", page] };
        let files = parts.iter().filter_map(|part| self.files.get(&file(part, lang)));
        let all: BTreeMap<&str, &str> = files.flatten().map(|(id, pattern)| (id.as_str(), pattern.as_str())).collect();
        let marked = |(id, pattern): (&str, &str)| format!("{id}{ID}{pattern}{END}");
        all.into_iter().map(marked).collect()
    }
}

/// The name of the file with the messages of a part of the page, which is "" for the chip's page.
fn file(part: &str, lang: &str) -> String {
    if part.is_empty() { format!("{lang}.ftl") } else { format!("{part}.{lang}.ftl") }
}

/// The messages of a source.
fn messages(source: &str) -> Result<Messages> {
    if let Some(mark) = [END, ID, VALUE, CHOICE, FORM, KEY].into_iter().find(|mark| source.contains(*mark)) {
        return Err(format!("the character {mark:?} cannot be part of a message"));
    }
    let resource = parser::parse(source).map_err(|(_, errors)| format!("{errors:?}"))?;
    let mut messages = Messages::new();
    for entry in resource.body {
        match entry {
            Entry::Message(message) => {
                let id = message.id.name;
                let value = message.value.filter(|_| message.attributes.is_empty());
                let value = value.ok_or_else(|| format!("`{id}` must have a text and no attributes"))?;
                let text = pattern(&value, true).map_err(|error| format!("`{id}`: {error}"))?;
                if messages.insert(id.to_owned(), text).is_some() {
                    return Err(format!("`{id}` is defined twice"));
                }
            }
            Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => {}
            Entry::Term(term) => return Err(format!("`-{}`: the page knows no terms", term.id.name)),
            Entry::Junk { content } => return Err(format!("not understood: {content}")),
        }
    }
    Ok(messages)
}

/// A pattern; one within a choice has no choices.
fn pattern(pattern: &Pattern<&str>, choices: bool) -> Result<String> {
    let mut out = String::new();
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => out.push_str(value),
            PatternElement::Placeable { expression } => match expression {
                Expression::Inline(InlineExpression::VariableReference { id }) => {
                    out.extend([VALUE.to_string(), id.name.to_owned(), VALUE.to_string()]);
                }
                Expression::Inline(InlineExpression::StringLiteral { value }) if !value.contains('\\') => {
                    out.push_str(value);
                }
                Expression::Select { selector: InlineExpression::VariableReference { id }, variants } if choices => {
                    out.push(CHOICE);
                    out.push_str(id.name);
                    // The default is the last one to be compared.
                    let (others, default): (Vec<_>, Vec<_>) = variants.iter().partition(|variant| !variant.default);
                    for variant in others.into_iter().chain(default) {
                        let key = match &variant.key {
                            _ if variant.default => "",
                            VariantKey::NumberLiteral { value } => *value,
                            VariantKey::Identifier { name } => {
                                return Err(format!("[{name}]: only numbers and the default can be chosen"));
                            }
                        };
                        out.extend([FORM.to_string(), key.to_owned(), KEY.to_string()]);
                        out.push_str(&self::pattern(&variant.value, false)?);
                    }
                    out.push(CHOICE);
                }
                _ => return Err("braces may hold only a value, a quoted text, or a choice by a value".to_owned()),
            },
        }
    }
    Ok(out)
}
