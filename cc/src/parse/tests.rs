//! The parser by small programs: findings and trees.

use crate::front::front;
use crate::options::{Input, Options};
use alloc::{string::String, vec::Vec};
use mcore_base::SourceFile;

/// Names of the findings, and the tree.
fn run(text: &str) -> (Vec<&'static str>, String) {
    let unit = SourceFile { name: "t.c".into(), text: text.into() };
    let options = Options::default();
    let prelude = options.prelude();
    let done = front(Input { unit: &unit, project: &[], library: &[], prelude: &prelude }, &options);
    (done.report.findings.iter().map(|f| f.name).collect(), done.dump())
}

#[test]
fn a_small_program_becomes_a_tree() {
    let (found, tree) = run("int main(void) { int a[3] = {1, 2}; return a[1] + 1; }");
    assert!(found.is_empty(), "{found:?}");
    assert!(tree.starts_with("function `main` int (void)\n"), "{tree}");
    assert!(tree.contains("at 4\n"), "{tree}");
}
