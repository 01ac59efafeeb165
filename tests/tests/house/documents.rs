//! Rules about documents for engineers: the structure stays readable, and lists of the source text are complete.

use mcore_tests::docs::{grouped, read};
use mcore_tests::root;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Longest text of ARCHITECTURE.md, in lines.
const LONGEST: usize = 220;
/// Most words of a row of its tables.
const WORDS_OF_A_ROW: usize = 40;

#[test]
fn the_structure_is_described_in_few_lines_and_short_rows() {
    let text = read("ARCHITECTURE.md");
    let lines = text.lines().count();
    assert!(lines <= LONGEST, "ARCHITECTURE.md has {lines} lines: move details to a document that it links to");
    let rows = text.lines().filter(|line| line.starts_with('|'));
    let long: Vec<&str> = rows.filter(|row| words(row) > WORDS_OF_A_ROW).collect();
    assert!(long.is_empty(), "these rows have more than {WORDS_OF_A_ROW} words:\n{}", long.join("\n"));
}

/// Words of a row, without the lines between its cells.
fn words(row: &str) -> usize {
    row.split_whitespace().filter(|word| *word != "|").count()
}

/// Packages that are in no folder of their name.
const FOLDERS: [(&str, &str); 2] = [("mcore", "core"), ("messages", "ui/messages")];

/// The folder of a package, by its name without `mcore-`.
fn folder(package: &str) -> String {
    let known = FOLDERS.iter().find(|(name, _)| *name == package).map(|(_, folder)| (*folder).to_owned());
    let of_core = format!("core/{package}");
    known.unwrap_or_else(|| if root().join(&of_core).is_dir() { of_core } else { package.to_owned() })
}

#[test]
fn the_table_of_packages_has_what_they_use() {
    let text = read("ARCHITECTURE.md");
    let table = text.lines().skip_while(|line| !line.starts_with("| package | may use |")).skip(2);
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<BTreeSet<_>>();
    let mut seen = 0;
    for row in table.take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.split('|').collect();
        let allowed = names(cells[2]);
        for package in names(cells[1]) {
            let manifest: toml::Table = read(&format!("{}/Cargo.toml", folder(&package))).parse().expect("TOML");
            let used = manifest["dependencies"].as_table().expect("a table").keys();
            let used = used.filter(|name| name.starts_with("mcore")).map(|name| name.trim_start_matches("mcore-"));
            let wrong: Vec<&str> = used.filter(|name| !allowed.contains(*name)).collect();
            assert!(wrong.is_empty(), "ARCHITECTURE.md: `{package}` uses {wrong:?} too");
            seen += 1;
        }
    }
    let packages = fs::read_dir(root().join("core")).expect("a folder").flatten();
    let of_core = packages.filter(|entry| entry.path().join("Cargo.toml").is_file()).count();
    assert!(seen > of_core, "ARCHITECTURE.md has {seen} packages, core alone {of_core}");
}

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
