//! Single features, as text: the result of `kernel` under qemu is the one written, at each level.

use super::Level;
use super::tests::{compile, run_with_gcc};
use crate::ir::text;
use alloc::{format, string::String, vec::Vec};

/// Name, result, module.
const CASES: &[(&str, u32, &str)] = &[
    (
        "two parts of a complex result",
        63,
        r#"symbol "twice" local
symbol "kernel" global
function @"twice"(f64) -> pair f64 noinline {
b0(v0 f64):
  v1 f64 = fadd v0, v0
  return v0, v1
}
function @"kernel"() -> i32 {
b0:
  v0 f64 = float 0x4008000000000000
  v1 f64 = call @"twice" (v0) sig(f64) -> pair f64
  v2 f64 = part v1 1
  v3 f64 = float 0x4024000000000000
  v4 f64 = fmul v2, v3
  v5 f64 = fadd v1, v4
  v6 i32 = to.int v5
  return v6
}
"#,
    ),
    (
        "two parts of a complex result of an inlined function",
        63,
        r#"symbol "twice" local
symbol "kernel" global
function @"twice"(f64) -> pair f64 {
b0(v0 f64):
  v1 f64 = fadd v0, v0
  return v0, v1
}
function @"kernel"() -> i32 {
b0:
  v0 f64 = float 0x4008000000000000
  v1 f64 = call @"twice" (v0) sig(f64) -> pair f64
  v2 f64 = part v1 1
  v3 f64 = float 0x4024000000000000
  v4 f64 = fmul v2, v3
  v5 f64 = fadd v1, v4
  v6 i32 = to.int v5
  return v6
}
"#,
    ),
    (
        "alloca in a loop with the stack restored",
        45,
        r#"symbol "kernel" global
function @"kernel"() -> i32 {
b0:
  v0 i32 = int 0
  v1 i32 = stack.save
  jump b1(v0, v0)
b1(v2 i32, v3 i32):
  v4 i32 = int 10
  v5 i32 = lt.s v2, v4
  branch v5, b2, b3
b2:
  v6 i32 = int 20000
  v7 i32 = alloca v6
  v8 = store i32 v7 0, v2
  v9 = store i32 v7 19996, v2
  v10 i32 = load i32 v7 0
  v11 i32 = add v3, v10
  v12 = stack.restore v1
  v13 i32 = int 1
  v14 i32 = add v2, v13
  jump b1(v14, v11)
b3:
  return v3
}
"#,
    ),
    (
        "a frame of more than 32 KiB",
        0x1234 + 77,
        r#"symbol "kernel" global
symbol "touch" global
function @"touch"(i32, i32) -> i32 noinline {
b0(v0 i32, v1 i32):
  v2 = store i32 v0 0, v1
  v3 i32 = int 77
  return v3
}
function @"kernel"() -> i32 {
  slot s0 100000 8
  slot s1 4 4
b0:
  v0 i32 = slot s0 99996
  v1 i32 = int 4660
  v2 i32 = call @"touch" (v0, v1) sig(i32, i32) -> i32
  v3 i32 = slot s1 0
  v4 = store i32 v3 0, v2
  v5 i32 = slot s0 40000
  v6 i32 = call @"touch" (v5, v2) sig(i32, i32) -> i32
  v7 i32 = load i32 v0 0
  v8 i32 = load i32 v3 0
  v9 i32 = add v7, v8
  return v9
}
"#,
    ),
    (
        "computed goto through a table in data",
        321,
        r#"symbol "kernel" global
symbol "table" local
object @"table" ".data" 4 { label @"kernel" b3 label @"kernel" b4 label @"kernel" b5 }
function @"kernel"() -> i32 {
b0:
  v0 i32 = int 0
  jump b1(v0, v0)
b1(v1 i32, v2 i32):
  v3 i32 = int 2
  v4 i32 = shl v1, v3
  v5 i32 = symbol @"table" 0
  v6 i32 = add v5, v4
  v7 i32 = load i32 v6 0
  jump b2(v7)
b2(v8 i32):
  goto v8, b3, b4, b5
b3:
  v9 i32 = int 1
  jump b6(v9)
b4:
  v10 i32 = int 20
  jump b6(v10)
b5:
  v11 i32 = int 300
  v12 i32 = add v2, v11
  return v12
b6(v13 i32):
  v14 i32 = add v2, v13
  v15 i32 = int 1
  v16 i32 = add v1, v15
  jump b1(v16, v14)
}
"#,
    ),
    (
        "asm with outputs, inputs in places of outputs, memory and constants",
        1000 + 42 + 7 + 5 + 3,
        r#"symbol "kernel" global
symbol "word" global
object @"word" ".data" 4 { bytes 2a000000 }
function @"kernel"() -> i32 {
b0:
  v0 i32 = int 1000
  v1 i32 = symbol @"word" 0
  v2 = asm "lw %0, %1" 0 out early general i32 in memory v1 numbers 0 1
  v3 i32 = part v2 0
  v4 = asm "addu %0, %0, %2" 0 out general i32 in same 0 v0 general v3 numbers 0 1 2
  v5 i32 = part v4 0
  v6 i32 = int 7
  v7 = asm "addiu %0, %1, %2" volatile 0 out general i32 in general v5 immediate v6 numbers 0 1 2
  v8 i32 = part v7 0
  v9 i32 = int 5
  v10 = asm "move $8, %1\n addu %0, %2, $8" memory 256 out fixed 9 i32 in fixed 10 v9 general v8 numbers 0 1 2
  v11 i32 = part v10 0
  v12 i32 = int 3
  v13 f32 = float 0x40400000
  v14 = asm "trunc.w.s %0, %1" 0 out float f32 in float v13 numbers 0 1
  v15 f32 = part v14 0
  v16 i32 = bits v15
  v17 i32 = add v11, v16
  return v17
}
"#,
    ),
    (
        "unaligned accesses",
        0x0403_0201_u32.wrapping_mul(3).wrapping_add(0x0304),
        r#"symbol "kernel" global
symbol "bytes" global
object @"bytes" ".data" 8 { bytes 000102030405060708090a0b0c0d0e0f zero 16 }
function @"kernel"() -> i32 {
b0:
  v0 i32 = symbol @"bytes" 0
  v1 i32 = load i32 unaligned v0 1
  v2 = store i32 unaligned v0 17, v1
  v3 i32 = load i32 unaligned v0 17
  v4 i32 = add v1, v3
  v5 f64 = load f64 unaligned v0 1
  v6 = store f64 unaligned v0 21, v5
  v7 i32 = load i32 unaligned v0 21
  v8 i32 = add v4, v7
  v9 i32 = load u16 unaligned v0 25
  v10 = store i16 unaligned v0 29, v9
  v11 i32 = load i16 unaligned v0 29
  v12 i32 = int 769
  v13 i32 = sub v11, v12
  v14 i32 = add v8, v13
  return v14
}
"#,
    ),
    (
        "calls through addresses, many arguments, recursion",
        5050 + 78,
        r#"symbol "kernel" global
symbol "sum" local
symbol "twelve" global
function @"sum"(i32) -> i32 {
b0(v0 i32):
  branch v0, b1, b2
b1:
  v1 i32 = int -1
  v2 i32 = add v0, v1
  v3 i32 = call @"sum" (v2) sig(i32) -> i32
  v4 i32 = add v3, v0
  return v4
b2:
  v5 i32 = int 0
  return v5
}
function @"twelve"(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) -> i32 noinline {
b0(v0 i32, v1 i32, v2 i32, v3 i32, v4 i32, v5 i32, v6 i32, v7 i32, v8 i32, v9 i32, v10 i32, v11 i32):
  v12 i32 = add v0, v1
  v13 i32 = add v12, v2
  v14 i32 = add v13, v3
  v15 i32 = add v14, v4
  v16 i32 = add v15, v5
  v17 i32 = add v16, v6
  v18 i32 = add v17, v7
  v19 i32 = add v18, v8
  v20 i32 = add v19, v9
  v21 i32 = add v20, v10
  v22 i32 = add v21, v11
  return v22
}
function @"kernel"() -> i32 {
b0:
  v0 i32 = int 100
  v1 i32 = symbol @"sum" 0
  v2 i32 = opaque v1
  v3 i32 = call v2 (v0) sig(i32) -> i32
  v4 i32 = int 1
  v5 i32 = int 2
  v6 i32 = int 3
  v7 i32 = int 4
  v8 i32 = int 5
  v9 i32 = int 6
  v10 i32 = int 7
  v11 i32 = int 8
  v12 i32 = int 9
  v13 i32 = int 10
  v14 i32 = int 11
  v15 i32 = int 12
  v16 i32 = call @"twelve" (v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15) sig(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) -> i32
  v17 i32 = add v3, v16
  return v17
}
"#,
    ),
];

#[test]
fn single_features_give_their_results() {
    for level in Level::ALL {
        let (mut texts, mut names, mut calls) = (Vec::new(), String::new(), String::new());
        for (i, (name, _, source)) in CASES.iter().enumerate() {
            let mut module = text::read(source).unwrap_or_else(|e| panic!("{name}: {e:?}"));
            for symbol in &mut module.symbols {
                symbol.name.push_str(&format!("_{i}"));
            }
            for f in &module.functions {
                crate::ir::verify::verify(f).unwrap_or_else(|e| panic!("{name}: {e}"));
            }
            texts.push(compile(&mut module, level).unwrap());
            names.push_str(&format!("int kernel_{i}(void);\n"));
            calls.push_str(&format!("show({i}, kernel_{i}());\n"));
        }
        let program = format!("{names}void run(void) {{\n{calls}}}\n");
        let Some(out) = run_with_gcc(&format!("cases-{level:?}"), &texts, &program) else { return };
        for (i, (name, result, _)) in CASES.iter().enumerate() {
            let line = out.lines().nth(i).unwrap_or_default();
            assert_eq!(line, format!("{i:08x} {result:08x}"), "{level:?}: {name}");
        }
    }
}

#[test]
fn lines_of_the_source_follow_the_code() {
    let source = r#"file "a \"b\".c"
symbol "f" global
function @"f"(i32) -> i32 { !1:1:1
b0(v0 i32):
  v1 i32 = int 3 !1:2:5s
  v2 i32 = mul v0, v1 !1:2:9
  v3 i32 = int 4 !1:3:5s
  v4 i32 = add v2, v3 !1:3:9
  return v4 !1:4:5s
}
"#;
    for level in Level::ALL {
        let mut module = text::read(source).unwrap();
        let text = compile(&mut module, level).unwrap();
        assert!(text.contains(".file 1 \"a \\\"b\\\".c\""), "{text}");
        let lines: Vec<&str> = text.lines().filter(|l| l.contains(".loc")).map(str::trim).collect();
        // Without optimisation every line has an instruction that is not in a delay slot.
        for line in if level == Level::O0 { 2..5 } else { 2..3 } {
            assert!(lines.iter().any(|l| l.starts_with(&format!(".loc 1 {line} "))), "{text}");
        }
    }
}

#[test]
fn a_frame_that_cannot_be_is_a_fault_with_the_name_of_the_function() {
    let source = "symbol \"f\" global\nfunction @\"f\"() -> i32 {\n  slot s0 4294967288 8\nb0:\n  v0 i32 = slot s0 0\n  return v0\n}\n";
    let mut module = text::read(source).unwrap();
    let fault = compile(&mut module, Level::O0).unwrap_err();
    assert_eq!(fault.function, "f");
}
