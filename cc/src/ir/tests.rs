//! Tests of the representation itself.

use super::{build::Builder, interp::Machine, random, *};
use alloc::{string::ToString, vec};

fn run(module: &Module, name: &str, args: &[u64]) -> Result<u64, interp::Stop> {
    let symbol = module.symbols.iter().position(|s| s.name == name).unwrap();
    let mut host = |_: &str, _: &mut interp::Memory, _: &[u32]| None;
    Machine::new(module, 1 << 16, 1_000_000, &mut host).unwrap().call(SymbolId(symbol as u32), args)
}

/// Sum of 0..n, with variables and a loop.
fn sum() -> Module {
    let mut module = Module::default();
    let symbol = module.symbol("sum");
    let params = vec![Param::Value(Type::I32)];
    let signature = Signature { params, variadic: false, result: Some(Type::I32), pair: false };
    let mut b = Builder::new(symbol, signature, Loc::default());
    let (i, s) = (b.variable(Type::I32), b.variable(Type::I32));
    let zero = b.int(Type::I32, 0);
    b.set(i, zero);
    b.set(s, zero);
    let (head, body, out) = (b.block(), b.block(), b.block());
    b.jump(head);
    b.switch_to(head);
    let (at, limit) = (b.get(i), b.param(0));
    let more = b.binary(Binary::LtS, at, limit);
    b.branch(more, body, out);
    b.seal(body);
    b.seal(out);
    b.switch_to(body);
    let (x, y) = (b.get(s), b.get(i));
    let next = b.binary(Binary::Add, x, y);
    b.set(s, next);
    let one = b.int(Type::I32, 1);
    let y = b.binary(Binary::Add, y, one);
    b.set(i, y);
    b.jump(head);
    b.seal(head);
    b.switch_to(out);
    let result = b.get(s);
    b.ret(Some(result));
    module.functions.push(b.finish());
    module
}

#[test]
fn variables_become_block_parameters() {
    let module = sum();
    let f = &module.functions[0];
    verify::verify(f).unwrap();
    assert_eq!(f.blocks[1].params.len(), 2, "{}", text::module(&module));
    assert_eq!(run(&module, "sum", &[10]), Ok(45));
}

/// A function with a complex result, and one that calls it.
const PAIR: &str = r#"symbol "twice" local
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
"#;

#[test]
fn a_complex_result_has_two_values() {
    let module = text::read(PAIR).unwrap();
    assert_eq!(text::read(&text::module(&module)).unwrap(), module);
    module.functions.iter().for_each(|f| verify::verify(f).unwrap());
    assert_eq!(run(&module, "kernel", &[]), Ok(63));
    for level in crate::opt::Level::ALL {
        for source in [PAIR, &PAIR.replace(" noinline", "")] {
            let mut module = text::read(source).unwrap();
            crate::opt::run(&mut module, level);
            module.functions.iter().for_each(|f| verify::verify(f).unwrap());
            assert_eq!(run(&module, "kernel", &[]), Ok(63), "{}", text::module(&module));
        }
    }
    let one = PAIR.replace("return v0, v1", "return v0");
    let read = text::read(&one).unwrap();
    assert!(verify::verify(&read.functions[0]).is_err());
}

#[test]
fn text_is_read_back_the_same() {
    let printed = text::module(&sum());
    let read = text::read(&printed).unwrap();
    assert_eq!(text::module(&read), printed);
    for seed in 0..40 {
        let module = random::module(seed);
        let printed = text::module(&module);
        let read = text::read(&printed).unwrap_or_else(|e| std::panic!("{e:?}\n{printed}"));
        assert_eq!(text::module(&read), printed);
    }
}

#[test]
fn text_that_is_no_module_is_refused_with_its_line() {
    let fault = text::read("symbol \"f\" global\nfunction @\"f\"() {\nb0:\n  v0 i32 = plus v1, v2\n").unwrap_err();
    assert_eq!((fault.line, fault.expected.to_string()), (4, "an operation".to_string()));
}

#[test]
fn faults_are_found() {
    for (body, fault) in [
        ("b0:\n  v0 i32 = add v1, v1\n  v1 i32 = int 1\n  return v0", "dominate"),
        ("b0:\n  v0 f32 = float 0x0\n  v1 i32 = add v0, v0\n  return v1", "add of f32"),
        ("b0:\n  jump b1\nb1(v0 i32):\n  return v0", "takes"),
        ("b0:\n  v0 i64 = int 1\n  return v0", "type of the result"),
    ] {
        let module = text::read(&std::format!("function @\"f\"() -> i32 {{\n{body}\n}}\n")).unwrap();
        let found = verify::verify(&module.functions[0]).unwrap_err();
        assert!(found.contains(fault), "{found}");
    }
}

/// The calling convention as measured with gcc.
#[test]
fn arguments_are_where_gcc_puts_them() {
    let places = |params: &[Param], variadic| {
        let signature = Signature { params: params.to_vec(), variadic, result: None, pair: false };
        abi::layout(&signature).words.iter().map(|w| (w.first, w.float)).collect::<Vec<_>>()
    };
    let (i, l, f, d) =
        (Param::Value(Type::I32), Param::Value(Type::I64), Param::Value(Type::F32), Param::Value(Type::F64));
    let s = Param::Struct { size: 5, align: 1 };
    assert_eq!(places(&[i, l], false), [(0, None), (2, None)]);
    assert_eq!(places(&[d, f, f], false), [(0, Some(12)), (2, Some(14)), (3, None)]);
    assert_eq!(places(&[f, i, f], false), [(0, Some(12)), (1, None), (2, None)]);
    assert_eq!(places(&[i, d], false), [(0, None), (2, None)]);
    assert_eq!(places(&[d], true), [(0, None)]);
    assert_eq!(places(&[s, d], false), [(0, None), (2, None)]);
    assert_eq!(places(&[s, i, f], false), [(0, None), (2, None), (3, None)]);
}
