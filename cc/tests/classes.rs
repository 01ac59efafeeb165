//! The class of each diagnostic is that of gcc 14: what gcc lets pass with a warning is no error here, and what it refuses
//! is refused. The classes are in `tests/cases/cc/classes.txt`, which `oracle classes` makes.

use mcore::base::{Severity, SourceFile};
use mcore_cc::front::front;
use mcore_cc::options::{Input, Options};

const CLASSES: &str = include_str!("../../tests/cases/cc/classes.txt");

/// The worst finding of a program among those that gcc could have too.
fn class(text: &str, own: &[&str]) -> char {
    let unit = SourceFile { name: "p.c".into(), text: text.into() };
    let options = Options::default();
    let prelude = options.prelude();
    let done = front(Input { unit: &unit, project: &[], library: &[], prelude: &prelude }, &options);
    let all = done.report.findings.iter().filter(|f| !own.contains(&f.name));
    let worst = all.map(|f| if f.severity == Severity::Error { 'e' } else { 'w' }).min();
    worst.unwrap_or('.')
}

fn lines(word: &'static str) -> impl Iterator<Item = &'static str> {
    CLASSES.lines().filter_map(move |line| line.strip_prefix(word)?.strip_prefix(' '))
}

/// Assignments, comparisons and the like of all pairs of pointer types have the class that gcc 14 gives them.
#[test]
fn pairs_of_pointers_have_the_class_of_gcc() {
    let head = lines("head").next().expect("declarations");
    let types: Vec<&str> = lines("type").collect();
    let mut place = "";
    let mut row = 0;
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in CLASSES.lines() {
        if let Some(next) = line.strip_prefix("place ") {
            (place, row) = (next, 0);
        }
        let Some(classes) = line.strip_prefix("row ") else { continue };
        let (name, body) = place.split_once(": ").expect("a place");
        for (b, wanted) in types.iter().zip(classes.chars()) {
            let a = types[row];
            let body = body.replace("@D", &a.replace('@', "x")).replace("@R", &a.replace('@', "f(void)"));
            let body = body.replace("@T", &a.replace('@', ""));
            let text = format!("{head} extern {}; extern {}; {body}", a.replace('@', "a"), b.replace('@', "b"));
            // Findings about the use of a value, which gcc was not asked for.
            let found = class(&text, &["unused-value", "useless-declaration", "sign-compare"]);
            count += 1;
            if found != wanted {
                wrong.push(format!("{name}: {a} and {b}: gcc {wanted}, ours {found}"));
            }
        }
        row += 1;
    }
    assert!(count > 15_000 && types.len() > 40, "{count}");
    assert!(wrong.is_empty(), "{} of {count} differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// Errors that gcc does not make, each with its reason.
const STRICTER: &[(&str, &str)] = &[];

/// Each wrong program of `docs/c-messages.md`: none is refused that gcc 14 lets pass.
#[test]
fn programs_that_gcc_compiles_are_not_refused() {
    let document = include_str!("../../docs/c-messages.md");
    let mut count = 0;
    let mut wrong = Vec::new();
    for line in lines("message") {
        let (wanted, name) = line.split_once(' ').expect("a class and a name");
        let section = document.split("\n## ").find(|s| s.lines().next() == Some(name));
        let program = section.and_then(|s| s.split("```c\n").nth(1)?.split("```").next());
        let Some(program) = program else { panic!("{name} has no section; run `oracle classes` again") };
        count += 1;
        let found = class(program, &[]);
        let is_listed = STRICTER.iter().any(|(known, _)| *known == name);
        if (found == 'e' && wanted != "e") != is_listed {
            wrong.push(format!("{name}: gcc {wanted}, ours {found}"));
        }
    }
    assert_eq!(count, document.matches("\n## ").count(), "run `oracle classes` again");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
