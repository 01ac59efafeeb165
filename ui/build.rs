//! Turns the message files (`locales/*.ftl`, in Fluent's syntax) into the form in which the page holds them, so that the page
//! needs no parser (see `src/i18n/marks.rs`), and the list of the modes (`www/modes.json`) into Rust.

#[path = "src/i18n/marks.rs"]
mod marks;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey};
use fluent_syntax::parser;
use marks::{CHOICE, END, FORM, ID, KEY, VALUE};
use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::{env, fs};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The messages of a file by their identifiers.
type Messages = BTreeMap<String, String>;

fn main() -> Result<()> {
    let here = env::var("CARGO_MANIFEST_DIR")?;
    let here = Path::new(&here);
    let (folder, list) = (here.join("locales"), here.join("../www/modes.json"));
    let out = env::var("OUT_DIR")?;
    let out = Path::new(&out);
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src/i18n/marks.rs");
    println!("cargo:rerun-if-changed={}", folder.display());
    println!("cargo:rerun-if-changed={}", list.display());
    let mut files = BTreeMap::new();
    for file in fs::read_dir(&folder)? {
        let path = file?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()).filter(|name| name.ends_with(".ftl")) else {
            continue;
        };
        let messages = messages(&fs::read_to_string(&path)?).map_err(|error| format!("ui/locales/{name}: {error}"))?;
        files.insert(name.to_owned(), messages);
    }
    let modes = modes(&fs::read_to_string(&list)?).map_err(|error| format!("www/modes.json: {error}"))?;
    modes.iter().try_for_each(|mode| move_name(mode, &mut files))?;
    for (name, messages) in files {
        fs::write(out.join(name), packed(messages))?;
    }
    fs::write(out.join("modes.rs"), written(&modes))?;
    Ok(())
}

/// The identifiers of the modes that have a program of their own.
fn modes(list: &str) -> Result<Vec<String>> {
    let list: serde_json::Value = serde_json::from_str(list)?;
    let modes = list.get("own").and_then(|own| own.as_array()).ok_or("`own` must be a list of modes")?;
    let is_id = |id: &&str| {
        id.starts_with(|first: char| first.is_ascii_lowercase())
            && id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    let id = |mode: &serde_json::Value| mode.as_str().filter(is_id).map(str::to_owned);
    let id = |mode| id(mode).ok_or_else(|| format!("{mode} is no identifier of small letters and digits").into());
    modes.iter().map(id).collect()
}

/// Moves the name of a mode to the messages of the page: each page shows the names of all modes.
fn move_name(mode: &str, files: &mut BTreeMap<String, Messages>) -> Result<()> {
    for lang in ["en", "ja"] {
        let (file, label) = (format!("{mode}.{lang}.ftl"), label(mode));
        let name = files.get_mut(&file).and_then(|own| own.remove(&label));
        let name = name.ok_or_else(|| format!("ui/locales/{file} must have the name of the mode: `{label} = ...`"))?;
        files.entry(format!("{lang}.ftl")).or_default().insert(label, name);
    }
    Ok(())
}

/// The message with the name of a mode.
fn label(mode: &str) -> String {
    format!("mode-{mode}")
}

/// The value of `Mode::ALL` in `src/shell/modes.rs`.
fn written(modes: &[String]) -> String {
    let row = |mode: &String| format!("Mode {{ id: {mode:?}, fragment: \"#/{mode}\", label: {:?} }}", label(mode));
    let rows: Vec<String> = modes.iter().map(row).collect();
    format!("[Mode::CHIP, {}]", rows.join(", "))
}

/// The messages of a source.
fn messages(source: &str) -> Result<Messages> {
    if let Some(mark) = [END, ID, VALUE, CHOICE, FORM, KEY].into_iter().find(|mark| source.contains(*mark)) {
        return Err(format!("the character {mark:?} cannot be part of a message").into());
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
                    return Err(format!("`{id}` is defined twice").into());
                }
            }
            Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => {}
            Entry::Term(term) => return Err(format!("`-{}`: the page knows no terms", term.id.name).into()),
            Entry::Junk { content } => return Err(format!("not understood: {content}").into()),
        }
    }
    Ok(messages)
}

/// Messages as the page holds them.
fn packed(messages: Messages) -> String {
    messages.into_iter().flat_map(|(id, text)| [id, ID.into(), text, END.into()]).collect()
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
                                return Err(format!("[{name}]: only numbers and the default can be chosen").into());
                            }
                        };
                        out.extend([FORM.to_string(), key.to_owned(), KEY.to_string()]);
                        out.push_str(&self::pattern(&variant.value, false)?);
                    }
                    out.push(CHOICE);
                }
                _ => return Err("only values, texts in quotes and choices by a value can stand in braces".into()),
            },
        }
    }
    Ok(out)
}
