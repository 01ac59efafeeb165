//! Each section of `docs/c-messages.md` has a program with the finding of its name and one without, in both languages.

use mcore::base::SourceFile;
use mcore_cc::front::front;
use mcore_cc::options::{Input, Options};

/// Names of the findings of a program.
fn findings(text: &str) -> Vec<&'static str> {
    let unit = SourceFile { name: "example.c".into(), text: text.into() };
    let options = Options::default();
    let prelude = options.prelude();
    let done = front(Input { unit: &unit, project: &[], library: &[], prelude: &prelude }, &options);
    done.report.findings.iter().map(|f| f.name).collect()
}

/// Sections of a document: name, and the two programs.
fn sections(text: &str) -> Vec<(&str, Vec<&str>)> {
    let parts = text.split("\n## ").skip(1);
    parts
        .map(|part| {
            let (name, rest) = part.split_once('\n').expect("a title");
            let programs = rest.split("```c\n").skip(1).map(|p| p.split("```").next().expect("an end")).collect();
            (name, programs)
        })
        .collect()
}

#[test]
fn each_section_shows_its_finding() {
    let english = include_str!("../../docs/c-messages.md");
    let japanese = include_str!("../../docs/c-messages.ja.md");
    let all = sections(english);
    assert_eq!(all, sections(japanese), "the programs of both languages are the same");
    assert!(all.len() > 50 && all.is_sorted_by_key(|(name, _)| *name));
    let mut wrong = Vec::new();
    for (name, programs) in &all {
        let [bad, good] = programs[..] else { panic!("{name} needs two programs") };
        let (in_bad, in_good) = (findings(bad), findings(good));
        if !in_bad.contains(name) || !in_good.is_empty() {
            wrong.push(format!("{name}: {in_bad:?} / {in_good:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
