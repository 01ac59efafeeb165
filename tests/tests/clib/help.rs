//! The help of the page has a row for each function of MPI and of the C library, with its prototype; for MPI with its cost.

use super::lists::headers;
use mcore::modes::chip::session::{HelpKind, HelpRow};
use std::collections::BTreeMap;

/// A text without comments and with one blank between words.
fn plain(text: &str) -> String {
    let mut parts = text.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.map(|part| part.split_once("*/").expect("a comment ends").1);
    rest.fold(first, |text, part| text + part).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The prototypes of the functions of a header whose names begin with `prefix`, by name.
pub fn prototypes(header: &str, prefix: &str) -> BTreeMap<String, String> {
    // The compiler's own copy has no blanks after commas.
    let header = std::fs::read_to_string(mcore_tests::root().join("core/lib/include").join(header)).expect("a header");
    let header = header.replace("\\\n", " ");
    let lines: Vec<&str> = header.lines().filter(|line| !line.starts_with('#')).collect();
    let text = plain(&lines.join("\n"));
    let named = text.split(';').map(str::trim).filter_map(|declaration| {
        let (before, _) = declaration.split_once('(')?;
        let name = before
            .rsplit([' ', '*'])
            .next()
            .filter(|name| name.starts_with(prefix) && !name.is_empty() && !name.starts_with("__"))?;
        Some((name.to_owned(), declaration.to_owned()))
    });
    named.filter(|(_, declaration)| !declaration.starts_with("typedef")).collect()
}

/// The functions that the macros of `<complex.h>` declare for `double` and `float`, by name. Those of `long double` that macros declare,
/// there and in `<math.h>`, have no rows: a `long double` is a `double`.
fn declared_by_macros(header: &str) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(mcore_tests::root().join("core/lib/include").join(header)).expect("a header");
    let mut named = BTreeMap::new();
    for line in text.lines() {
        let Some((of, name)) = line.strip_suffix(");").and_then(|line| line.split_once('(')) else { continue };
        let of = match of {
            "__REAL" => "",
            "__COMPLEX" => " _Complex",
            _ => continue,
        };
        for (real, end) in [("double", ""), ("float", "f")] {
            named.insert(format!("{name}{end}"), format!("{real}{of} {name}{end}({real} _Complex z)"));
        }
    }
    named
}

#[test]
fn every_function_of_mpi_has_help_with_its_prototype_and_cost() {
    let path = mcore_tests::root().join("assets/help/mpi.json");
    let text = std::fs::read_to_string(path).expect("assets/help/mpi.json");
    let rows: Vec<HelpRow> = serde_json::from_str(&text).expect("rows");
    let prototypes = prototypes("mpi.h", "MPI_");
    assert!(prototypes.len() >= 74 && prototypes.contains_key("MPI_Send"), "{prototypes:?}");
    let named: BTreeMap<&str, &HelpRow> = rows.iter().map(|row| (row.word.as_str(), row)).collect();
    assert_eq!(named.len(), rows.len(), "a function has two rows");
    for (name, prototype) in &prototypes {
        let row =
            named.get(name.as_str()).unwrap_or_else(|| panic!("{name} of mpi.h has no row in assets/help/mpi.json"));
        // The compiler keeps its headers without blanks where they mean nothing.
        let dense = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(dense(&row.operands), dense(prototype), "{name}");
        assert_eq!(row.kind, HelpKind::Function, "{name}");
        assert!(row.meaning.en.contains(" Cost: ") && row.meaning.en.ends_with('.'), "{name}: {}", row.meaning.en);
        assert!(row.meaning.ja.contains("コスト: ") && row.meaning.ja.ends_with('。'), "{name}: {}", row.meaning.ja);
    }
    for row in &rows {
        assert!(prototypes.contains_key(&row.word), "{} is no function of mpi.h", row.word);
    }
}

#[test]
fn every_function_of_the_c_library_has_help_with_its_prototype_and_header() {
    let text = std::fs::read_to_string(mcore_tests::root().join("assets/help/c.json")).expect("assets/help/c.json");
    let rows: Vec<HelpRow> = serde_json::from_str(&text).expect("rows");
    let mut left: BTreeMap<&str, &HelpRow> = rows.iter().map(|row| (row.word.as_str(), row)).collect();
    assert_eq!(left.len(), rows.len(), "a function has two rows");
    // MPI has rows of its own, and those of MClib are beside its sources (core/toolchain/src/mclib/help.rs).
    for header in headers().iter().filter(|header| !["mpi.h", "mclib.h", "mc.h"].contains(&header.as_str())) {
        for (name, prototype) in prototypes(header, "").into_iter().chain(declared_by_macros(header)) {
            let row = left
                .remove(name.as_str())
                .unwrap_or_else(|| panic!("{name} of {header} has no row in assets/help/c.json"));
            let dense = |text: &str| text.split_whitespace().collect::<String>();
            let written = prototype.split("__attribute__").next().and_then(|text| text.split("__asm__").next());
            let written = dense(&written.unwrap_or_default().replace("_Noreturn ", ""));
            assert_eq!(dense(&row.operands), written, "{name}");
            assert_eq!((row.kind, row.note.as_str()), (HelpKind::Function, format!("<{header}>").as_str()), "{name}");
            assert!(row.meaning.en.ends_with('.') && row.meaning.ja.ends_with('。'), "{name}");
        }
    }
    assert!(left.is_empty(), "no functions of the library: {:?}", left.keys());
}
