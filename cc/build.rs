//! Puts the texts of the C library into the compiler: headers of `core/lib/include`, units of `core/lib/c`.
//!
//! For each unit the names that it defines for others are listed, so that only those units are compiled that a program
//! needs. A test compares the lists with the symbols of the compiled units.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../core/lib");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut out = String::from("/// Headers by name.\npub const HEADERS: &[(&str, &str)] = &[\n");
    for (name, path, _) in files(&root.join("include"))? {
        let _ = writeln!(out, "    ({name:?}, include_str!({path:?})),");
    }
    out.push_str(
        "];\n/// Units by name, with the names that they define.\npub const UNITS: &[(&str, &str, &[&str])] = &[\n",
    );
    for (name, path, text) in files(&root.join("c"))? {
        let defined = if name.ends_with(".s") { exported(&text) } else { defined(&text) };
        let _ = writeln!(out, "    ({:?}, include_str!({path:?}), &{defined:?}),", format!("lib/{name}"));
    }
    out.push_str("];\n");
    fs::write(Path::new(&env::var("OUT_DIR").unwrap_or_default()).join("library.rs"), out)
}

/// Name, path and text of each file of a folder, in order of the names.
fn files(folder: &Path) -> io::Result<Vec<(String, String, String)>> {
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
            all.push((name, path.canonicalize()?.to_string_lossy().into_owned(), fs::read_to_string(&path)?));
        }
    }
    all.sort();
    Ok(all)
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
