//! Floating point from a student's view: registers in the node view, exceptions in words, numbers on the console.

use mcore::base::NodeId;
use mcore::isa::{Instr, Op, encode};
use mcore::modes::chip::session::{Command, MachineOptions, Watch};
use mcore::modes::chip::view::NodeView;
use mcore_tests::Driver;

/// fd, fs, ft of a floating-point instruction; rt of a move between register files is ft.
fn f(op: Op, fd: u8, fs: u8, ft: u8) -> String {
    format!(".word {:#010x}\n", encode(&Instr { op, rs: 0, rt: ft, rd: fs, sa: fd, imm: 0 }))
}

/// One node that runs a program, shown in the node view.
fn start(text: &str) -> Driver {
    let mut d = Driver::default();
    d.must(Command::SetMachine(MachineOptions { width: 1, height: 1, ..MachineOptions::default() }));
    d.must(Command::Watch(Watch { node: Some(NodeId::new(1, 1)), ..Watch::default() }));
    d.assemble("float.s", text);
    d
}

fn node(d: &Driver) -> &NodeView {
    d.frame.node.as_ref().expect("the node is watched")
}

/// 1.5 into the pair of `$f12`, and 0.1 into `$f2`.
fn numbers() -> String {
    format!(
        "main: lui $t0, 0x3ff8\n{}{} lui $t1, 0x3dcc\n ori $t1, $t1, 0xcccd\n{}",
        f(Op::Mtc1, 0, 12, 0),
        f(Op::Mthc1, 0, 12, 8),
        f(Op::Mtc1, 0, 2, 9)
    )
}

#[test]
fn the_node_view_shows_singles_pairs_and_fcsr() {
    let text =
        numbers() + &f(Op::DivS, 4, 2, 6) + &f(Op::CNgeS, 0, 2, 2) + " li $v0, 3\n syscall\n li $v0, 10\n syscall\n";
    let mut d = start(&text);
    d.must(Command::Step(6));
    let view = node(&d);
    let names: Vec<&str> = view.float_registers.iter().map(|r| r.name.as_str()).collect();
    assert_eq!((names.len(), names[0], names[31]), (32, "$f0", "$f31"));
    let shown = |n: usize| {
        let r = &node(&d).float_registers[n];
        (r.hex.as_str(), r.single.as_str(), r.double.as_deref(), r.changed)
    };
    assert_eq!(shown(2), ("3dcccccd", "0.1", Some("5.122630465e-315"), true));
    assert_eq!(shown(3), ("00000000", "0.0", None, false));
    assert_eq!(shown(12), ("00000000", "0.0", Some("1.5"), false));
    assert_eq!(shown(13), ("3ff80000", "1.9375", None, false));
    d.must(Command::Step(1));
    let r = &node(&d).float_registers[4];
    assert_eq!((r.hex.as_str(), r.single.as_str(), r.changed), ("7f800000", "inf", true));
    let status = node(&d).float_status.as_ref().expect("a compute node has one");
    assert_eq!((status.causes.as_str(), status.flags.as_str(), status.changed), ("Z", "Z", true));
    assert_eq!((status.hex.as_str(), status.rounding.en.as_str()), ("00008020", "to the nearest"));
    assert_eq!(d.run(), "Every core has halted.");
    assert_eq!(d.console(), "1.5");
    d.must(Command::Seek(6));
    assert_eq!(node(&d).float_registers[4].single, "0.0");
    assert_eq!(node(&d).float_status.as_ref().map(|s| s.hex.as_str()), Some("00000000"));
}

#[test]
fn an_enabled_exception_stops_with_its_name() {
    let enable = " li $t2, 0x400\n".to_string() + &f(Op::Ctc1, 0, 31, 10);
    let mut d = start(&(numbers() + &enable + &f(Op::DivS, 4, 2, 6)));
    let message = d.run();
    assert!(message.contains("`div.s $f4, $f2, $f6`"), "{message}");
    assert!(message.ends_with("floating-point exception that FCSR enables: division by zero."), "{message}");
    let outcome = d.frame.outcome.as_ref().expect("it has ended");
    assert!(outcome.message.ja.contains("ゼロ除算"));
    assert!(outcome.tip.as_ref().is_some_and(|t| t.en.contains("ctc1")));
}

#[test]
fn a_double_in_an_odd_register_is_explained() {
    let mut d = start(&("main:".to_string() + &f(Op::AddD, 4, 3, 6)));
    let message = d.run();
    assert!(message.contains("`add.d $f4, $f3, $f6`"), "{message}");
    assert!(message.ends_with("a double needs a register with an even number."), "{message}");
}

#[test]
fn what_only_a_64_bit_unit_has_is_no_instruction() {
    let cvt_l_s = 0x4600_0025u32;
    let mut d = start(&format!("main: .word {cvt_l_s:#x}\n"));
    assert!(d.run().ends_with("0x46000025 is not an instruction of this core."));
}
