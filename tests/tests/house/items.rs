//! Public items have documentation. The compiler's lint `missing_docs` asks for it for fields and variants too, whose names
//! often say everything.

use super::names::{attribute, end_of_item, product, tokens};
use super::tidy::files;
use mcore_tests::root;
use proc_macro2::{Delimiter, TokenTree};
use std::fs;

/// Items that need documentation if they are public.
const KINDS: [&str; 8] = ["fn", "struct", "enum", "union", "trait", "const", "static", "type"];

/// The lines and names of the public items of a text that have none.
fn undocumented(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    scan(&tokens(&product(text)), false, &mut found);
    found
}

/// Adds the items among these tokens; those in a trait are all public.
fn scan(tokens: &[TokenTree], in_trait: bool, found: &mut Vec<(usize, String)>) {
    let mut at = 0;
    while at < tokens.len() {
        let end = end_of_item(tokens, at).max(at + 1);
        item(&tokens[at..end], in_trait, found);
        at = end;
    }
}

fn item(tokens: &[TokenTree], in_trait: bool, found: &mut Vec<(usize, String)>) {
    let (mut at, mut documented) = (0, false);
    while let Some((group, next)) = attribute(tokens, at) {
        documented |= group.stream().to_string().starts_with("doc");
        at = next;
    }
    let word = |at: usize| tokens.get(at).map(ToString::to_string).unwrap_or_default();
    let is_public = in_trait || word(at) == "pub" && !word(at + 1).starts_with('(');
    // Visibility, and the words before the kind.
    while matches!(word(at).as_str(), "pub" | "async" | "unsafe" | "extern" | "default")
        || word(at).starts_with(['(', '"'])
        || word(at) == "const" && word(at + 1) == "fn"
    {
        at += 1;
    }
    let (kind, name) = (word(at), word(at + 1));
    if is_public && !documented && KINDS.contains(&kind.as_str()) {
        found.push((tokens[at].span().start().line, name));
    }
    let of_trait = kind == "impl" && tokens.iter().any(|token| token.to_string() == "for");
    if let (Some(TokenTree::Group(body)), "mod" | "impl" | "trait", false) = (tokens.last(), kind.as_str(), of_trait)
        && body.delimiter() == Delimiter::Brace
    {
        scan(&body.stream().into_iter().collect::<Vec<_>>(), kind == "trait", found);
    }
}

#[test]
fn an_item_without_documentation_is_found() {
    let text = "
        /// A type.
        pub struct A { pub field: u32 }
        pub enum B { C }
        impl A {
            /// Documented.
            #[inline]
            pub const fn new() -> Self { Self { field: 0 } }
            pub fn get(&self) -> u32 { self.field }
            fn private(&self) {}
        }
        impl Default for A { fn default() -> Self { Self::new() } }
        pub trait T { fn f(&self); }
        pub(crate) const X: u32 = 1;
        pub const Y: u32 = 1;
        pub mod inner { pub fn deep() {} }
        #[cfg(test)]
        mod tests { pub fn of_a_test() {} }
    ";
    let names: Vec<String> = undocumented(text).into_iter().map(|(_, name)| name).collect();
    assert_eq!(names, ["B", "get", "T", "f", "Y", "deep"]);
}

#[test]
fn public_items_are_documented() {
    let root = root();
    let mut wrong = Vec::new();
    let mut seen = 0;
    for folder in ["core", "cc/src", "archive", "unpack", "edition", "serve", "ui/src", "ui/messages/src"] {
        for path in files(&root.join(folder), &[".rs"]) {
            let within = path.strip_prefix(&root).expect("below the root").to_string_lossy().replace('\\', "/");
            if within.split('/').any(|part| ["tests", "tests.rs", "bin", "build.rs"].contains(&part)) {
                continue;
            }
            seen += 1;
            for (line, name) in undocumented(&fs::read_to_string(&path).expect("UTF-8")) {
                wrong.push(format!("{within}:{line}: {name}"));
            }
        }
    }
    assert!(seen > 700, "the test looks at something: {seen}");
    assert!(wrong.is_empty(), "public items without documentation:\n{}", wrong.join("\n"));
}
