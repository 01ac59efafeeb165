//! Floating-point instructions on the chip.

use crate::parts::{Chip, Outcome, Processor, Spec, TrapCause};
use crate::tests::{halt, i, program};
use alloc::{string::String, vec::Vec};
use mcore_base::Array;
use mcore_cpu::isa::exec::{fpu, fpu::Fcsr};
use mcore_cpu::isa::{Class, Instr, Op, Operand, encode, row, rows};
use mcore_cpu::mem::Access;

const ONE: u32 = 0x3f80_0000;
const NAN: u32 = 0x7fff_ffff;

/// A floating-point instruction: fd, fs, ft.
fn f(op: Op, fd: u8, fs: u8, ft: u8) -> u32 {
    encode(&Instr { op, rs: 0, rt: ft, rd: fs, sa: fd, imm: 0 })
}

/// A core that is about to execute these words; its $t0 is 0x2000, for data.
fn machine(words: &[u32]) -> Chip {
    let spec = Spec { array: Array::new(1, 1), cycle_limit: 1000, ..Spec::default() };
    let mut m = Chip::new(spec, program(words)).unwrap();
    m.state.nodes[0].core.processor.registers.general[8] = 0x2000;
    m
}

fn processor(m: &mut Chip) -> &mut Processor {
    &mut m.state.nodes[0].core.processor
}

fn cause(m: &Chip) -> Option<TrapCause> {
    match m.outcome() {
        Some(Outcome::Trapped(traps)) => Some(traps[0].cause),
        _ => None,
    }
}

/// Each instruction of the table executes on this core; none is missing in the processor.
#[test]
fn every_instruction_executes() {
    for row in rows().iter().filter(|r| r.class != Class::Trap && r.op != Op::Syscall) {
        let mut instr = mcore_cpu::isa::decode(row.bits());
        if row.operands.iter().any(|o| matches!(o, Operand::Memory | Operand::Indexed)) {
            instr.rs = 8;
        }
        let word = encode(&instr);
        let mut m = machine(&[word, 0, 0]);
        m.step();
        let jumps_to_zero = row.class == Class::Jump;
        assert!(m.outcome().is_none() || jumps_to_zero, "{} {:?}", row.mnemonic, m.outcome());
    }
}

/// Section 2: FR=0, so a double needs an even register; odd ones are reserved. Singles may use any register.
#[test]
fn odd_registers_hold_no_doubles() {
    for row in rows() {
        for operand in row.operands {
            let mut instr = mcore_cpu::isa::decode(row.bits());
            match operand {
                Operand::Fd | Operand::Dd => instr.sa = 3,
                Operand::Fs | Operand::Ds => instr.rd = 3,
                Operand::Ft | Operand::Dt => instr.rt = 3,
                Operand::Fr | Operand::Dr => instr.rs = 3,
                _ => continue,
            }
            if row.operands.iter().any(|o| matches!(o, Operand::Memory | Operand::Indexed)) {
                instr.rs = 8;
            }
            let word = encode(&instr);
            let mut m = machine(&[word, 0]);
            m.step();
            let expected = operand.is_pair().then_some(TrapCause::Reserved(word));
            assert_eq!(cause(&m), expected, "{} {operand:?}", row.mnemonic);
        }
    }
}

#[test]
fn the_even_register_holds_the_lower_half_of_a_double() {
    let words = [
        i(Op::Ldc1, 2, 8, 0),
        f(Op::MovD, 4, 2, 0),
        i(Op::Swc1, 4, 8, 16),
        i(Op::Sdc1, 4, 8, 24),
        f(Op::Mfhc1, 0, 2, 9),
        f(Op::Mthc1, 0, 6, 9),
        f(Op::Mfc1, 0, 2, 10),
        f(Op::Mtc1, 0, 6, 10),
        halt(),
    ];
    let mut m = machine(&words);
    assert!(m.poke(0, 0x2000, &[0x89ab_cdef, 0x0123_4567]));
    while m.step() {}
    let (low, high) = (0x89ab_cdef, 0x0123_4567);
    assert_eq!(processor(&mut m).float.values[2..8], [low, high, low, high, low, high]);
    assert_eq!([0x2010, 0x2014, 0x2018, 0x201c].map(|a| m.peek(0, a)), [Some(low), Some(0), Some(low), Some(high)]);
    assert_eq!(m.state.cycle, words.len() as u64, "one cycle each");
}

#[test]
fn indexed_loads_and_stores() {
    let indexed = |op, fs, fd| encode(&Instr { op, rs: 8, rt: 9, rd: fs, sa: fd, imm: 0 });
    let words =
        [indexed(Op::Ldxc1, 0, 2), indexed(Op::Lwxc1, 0, 5), i(Op::Addiu, 9, 9, 8), indexed(Op::Sdxc1, 2, 0), halt()];
    let mut m = machine(&words);
    processor(&mut m).registers.general[9] = 8;
    assert!(m.poke(0, 0x2008, &[1, 2]));
    while m.step() {}
    assert_eq!(processor(&mut m).float.values[2..6], [1, 2, 0, 1]);
    assert_eq!([0x2010, 0x2014].map(|a| m.peek(0, a)), [Some(1), Some(2)]);
}

#[test]
fn loads_and_stores_are_checked() {
    use mcore_cpu::mem::AccessError::{Misaligned, Unmapped};
    for (word, addr, access, error) in [
        (i(Op::Ldc1, 2, 8, 4), 0x2004, Access::Load, Misaligned(8)),
        (i(Op::Lwc1, 2, 8, 2), 0x2002, Access::Load, Misaligned(4)),
        (i(Op::Sdc1, 2, 8, -4), 0x1ffc, Access::Store, Misaligned(8)),
        (i(Op::Swc1, 2, 0, -32768), 0xffff_8000, Access::Store, Unmapped),
    ] {
        let mut m = machine(&[word]);
        m.step();
        assert_eq!(cause(&m), Some(TrapCause::Address { addr, access, error }));
    }
    let mut m = machine(&[i(Op::Lwc1, 2, 0, -256)]);
    m.step();
    assert_eq!(cause(&m), Some(TrapCause::Register { offset: 0, access: Access::Load }));
}

#[test]
fn a_stored_double_can_be_an_instruction() {
    let patched = [i(Op::Addiu, 4, 0, 42), halt()];
    let words = [i(Op::Ldc1, 2, 8, 0), i(Op::Sdc1, 2, 0, 0x1010), 0, 0, i(Op::Addiu, 4, 0, 1), 0];
    let mut m = machine(&words);
    assert!(m.poke(0, 0x2000, &patched));
    while m.step() {}
    assert_eq!(processor(&mut m).registers.general[4], 42);
}

#[test]
fn exceptions_set_flags_or_trap() {
    let words = [f(Op::DivS, 0, 2, 4), f(Op::CEqS, 0, 6, 6), halt()];
    let mut m = machine(&words);
    let p = processor(&mut m);
    (p.float.values[2], p.float.values[6]) = (ONE, NAN);
    while m.step() {}
    let fcsr = processor(&mut m).float.fcsr;
    assert_eq!(processor(&mut m).float.values[0], 0x7f80_0000);
    assert_eq!((fcsr.causes(), fcsr.flags()), (fpu::exception::INVALID, 0b11000));
    assert!(!fcsr.condition(0));

    let mut m = machine(&words);
    let p = processor(&mut m);
    (p.float.values[0], p.float.values[2], p.float.fcsr) = (7, ONE, Fcsr::new(8 << 7));
    while m.step() {}
    assert_eq!(cause(&m), Some(TrapCause::FloatingPoint { cause: fpu::exception::DIVISION_BY_ZERO }));
    let p = processor(&mut m);
    assert_eq!((p.float.values[0], p.float.fcsr.flags(), p.float.fcsr.causes()), (7, 0, 8));
}

#[test]
fn control_registers() {
    let control = |op, rt, register| encode(&Instr { op, rs: 0, rt, rd: register, sa: 0, imm: 0 });
    let mut m = machine(&[control(Op::Ctc1, 8, 31), control(Op::Cfc1, 9, 26), control(Op::Cfc1, 10, 0), halt()]);
    processor(&mut m).registers.general[8] = 0x0000_007f;
    while m.step() {}
    assert_eq!(processor(&mut m).registers.general[9..11], [0x7c, fpu::FIR]);
    // A cause whose trap is enabled traps as soon as it is written.
    let mut m = machine(&[control(Op::Ctc1, 8, 31)]);
    processor(&mut m).registers.general[8] = 0x0001_0800;
    m.step();
    assert_eq!(cause(&m), Some(TrapCause::FloatingPoint { cause: fpu::exception::INVALID }));
    for op in [Op::Cfc1, Op::Ctc1] {
        let word = control(op, 8, 1);
        let mut m = machine(&[word]);
        m.step();
        assert_eq!(cause(&m), Some(TrapCause::Reserved(word)));
    }
}

#[test]
fn branches_and_moves_on_conditions() {
    for (code, value) in (0..8).flat_map(|code| [(code, false), (code, true)]) {
        let on = |op: Op| Instr { op, rs: 9, rt: code << 2, rd: 10, sa: 0, imm: 8 };
        let conditional =
            |op: Op| encode(&Instr { rt: mcore_cpu::isa::decode(row(op).bits()).rt | code << 2, ..on(op) });
        for (op, taken_if, likely) in
            [(Op::Bc1t, true, false), (Op::Bc1f, false, false), (Op::Bc1tl, true, true), (Op::Bc1fl, false, true)]
        {
            // The slot counts in $10; the branch target is the halt.
            let words = [conditional(op), i(Op::Addiu, 10, 10, 1), i(Op::Addiu, 11, 0, 1), halt()];
            let mut m = machine(&words);
            let p = processor(&mut m);
            p.float.fcsr = p.float.fcsr.with_condition(code, value);
            while m.step() {}
            let p = processor(&mut m);
            let taken = value == taken_if;
            assert_eq!(p.registers.general[11] == 0, taken, "{op:?} {code}");
            assert_eq!(p.registers.general[10] == 1, taken || !likely, "{op:?} {code}");
        }
        for (op, taken_if) in [(Op::Movt, true), (Op::Movf, false)] {
            let mut m = machine(&[conditional(op), halt()]);
            let p = processor(&mut m);
            p.registers.general[9] = 5;
            p.float.fcsr = p.float.fcsr.with_condition(code, value);
            while m.step() {}
            assert_eq!(processor(&mut m).registers.general[10] == 5, value == taken_if, "{op:?} {code}");
        }
        let moves = [
            (Op::MovtS, value, 1),
            (Op::MovfS, !value, 1),
            (Op::MovtD, value, 2),
            (Op::MovfD, !value, 2),
            (Op::MovzS, !value, 1),
            (Op::MovnS, value, 1),
            (Op::MovzD, !value, 2),
            (Op::MovnD, value, 2),
        ];
        for (op, taken, words) in moves {
            let rt = if matches!(op, Op::MovzS | Op::MovnS | Op::MovzD | Op::MovnD) { 9 } else { 0 };
            let mut instr = mcore_cpu::isa::decode(row(op).bits());
            (instr.rd, instr.sa) = (4, 2);
            instr.rt |= if rt == 9 { 9 } else { code << 2 };
            let mut m = machine(&[encode(&instr), halt()]);
            let p = processor(&mut m);
            p.registers.general[9] = value.into();
            p.float.values[4..6].copy_from_slice(&[1, 2]);
            p.float.fcsr = p.float.fcsr.with_condition(code, value);
            while m.step() {}
            let expected: &[u32] = match (taken, words) {
                (false, _) => &[0, 0],
                (true, 1) => &[1, 0],
                (true, _) => &[1, 2],
            };
            assert_eq!(&processor(&mut m).float.values[2..4], expected, "{op:?} {code} {value}");
        }
    }
}

/// A loop that waits for a floating-point number is polling; one that computes is not.
#[test]
fn polling_sees_floating_point_registers() {
    let branch = |op: Op, imm: i32| encode(&Instr { op, rs: 0, rt: 0, rd: 0, sa: 0, imm: imm as u32 });
    // loop: lwc1 $f1, 0($t0); cvt.d.s $f0, $f1; lwc1 $f0, 0($t0); c.eq.s $f0, $f2; bc1t loop; nop
    let words = [
        i(Op::Lwc1, 1, 8, 0),
        f(Op::CvtDS, 0, 1, 0),
        i(Op::Lwc1, 0, 8, 0),
        f(Op::CEqS, 0, 0, 2),
        branch(Op::Bc1t, -20),
        0,
    ];
    let mut m = machine(&words);
    while m.step() {}
    assert!(matches!(m.outcome(), Some(Outcome::Deadlock(w)) if w[0].addr == Some(0x2000)), "{:?}", m.outcome());
    // loop: add.s $f0, $f0, $f2; c.eq.s $f0, $f4; bc1f loop; nop: a sum that takes many iterations.
    let words = [f(Op::AddS, 0, 0, 2), f(Op::CEqS, 0, 0, 4), branch(Op::Bc1f, -12), 0, halt()];
    let mut m = machine(&words);
    let p = processor(&mut m);
    (p.float.values[2], p.float.values[4]) = (ONE, 0x42c8_0000);
    while m.step() {}
    assert!(matches!(m.outcome(), Some(Outcome::Halted { cycles: 401, .. })), "{:?}", m.outcome());
    assert_eq!(processor(&mut m).polled, 0);
}

#[test]
fn numbers_are_printed_as_the_shortest_text() {
    let call = |n| [i(Op::Addiu, 2, 0, n), row(Op::Syscall).bits()];
    let words: Vec<u32> = [call(2), call(3), call(10)].concat();
    let mut m = machine(&words);
    processor(&mut m).float.values[12..14].copy_from_slice(&[0x3dcc_cccd, 0x4009_0000]);
    while m.step() {}
    let text: String = m.state.nodes[0].console.tail(100);
    assert_eq!(text, "0.13.125000460445881");
}
