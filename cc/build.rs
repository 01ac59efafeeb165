//! Puts the texts of the C library into the compiler: headers of `core/lib/include`, units of `core/lib/c`. Comments and
//! blanks that separate nothing are left out, because the page fetches the compiler.
//!
//! For each unit the names that it defines for others are listed, so that only those units are compiled that a program
//! needs. A test compares the lists with the symbols of the compiled units.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../core/lib");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut list: Vec<(String, String, String)> = Vec::new();
    for folder in ["", "sys/"] {
        for (name, text) in files(&root.join("include").join(folder))? {
            list.push((format!("{folder}{name}"), without_comments(&text), String::new()));
        }
    }
    for (name, text) in files(&root.join("c"))? {
        let is_assembly = name.ends_with(".s");
        let defined = if is_assembly { exported(&text) } else { defined(&text) };
        let text = if is_assembly { without_lines_of_comment(&text) } else { without_comments(&text) };
        list.push((format!("lib/{name}"), text, defined.join(" ")));
    }
    // One text without addresses and lengths is small when it is packed, and what is alike should be near: the headers of
    // MPI are before its units.
    list.sort_by_key(|(name, ..)| (name.contains("mpi"), name.starts_with("lib/")));
    let mut all = String::new();
    for (name, text, names) in list {
        let _ = write!(all, "\0{name} {names}\n{text}");
    }
    let words = frequent(&all);
    let mut out = format!(
        "/// The words that a byte from 128 on stands for.\npub const WORDS: &str = {:?};\n/// All texts: before each one a zero \
         byte, its name, the names that it defines, and the end of the line.\npub const ALL: &[u8] = {};\n",
        words.join(" "),
        shortened(&all, &words)
    );
    let on_chip: Vec<String> = files(&root)?.iter().flat_map(|(_, text)| labels(text)).collect();
    let _ = writeln!(out, "/// Labels of MClib in assembly.\npub const ON_CHIP: &str = {:?};", on_chip.join(" "));
    fs::write(Path::new(&env::var("OUT_DIR").unwrap_or_default()).join("library.rs"), out)
}

/// The words of a text, and the characters between them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = if is_word(first) { rest.find(|c| !is_word(c)) } else { Some(first.len_utf8()) };
        let word;
        (word, rest) = rest.split_at(end.unwrap_or(rest.len()));
        Some(word)
    })
}

/// The words that take most bytes in a text. A packed text with one byte for each of them is a twelfth smaller.
fn frequent(text: &str) -> Vec<&str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    words(text).for_each(|word| *counts.entry(word).or_default() += 1);
    let mut all: Vec<(usize, &str)> = counts.into_iter().map(|(word, n)| (n * (word.len() - 1), word)).collect();
    all.sort_by(|a, b| b.cmp(a));
    all.into_iter().take(128).map(|(_, word)| word).collect()
}

/// A text as a literal of bytes, in which a byte stands for each of the words.
fn shortened(text: &str, known: &[&str]) -> String {
    assert!(text.is_ascii(), "the library is ASCII but for its comments");
    let bytes = words(text).flat_map(|word| match known.iter().position(|known| *known == word) {
        Some(number) => vec![128 + number as u8],
        None => word.as_bytes().to_vec(),
    });
    format!("b\"{}\"", bytes.collect::<Vec<u8>>().escape_ascii())
}

/// Name and text of each file of a folder, in order of the names.
fn files(folder: &Path) -> io::Result<Vec<(String, String)>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut all = Vec::new();
    if !folder.is_dir() {
        return Ok(all);
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        if name.ends_with(".h") || name.ends_with(".c") || name.ends_with(".s") {
            println!("cargo::rerun-if-changed={}", path.display());
            all.push((name, fs::read_to_string(&path)?));
        }
    }
    all.sort();
    Ok(all)
}

/// An assembly text whose lines of comment are empty.
fn without_lines_of_comment(text: &str) -> String {
    text.lines().fold(String::new(), |all, line| all + if line.starts_with('#') { "" } else { line } + "\n")
}

/// A C text without comments, indentation and blanks that separate nothing. All else stays in its line, for the places in
/// findings.
fn without_comments(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.chars().peekable();
    // The quotation mark of the literal that is being read.
    let mut quote = None;
    while let Some(c) = rest.next() {
        match (quote, c, rest.peek()) {
            (None, '/', Some('*')) => {
                let mut last = ' ';
                rest.next();
                for c in rest.by_ref() {
                    match c {
                        '/' if last == '*' => break,
                        '\n' => out.push('\n'),
                        _ => {}
                    }
                    last = c;
                }
                out.push(' ');
                continue;
            }
            (None, '"' | '\'', _) => quote = Some(c),
            (Some(open), _, _) if open == c => quote = None,
            (Some(_), '\\', Some(_)) => {
                out.push(c);
                out.extend(rest.next());
                continue;
            }
            _ => {}
        }
        out.push(c);
    }
    out.lines().fold(String::new(), |all, line| all + &without_blanks(line.trim()) + "\n")
}

/// A line of C without the blanks that separate nothing; a line of the preprocessor as it is.
fn without_blanks(line: &str) -> String {
    if line.starts_with('#') {
        return line.to_owned();
    }
    let mut out = String::new();
    let (mut quote, mut escaped) = (None, false);
    let mut rest = line.chars().peekable();
    while let Some(c) = rest.next() {
        match quote {
            Some(_) if escaped => escaped = false,
            Some(_) if c == '\\' => escaped = true,
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if c == '"' || c == '\'' => quote = Some(c),
            None if c.is_whitespace() => {
                let next = rest.peek().copied().unwrap_or(' ');
                if next.is_whitespace() || out.chars().last().is_some_and(|last| !separates(last, next)) {
                    continue;
                }
            }
            None => {}
        }
        out.push(c);
    }
    out
}

/// Whether a blank between two characters of C has an effect: without it, two tokens would be one.
fn separates(last: char, next: char) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '"' || c == '\'';
    let alone = |c: char| "(){}[];,".contains(c);
    // The end of a hexadecimal number and a sign are part of one number.
    let number = "eEpP".contains(last) && "+-".contains(next);
    !alone(last) && !alone(next) && (is_word(last) == is_word(next) || number)
}

/// Labels at the start of lines of an assembly text.
fn labels(text: &str) -> Vec<String> {
    let names = text.lines().filter_map(|line| line.trim_start().split_once(':')).map(|(name, _)| name);
    let is_word = |name: &&str| name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$'));
    names.filter(is_word).map(String::from).collect()
}

/// Names in `.globl` directives.
fn exported(text: &str) -> Vec<String> {
    let lists = text.lines().filter_map(|line| line.trim().strip_prefix(".globl"));
    lists.flat_map(|list| list.split(',')).map(|name| name.trim().to_owned()).collect()
}

/// Functions and objects that a C text of the library defines: declarations that begin in the first column.
fn defined(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut lines = text.lines().peekable();
    let mut in_comment = false;
    while let Some(line) = lines.next() {
        if in_comment || line.starts_with("/*") {
            in_comment = !line.contains("*/");
            continue;
        }
        let word = line.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
        if matches!(word, "" | "static" | "typedef" | "extern") {
            continue;
        }
        let mut whole = line.to_owned();
        while !whole.contains(['{', ';']) {
            match lines.next() {
                Some(next) => whole = format!("{whole} {next}"),
                None => break,
            }
        }
        let end = whole.find(['{', ';']).unwrap_or(whole.len());
        let head = &whole[..end];
        let is_function = whole[end..].starts_with('{') && head.contains('(') && !head.contains('=');
        let before = match (is_function, head.find(['(', '=', '['])) {
            (true, Some(at)) => &head[..at],
            // A tag or a prototype defines nothing.
            (false, _) if head.contains('(') && !head.contains('=') => continue,
            (false, Some(at)) => &head[..at],
            (_, None) => head,
        };
        let is_tag = !is_function && matches!(word, "struct" | "union" | "enum") && whole[end..].starts_with('{');
        let name = before.trim_end().rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
        let words = before.split_whitespace().count();
        if !is_tag && !name.is_empty() && words > 1 {
            names.push(name.to_owned());
        }
    }
    names
}
