//! Comments and documents use plain words: no file has more of the habits of `cargo xtask words` than the list allows.

use mcore_tests::root;
use std::fs;

#[path = "../../../xtask/src/words/habits.rs"]
mod habits;
#[path = "../../../xtask/src/words/list.rs"]
mod list;
#[path = "../../../xtask/src/words/prose.rs"]
mod prose;

#[test]
fn comments_and_documents_use_plain_words() {
    let finder = habits::Finder::new().expect("well-formed patterns");
    let root = root().canonicalize().expect("the repository");
    let allowed =
        list::parse(&fs::read_to_string(root.join(list::LIST)).expect("the list")).expect("numbers and paths");
    let counts = list::counts(&finder, &root).expect("readable files");
    assert!(list::files(&root).expect("readable files").len() > 800, "the test looks at something");
    let mut wrong = Vec::new();
    for path in list::too_many(&counts, &allowed) {
        let file = path.split(": ").next().unwrap_or_default();
        let text = fs::read_to_string(root.join(file)).expect("UTF-8");
        let language = prose::Language::of(file.as_ref()).expect("a language");
        wrong.push(path.clone());
        for hit in list::hits(&finder, &text, language) {
            let instead = habits::HABITS.iter().find(|h| h.name == hit.habit).map_or("", |h| h.instead);
            wrong.push(format!("  {file}:{}: {} ({instead}): {}", hit.line, hit.habit, hit.text));
        }
    }
    assert!(wrong.is_empty(), "plainer words are wanted; `cargo xtask words PATH` shows them:\n{}", wrong.join("\n"));
}

#[test]
fn a_new_hit_is_found() {
    let finder = habits::Finder::new().expect("well-formed patterns");
    let hits = list::hits(&finder, "/// The word stands here.\nfn stands() {}\n", prose::Language::Rust);
    assert_eq!(hits.iter().map(|hit| (hit.line, hit.habit)).collect::<Vec<_>>(), [(1, "stand")]);
    let counts = [("new.rs".to_owned(), hits.len())].into();
    assert_eq!(list::too_many(&counts, &[].into()), ["new.rs: 1 hits, 0 allowed"]);
}
