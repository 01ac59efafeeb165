//! The effect of each pass on small functions. That results stay is tested with random modules, in `emit`.

use super::{Level, run};
use crate::ir::{Module, text};
use alloc::string::String;

/// The module after the passes of a level.
fn passed(source: &str, level: Level) -> (Module, String) {
    let mut module = text::read(source).unwrap_or_else(|e| panic!("{e:?}"));
    run(&mut module, level);
    let printed = text::module(&module);
    (module, printed)
}

fn count(text: &str, word: &str) -> usize {
    text.lines().filter(|l| l.contains(word)).count()
}

/// The sum of an array of `turns` words, as a front end writes it at -O0: all variables in memory.
fn sum_of_array(turns: u32) -> String {
    alloc::format!(
        r#"symbol "data" local
symbol "kernel" global
object @"data" ".data" 4 {{ zero 400 }}
function @"kernel"() -> i32 {{
  slot s0 4 4
  slot s1 4 4
b0:
  v0 i32 = int 0
  v1 i32 = slot s0 0
  v2 = store i32 v1 0, v0
  v3 i32 = slot s1 0
  v4 = store i32 v3 0, v0
  jump b1
b1:
  v5 i32 = slot s0 0
  v6 i32 = load i32 v5 0
  v7 i32 = int {turns}
  v8 i32 = lt.s v6, v7
  branch v8, b2, b3
b2:
  v9 i32 = slot s1 0
  v10 i32 = load i32 v9 0
  v11 i32 = symbol @"data" 0
  v12 i32 = slot s0 0
  v13 i32 = load i32 v12 0
  v14 i32 = int 4
  v15 i32 = mul v13, v14
  v16 i32 = add v11, v15
  v17 i32 = load i32 v16 0
  v18 i32 = add v10, v17
  v19 = store i32 v9 0, v18
  v20 i32 = int 1
  v21 i32 = add v13, v20
  v22 = store i32 v12 0, v21
  jump b1
b3:
  v23 i32 = slot s1 0
  v24 i32 = load i32 v23 0
  return v24
}}
"#
    )
}

#[test]
fn variables_leave_memory_and_counters_become_pointers() {
    // A prime number of turns is not unrolled.
    let (_, printed) = passed(&sum_of_array(97), Level::O2);
    assert_eq!(count(&printed, "= load"), 1, "{printed}");
    assert_eq!(count(&printed, "= store"), 0, "{printed}");
    // Neither factor nor shift, and one comparison, of the pointer with its end.
    assert_eq!(count(&printed, "= mul") + count(&printed, "= shl"), 0, "{printed}");
    assert_eq!((count(&printed, "= lt.s"), count(&printed, "= ne")), (0, 1), "{printed}");
    // Sum and pointer are all that the loop carries.
    let header = printed.lines().find(|l| l.starts_with('b') && l.contains('(')).unwrap();
    assert_eq!(header.matches("i32").count(), 2, "{printed}");
}

#[test]
fn known_turns_are_put_together() {
    let (_, printed) = passed(&sum_of_array(100), Level::O2);
    assert_eq!(count(&printed, "= load"), 4, "{printed}");
    let (_, printed) = passed(&sum_of_array(100), Level::O1);
    assert_eq!(count(&printed, "= load"), 1, "{printed}");
}

#[test]
fn stored_values_are_known_and_unknown_stores_forget_them() {
    let function = |between: &str| {
        alloc::format!(
            "symbol \"g\" global\nsymbol \"f\" global\nfunction @\"f\"(i32, i32) -> i32 {{\nb0(v0 i32, v1 i32):\n  \
             v2 i32 = symbol @\"g\" 0\n  v3 = store i32 v2 0, v1\n{between}  v5 i32 = load i32 v2 0\n  return v5\n}}\n"
        )
    };
    assert_eq!(count(&passed(&function(""), Level::O1).1, "= load"), 0);
    assert_eq!(count(&passed(&function("  v4 = store i32 v2 4, v0\n"), Level::O1).1, "= load"), 0);
    assert_eq!(count(&passed(&function("  v4 = store i32 v0 0, v0\n"), Level::O1).1, "= load"), 1);
    assert_eq!(count(&passed(&function("  v4 = store i32 volatile v2 0, v0\n"), Level::O1).1, "= load"), 1);
}

#[test]
fn volatile_accesses_stay() {
    let source = "symbol \"f\" global\nfunction @\"f\"(i32) -> i32 {\nb0(v0 i32):\n  v1 i32 = load i32 volatile v0 0\n  \
                  v2 i32 = load i32 volatile v0 0\n  v3 = store i32 volatile v0 0, v2\n  v4 = store i32 volatile v0 0, v2\n  \
                  return v2\n}\n";
    for level in Level::ALL {
        let (_, printed) = passed(source, level);
        assert_eq!((count(&printed, "= load"), count(&printed, "= store")), (2, 2), "{printed}");
    }
}

#[test]
fn small_functions_are_inlined_and_go_if_nothing_names_them() {
    let source = r#"symbol "twice" local
symbol "f" global
function @"twice"(i32) -> i32 {
b0(v0 i32):
  v1 i32 = add v0, v0
  return v1
}
function @"f"(i32) -> i32 {
b0(v0 i32):
  v1 i32 = call @"twice" (v0) sig(i32) -> i32
  v2 i32 = call @"twice" (v1) sig(i32) -> i32
  return v2
}
"#;
    let (module, printed) = passed(source, Level::O2);
    assert_eq!((module.functions.len(), count(&printed, "= call")), (1, 0), "{printed}");
    let (module, printed) = passed(source, Level::O1);
    assert_eq!((module.functions.len(), count(&printed, "= call")), (2, 2), "{printed}");
    let kept =
        source.replace("-> i32 {\nb0(v0 i32):\n  v1 i32 = add", "-> i32 noinline {\nb0(v0 i32):\n  v1 i32 = add");
    assert_eq!(count(&passed(&kept, Level::O2).1, "= call"), 2);
}

#[test]
fn a_cheap_branch_becomes_a_selection_only_with_all_optimisation() {
    let source = r#"symbol "f" global
function @"f"(i32, i32) -> i32 {
b0(v0 i32, v1 i32):
  v2 i32 = lt.s v0, v1
  branch v2, b1, b2(v0)
b1:
  jump b2(v1)
b2(v3 i32):
  return v3
}
"#;
    assert_eq!(count(&passed(source, Level::O2).1, "= select"), 1);
    assert_eq!(count(&passed(source, Level::O1).1, "= select"), 0);
}
