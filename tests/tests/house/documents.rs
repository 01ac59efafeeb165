//! Rules about documents for engineers: the structure stays readable, and lists of the source text are complete.

use mcore_tests::docs::{grouped, read};
use mcore_tests::root;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The documents whose paths of files are complete, each with the folder that they are relative to.
const WITH_PATHS: [(&str, &str); 2] = [("cc/README.md", "cc"), ("docs/saved-work.md", "ui/src")];

#[test]
fn documents_name_files_that_exist() {
    for (document, folder) in WITH_PATHS {
        let text = read(document);
        let is_path = |code: &&str| code.contains('/') && !code.contains([' ', '*', '<', '`', '…', '{', ':', '#']);
        let ends = |code: &&str| code.ends_with('/') || Path::new(code).extension().is_some();
        let paths: Vec<&str> = text.split('`').skip(1).step_by(2).filter(is_path).filter(ends).collect();
        assert!(paths.len() > 5, "the test looks at something in {document}");
        let is_gone = |path: &&str| !root().join(folder).join(path).exists() && !root().join(path).exists();
        let gone: Vec<&str> = paths.into_iter().filter(is_gone).collect();
        assert!(gone.is_empty(), "{document} names files that do not exist: {gone:?}");
    }
}

/// The list of the compiler's limits, in both languages.
const LIMITS: [&str; 2] = ["docs/limits.md", "docs/limits.ja.md"];

/// The product files below a folder, by their paths in it.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let (mut found, mut open): (Vec<PathBuf>, Vec<PathBuf>) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).expect("a folder").flatten().map(|entry| entry.path()));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found.sort();
    let within = |path: &PathBuf| path.strip_prefix(folder).expect("below").to_string_lossy().replace('\\', "/");
    found.iter().map(|path| (within(path), fs::read_to_string(path).expect("UTF-8"))).collect()
}

/// The value of a constant as the list writes it: `4 << 20` is `4,194,304`, `[12, 8]` is `12, 8`.
fn value(written: &str) -> String {
    let number = |text: &str| {
        let digits = text.trim().replace('_', "");
        let hexadecimal = digits.strip_prefix("0x").map(|digits| i64::from_str_radix(digits, 16));
        hexadecimal.unwrap_or_else(|| digits.parse()).unwrap_or_else(|_| panic!("`{written}` is no number"))
    };
    if let Some(list) = written.strip_prefix('[') {
        let parts = list.trim_end_matches(']').split(',');
        return parts.map(|part| grouped(number(part))).collect::<Vec<_>>().join(", ");
    }
    match written.split_once("<<") {
        Some((base, shift)) => grouped(number(base) << number(shift)),
        None => grouped(number(written)),
    }
}

/// Name and value of a constant that a line defines.
fn constant(line: &str) -> Option<(&str, &str)> {
    let (name, rest) = line.split_once("const ")?.1.split_once(':')?;
    Some((name, rest.split_once('=')?.1.trim().strip_suffix(';')?))
}

#[test]
fn the_list_of_the_compilers_limits_is_complete() {
    let sources = sources(&root().join("cc/src"));
    let mut known: BTreeMap<(String, String), String> = BTreeMap::new();
    for (file, text) in &sources {
        for (name, written) in text.lines().filter_map(constant) {
            known.insert((file.clone(), name.to_owned()), written.to_owned());
        }
    }
    let limits: Vec<_> = known.keys().filter(|(_, name)| name.starts_with("MAX_")).collect();
    assert!(limits.len() > 40, "the test looks at something");
    let all: String = sources.iter().map(|(_, text)| text.as_str()).collect();
    for document in LIMITS {
        let text = read(document);
        let rows: Vec<Vec<&str>> = text
            .lines()
            .filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"))
            .map(|row| row.split(" | ").collect())
            .collect();
        for (file, name) in &limits {
            let cell = format!("`{file}` `{name}`");
            assert!(rows.iter().any(|row| row.last() == Some(&cell.as_str())), "{document} has no row for {cell}");
        }
        for row in &rows {
            let (Some(last), Some(is)) = (row.last(), row.get(1)) else { continue };
            let code: Vec<&str> = last.split('`').skip(1).step_by(2).collect();
            if let [file, name] = code[..] {
                let written = known.get(&(file.to_owned(), name.to_owned()));
                let written = written.unwrap_or_else(|| panic!("{document}: there is no constant {last}"));
                assert_eq!(*is, value(written), "{document}: the value of {last}");
            }
            // The texts between the values of a message.
            for message in row[2].split('"').skip(1).step_by(2) {
                let missing = message.split('…').find(|part| !all.contains(part));
                assert_eq!(missing, None, "{document}: the compiler has no message `{message}`");
            }
        }
    }
}

#[test]
fn values_of_constants_are_read() {
    assert_eq!(
        ["4 << 20", "0x7fff_ffff", "2_000", "[12, 8]"].map(value),
        ["4,194,304", "2,147,483,647", "2,000", "12, 8"]
    );
    assert_eq!(constant("pub(super) const MAX_A: usize = 1 << 4;"), Some(("MAX_A", "1 << 4")));
    assert_eq!(constant("fn f() {}"), None);
}
