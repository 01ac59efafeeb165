//! Tests of what is found, and of what is not.

use super::habits::{Finder, HABITS};
use super::list::{Hit, hits, parse, too_many};
use super::prose::{Language, paragraphs};
use std::collections::{BTreeMap, BTreeSet};

fn found(text: &str, language: Language) -> Vec<(usize, &'static str)> {
    hits(&Finder::new().expect("patterns"), text, language)
        .iter()
        .map(|Hit { line, habit, .. }| (*line, *habit))
        .collect()
}

#[test]
fn every_habit_is_found() {
    let mut tried = BTreeSet::new();
    for (text, habit) in [
        ("What a core has read.", "what"),
        ("what a core has read", "what"),
        ("It is read. What was read is kept.", "what"),
        ("The packet comes to the port.", "come"),
        ("It came down.", "come"),
        ("The word stands in the buffer.", "stand"),
        ("Where the flits stood", "stand"),
        ("It tells the page of it.", "tell"),
        ("told by the worker", "tell"),
        ("In so many cycles it ends.", "so many"),
        ("with so much work", "so many"),
        ("The word behind the last.", "behind"),
        ("Whoever asks gets it.", "whoever"),
        ("Nobody asks.", "whoever"),
        ("if somebody looks", "whoever"),
        ("at the begin of a line", "begin"),
        ("Its begin is known.", "begin"),
        ("33 flits a node and cycle", "a cycle"),
        ("There is one bit a port.", "a cycle"),
        ("as one flit a cycle, at most", "a cycle"),
        ("the rate in flits a node", "a cycle"),
    ] {
        assert_eq!(found(text, Language::Document), [(1, habit)], "{text}");
        tried.insert(habit);
    }
    assert_eq!(tried.len(), HABITS.len(), "each habit has an example");
}

#[test]
fn good_english_is_left_alone() {
    for text in [
        "What does it do?",
        "It ends. What now? It begins.",
        "See what it does.",
        "The packet comes from the west. The header comes first, the tail comes last.",
        "XY stands for the order of dimensions.",
        "To tell the two apart.",
        "There are so many of them that one is dropped.",
        "A flit waits behind another one.",
        "It falls behind.",
        "The lines begin with a blank.",
        "A phase begins at cycle 4.",
        "The flits a node sends are counted.",
        "It holds a word, and carries a flit.",
        "This one is a node.",
        "60 frames a second",
        "Gives the bookmark of a cycle a name.",
        "Say `what stands behind` and \"What comes\" in [the text](what/stands behind).",
        "Understand the standalone file and the income.",
    ] {
        assert_eq!(found(text, Language::Document), [], "{text}");
    }
}

#[test]
fn only_comments_of_sources_are_prose() {
    let rust = "//! It tells.\n\nfn begin(told: &'static str) -> char {\n    let a = \"// stands\"; // comes\n\
        \x20   let b = r#\"\"// told\"#; /* told\n    behind /* nested stands */ */\n    '\"' // nobody\n}\n";
    assert_eq!(
        found(rust, Language::Rust),
        [(1, "tell"), (4, "come"), (5, "tell"), (6, "behind"), (6, "stand"), (7, "whoever")]
    );
    let script = "const a = '// told', b = `// told ${f(`}`)} // told`; // stands\nconst c = x / 2; // comes\n\
        const d = /[/\"]\\/told/.test(a); // behind\n/** It\n * tells. */\n";
    assert_eq!(found(script, Language::Script), [(1, "stand"), (2, "come"), (3, "behind"), (5, "tell")]);
    let style = "a { background: url(\"//told\"); } /* told */\n// told\n";
    assert_eq!(found(style, Language::Style), [(1, "tell")]);
}

#[test]
fn a_paragraph_is_as_long_as_its_sentence() {
    let text = "/// One. What\n/// begins here.\n///\n/// - what is a list\n/// - two\n/// ```text\n/// told\n/// ```\nfn f() {} // What ends\n// What is new";
    let lines: Vec<_> = paragraphs(text, Language::Rust).into_iter().map(|p| p.plain).collect();
    assert_eq!(lines, ["One. What begins here.", "what is a list", "two", "What ends", "What is new"]);
    assert_eq!(found(text, Language::Rust), [(1, "what"), (4, "what"), (9, "what"), (10, "what")]);
    let text =
        "# What is\n| it stands | told |\n|---|---|\n\n~~~\ntold\n~~~\nHe asked. What\nis it? <!-- told --> Told\n";
    assert_eq!(found(text, Language::Document), [(1, "what"), (2, "stand"), (2, "tell"), (9, "tell")]);
}

#[test]
fn a_file_may_have_fewer_but_not_more() {
    let allowed = parse("# remark\n   3 a.rs\n   1 b c.md\n").expect("a list");
    let counts = |pairs: &[(&str, usize)]| pairs.iter().map(|(p, n)| ((*p).to_owned(), *n)).collect::<BTreeMap<_, _>>();
    assert!(too_many(&counts(&[("a.rs", 3), ("b c.md", 0)]), &allowed).is_empty());
    assert_eq!(too_many(&counts(&[("a.rs", 4), ("new.rs", 1)]), &allowed).len(), 2);
    assert!(parse("a.rs 3").is_none());
}
