//! Every message of the simulator for a person (findings of the assembler, traps, outcomes, refusals, reports, tips) is
//! there in both languages. The test finds them in the sources by the macro that makes them, so that none is forgotten.

use super::names::product;
use mcore_tests::root;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// The string literal at the beginning of `text` (after white space), as the compiler reads it, and the text that
/// follows.
fn literal(text: &str) -> Option<(String, &str)> {
    let rest = text.trim_start().strip_prefix('"')?;
    let mut out = String::new();
    let mut chars = rest.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((out, &rest[at + 1..])),
            '\\' => match chars.next()?.1 {
                // A continued line: the blanks before its text do not count.
                '\n' => {
                    let skipped = rest.len() - chars.as_str().trim_start().len();
                    while chars.clone().next().is_some_and(|(at, _)| at < skipped) {
                        chars.next();
                    }
                }
                'n' => out.push('\n'),
                c => out.push(c),
            },
            c => out.push(c),
        }
    }
    None
}

/// The names in braces: the values of a message. Names that are words of a language (`place_en`, `place_ja`)
/// count under one name, and the little words of English that follow a number do not count.
fn values(text: &str) -> BTreeSet<String> {
    let plain = text.replace("{{", "").replace("}}", "");
    let names = plain.split('{').skip(1).filter_map(|p| p.split(['}', ':']).next());
    let of_both = |name: &str| {
        let stem = name.strip_suffix("en").or_else(|| name.strip_suffix("ja")).unwrap_or(name);
        stem.strip_suffix('_').unwrap_or(stem).to_owned()
    };
    names.map(of_both).filter(|name| !["plural", "on"].contains(&name.as_str())).collect()
}

/// A message without its values, code and names: the words that must be in one language.
fn words(text: &str) -> String {
    let mut out = String::new();
    for (i, part) in text.split('`').enumerate() {
        if i % 2 == 0 {
            let mut depth = 0;
            for c in part.chars() {
                match c {
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    c if depth == 0 => out.push(c),
                    _ => {}
                }
            }
        }
    }
    out
}

fn is_japanese(c: char) -> bool {
    ('\u{3040}'..='\u{9fff}').contains(&c) || ('\u{ff00}'..='\u{ffef}').contains(&c)
}

#[test]
fn every_message_of_the_simulator_is_in_both_languages_with_the_same_values() {
    let mut files = Vec::new();
    sources(&root().join("core/src"), &mut files);
    sources(&root().join("cli/src"), &mut files);
    let mut count = 0;
    let mut wrong = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("UTF-8");
        let product = product(&text);
        // The macro's own documentation and definition are no messages.
        if file.ends_with("base/text.rs") {
            continue;
        }
        for call in product.split("text!(").skip(1) {
            let Some((en, rest)) = literal(call) else { continue };
            let Some((ja, _)) = rest.trim_start().strip_prefix(',').and_then(literal) else {
                wrong.push(format!("{}: no Japanese beside {en:?}", file.display()));
                continue;
            };
            count += 1;
            let (english, japanese) = (words(&en), words(&ja));
            let mut fault = |what: &str| wrong.push(format!("{}: {what}: {en:?} {ja:?}", file.display()));
            if english.chars().any(is_japanese) {
                fault("the English is Japanese");
            }
            // An English sentence has two words or more; names and units may be the same in both languages.
            let sentence = english.split_whitespace().filter(|w| w.chars().filter(|c| c.is_alphabetic()).count() > 2);
            if sentence.count() >= 2 && !japanese.chars().any(is_japanese) {
                fault("the Japanese is not Japanese");
            }
            if values(&en) != values(&ja) {
                fault("values differ");
            }
        }
    }
    assert!(count > 300, "the messages were found at all: {count}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn literals_are_read_as_the_compiler_reads_them() {
    let read = |text: &str| literal(text).map(|(value, rest)| (value, rest.to_owned()));
    assert_eq!(read("  \"a \\\"b\\\"\", x"), Some(("a \"b\"".to_owned(), ", x".to_owned())));
    assert_eq!(read("\"one \\\n      two\")"), Some(("one two".to_owned(), ")".to_owned())));
    assert_eq!(read("name"), None);
    assert_eq!(values("{a} of {b:x} {{c}}").into_iter().collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(values("{place_en} and {en}"), values("{place_ja}と{ja}"));
}
