//! Turns the message files (`locales/*.ftl`, in Fluent's syntax) into the form in which the page holds them, so that the page
//! needs no parser: see `src/i18n/marks.rs`.

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

fn main() -> Result<()> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("locales");
    let out = env::var("OUT_DIR")?;
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src/i18n/marks.rs");
    println!("cargo:rerun-if-changed={}", folder.display());
    for file in fs::read_dir(&folder)? {
        let path = file?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()).filter(|name| name.ends_with(".ftl")) else {
            continue;
        };
        let packed = packed(&fs::read_to_string(&path)?).map_err(|error| format!("ui/locales/{name}: {error}"))?;
        fs::write(Path::new(&out).join(name), packed)?;
    }
    Ok(())
}

/// The messages of a file.
fn packed(source: &str) -> Result<String> {
    if let Some(mark) = [END, ID, VALUE, CHOICE, FORM, KEY].into_iter().find(|mark| source.contains(*mark)) {
        return Err(format!("the character {mark:?} cannot be part of a message").into());
    }
    let resource = parser::parse(source).map_err(|(_, errors)| format!("{errors:?}"))?;
    let mut messages = BTreeMap::new();
    for entry in resource.body {
        match entry {
            Entry::Message(message) => {
                let id = message.id.name;
                let value = message.value.filter(|_| message.attributes.is_empty());
                let value = value.ok_or_else(|| format!("`{id}` must have a text and no attributes"))?;
                let text = pattern(&value, true).map_err(|error| format!("`{id}`: {error}"))?;
                if messages.insert(id, text).is_some() {
                    return Err(format!("`{id}` is defined twice").into());
                }
            }
            Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => {}
            Entry::Term(term) => return Err(format!("`-{}`: the page knows no terms", term.id.name).into()),
            Entry::Junk { content } => return Err(format!("not understood: {content}").into()),
        }
    }
    Ok(messages.into_iter().flat_map(|(id, text)| [id.to_owned(), ID.into(), text, END.into()]).collect())
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
