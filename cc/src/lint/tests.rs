//! Warnings by small programs.

use crate::front::front;
use crate::options::{Input, Options};
use alloc::vec::Vec;
use mcore::base::SourceFile;

/// Names of the findings of a text, with their lines.
fn found(text: &str) -> Vec<(u32, &'static str)> {
    let unit = SourceFile { name: "t.c".into(), text: text.into() };
    let options = Options::default();
    let prelude = options.prelude();
    let done = front(Input { unit: &unit, project: &[], library: &[], prelude: &prelude }, &options);
    done.report.findings.iter().map(|f| (done.sources.line_of(f.pos).1, f.name)).collect()
}

#[test]
fn ways_without_value_are_found() {
    assert_eq!(found("int f(int a)\n{\n  if (a) return 1;\n}\n"), [(4, "return-type")]);
    assert_eq!(found("int f(int a)\n{\n  for (;;) if (a) return 1;\n}\n"), []);
    assert_eq!(found("int f(int a)\n{\n  int b;\n  if (a) b = 1;\n  return b;\n}\n"), [(5, "maybe-uninitialized")]);
    assert_eq!(found("int f(void)\n{\n  int b;\n  return b;\n}\n"), [(4, "uninitialized")]);
    assert_eq!(found("int f(int a)\n{\n  int b;\n  while (a--) b = a;\n  return b;\n}\n"), []);
    assert_eq!(found("int f(int a)\n{\n  int b;\n  return a && (b = a) ? b : 0;\n}\n"), []);
}

#[test]
fn a_loop_that_waits_needs_volatile() {
    assert_eq!(found("int flag;\nvoid f(void) { while (flag == 0) ; }\n"), [(2, "polling")]);
    assert_eq!(found("volatile int flag;\nvoid f(void) { while (flag == 0) ; }\n"), []);
    assert_eq!(found("int flag; void g(void);\nvoid f(void) { while (flag == 0) g(); }\n"), []);
    assert_eq!(found("void f(int *p, int n) {\n  for (; *p != n; ) ; }\n"), [(2, "polling")]);
}

#[test]
fn changes_without_order_are_found() {
    assert_eq!(found("int f(int i) { i = i++; return i; }"), [(1, "sequence-point")]);
    assert_eq!(found("int f(int i, int *a) { a[i] = i++; return i; }"), [(1, "sequence-point")]);
    assert_eq!(found("int f(int i) { i = i + 1; return i++ && i--; }"), []);
}
