//! Tests of the decoder against the table, and of words against their text.

use super::pattern::Fixed;
use super::table::fixed;
use super::*;
use alloc::{string::String, vec::Vec};
use mcore_base::Rng;

/// The definition of the decoder: the first row that matches, by linear search.
fn search(word: u32) -> Op {
    let fits = |row: &&Row| word & fixed(row.op).mask == fixed(row.op).bits;
    let found = rows().iter().find(fits).map_or(Op::Reserved, |row| row.op);
    let (rt, rd, sa) = (word >> 16 & 31, word >> 11 & 31, word >> 6 & 31);
    let exists = match row(found).format {
        Format::Twin => rt == rd,
        Format::Extract => sa + rd < 32,
        Format::Insert => sa <= rd,
        _ => true,
    };
    if exists { found } else { Op::Reserved }
}

fn check(word: u32) {
    let instr = decode(word);
    assert_eq!(instr.op, search(word), "{word:#010x}");
    assert_eq!(encode(&instr), word, "{instr:?}");
}

#[test]
fn the_table_is_in_order() {
    for (i, row) in rows().iter().enumerate() {
        assert_eq!(row.op as usize, i);
        assert_eq!(by_mnemonic(row.mnemonic).map(|r| r.op).collect::<Vec<_>>(), [row.op]);
        let (en, ja) = row.op.meaning();
        assert!(!en.is_empty() && !ja.is_empty());
        let own = fixed(row.op);
        assert_eq!(own.bits & !own.mask, 0);
        for earlier in &rows()[..i] {
            let Fixed { mask, bits } = fixed(earlier.op);
            let apart = (own.bits ^ bits) & own.mask & mask != 0;
            let more_special = mask & own.mask == own.mask && *mask != own.mask;
            assert!(apart || more_special, "{row:?} {earlier:?}");
        }
    }
    assert_eq!(fixed(Op::Reserved).mask, 0);
}

/// Every bit of a word is either fixed or belongs to an operand: encoding must reach exactly the operand bits.
#[test]
fn operands_cover_the_free_bits() {
    for row in rows() {
        let all_ones = Instr { op: row.op, rs: 31, rt: 31, rd: 31, sa: 31, imm: !0 };
        let Fixed { mask, bits } = fixed(row.op);
        assert_eq!(encode(&all_ones), bits | !mask, "{}", row.mnemonic);
    }
}

#[test]
fn decode_agrees_with_the_table() {
    let mut rng = Rng::new(1);
    for row in rows() {
        let &Fixed { mask, bits } = fixed(row.op);
        check(bits);
        check(bits | !mask);
        for bit in 0..32 {
            check(bits ^ 1 << bit);
        }
        for _ in 0..200 {
            check(bits | rng.next_u64() as u32 & !mask);
        }
    }
    for _ in 0..1_000_000 {
        check(rng.next_u64() as u32);
    }
}

#[test]
fn immediates_are_ready_to_use() {
    let imm = |word| decode(word).imm;
    assert_eq!(imm(0x2484_ffff), 0xffff_ffff); // addiu $a0, $a0, -1
    assert_eq!(imm(0x2c84_8000), 0xffff_8000); // sltiu $a0, $a0, -32768
    assert_eq!(imm(0x3484_ffff), 0xffff); // ori $a0, $a0, 0xffff
    assert_eq!(imm(0x3c04_8000), 0x8000); // lui $a0, 0x8000
    assert_eq!(imm(0x1000_ffff), 0xffff_fffc); // b to itself
    assert_eq!(imm(0x0bff_ffff), 0x0fff_fffc); // j to the end of the region
    assert_eq!(imm(0x0007_000d), 7); // break 7
    assert_eq!(imm(0x0007_00cd), 7 + 3 * 1024); // break 7, 3
    assert_eq!(imm(0x0000_014c), 5); // syscall 5
    assert_eq!(imm(0x0085_0274), 9); // teq $a0, $a1, 9
    assert_eq!(imm(0xffff_ffff), 0xffff_ffff); // reserved
}

#[test]
fn text() {
    let label = |addr| (addr == 0x1000).then(|| String::from("loop"));
    for (word, expected) in [
        (0x0000_0000, "nop"),
        (0x0000_0040, "ssnop"),
        (0x0000_0080, "sll $zero, $zero, 2"),
        (0x0000_00c0, "ehb"),
        (0x0000_0140, "pause"),
        (0x0025_2142, "rotr $a0, $a1, 5"),
        (0x00c5_2046, "rotrv $a0, $a1, $a2"),
        (0x7ca4_3900, "ext $a0, $a1, 4, 8"),
        (0x7ca4_fec0, ".word 0x7ca4fec0"), // ext of a bit field that ends past bit 31
        (0x7ca4_5904, "ins $a0, $a1, 4, 8"),
        (0x7ca4_1904, ".word 0x7ca41904"), // ins of an empty bit field
        (0x7c05_2420, "seb $a0, $a1"),
        (0x0320_0408, "jr.hb $t9"),
        (0x0320_fc09, "jalr.hb $ra, $t9"),
        (0x049f_0004, "synci 4($a0)"),
        (0x4606_2080, "add.s $f2, $f4, $f6"),
        (0x4626_2081, "sub.d $f2, $f4, $f6"),
        (0x46a6_2080, ".word 0x46a62080"), // a format that only a unit with FR=1 has
        (0x4620_0025, ".word 0x46200025"), // cvt.l.d: FR=1 only
        (0x4606_203c, "c.lt.s $f4, $f6"),
        (0x4626_233c, "c.lt.d $fcc3, $f4, $f6"),
        (0x4500_fffe, "bc1f loop"),
        (0x450f_fffe, "bc1tl $fcc3, loop"),
        (0x0084_1001, "movf $v0, $a0, $fcc1"),
        (0x4605_1011, "movt.s $f0, $f2, $fcc1"),
        (0x4625_1013, "movn.d $f0, $f2, $a1"),
        (0x4c44_0026, ".word 0x4c440026"), // madd.ps: FR=1 only
        (0x4c44_0021, "madd.d $f0, $f2, $f0, $f4"),
        (0x4c46_20a0, "madd.s $f2, $f2, $f4, $f6"),
        (0x4ca4_0080, "lwxc1 $f2, $a0($a1)"),
        (0x4ca4_1008, "swxc1 $f2, $a0($a1)"),
        (0x4ca4_000d, ".word 0x4ca4000d"), // suxc1: FR=1 only
        (0x4ca4_180f, "prefx 3, $a0($a1)"),
        (0xd7a2_0008, "ldc1 $f2, 8($sp)"),
        (0x4442_f800, "cfc1 $v0, $31"),
        (0x00a6_2021, "addu $a0, $a1, $a2"),
        (0x2484_ffff, "addiu $a0, $a0, -1"),
        (0x3484_ffff, "ori $a0, $a0, 0xffff"),
        (0x3c04_8000, "lui $a0, 0x8000"),
        (0x8fbf_fffc, "lw $ra, -4($sp)"),
        (0x1085_fffe, "beq $a0, $a1, loop"),
        (0x1085_fffd, "beq $a0, $a1, 0xffc"),
        (0x0800_0400, "j loop"),
        (0x00a6_001a, "div $zero, $a1, $a2"),
        (0x0320_f809, "jalr $ra, $t9"),
        (0x70a5_2020, ".word 0x70a52020"), // clz whose rd and rt differ
        (0x70a4_2020, "clz $a0, $a1"),
        (0x0007_000d, "break 7"),
        (0x0007_00cd, "break 7, 3"),
        (0x0000_00cd, "break 0, 3"),
        (0x0000_000c, "syscall"),
        (0x0085_0274, "teq $a0, $a1, 9"),
        (0x0085_0034, "teq $a0, $a1"),
        (0x0000_000f, "sync"),
        (0x7c03_e83b, "rdhwr $v1, $29"),
        (0xcca3_0004, "pref 3, 4($a1)"),
        (0xffff_ffff, ".word 0xffffffff"),
    ] {
        assert_eq!(disassemble(&decode(word), 0x1004, &label), expected, "{word:#010x}");
    }
}

#[test]
fn targets() {
    assert_eq!(decode(0x1085_fffe).target(0x1004), Some(0x1000));
    assert_eq!(decode(0x0800_0400).target(0x1004), Some(0x1000));
    assert_eq!(decode(0x0800_0400).target(0x1fff_fffc), Some(0x2000_1000));
    assert_eq!(decode(0x0320_f809).target(0x1004), None);
    assert_eq!(decode(0x2484_ffff).target(0x1004), None);
}

#[test]
fn register_names_round_trip() {
    for n in 0..32 {
        assert_eq!(parse_register(register_name(n)), Some(n));
        assert_eq!(parse_register(&alloc::format!("${n}")), Some(n));
    }
    assert_eq!(parse_register("$s8"), Some(30));
    for wrong in ["", "$", "t0", "$32", "$t10", "$+1", "$001", "$ zero"] {
        assert_eq!(parse_register(wrong), None, "{wrong}");
    }
}

#[test]
fn kinds() {
    assert!(Op::Jr.is_branch() && Op::Bgezall.is_branch() && !Op::Teq.is_branch());
    assert!(Op::Bc1t.is_branch() && Op::JrHb.is_branch() && !Op::MovtS.is_branch());
    assert!(Op::Ldc1.is_load() && Op::Swxc1.is_store());
    assert!(Op::Ll.is_load() && !Op::Pref.is_load() && Op::Sc.is_store());
    assert!(rows().iter().all(|r| r.op.is_likely()
        == (r.class == Class::Branch && r.mnemonic.ends_with('l') && !matches!(r.op, Op::Bltzal | Op::Bgezal))));
    assert_eq!(size_of::<Instr>(), 12);
}

/// The mnemonic decides which operands are doubles; only those are pairs.
#[test]
fn pairs_belong_to_doubles() {
    for row in rows() {
        let pairs = row.operands.iter().filter(|o| o.is_pair()).count();
        let is_float = |o: &&Operand| matches!(o, Operand::Fd | Operand::Fs | Operand::Ft | Operand::Fr);
        let singles = row.operands.iter().filter(is_float).count();
        let formats: Vec<&str> = row.mnemonic.split('.').skip(1).collect();
        let (expected_pairs, expected_singles) = match formats[..] {
            _ if matches!(row.mnemonic, "ldc1" | "sdc1" | "ldxc1" | "sdxc1" | "mfhc1" | "mthc1") => (1, 0),
            _ if matches!(row.mnemonic, "lwc1" | "swc1" | "lwxc1" | "swxc1" | "mfc1" | "mtc1") => (0, 1),
            ["d", "s" | "w"] | ["s" | "w", "d"] => (1, 1),
            [.., "d"] => (pairs.max(2), 0),
            [.., "s" | "w"] => (0, singles.max(2)),
            _ => (0, 0),
        };
        assert_eq!((pairs, singles), (expected_pairs, expected_singles), "{}", row.mnemonic);
    }
}

/// `fpu::compare` finds the condition by the place in the table.
#[test]
fn comparisons_are_in_the_order_of_their_conditions() {
    for (i, row) in rows()[Op::CFS as usize..=Op::CNgtD as usize].iter().enumerate() {
        assert_eq!(fixed(row.op).bits & 15, i as u32 / 2, "{}", row.mnemonic);
    }
}
