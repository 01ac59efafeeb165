//! The names that a file of Rust uses, as the compiler would find them: without comments and strings, without unit tests, and
//! with `super` and groups in braces resolved.

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};
use std::ops::Range;
use std::path::Path;

pub fn tokens(text: &str) -> Vec<TokenTree> {
    text.parse::<TokenStream>().unwrap_or_else(|e| panic!("this is no Rust: {e}\n{text}")).into_iter().collect()
}

/// The text without each item, field or statement marked by `#[cfg(test)]`; everything after it stays.
pub fn product(text: &str) -> String {
    let mut cuts = Vec::new();
    find_tests(tokens(text), &mut cuts);
    let mut out = String::new();
    let mut at = 0;
    for cut in cuts {
        out.push_str(&text[at..cut.start]);
        at = cut.end;
    }
    out + &text[at..]
}

/// Adds the bytes of everything that is compiled for tests only, in ascending order.
fn find_tests(tokens: Vec<TokenTree>, cuts: &mut Vec<Range<usize>>) {
    let mut at = 0;
    while at < tokens.len() {
        match attribute(&tokens, at) {
            Some((group, next)) if is_for_tests(group) => {
                let end = if next - at == 3 { tokens.len() } else { end_of_item(&tokens, next) };
                let last = tokens[..end].last().map_or(0, |token| token.span().byte_range().end);
                cuts.push(tokens[at].span().byte_range().start..last);
                at = end;
            }
            Some((_, next)) => at = next,
            None => {
                if let TokenTree::Group(group) = &tokens[at] {
                    find_tests(group.stream().into_iter().collect(), cuts);
                }
                at += 1;
            }
        }
    }
}

/// The attribute that starts at token `at` (`#[…]`, or `#![…]`, which has three tokens), and the token after it.
pub fn attribute(tokens: &[TokenTree], at: usize) -> Option<(&Group, usize)> {
    if !is_sign(tokens.get(at), '#') {
        return None;
    }
    let open = if is_sign(tokens.get(at + 1), '!') { at + 2 } else { at + 1 };
    match tokens.get(open) {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => Some((group, open + 1)),
        _ => None,
    }
}

/// Whether an attribute is `cfg(test)`, or `cfg(all(…))` with `test` in it. `cfg(any(test, …))` is product code too.
fn is_for_tests(attribute: &Group) -> bool {
    let words: String = attribute.stream().to_string().chars().filter(|c| !c.is_whitespace()).collect();
    let Some(condition) = words.strip_prefix("cfg(").and_then(|rest| rest.strip_suffix(')')) else { return false };
    let all = condition.strip_prefix("all(").and_then(|rest| rest.strip_suffix(')'));
    condition == "test" || all.is_some_and(|all| all.split(',').any(|word| word == "test"))
}

/// The token after the item, field, arm or statement that starts at token `at`.
pub fn end_of_item(tokens: &[TokenTree], mut at: usize) -> usize {
    while let Some((_, next)) = attribute(tokens, at) {
        at = next;
    }
    let words: Vec<String> = tokens[at..].iter().take(4).map(ToString::to_string).collect();
    let mut words = words.iter().map(String::as_str).filter(|word| *word != "pub" && !word.starts_with('('));
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let is_function = ["fn", "unsafe", "async", "extern"].contains(&second);
    let to_semicolon = ["use", "static", "type", "let"].contains(&first) || first == "const" && !is_function;
    let is_item = "fn mod impl trait struct enum union unsafe async extern const macro_rules".split(' ');
    let to_brace = is_item.into_iter().any(|word| word == first);
    let mut depth = 0_i32;
    for (i, token) in tokens.iter().enumerate().skip(at) {
        let arrow = i > at && (is_sign(tokens.get(i - 1), '-') || is_sign(tokens.get(i - 1), '='));
        match token {
            TokenTree::Group(group)
                if group.delimiter() == Delimiter::Brace && !to_semicolon && (to_brace || i == at || arrow) =>
            {
                return i + 1;
            }
            TokenTree::Punct(sign) => match sign.as_char() {
                ';' => return i + 1,
                '<' => depth += 1,
                '>' if !arrow => depth -= 1,
                ',' if depth == 0 && !to_semicolon && !to_brace => return i + 1,
                _ => {}
            },
            _ => {}
        }
    }
    tokens.len()
}

fn is_sign(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

/// The path of a file's module: `["chip", "parts", "router"]` for `chip/parts/router.rs` below `src`.
pub fn module(within: &Path) -> Vec<String> {
    let mut parts: Vec<String> = within.with_extension("").iter().map(|p| p.to_string_lossy().into_owned()).collect();
    parts.pop_if(|last| ["mod", "lib", "main"].contains(&last.as_str()));
    parts
}

/// Every path in a text of Rust, each item of a group in braces by itself. A path that starts with `self` or `super` is made
/// one that starts with `crate`, for which `module` says where the text is.
pub fn paths(text: &str, module: &[String]) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    find_paths(tokens(text), &mut module.to_vec(), &mut found);
    found
}

/// Words before a path that are no part of it.
const KEYWORDS: [&str; 14] =
    ["use", "as", "in", "return", "match", "if", "else", "while", "dyn", "impl", "for", "mut", "where", "move"];

fn find_paths(tokens: Vec<TokenTree>, module: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    let mut at = 0;
    while at < tokens.len() {
        match (&tokens[at], tokens.get(at + 1), tokens.get(at + 2)) {
            (TokenTree::Ident(word), Some(TokenTree::Ident(name)), Some(TokenTree::Group(body))) if word == "mod" => {
                module.push(name.to_string());
                find_paths(body.stream().into_iter().collect(), module, found);
                module.pop();
                at += 3;
            }
            // A visibility names a module, but uses nothing of it.
            (TokenTree::Ident(word), Some(TokenTree::Group(group)), _)
                if word == "pub" && group.delimiter() == Delimiter::Parenthesis =>
            {
                at += 2;
            }
            // A path may start with `::` after these.
            (TokenTree::Ident(word), ..) if KEYWORDS.contains(&word.to_string().as_str()) => at += 1,
            (TokenTree::Ident(_), ..) => at = find_path(&tokens, at, &[], module, found),
            (TokenTree::Group(group), ..) => {
                find_paths(group.stream().into_iter().collect(), module, found);
                at += 1;
            }
            _ => at += 1,
        }
    }
}

/// Adds the paths of a tree such as `a::{b, c::d}` that starts at token `at`, each after `before`. Gives the token after it.
fn find_path(
    tokens: &[TokenTree],
    mut at: usize,
    before: &[String],
    module: &[String],
    found: &mut Vec<Vec<String>>,
) -> usize {
    let mut path = before.to_vec();
    loop {
        match tokens.get(at) {
            Some(TokenTree::Ident(word)) => path.push(word.to_string()),
            Some(TokenTree::Punct(sign)) if sign.as_char() == '*' && !path.is_empty() => path.push("*".to_owned()),
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                let inner: Vec<_> = group.stream().into_iter().collect();
                for item in inner.split(|token| is_sign(Some(token), ',')).filter(|item| !item.is_empty()) {
                    find_path(item, 0, &path, module, found);
                }
                return at + 1;
            }
            // Such as the `<` of `a::<T>`: the path has ended.
            _ => {
                found.push(resolved(path, module));
                return at;
            }
        }
        at += 1;
        let colon =
            matches!(tokens.get(at), Some(TokenTree::Punct(p)) if p.as_char() == ':' && p.spacing() == Spacing::Joint);
        if !colon || !is_sign(tokens.get(at + 1), ':') {
            found.push(resolved(path, module));
            return at;
        }
        at += 2;
    }
}

/// The path from `crate` on, if it starts with `self` or `super`.
fn resolved(mut path: Vec<String>, module: &[String]) -> Vec<String> {
    if path.len() > 1 {
        path.pop_if(|last| last == "self");
    }
    let up = path.iter().take_while(|word| *word == "super").count();
    let own = usize::from(path.len() > 1 && path[0] == "self");
    if up + own == 0 {
        return path;
    }
    let up = up + path.iter().skip(own).take_while(|word| own == 1 && *word == "super").count();
    let place = module[..module.len().saturating_sub(up)].iter().cloned();
    std::iter::once("crate".to_owned()).chain(place).chain(path.into_iter().skip(up + own)).collect()
}

#[test]
fn what_is_for_tests_is_cut_out_and_nothing_after_it() {
    let text = "use a::B;\n#[cfg(test)]\nuse c::{D, E};\n#[cfg(test)]\n#[path = \"t.rs\"]\nmod tests;\nstruct S {\n    \
        #[cfg(test)]\n    pub seen: Map<u8, u8>,\n    kept: u8,\n}\n#[cfg(test)]\nmod more { fn f() {} }\n\
        #[cfg(any(test, feature = \"std\"))]\nfn both() {}\n#[cfg(all(test, feature = \"std\"))]\nconst fn one() -> u8 { 1 }\n\
        impl S {\n    #[cfg(test)]\n    const X: [u8; 1] = { [1] };\n    fn last(&self) { #[cfg(test)] { f() } g(); }\n}\n\
        // \"#[cfg(test)]\"\nfn end() {}\n";
    let words: String = product(text).split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(
        words,
        "use a::B; struct S { kept: u8, } #[cfg(any(test, feature = \"std\"))] fn both() {} \
         impl S { fn last(&self) { g(); } } // \"#[cfg(test)]\" fn end() {}"
    );
    assert_eq!(product("#![cfg(test)]\nfn f() {}\n").trim(), "");
}

#[test]
fn paths_are_resolved() {
    let found = |text: &str| {
        let module = ["a", "b"].map(str::to_owned);
        paths(text, &module).into_iter().map(|path| path.join("::")).filter(|p| p.contains("::")).collect::<Vec<_>>()
    };
    assert_eq!(found("use crate::{x::{self, Y as Z}, w::*};"), ["crate::x", "crate::x::Y", "crate::w::*"]);
    assert_eq!(found("use ::x::Y; use crate::Z as _; fn f(a: &dyn ::x::W) {}"), ["x::Y", "crate::Z", "x::W"]);
    assert_eq!(found("use super::super::V; use self::c::D;"), ["crate::V", "crate::a::b::c::D"]);
    assert_eq!(
        found("mod t { use super::*; fn f() { super::super::g::<crate::H>() } }"),
        ["crate::a::b::*", "crate::a::g", "crate::H"]
    );
    assert_eq!(
        found("pub(in crate::a) fn f(&self) -> std::io::Error { \"crate::s\"; self.x() } // crate::t"),
        ["std::io::Error"]
    );
    assert_eq!(paths("use super as up;", &["a".to_owned(), "b".to_owned()])[0], ["crate", "a"]);
}
